package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
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
 * The instructions of a compiled method for which the compiler kept where in the source they are:
 * calls, safepoints and the places from which it falls back to the interpreter. Immutable; safe for
 * any thread.
 */
final class PcDescs {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int SMALLEST = 2 * Integer.BYTES;
  private static final int LARGEST = 1024;
  private static final int MOST_SCOPES = 3_000;

  private final int bytes;
  private final int pc;
  private final int scope;

  PcDescs(VmTables tables) throws BadMemoryException {
    bytes = tables.requiredBytes("PcDesc");
    pc = tables.offset("PcDesc::_pc_offset");
    scope = tables.offset("PcDesc::_scope_decode_offset");
    int last = Math.max(pc, scope) + Integer.BYTES;
    if (bytes < SMALLEST || bytes > LARGEST || last > bytes) {
      throw new BadMemoryException("its tables lie: PcDesc has " + bytes + " bytes");
    }
  }

  /**
   * One of them.
   *
   * @param pc its distance from the first instruction
   * @param scope where its scope is packed
   */
  record Desc(int pc, int scope) {}

  /** All around one instruction: itself, the one before, and the one after. */
  record Around(Optional<Desc> exact, Optional<Desc> before, Optional<Desc> after) {

    /**
     * The one to name the place by: the nearest. What follows a call belongs to the bytecodes after
     * it, what precedes one often loads its arguments, and no rule is right always.
     */
    Optional<Desc> nearest(int pc) {
      if (exact.isPresent() || before.isEmpty()) {
        return exact.or(() -> after);
      }
      boolean takeAfter = after.isPresent() && after.get().pc() - pc <= pc - before.get().pc();
      return takeAfter ? after : before;
    }
  }

  private List<Desc> all(Pages pages, DebugInfo info) throws BadMemoryException {
    int count = (int) ((info.pcsEnd() - info.pcs()) / bytes);
    byte[] packed = count == 0 ? new byte[0] : pages.bytes(info.pcs(), count * bytes);
    List<Desc> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int at = i * bytes;
      Desc desc = new Desc((int) INTS.get(packed, at + pc), (int) INTS.get(packed, at + scope));
      // The first and the last are there to stop a search, and have no scope.
      if (desc.scope() > 0 && desc.pc() != Integer.MAX_VALUE) {
        all.add(desc);
      }
    }
    return all;
  }

  /** Where the scopes of all of them are packed, each once, in their order. */
  Set<Integer> scopes(Pages pages, DebugInfo info) throws BadMemoryException {
    Set<Integer> scopes = new LinkedHashSet<>();
    for (Desc desc : all(pages, info)) {
      scopes.add(desc.scope());
      if (scopes.size() > MOST_SCOPES) {
        throw new BadMemoryException("a method has more than " + MOST_SCOPES + " scopes");
      }
    }
    return scopes;
  }

  /** Looks for the instruction that is {@code offset} bytes behind the first one. */
  Around around(Pages pages, DebugInfo info, int offset) throws BadMemoryException {
    Desc exact = null;
    Desc before = null;
    Desc after = null;
    for (Desc desc : all(pages, info)) {
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
}
