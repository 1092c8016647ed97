package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmField;
import dev.foliot.hotspot.image.VmTables;
import java.util.Optional;

/**
 * A block of the code cache. Immutable.
 *
 * @param start where its header is
 * @param name as HotSpot calls it; {@code nmethod} for what was compiled
 * @param codeStart its first instruction
 * @param codeEnd after its last one
 * @param frameWords the size of its stack frame with the return address; 0 or less for none
 * @param frameComplete how many bytes of code it takes to make that frame
 */
record Blob(
    long start, String name, long codeStart, long codeEnd, int frameWords, int frameComplete) {
  private static final int LONGEST_NAME = 1000;

  boolean isCompiled() {
    return name.equals("nmethod");
  }

  /** Whether it is the way from Java to a native method. */
  boolean isNativeWrapper() {
    return name.equals("native nmethod");
  }

  boolean isInterpreter() {
    return name.equals("Interpreter");
  }

  boolean hasCode(long address) {
    return address >= codeStart && address < codeEnd;
  }

  /** Where a blob keeps what; since JDK 23 as offsets, before as addresses. */
  record Layout(
      VmField name,
      Optional<VmField> codeBegin,
      Optional<VmField> codeEnd,
      Optional<VmField> codeOffset,
      VmField dataOffset,
      VmField frameWords,
      VmField frameComplete) {

    static Layout of(VmTables tables) throws BadMemoryException {
      Optional<VmField> begin = tables.field("CodeBlob::_code_begin");
      Optional<VmField> offset = tables.field("CodeBlob::_code_offset");
      if (begin.isEmpty() && offset.isEmpty()) {
        throw new BadMemoryException("its tables lack CodeBlob::_code_offset");
      }
      return new Layout(
          tables.required("CodeBlob::_name"),
          begin,
          tables.field("CodeBlob::_code_end"),
          offset,
          tables.required("CodeBlob::_data_offset"),
          tables.required("CodeBlob::_frame_size"),
          tables.required("CodeBlob::_frame_complete_offset"));
    }

    Blob read(Pages pages, long start) throws BadMemoryException {
      long text = name.read(pages, start);
      long codeStart =
          codeOffset.isPresent()
              ? start + codeOffset.get().read(pages, start)
              : codeBegin.orElseThrow().read(pages, start);
      long end =
          codeEnd.isPresent()
              ? codeEnd.get().read(pages, start)
              : start + dataOffset.read(pages, start);
      if (codeStart < start || end < codeStart) {
        throw new BadMemoryException(
            "the code of what is at " + BadMemoryException.hex(start) + " ends before it begins");
      }
      return new Blob(
          start,
          text == 0 ? "" : pages.cString(text, LONGEST_NAME),
          codeStart,
          end,
          (int) frameWords.read(pages, start),
          (int) frameComplete.read(pages, start));
    }
  }
}
