package dev.foliot.hotspot.code;

import dev.foliot.hotspot.code.CodeCache.Blob;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.Unsigned5;
import dev.foliot.hotspot.image.VmTables;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The compiler's debug information about one compiled method.
 *
 * <p>It covers some instructions: calls, safepoints and the places that fall back to the
 * interpreter. For each it has the chain of inlined methods with the bytecode index in each. For
 * one read of one thread.
 *
 * <p>[1] src/hotspot/share/code/pcDesc.hpp and scopeDesc.cpp.
 */
final class DebugInfo {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int SMALLEST_DESC = 2 * Integer.BYTES;
  private static final int LARGEST_DESC = 1024;
  private static final int MOST_SCOPES = 3_000;
  private static final int MOST_DEPTH = 100;

  /** Three numbers of up to five bytes. */
  private static final int HEADER_BYTES = 15;

  /** The packed index is one higher: the entry of a method, -1, is 0. */
  private static final int ENTRY = -1;

  private final Pages pages;
  private final Reader reader;
  private final Tables tables;

  private DebugInfo(Pages pages, Reader reader, Tables tables) {
    this.pages = pages;
    this.reader = reader;
    this.tables = tables;
  }

  /**
   * The locations of the tables; ends are exclusive. An impossible table is empty.
   *
   * @param pcs the instructions with debug information
   * @param pcsEnd their end
   * @param scopes the packed scopes
   * @param scopesEnd their end
   * @param metadata the table of methods that the scopes refer to
   * @param metadataEnd its end, or an upper bound
   */
  private record Tables(
      long pcs, long pcsEnd, long scopes, long scopesEnd, long metadata, long metadataEnd) {
    private static final long MOST_BYTES = 1 << 24;

    Tables {
      if (!isSane(pcs, pcsEnd) || !isSane(scopes, scopesEnd) || !isSane(metadata, metadataEnd)) {
        pcsEnd = pcs;
        scopesEnd = scopes;
        metadataEnd = metadata;
      }
    }

    private static boolean isSane(long start, long end) {
      return start > 0 && end >= start && end - start <= MOST_BYTES;
    }
  }

  /**
   * Finds the debug information of a method. Its location changed in JDK 23 and in JDK 25.
   * Immutable; safe for any thread.
   */
  static final class Reader {
    private final Layout layout;
    private final int descBytes;
    private final int pc;
    private final int scope;

    Reader(VmTables tables) throws BadMemoryException {
      if (tables.field("nmethod::_immutable_data").isEmpty()) {
        layout = beforeJdk23(tables);
      } else {
        layout =
            sinceJdk23(
                tables,
                tables.field("CodeBlob::_mutable_data").isEmpty() ? inBlob(tables) : apart(tables));
      }
      descBytes = tables.requiredBytes("PcDesc");
      pc = tables.offset("PcDesc::_pc_offset");
      scope = tables.offset("PcDesc::_scope_decode_offset");
      int last = Math.max(pc, scope) + Integer.BYTES;
      if (descBytes < SMALLEST_DESC || descBytes > LARGEST_DESC || last > descBytes) {
        throw new BadMemoryException("its tables lie: PcDesc has " + descBytes + " bytes");
      }
    }

    /** The debug information of one compiled method. */
    DebugInfo of(Pages pages, Blob nmethod) throws BadMemoryException {
      return new DebugInfo(pages, this, layout.find(pages, nmethod.start()));
    }
  }

  /** Finds the tables of a method from the start of its blob. */
  private interface Layout {
    Tables find(Pages pages, long start) throws BadMemoryException;
  }

  /** Finds the start and the end of the method table. */
  private interface Metadata {
    long[] find(Pages pages, long start) throws BadMemoryException;
  }

  /** All tables are in one block. */
  private static Layout beforeJdk23(VmTables tables) throws BadMemoryException {
    VmTables.Field scopes = tables.required("CompiledMethod::_scopes_data_begin");
    VmTables.Field pcs = tables.required("nmethod::_scopes_pcs_offset");
    VmTables.Field afterPcs = tables.required("nmethod::_dependencies_offset");
    VmTables.Field metadata = tables.required("nmethod::_metadata_offset");
    return (pages, start) -> {
      long scopesStart = scopes.read(pages, start);
      long pcsStart = start + pcs.read(pages, start);
      return new Tables(
          pcsStart,
          start + afterPcs.read(pages, start),
          scopesStart,
          pcsStart,
          start + metadata.read(pages, start),
          scopesStart);
    };
  }

  private static Layout sinceJdk23(VmTables tables, Metadata methods) throws BadMemoryException {
    VmTables.Field data = tables.required("nmethod::_immutable_data");
    VmTables.Field bytes = tables.required("nmethod::_immutable_data_size");
    VmTables.Field pcs = tables.required("nmethod::_scopes_pcs_offset");
    VmTables.Field scopes = tables.required("nmethod::_scopes_data_offset");
    return (pages, start) -> {
      long base = data.read(pages, start);
      long[] table = methods.find(pages, start);
      long scopesStart = base + scopes.read(pages, start);
      return new Tables(
          base + pcs.read(pages, start),
          scopesStart,
          scopesStart,
          base + bytes.read(pages, start),
          table[0],
          table[1]);
    };
  }

