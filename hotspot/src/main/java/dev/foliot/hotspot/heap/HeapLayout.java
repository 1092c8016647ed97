package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.Symbols;

/**
 * What it takes to follow references in the Java heap. Immutable; safe for any thread.
 *
 * @param oops from an object to its class
 * @param fields where the fields of a class are
 * @param mirror of Klass: the handle of the object that has its static fields
 * @param superClass of Klass: the superclass
 * @param references how references are written there
 */
public record HeapLayout(
    Oops oops, JavaFields fields, int mirror, int superClass, HeapReferences references) {
  /** The layout of a collector that leaves plain pointers in the heap. */
  public static HeapLayout of(
      Pages pages, VmTables tables, JvmFlags flags, Symbols symbols, int feature)
      throws BadMemoryException {
    for (String collector : new String[] {"UseZGC", "UseShenandoahGC"}) {
      if (flags.bool(collector).orElse(false)) {
        throw new BadMemoryException(
            "with -XX:+" + collector + " its references are not plain addresses");
      }
    }
    return new HeapLayout(
        Oops.of(pages, tables, flags, feature),
        new JavaFields(tables, symbols),
        tables.offset("Klass::_java_mirror"),
        tables.offset("Klass::_super"),
        HeapReferences.of(pages, tables, flags, feature));
  }

  /** The reference in the heap at an address; 0 for null. */
  long reference(Pages pages, long address) throws BadMemoryException {
    return references.at(pages, address);
  }
}
