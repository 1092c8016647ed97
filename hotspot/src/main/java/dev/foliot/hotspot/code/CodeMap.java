package dev.foliot.hotspot.code;

import dev.foliot.hotspot.code.CodeCache.Blob;
import dev.foliot.hotspot.code.CodeReader.Placed;
import dev.foliot.hotspot.image.Allowance;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.Unsigned5;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.Symbols;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.UserRegisters;
import dev.foliot.linux.proc.Stopwatch;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names the code of a JVM by instruction pointers, from outside.
 *
 * <p>Invalid target memory causes no exception. The map caches its answers, and the JVM may have
 * discarded that code since: take a new map for each examination. Safe for any thread.
 */
public final class CodeMap {
  private static final int MOST_REMEMBERED = 20_000;
  private static final int MOST_CALLERS = 64;
  private static final int MOST_RENEWALS = 16;
  private static final int WITHOUT_ZERO_SINCE = 20;

  /** The instruction at a sample, and those before it that may have made the thread wait. */
  private static final int NEAR = 4;

  /** Look-ups that share one page cache: hot code is close together. */
  private static final int LOOKS_PER_READ = 64;

  /** The stacks of one sample have most of their code in common. */
  private static final long SHORT_NS = 200_000_000;

  private final Memory memory;
  private final Reading<CodeReader> reader;
  private final Allowance allowance;

  /** The format of line tables. */
  private final Unsigned5.Format lines;

  private final Map<Long, CodePlace> places = new HashMap<>();
  private final Map<Write, WriteChecks> checks = new HashMap<>();
  private final Map<Long, List<Placed>> instructions = new HashMap<>();
  private final Map<Long, Boolean> searches = new HashMap<>();
  private Pages pages;

  /** What the last stacks had in common, and since when. */
  private @Nullable Pages walked;

  private Stopwatch sinceWalked = new Stopwatch();
  private int looks;
  private int renewals;

  /** The write by the instruction before {@code ip}. */
  private record Write(long ip, CheckReader.Written what) {}

  /**
   * A map without entries. The bytes read by all its look-ups together are bounded.
   *
   * @param symbols how the JVM's names are read
   */
  public CodeMap(VmImage image, Symbols symbols) {
    this.memory = image.memory();
    this.reader = reader(image.tables(), symbols);
    this.allowance = image.allowance(VmImage.Budget.CODE);
    this.lines =
        image.feature() >= WITHOUT_ZERO_SINCE
            ? Unsigned5.Format.WITHOUT_ZERO
            : Unsigned5.Format.WITH_ZERO;
    this.pages = new Pages(memory, allowance);
  }

  private static Reading<CodeReader> reader(VmTables tables, Symbols symbols) {
    try {
      return Reading.of(new CodeReader(tables, symbols));
    } catch (BadMemoryException e) {
      return Reading.unavailable(new JvmReason.PartUnreadable(JvmReason.JvmPart.CODE, e.what()));
    }
  }

  /** Why no Java code can be named in this JVM; empty if it can. */
  public Optional<Reason> missing() {
    return switch (reader) {
      case Reading.Value<CodeReader>(CodeReader value) -> Optional.empty();
      case Reading.Unavailable<CodeReader> none -> Optional.of(none.why());
    };
  }

  /** The code at an instruction pointer or return address. Never throws on invalid memory. */
  public synchronized CodePlace at(long ip) {
    CodePlace known = places.get(ip);
    if (known != null) {
      return known;
    }
    if (places.size() == MOST_REMEMBERED) {
      places.clear();
    }
    CodePlace place = inCodeCache(ip).or(() -> inFile(ip)).orElse(new CodePlace.Unknown(ip));
    places.put(ip, place);
    return place;
  }

