package dev.foliot.hotspot.code;

import dev.foliot.hotspot.code.CodeCache.Blob;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.Unsigned5;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.Symbols;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the code cache's data about an instruction. Immutable; safe for any thread. */
final class CodeReader {
  private static final int FIRST_C1 = 1;
  private static final int LAST_C1 = 3;
  private static final int C2 = 4;
  private static final int LONG_INSTRUCTION = 8;
  private static final int MOST_DECODED = 1 << 18;

  private final CodeCache cache;
  private final DebugInfo.Reader infos;
  private final Methods methods;
  private final VmTables.Field method;
  private final Optional<VmTables.Field> level;
  private final Optional<VmTables.Field> deoptAddress;
  private final Optional<VmTables.Field> deoptOffset;
  private final Optional<VmTables.Field> original;
  private final Optional<CheckReader> checks;
  private final Optional<Anchor> anchor;

  CodeReader(VmTables tables, Symbols symbols) throws BadMemoryException {
    symbols.check();
    cache = new CodeCache(tables);
    infos = new DebugInfo.Reader(tables);
    methods = new Methods(tables, symbols);
    method = tables.required("nmethod::_method", "CompiledMethod::_method");
    level = tables.field("nmethod::_comp_level");
    deoptAddress =
        tables.field("nmethod::_deopt_handler_begin", "CompiledMethod::_deopt_handler_begin");
    deoptOffset = tables.field("nmethod::_deopt_handler_offset");
    original = tables.field("nmethod::_orig_pc_offset");
    checks = checks(tables, symbols);
    anchor = anchor(tables);
  }

  /** Optional: without it, a stack ends where HotSpot called Java. */
  private static Optional<Anchor> anchor(VmTables tables) {
    try {
      return Optional.of(
          new Anchor(
              tables.offset("JavaCallWrapper::_anchor"),
              tables.offset("JavaFrameAnchor::_last_Java_sp"),
              tables.offset("JavaFrameAnchor::_last_Java_pc"),
              tables.offset("JavaFrameAnchor::_last_Java_fp")));
    } catch (BadMemoryException e) {
      return Optional.empty();
    }
  }

  /**
   * Where a call of Java by HotSpot keeps the Java frame before: offsets of its wrapper's anchor,
   * and of the anchor's fields.
   */
  record Anchor(int place, int sp, int pc, int fp) {}

  /** The fields of such a call; empty if this JVM does not describe them. */
  Optional<Anchor> callAnchor() {
    return anchor;
  }

  /** Optional: code can be named even if this is missing. */
  private Optional<CheckReader> checks(VmTables tables, Symbols symbols) {
    try {
      return Optional.of(new CheckReader(infos, methods, tables, symbols));
    } catch (BadMemoryException e) {
      return Optional.empty();
    }
  }

  /** The blob that contains an address. */
  Optional<Blob> blobAt(Pages pages, long address) throws BadMemoryException {
    return cache.at(pages, address);
  }

  /**
   * Where a deoptimised frame keeps its return address, in bytes from its stack pointer; empty for
   * other frames. On the stack such a frame has the address of the method's handler [1].
   *
   * <p>[1] frame::get_deopt_original_pc in src/hotspot/share/runtime/frame.cpp.
   */
  OptionalInt original(Pages pages, Blob blob, long ip) throws BadMemoryException {
    if (!blob.isCompiled() || original.isEmpty()) {
      return OptionalInt.empty();
    }
    long handler =
        deoptAddress.isPresent()
            ? deoptAddress.get().read(pages, blob.start())
            : deoptOffset.isPresent()
                ? blob.start() + deoptOffset.get().read(pages, blob.start())
                : 0;
    return ip == handler
        ? OptionalInt.of((int) original.get().read(pages, blob.start()))
        : OptionalInt.empty();
  }

  /** The code at an instruction of a blob. */
  CodePlace place(Pages pages, Blob blob, long ip) throws BadMemoryException {
    if (blob.isCompiled() && blob.hasCode(ip)) {
      return compiled(pages, blob, ip);
    }
    if (blob.isNativeWrapper()) {
      JavaFrame frame = entry(pages, blob);
      return new CodePlace.Compiled(List.of(frame), true, "native wrapper");
    }
    return blob.isInterpreter() ? new CodePlace.Interpreter() : new CodePlace.Stub(blob.name());
  }

  /**
   * The checks that may have made a write in compiled code; empty where unknown.
   *
   * @param ip behind the instruction that wrote
   */
  WriteChecks checks(Pages pages, long ip, CheckReader.Written written) throws BadMemoryException {
    Optional<Blob> blob = blobAt(pages, ip);
    if (checks.isEmpty() || blob.isEmpty() || !blob.get().isCompiled() || !blob.get().hasCode(ip)) {
      return WriteChecks.NONE;
    }
    long compiled = methodOf(pages, blob.get());
    return checks.get().candidates(pages, blob.get(), compiled, ip, written);
  }

