package dev.foliot.diagnose.hotspot;

import java.util.Optional;

/**
 * What a method is called, and where in its source a bytecode is. Immutable; safe for any thread.
 */
final class Methods {
  private static final int MOST_TABLE_BYTES = 1 << 18;
  private static final long USUAL_HAS_LINES = 1;

  private final Symbols symbols;
  private final int klassName;
  private final int constMethod;
  private final int constants;
  private final VmField nameIndex;
  private final VmField codeBytes;
  private final Optional<VmField> words;
  private final Optional<VmField> flags;
  private final Optional<VmField> sourceFile;
  private final int constMethodBytes;
  private final int holder;
  private final int poolLength;
  private final int poolBytes;
  private final long hasLines;

  Methods(VmTables tables, Symbols symbols) throws BadMemoryException {
    this.symbols = symbols;
    klassName = tables.offset("Klass::_name");
    constMethod = tables.offset("Method::_constMethod");
    constants = tables.offset("ConstMethod::_constants");
    nameIndex = tables.required("ConstMethod::_name_index");
    codeBytes = tables.required("ConstMethod::_code_size");
    words = tables.field("ConstMethod::_constMethod_size");
    flags = tables.field("ConstMethod::_flags._flags", "ConstMethod::_flags");
    sourceFile = tables.field("ConstantPool::_source_file_name_index");
    constMethodBytes = tables.requiredBytes("ConstMethod");
    holder = tables.offset("ConstantPool::_pool_holder");
    poolLength = tables.offset("ConstantPool::_length");
    poolBytes = tables.requiredBytes("ConstantPool");
    hasLines =
        tables
            .constant(
                "ConstMethodFlags::_misc_has_linenumber_table",
                "ConstMethod::_has_linenumber_table")
            .orElse(USUAL_HAS_LINES);
  }

  /** A place in the Method at an address; its line is told only in the right format. */
  JavaFrame frame(Pages pages, long method, int bci, Unsigned5.Format format)
      throws BadMemoryException {
    long fixed = pages.target(method + constMethod);
    long pool = pages.target(fixed + constants);
    String name = symbolIn(pages, pool, nameIndex.read(pages, fixed));
    long klass = pages.target(pool + holder);
    String className = Symbols.className(symbols.read(pages, pages.target(klass + klassName)));
    int known = bci < codeBytes.read(pages, fixed) ? Math.max(bci, -1) : -1;
    return new JavaFrame(
        className, name, known, line(pages, fixed, bci, format), source(pages, pool));
  }

  private String symbolIn(Pages pages, long pool, long index) throws BadMemoryException {
    if (index < 1 || index >= pages.i4(pool + poolLength)) {
      throw new BadMemoryException("there is no constant " + index);
    }
    return symbols.read(pages, pages.target(pool + poolBytes + index * Long.BYTES));
  }

  private String source(Pages pages, long pool) {
    try {
      long index = sourceFile.isEmpty() ? 0 : sourceFile.get().read(pages, pool);
      return index == 0 ? "" : symbolIn(pages, pool, index);
    } catch (BadMemoryException e) {
      // The place has a name without it.
      return "";
    }
  }

  /** The table stands behind the bytecodes, which stand behind the structure. */
  private int line(Pages pages, long fixed, int bci, Unsigned5.Format format) {
    try {
      if (flags.isEmpty() || (flags.get().read(pages, fixed) & hasLines) == 0) {
        return -1;
      }
      long code = codeBytes.read(pages, fixed);
      long end =
          words.isEmpty()
              ? constMethodBytes + code + MOST_TABLE_BYTES
              : words.get().read(pages, fixed) * Long.BYTES;
      long bytes = end - constMethodBytes - code;
      if (bytes <= 0 || bytes > MOST_TABLE_BYTES) {
        return -1;
      }
      byte[] table = pages.bytes(fixed + constMethodBytes + code, (int) bytes);
      return LineTable.line(table, bci, format);
    } catch (BadMemoryException e) {
      return -1;
    }
  }
}
