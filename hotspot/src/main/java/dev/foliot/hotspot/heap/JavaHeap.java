package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import dev.foliot.hotspot.klass.Symbols;
import dev.foliot.linux.Reading;
import dev.foliot.text.JvmReason;
import dev.foliot.text.JvmReason.JvmPart;

/**
 * The Java heap of one JVM. Each call begins a new read of it, which sees the heap as it is now.
 * Safe for any thread; what the calls give is for one.
 */
public final class JavaHeap {
  private final VmImage image;
  private final Symbols symbols;

  /** The heap of a JVM whose names are read by {@code symbols}. */
  public JavaHeap(VmImage image, Symbols symbols) {
    this.image = image;
    this.symbols = symbols;
  }

  /** Reads what depends on the flags. */
  private interface Part<T> {
    T read(Pages pages, JvmFlags flags) throws BadMemoryException;
  }

  /**
   * What reads fields of objects. Unavailable with a collector that leaves no plain addresses in
   * the heap, and where the JVM does not tell how its objects are laid out.
   */
  public Reading<HeapReader> objects() {
    return read(JvmPart.HEAP, (pages, flags) -> HeapReader.of(pages, image, flags, symbols));
  }

  /** Which objects are old; for G1, Parallel and Serial. */
  public Reading<Generations> generations() {
    return read(
        JvmPart.GENERATIONS, (pages, flags) -> Generations.of(pages, image.tables(), flags));
  }

  /** Where the collector keeps its cards; for G1, Parallel and Serial. */
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