  /**
   * The callers of a place in compiled code or a stub, innermost first.
   *
   * <p>The place itself is not included. Callers follow from the frame sizes, so the code needs no
   * frame pointers. The list ends where the next caller is unknown.
   *
   * @param ip the instruction pointer of a sample
   * @param sp its stack pointer
   * @param fp its frame pointer register, whatever it holds
   * @param stack a copy of the stack from {@code sp} on
   */
  public synchronized List<CodePlace> callers(long ip, long sp, long fp, byte[] stack) {
    if (!(reader instanceof Reading.Value<CodeReader>(CodeReader code))) {
      return List.of();
    }
    Unwinder unwinder = new Unwinder(code, sp, stack);
    Pages now = new Pages(memory, allowance);
    List<CodePlace> callers = new ArrayList<>();
    Unwinder.Frame frame = new Unwinder.Frame(ip, sp, fp, 0);
    try {
      while (callers.size() < MOST_CALLERS) {
        Optional<Unwinder.Frame> caller = unwinder.caller(now, frame);
        if (caller.isEmpty()) {
          break;
        }
        frame = caller.get();
        callers.add(at(frame.ip()));
      }
    } catch (BadMemoryException e) {
      return List.copyOf(callers);
    }
    return List.copyOf(callers);
  }

  /**
   * The Java methods on the stack of a thread that does not run Java code now, innermost first.
   *
   * <p>Interpreted, compiled, inlined and native methods are named. The list ends where the next
   * caller is unknown, at the latest after {@code most} methods. The stack may change while it is
   * copied; then the list is short, or wrong.
   *
   * @param ip where the thread left Java code
   * @param sp its stack pointer there
   * @param fp its frame pointer register there, whatever it holds
   * @param stack a copy of the stack from {@code sp} on
   */
  public synchronized List<JavaFrame> javaFrames(
      long ip, long sp, long fp, byte[] stack, int most) {
    return javaFrames(new Unwinder.Frame(ip, sp, fp, 0), stack, most, false);
  }

  /**
   * The Java methods on the stack of a thread on a CPU, innermost first.
   *
   * <p>As {@link #javaFrames}, for any code: a thread in native code or in HotSpot's has the
   * methods that called it.
   *
   * @param registers of the sample, all of them
   * @param stack a copy of the stack from its stack pointer on
   */
  public synchronized List<JavaFrame> runningFrames(
      UserRegisters registers, byte[] stack, int most) {
    return registers.isEmpty()
        ? List.of()
        : javaFrames(
            new Unwinder.Frame(registers.ip(), registers.sp(), registers.fp(), 0),
            stack,
            most,
            true);
  }

  private List<JavaFrame> javaFrames(
      Unwinder.Frame first, byte[] stack, int most, boolean mayBeNative) {
    if (!(reader instanceof Reading.Value<CodeReader>(CodeReader code))) {
      return List.of();
    }
    // code that was compiled a moment ago is not in the pages that were read before
    boolean isNew = renewed(SHORT_NS);
    List<JavaFrame> frames = javaFrames(code, first, stack, most, mayBeNative);
    return frames.isEmpty() && !isNew && renewed(0)
        ? javaFrames(code, first, stack, most, mayBeNative)
        : frames;
  }

  /** Forgets the pages of stacks that are older than a time; whether it did. */
  private boolean renewed(long oldestNs) {
    if (walked != null && sinceWalked.elapsedNs() < oldestNs) {
      return false;
    }
    walked = new Pages(memory, allowance);
    sinceWalked = new Stopwatch();
    return true;
  }

  private List<JavaFrame> javaFrames(
      CodeReader code, Unwinder.Frame first, byte[] stack, int most, boolean mayBeNative) {
    Pages now = Objects.requireNonNull(walked);
    Unwinder unwinder = new Unwinder(code, first.sp(), stack);
    Walk walk = new Walk(code, now, most);
    try {
      return mayBeNative && code.blobAt(now, first.ip()).isEmpty()
          ? unwinder
              .behindNative(now, first.sp(), first.fp())
              .map(java -> walk.from(unwinder, java))
              .orElse(List.of())
          : walk.from(unwinder, first);
    } catch (BadMemoryException e) {
      return List.of();
    }
  }

