package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;

/** Reads names from a class's constant pool. Immutable; safe for any thread. */
public final class ConstantPool {
  private final Symbols symbols;
  private final int length;
  private final int bytes;

  /** Reads the layout from a JVM's tables; throws if they lack it. */
  public ConstantPool(VmTables tables, Symbols symbols) throws BadMemoryException {
    this.symbols = symbols;
    length = tables.offset("ConstantPool::_length");
    bytes = tables.requiredBytes("ConstantPool");
  }

  /** The address of the word that holds the constant of that index. */
  public long place(Pages pages, long pool, long index) throws BadMemoryException {
    if (index < 1 || index >= pages.i4(pool + length)) {
      throw new BadMemoryException("there is no constant " + index);
    }
    return pool + bytes + index * Long.BYTES;
  }

  /** The name at that index. */
  public String name(Pages pages, long pool, long index) throws BadMemoryException {
    return symbols.read(pages, pages.target(place(pages, pool, index)));
  }
}
