package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.Unsigned5;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.ConstantPool;
import dev.foliot.hotspot.klass.Symbols;
import java.util.Optional;

/** Reads method names and source lines. Immutable; safe for any thread. */
final class Methods {
  private static final int MOST_TABLE_BYTES = 1 << 18;
  private static final long USUAL_HAS_LINES = 1;
  private static final int MONITOR_ENTER = 0xc2;
  private static final int ESCAPE = 0xff;
  private static final int LINE_BITS = 3;
  private static final int LINE_MASK = (1 << LINE_BITS) - 1;

  private final Symbols symbols;
  private final int klassName;
  private final int constMethod;
  private final int pool;
  private final ConstantPool constants;
  private final VmTables.Field nameIndex;
  private final VmTables.Field codeBytes;
  private final Optional<VmTables.Field> words;
  private final Optional<VmTables.Field> flags;
  private final Optional<VmTables.Field> sourceFile;
  private final int constMethodBytes;
  private final int holder;
  private final long hasLines;

  Methods(VmTables tables, Symbols symbols) throws BadMemoryException {
    this.symbols = symbols;
    klassName = tables.offset("Klass::_name");
    constMethod = tables.offset("Method::_constMethod");
    pool = tables.offset("ConstMethod::_constants");
    constants = new ConstantPool(tables, symbols);
    nameIndex = tables.required("ConstMethod::_name_index");
    codeBytes = tables.required("ConstMethod::_code_size");
    words = tables.field("ConstMethod::_constMethod_size");
    flags = tables.field("ConstMethod::_flags._flags", "ConstMethod::_flags");
    sourceFile = tables.field("ConstantPool::_source_file_name_index");
    constMethodBytes = tables.requiredBytes("ConstMethod");
    holder = tables.offset("ConstantPool::_pool_holder");
    hasLines =
        tables
            .constant(
                "ConstMethodFlags::_misc_has_linenumber_table",
                "ConstMethod::_has_linenumber_table")
            .orElse(USUAL_HAS_LINES);
  }

  /**
   * The index of the bytecode at an address in a method's code; -1 if it is not there.
   *
   * <p>The interpreter goes on to the next bytecode before it enters a monitor [1]. So in the
   * innermost frame the bytecode after a {@code monitorenter} stands for that one.
   *
   * <p>[1] TemplateTable::monitorenter in src/hotspot/cpu/x86/templateTable_x86.cpp.
   */
  int bci(Pages pages, long method, long bytecode, boolean isInnermost) throws BadMemoryException {
    long fixed = pages.target(method + constMethod);
    long index = bytecode - fixed - constMethodBytes;
    if (index < 0 || index >= codeBytes.read(pages, fixed)) {
      return -1;
    }
    boolean enters = isInnermost && index > 0 && pages.u1(bytecode - 1) == MONITOR_ENTER;
    return (int) (enters ? index - 1 : index);
  }

  /** A place in the Method at an address; its line is known only in the right format. */
  JavaFrame frame(Pages pages, long method, int bci, Unsigned5.Format format)
      throws BadMemoryException {
    long fixed = pages.target(method + constMethod);
    long known = pages.target(fixed + pool);
    String name = constants.name(pages, known, nameIndex.read(pages, fixed));
    long klass = pages.target(known + holder);
    String className = Symbols.className(symbols.read(pages, pages.target(klass + klassName)));
    int place = bci < codeBytes.read(pages, fixed) ? Math.max(bci, -1) : -1;
    return new JavaFrame(
        className, name, place, line(pages, fixed, bci, format), source(pages, known));
  }

  private String source(Pages pages, long known) {
    try {
      long index = sourceFile.isEmpty() ? 0 : sourceFile.get().read(pages, known);
      return index == 0 ? "" : constants.name(pages, known, index);
    } catch (BadMemoryException e) {
      // The place has a name even if this is unreadable.
      return "";
    }
  }

  /** The line table follows the bytecodes, which follow the structure. */
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
      return lineIn(table, bci, format);
    } catch (BadMemoryException e) {
      return -1;
    }
  }

  /**
   * The line of a bytecode, or -1 if the packed table has none.
   *
   * <p>An entry is a byte with five bits for bytecodes and three for lines, or an escape and two
   * packed numbers; zero ends the table (CompressedLineNumberReadStream in
   * src/hotspot/share/oops/method.cpp).
   */
  static int lineIn(byte[] table, int bci, Unsigned5.Format format) {
    Unsigned5 packed = new Unsigned5(table, 0, format);
    int wanted = Math.max(bci, 0);
    int best = -1;
    int bestBci = 0;
    int atBci = 0;
    int atLine = 0;
    try {
      for (int next = packed.nextByte(); next != 0; next = packed.nextByte()) {
        if (next == ESCAPE) {
          atBci += packed.nextSigned();
          atLine += packed.nextSigned();
        } else {
          atBci += next >> LINE_BITS;
          atLine += next & LINE_MASK;
        }
        if (atBci == wanted) {
          return atLine;
        }
        if (atBci >= bestBci && atBci < wanted) {
          bestBci = atBci;
          best = atLine;
        }
      }
    } catch (BadMemoryException e) {
      return -1;
    }
    return best;
  }
}