  /**
   * The Java methods of some unmounted virtual threads, each innermost first, as {@link
   * #javaFrames} has them.
   *
   * @param stacks the words of their stack chunks, from two words below the stack pointer on
   */
  public synchronized List<List<JavaFrame>> frozenFrames(List<byte[]> stacks, int most) {
    if (!(reader instanceof Reading.Value<CodeReader>(CodeReader code))) {
      return stacks.stream().map(stack -> List.<JavaFrame>of()).toList();
    }
    Pages now = new Pages(memory, allowance);
    Walk walk = new Walk(code, now, most);
    Unwinder shared = new Unwinder(code, 0, new byte[0]);
    List<List<JavaFrame>> all = new ArrayList<>();
    for (byte[] stack : stacks) {
      Unwinder unwinder = shared.ofFrozen(stack);
      try {
        Optional<Unwinder.Frame> first = unwinder.innermost(now);
        all.add(first.isEmpty() ? List.of() : walk.from(unwinder, first.get()));
      } catch (BadMemoryException e) {
        all.add(List.of());
      }
    }
    return all;
  }

  /** Names the Java methods of stacks in one read. */
  private final class Walk {
    private final CodeReader code;
    private final Pages now;
    private final int most;
    private final Map<Unwinder.Interpreted, JavaFrame> callers = new HashMap<>();

    Walk(CodeReader code, Pages now, int most) {
      this.code = code;
      this.now = now;
      this.most = most;
    }

    /** The methods from a frame on, innermost first. */
    List<JavaFrame> from(Unwinder unwinder, Unwinder.Frame first) {
      List<JavaFrame> frames = new ArrayList<>();
      Optional<Unwinder.Frame> next = Optional.of(first);
      try {
        for (int depth = 0; next.isPresent() && depth < MOST_CALLERS; depth++) {
          Unwinder.Frame frame = next.get();
          switch (at(frame.ip())) {
            case CodePlace.Compiled compiled -> frames.addAll(compiled.frames());
            case CodePlace.Interpreter interpreter -> {
              Optional<Unwinder.Interpreted> method = unwinder.interpreted(frame);
              if (method.isPresent()) {
                frames.add(interpreted(method.get(), frames.isEmpty()));
              }
            }
            case CodePlace.Stub stub -> {}
            case CodePlace.Library library -> next = Optional.empty();
            case CodePlace.Unknown unknown -> next = Optional.empty();
          }
          next =
              frames.size() >= most || next.isEmpty()
                  ? Optional.empty()
                  : unwinder.caller(now, frame);
        }
      } catch (BadMemoryException e) {
        return List.copyOf(frames.subList(0, Math.min(most, frames.size())));
      }
      return List.copyOf(frames.subList(0, Math.min(most, frames.size())));
    }

    private JavaFrame interpreted(Unwinder.Interpreted frame, boolean isInnermost)
        throws BadMemoryException {
      JavaFrame known = isInnermost ? null : callers.get(frame);
      if (known == null) {
        known = code.interpreted(now, frame, lines, isInnermost);
        if (!isInnermost) {
          callers.put(frame, known);
        }
      }
      return known;
    }
  }

  /**
   * The type checks that may have made a write in compiled code.
   *
   * <p>The compiler keeps no debug information for the instruction itself, so the bytecodes of the
   * inlined methods give the candidates. Empty for a write by a stub or the interpreter, and where
   * no check or too many checks fit.
   *
   * @param registers as they were behind the instruction that wrote
   * @param word the address that was written
   * @param types the possible Klasses, used where the instruction does not show the value
   */
  public synchronized WriteChecks checks(UserRegisters registers, long word, Set<Long> types) {
    if (!(reader instanceof Reading.Value<CodeReader>(CodeReader code)) || registers.isEmpty()) {
      return WriteChecks.NONE;
    }
    long ip = registers.ip();
    byte[] store = new byte[StoreInstruction.BYTES];
    OptionalLong value =
        memory.read(ip - store.length, store)
            ? StoreInstruction.value(store, registers, word)
            : OptionalLong.empty();
    Set<Long> written = value.isPresent() ? Set.of(value.getAsLong()) : Set.copyOf(types);
    Write write = new Write(ip, new CheckReader.Written(written, value.isPresent()));
    if (checks.size() == MOST_REMEMBERED) {
      checks.clear();
    }
    return checks.computeIfAbsent(write, w -> checks(code, w));
  }