  private static Metadata inBlob(VmTables tables) throws BadMemoryException {
    VmTables.Field data = tables.required("CodeBlob::_data_offset");
    VmTables.Field metadata = tables.required("nmethod::_metadata_offset");
    VmTables.Field size = tables.required("CodeBlob::_size");
    return (pages, start) ->
        new long[] {
          start + data.read(pages, start) + metadata.read(pages, start),
          start + size.read(pages, start)
        };
  }

  private static Metadata apart(VmTables tables) throws BadMemoryException {
    VmTables.Field data = tables.required("CodeBlob::_mutable_data");
    VmTables.Field relocation = tables.required("CodeBlob::_relocation_size");
    VmTables.Field size = tables.required("CodeBlob::_mutable_data_size");
    return (pages, start) -> {
      long base = data.read(pages, start);
      return new long[] {base + relocation.read(pages, start), base + size.read(pages, start)};
    };
  }

  /**
   * An instruction with debug information.
   *
   * @param pc its distance from the first instruction, in bytes
   * @param scope where its scope is packed
   */
  record Desc(int pc, int scope) {}

  /** The entries around one instruction: itself, the one before, and the one after. */
  record Around(Optional<Desc> exact, Optional<Desc> before, Optional<Desc> after) {

    /**
     * The nearest entry, which names the place. Code behind a call belongs to the bytecodes after
     * it; code before a call often loads its arguments. No rule is always right.
     */
    Optional<Desc> nearest(int pc) {
      if (exact.isPresent() || before.isEmpty()) {
        return exact.or(() -> after);
      }
      boolean takeAfter = after.isPresent() && after.get().pc() - pc <= pc - before.get().pc();
      return takeAfter ? after : before;
    }
  }

  /**
   * A place in a compiled or inlined method.
   *
   * @param method the address of the Method
   * @param bci the index of its bytecode; -1 for its entry
   */
  record Scope(long method, int bci) {}

  /** A chain of scopes, innermost first, and the format of its numbers. */
  record Chain(List<Scope> scopes, Unsigned5.Format format) {}

  private List<Desc> all() throws BadMemoryException {
    int bytes = reader.descBytes;
    int count = (int) ((tables.pcsEnd - tables.pcs) / bytes);
    byte[] packed = count == 0 ? new byte[0] : pages.bytes(tables.pcs, count * bytes);
    List<Desc> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int at = i * bytes;
      Desc desc =
          new Desc(
              (int) INTS.get(packed, at + reader.pc), (int) INTS.get(packed, at + reader.scope));
      // The first and the last entry are sentinels without a scope.
      if (desc.scope() > 0 && desc.pc() != Integer.MAX_VALUE) {
        all.add(desc);
      }
    }
    return all;
  }

  /** The offsets of the scopes of all instructions, in order, without repetition. */
  Set<Integer> scopes() throws BadMemoryException {
    Set<Integer> scopes = new LinkedHashSet<>();
    for (Desc desc : all()) {
      scopes.add(desc.scope());
      if (scopes.size() > MOST_SCOPES) {
        throw new BadMemoryException("a method has more than " + MOST_SCOPES + " scopes");
      }
    }
    return scopes;
  }

  /** Finds the entries around the instruction {@code offset} bytes behind the first one. */
  Around around(int offset) throws BadMemoryException {
    Desc exact = null;
    Desc before = null;
    Desc after = null;
    for (Desc desc : all()) {
      if (desc.pc() == offset) {
        exact = desc;
      } else if (desc.pc() < offset && (before == null || desc.pc() >= before.pc())) {
        before = desc;
      } else if (desc.pc() > offset && (after == null || desc.pc() < after.pc())) {
        after = desc;
      }
    }
    return new Around(
        Optional.ofNullable(exact), Optional.ofNullable(before), Optional.ofNullable(after));
  }

  /**
   * The chain that is packed at an offset. The last scope must be the compiled method, which
   * reveals the number format.
   *
   * @param compiled the address of that Method
   */
  Chain chain(int offset, long compiled) throws BadMemoryException {
    BadMemoryException why = null;
    for (Unsigned5.Format format : Unsigned5.Format.values()) {
      try {
        List<Scope> scopes = unpack(offset, format);
        if (scopes.getLast().method() == compiled) {
          return new Chain(scopes, format);
        }
      } catch (BadMemoryException e) {
        why = e;
      }
    }
    throw why == null ? lie(tables.scopes) : why;
  }

  private List<Scope> unpack(int offset, Unsigned5.Format format) throws BadMemoryException {
    List<Scope> scopes = new ArrayList<>();
    int at = offset;
    while (at != 0) {
      long place = tables.scopes + at;
      if (at < 0 || place >= tables.scopesEnd || scopes.size() == MOST_DEPTH) {
        throw lie(place);
      }
      int bytes = (int) Math.min(HEADER_BYTES, tables.scopesEnd - place);
      Unsigned5 header = new Unsigned5(pages.bytes(place, bytes), 0, format);
      int sender = header.next();
      long method = method(header.next());
      scopes.add(new Scope(method, header.next() + ENTRY));
      if (sender >= at) {
        // A caller's scope precedes its callee's.
        throw lie(place);
      }
      at = sender;
    }
    return scopes;
  }

  private static BadMemoryException lie(long place) {
    return new BadMemoryException("the scopes at " + BadMemoryException.hex(place) + " lie");
  }

  private long method(int index) throws BadMemoryException {
    long place = tables.metadata + (index - 1L) * Long.BYTES;
    if (index < 1 || place + Long.BYTES > tables.metadataEnd) {
      throw new BadMemoryException("there is no method " + index + " in its table");
    }
    return pages.target(place);
  }
}
