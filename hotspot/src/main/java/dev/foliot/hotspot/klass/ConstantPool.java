package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;

/** Reads the names among a class's constants. Immutable; safe for any thread. */
public final class ConstantPool {
  private final Symbols symbols;
  private final int length;
  private final int bytes;

  /** Of a JVM whose tables tell of its fields; throws where they do not. */
  public ConstantPool(VmTables tables, Symbols symbols) throws BadMemoryException {
    this.symbols = symbols;
    length = tables.offset("ConstantPool::_length");
    bytes = tables.requiredBytes("ConstantPool");
  }

  /** Where the constant of that index is kept, in a word of its own. */
  public long place(Pages pages, long pool, long index) throws BadMemoryException {
    if (index < 1 || index >= pages.i4(pool + length)) {
      throw new BadMemoryException("there is no constant " + index);
    }
    return pool + bytes + index * Long.BYTES;
  }

  /** The name of that index. */
  public String name(Pages pages, long pool, long index) throws BadMemoryException {
    return symbols.read(pages, pages.target(place(pages, pool, index)));
  }
}
