package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.Symbols;

/** Reads the names among a class's constants. Immutable; safe for any thread. */
final class Constants {
  private final Symbols symbols;
  private final int length;
  private final int bytes;

  Constants(VmTables tables, Symbols symbols) throws BadMemoryException {
    this.symbols = symbols;
    length = tables.offset("ConstantPool::_length");
    bytes = tables.requiredBytes("ConstantPool");
  }

  /** Where the constant of that index is kept, in a word of its own. */
  long place(Pages pages, long pool, long index) throws BadMemoryException {
    if (index < 1 || index >= pages.i4(pool + length)) {
      throw new BadMemoryException("there is no constant " + index);
    }
    return pool + bytes + index * Long.BYTES;
  }

  /** The name of that index. */
  String name(Pages pages, long pool, long index) throws BadMemoryException {
    return symbols.read(pages, pages.target(place(pages, pool, index)));
  }
}