  /**
   * The words that the instruction at a sample and those shortly before it write, the nearest
   * first. Only for compiled code on x86-64, otherwise empty. Stacks, and HotSpot's own words of
   * the thread, are left out.
   *
   * <p>A thread that waits for a word is interrupted behind the instruction that wrote it.
   *
   * @param registers of the sample, all of them
   */
  public synchronized List<MemoryWrite> writes(UserRegisters registers) {
    if (!(reader instanceof Reading.Value<CodeReader>(CodeReader code))
        || registers.named("rip").isEmpty()) {
      return List.of();
    }
    if (instructions.size() == MOST_REMEMBERED) {
      instructions.clear();
    }
    List<Placed> placed =
        instructions.computeIfAbsent(registers.ip(), ip -> instructions(code, ip));
    List<MemoryWrite> writes = new ArrayList<>();
    for (int i = placed.size() - 1; i >= 0; i--) {
      Placed one = placed.get(i);
      if (one.instruction().writesShared()) {
        OptionalLong address = one.instruction().address().orElseThrow().of(registers, one.end());
        address.ifPresent(word ->
            writes.add(
                new MemoryWrite(
                    one.at(),
                    one.end(),
                    word,
                    one.instruction().operandBytes(),
                    one.instruction().kind() == Instruction.Kind.ATOMIC)));
      }
    }
    return List.copyOf(writes);
  }

  private List<Placed> instructions(CodeReader code, long ip) {
    try {
      return code.instructions(new Pages(memory, allowance), ip, NEAR);
    } catch (BadMemoryException e) {
      return List.of();
    }
  }

  /**
   * The search for a type at a sample, in any code. Only on x86-64, otherwise empty.
   *
   * @param registers of the sample, all of them
   */
  public synchronized Optional<TypeSearch> typeSearch(UserRegisters registers) {
    if (registers.named("rip").isEmpty()) {
      return Optional.empty();
    }
    if (searches.size() == MOST_REMEMBERED) {
      searches.clear();
    }
    return searches.computeIfAbsent(registers.ip(), this::isSearch)
        ? TypeSearch.of(registers)
        : Optional.empty();
  }

  private boolean isSearch(long ip) {
    byte[] around = new byte[2 * TypeSearch.BYTES];
    return memory.read(ip - TypeSearch.BYTES, around) && TypeSearch.isAt(around);
  }

  private WriteChecks checks(CodeReader code, Write write) {
    try {
      return code.checks(new Pages(memory, allowance), write.ip(), write.what());
    } catch (BadMemoryException e) {
      return WriteChecks.NONE;
    }
  }

  private Optional<CodePlace> inCodeCache(long ip) {
    if (!(reader instanceof Reading.Value<CodeReader>(CodeReader code))) {
      return Optional.empty();
    }
    if (looks++ % LOOKS_PER_READ == 0) {
      pages = new Pages(memory, allowance);
    }
    Optional<CodePlace> place = inCodeCache(code, ip);
    if (place.isPresent()) {
      return place;
    }
    // Code comes and goes, and its memory with it.
    pages = new Pages(memory, allowance);
    return inCodeCache(code, ip);
  }

  private Optional<CodePlace> inCodeCache(CodeReader code, long ip) {
    try {
      Optional<Blob> blob = code.blobAt(pages, ip);
      return blob.isEmpty() ? Optional.empty() : Optional.of(code.place(pages, blob.get(), ip));
    } catch (BadMemoryException e) {
      renew();
      return Optional.empty();
    }
  }

  private Optional<CodePlace> inFile(long ip) {
    Optional<String> file = memory.fileAt(ip);
    if (file.isEmpty() && renew()) {
      file = memory.fileAt(ip);
    }
    return file.map(path -> new CodePlace.Library(path.substring(path.lastIndexOf('/') + 1)));
  }

  /** Reads the mappings again, a limited number of times: a target can stay unreadable for ever. */
  private boolean renew() {
    if (renewals == MOST_RENEWALS) {
      return false;
    }
    renewals++;
    memory.renew();
    return true;
  }
}