  /**
   * The instructions up to the one at {@code ip}, which is the last. Empty where unknown.
   *
   * <p>Instructions can only be read forwards. So the search begins at one that the debug
   * information names, or at the first one.
   *
   * @param most the longest list
   */
  List<Placed> instructions(Pages pages, long ip, int most) throws BadMemoryException {
    Optional<Blob> found = blobAt(pages, ip);
    if (found.isEmpty() || !found.get().isCompiled() || !found.get().hasCode(ip)) {
      return List.of();
    }
    Blob blob = found.get();
    int offset = (int) Math.max(0, ip - blob.codeStart() - (long) most * LONG_INSTRUCTION);
    DebugInfo.Around around = infos.of(pages, blob).around(offset);
    long from =
        around.exact().or(around::before).map(desc -> desc.pc()).orElse(0) + blob.codeStart();
    List<Placed> instructions = decode(pages, blob, from, ip, most);
    return instructions.isEmpty() && from != blob.codeStart()
        ? decode(pages, blob, blob.codeStart(), ip, most)
        : instructions;
  }

  private static List<Placed> decode(Pages pages, Blob blob, long from, long ip, int most)
      throws BadMemoryException {
    long end = Math.min(blob.codeEnd(), ip + InstructionDecoder.MOST_BYTES);
    if (from < blob.codeStart() || end - from > MOST_DECODED) {
      return List.of();
    }
    byte[] code = pages.bytes(from, (int) (end - from));
    ArrayDeque<Placed> last = new ArrayDeque<>();
    for (long at = from; at <= ip; ) {
      Optional<Instruction> one = InstructionDecoder.at(code, (int) (at - from));
      if (one.isEmpty()) {
        return List.of();
      }
      last.add(new Placed(at, one.get()));
      if (last.size() > most) {
        last.removeFirst();
      }
      at += one.get().bytes();
    }
    return last.getLast().at() == ip ? List.copyOf(last) : List.of();
  }

  /**
   * An instruction with its address.
   *
   * @param at its address
   */
  record Placed(long at, Instruction instruction) {
    long end() {
      return at + instruction.bytes();
    }
  }

  /**
   * An interpreted frame.
   *
   * @param format that of the JVM's line tables
   * @param isInnermost whether it called no other Java method
   * @throws BadMemoryException if no method is at that address
   */
  JavaFrame interpreted(
      Pages pages, Unwinder.Interpreted frame, Unsigned5.Format format, boolean isInnermost)
      throws BadMemoryException {
    int bci = methods.bci(pages, frame.method(), frame.bytecode(), isInnermost);
    JavaFrame named = methods.frame(pages, frame.method(), bci, format);
    // without a bytecode the line would be that of the method's first one
    return bci >= 0
        ? named
        : new JavaFrame(named.className(), named.method(), -1, -1, named.sourceFile());
  }

  private JavaFrame entry(Pages pages, Blob blob) throws BadMemoryException {
    JavaFrame frame =
        methods.frame(pages, methodOf(pages, blob), -1, Unsigned5.Format.WITHOUT_ZERO);
    return new JavaFrame(frame.className(), frame.method(), -1, -1, frame.sourceFile());
  }

  private long methodOf(Pages pages, Blob blob) throws BadMemoryException {
    return pages.target(method.offset() + blob.start());
  }

  private CodePlace compiled(Pages pages, Blob blob, long ip) throws BadMemoryException {
    String compiler = compiler(pages, blob);
    try {
      DebugInfo info = infos.of(pages, blob);
      int offset = (int) (ip - blob.codeStart());
      DebugInfo.Around around = info.around(offset);
      Optional<DebugInfo.Desc> desc = around.nearest(offset);
      if (desc.isPresent()) {
        List<JavaFrame> frames = frames(pages, blob, info, desc.get());
        return new CodePlace.Compiled(frames, around.exact().isPresent(), compiler);
      }
    } catch (BadMemoryException e) {
      // The method's name needs no debug information; its readability is checked below.
      return new CodePlace.Compiled(List.of(entry(pages, blob)), false, compiler);
    }
    return new CodePlace.Compiled(List.of(entry(pages, blob)), false, compiler);
  }

  private List<JavaFrame> frames(Pages pages, Blob blob, DebugInfo info, DebugInfo.Desc desc)
      throws BadMemoryException {
    DebugInfo.Chain chain = info.chain(desc.scope(), methodOf(pages, blob));
    List<JavaFrame> frames = new ArrayList<>();
    for (DebugInfo.Scope scope : chain.scopes()) {
      frames.add(methods.frame(pages, scope.method(), scope.bci(), chain.format()));
    }
    return frames;
  }

  private String compiler(Pages pages, Blob blob) throws BadMemoryException {
    long value = level.isEmpty() ? 0 : level.get().read(pages, blob.start());
    if (value == C2) {
      return "C2";
    }
    return value >= FIRST_C1 && value <= LAST_C1 ? "C1" : "";
  }
}
