package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import dev.foliot.hotspot.klass.JvmClasses;
import dev.foliot.hotspot.klass.Symbols;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.hotspot.reason.JvmReason.JvmPart;
import dev.foliot.linux.Reading;

/**
 * The Java heap of one JVM. Safe for any thread; the returned readers are for one thread.
 *
 * <p>Each call begins a new read of the current heap.
 */
public final class JavaHeap {
  private final VmImage image;
  private final Symbols symbols;

  /** The heap of a JVM whose names are read by {@code symbols}. */
  public JavaHeap(VmImage image, Symbols symbols) {
    this.image = image;
    this.symbols = symbols;
  }

  /** Reads a part that depends on the flags. */
  private interface Part<T> {
    T read(Pages pages, JvmFlags flags) throws BadMemoryException;
  }

  /**
   * A reader of object fields. Unavailable with collectors that colour references, and where the
   * JVM does not describe its object layout.
   */
  public Reading<HeapReader> objects() {
    return read(JvmPart.HEAP, (pages, flags) -> HeapReader.of(pages, image, flags, symbols));
  }

  /**
   * A search for the objects at addresses. Unavailable where the JVM does not describe its object
   * layout.
   *
   * @param classes of the same JVM
   */
  public Reading<ObjectSearch> search(JvmClasses classes) {
    return read(JvmPart.HEAP, (pages, flags) -> ObjectSearch.of(pages, image, flags, classes));
  }

  /** The reader that decides which objects are old; for G1, Parallel and Serial. */
  public Reading<Generations> generations() {
    return read(
        JvmPart.GENERATIONS, (pages, flags) -> Generations.of(pages, image.tables(), flags));
  }

  /** The location of the collector's card table; for G1, Parallel and Serial. */
  public Reading<CardTable> cardTable() {
    return read(JvmPart.CARD_TABLE, (pages, flags) -> CardTable.of(pages, image.tables(), flags));
  }

  private <T> Reading<T> read(JvmPart what, Part<T> part) {
    if (!(image.flags() instanceof Reading.Value<JvmFlags>(JvmFlags flags))) {
      return ((Reading.Unavailable<JvmFlags>) image.flags()).retyped();
    }
    try {
      return Reading.of(part.read(image.renewed(Budget.HEAP), flags));
    } catch (BadMemoryException e) {
      return Reading.unavailable(new JvmReason.PartUnreadable(what, e.what()));
    }
  }
}
