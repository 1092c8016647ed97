package dev.foliot.hotspot.code;

import dev.foliot.hotspot.code.CodeCache.Blob;
import dev.foliot.hotspot.code.DebugInfo.Scope;
import dev.foliot.hotspot.code.TypeChecks.Check;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.Unsigned5;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.Symbols;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the type checks that may have made a write in compiled code. Immutable; safe for any
 * thread.
 *
 * <p>On x86-64 a constant type is part of the machine code, as eight bytes, or four if its address
 * fits. Otherwise the check took the type from a variable.
 */
final class CheckReader {
  private static final int MOST_CANDIDATES = 16;
  private static final int MOST_CODE_BYTES = 1 << 20;
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private final DebugInfo.Reader infos;
  private final Methods methods;
  private final TypeChecks checks;

  CheckReader(DebugInfo.Reader infos, Methods methods, VmTables tables, Symbols symbols)
      throws BadMemoryException {
    this.infos = infos;
    this.methods = methods;
    checks = new TypeChecks(tables, symbols);
  }

  /**
   * The value written.
   *
   * @param types the possible values, addresses of Klasses
   * @param isExact whether an instruction of x86-64 showed the value; then it is the only one
   */
  record Written(Set<Long> types, boolean isExact) {}

  /**
   * The candidate checks with their callers in this compiled code; empty if none or too many fit.
   *
   * @param compiled the Method that was compiled
   * @param ip behind the instruction that wrote
   */
  WriteChecks candidates(Pages pages, Blob blob, long compiled, long ip, Written written)
      throws BadMemoryException {
    DebugInfo info = infos.of(pages, blob);
    Look look = new Look(pages, info, compiled);
    DebugInfo.Around around = info.around((int) (ip - blob.codeStart()));
    // Debug information for this address describes the instruction behind the write.
    CheckSearch search =
        new CheckSearch(
            look.chain(around.before()),
            look.chain(around.exact().or(around::after)),
            written.types(),
            look);
    boolean mayBeConstant =
        !written.isExact() || isConstant(pages, blob, written.types().iterator().next());
    CheckSearch.Candidates found = search.candidates(mayBeConstant);
    WriteChecks.Type type = type(written, mayBeConstant, found);
    if (found.chains().size() > MOST_CANDIDATES) {
      return new WriteChecks(List.of(), type);
    }
    List<List<JavaFrame>> named = new ArrayList<>();
    for (List<Scope> chain : found.chains()) {
      List<JavaFrame> frames = new ArrayList<>();
      for (Scope scope : chain) {
        frames.add(methods.frame(pages, scope.method(), scope.bci(), look.format));
      }
      named.add(List.copyOf(frames));
    }
    return new WriteChecks(named, type);
  }

  /**
   * The origin of the type. A constant counts only where a check was found, because it may belong
   * to another check.
   */
  private static WriteChecks.Type type(
      Written written, boolean mayBeConstant, CheckSearch.Candidates found) {
    if (!mayBeConstant) {
      return WriteChecks.Type.VARIABLE;
    }
    if (found.kind().isEmpty()) {
      return WriteChecks.Type.UNKNOWN;
    }
    return switch (found.kind().get()) {
      case CAST, RECEIVER -> WriteChecks.Type.CONSTANT;
      case CLASS, STORE -> written.isExact() ? WriteChecks.Type.CONSTANT : WriteChecks.Type.UNKNOWN;
    };
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  private static boolean isConstant(Pages pages, Blob blob, long type) throws BadMemoryException {
    long bytes = blob.codeEnd() - blob.codeStart();
    if (bytes > MOST_CODE_BYTES) {
      return true;
    }
    byte[] code = pages.bytes(blob.codeStart(), (int) bytes);
    boolean isShort = type >>> Integer.SIZE == 0;
    int width = isShort ? Integer.BYTES : Long.BYTES;
    for (int at = 0; at <= code.length - width; at++) {
      if (isShort ? (int) INTS.get(code, at) == (int) type : (long) LONGS.get(code, at) == type) {
        return true;
      }
    }
    return false;
  }

  /** One reading of one compiled method. */
  private final class Look implements CheckSearch.Code {
    private final Pages pages;
    private final DebugInfo info;
    private final long compiled;
    private final Map<Long, List<Check>> known = new HashMap<>();
    private Unsigned5.Format format = Unsigned5.Format.WITHOUT_ZERO;

    Look(Pages pages, DebugInfo info, long compiled) {
      this.pages = pages;
      this.info = info;
      this.compiled = compiled;
    }

    List<Scope> chain(Optional<DebugInfo.Desc> desc) throws BadMemoryException {
      return desc.isEmpty() ? List.of() : chain(desc.get().scope());
    }

    private List<Scope> chain(int scope) throws BadMemoryException {
      DebugInfo.Chain chain = info.chain(scope, compiled);
      format = chain.format();
      return chain.scopes();
    }

    @Override
    public List<Check> checks(long method) throws BadMemoryException {
      List<Check> of = known.get(method);
      if (of == null) {
        of = checks.of(pages, method);
        known.put(method, of);
      }
      return of;
    }

    @Override
    public Collection<List<Scope>> chains() throws BadMemoryException {
      List<List<Scope>> chains = new ArrayList<>();
      for (int scope : info.scopes()) {
        chains.add(chain(scope));
      }
      return chains;
    }
  }
}
