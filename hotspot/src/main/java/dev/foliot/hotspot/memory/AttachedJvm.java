package dev.foliot.hotspot.memory;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ProcessMemory;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JVM's answers about its memory. Safe for any thread. */
public final class AttachedJvm implements MemoryAccounts {
  private static final Path ROOT = Path.of("/");
  private static final String NO_DETAILS = "Detail tracking is not enabled";

  /** G1, Parallel and Serial write a line for the heap or each generation; ZGC one. */
  private static final Pattern USED =
      Pattern.compile(
          "(?:[A-Za-z][A-Za-z -]{0,40})\\s+(?:total\\b.{0,80}?, )?used ([0-9]{1,15})([KMGB]).*");

  private static final Pattern SHENANDOAH =
      Pattern.compile(".* committed, ([0-9]{1,15})([KMGB]) used.*");

  /** No heap is larger, whatever a JVM reports. */
  private static final double MOST_BYTES = 1L << 48;

  private final Jcmd jcmd;

  /** Asks through {@code jcmd}. */
  public AttachedJvm(Jcmd jcmd) {
    this.jcmd = jcmd;
  }

  /**
   * HotSpot's native memory tracking; sums only if the JVM tracks no details.
   *
   * @param full whether to include address ranges, which cost the JVM about a second of CPU time,
   *     because it names the callers of each
   */
  @Override
  public Reading<NativeMemory> books(boolean full) throws InterruptedException {
    Reading<String> answer = jcmd.ask("VM.native_memory", full ? "detail" : "summary", "scale=B");
    return switch (answer) {
      case Reading.Unavailable<String> none -> none.retyped();
      case Reading.Value<String>(String text) ->
          full && text.contains(NO_DETAILS) ? books(false) : NativeMemory.parse(text);
    };
  }

  /**
   * Makes malloc return its free memory to the kernel. Takes milliseconds.
   *
   * <p>Uses {@code System.trim_native_heap}, which JDK 18 and later and updates of 17 have.
   *
   * @return the decrease of the resident memory, in bytes
   */
  public Reading<Long> trim() throws InterruptedException {
    Reading<Long> before = residentBytes();
    Reading<String> answer = jcmd.ask("System.trim_native_heap");
    if (answer instanceof Reading.Unavailable<String> none) {
      return none.retyped();
    }
    if (answer.orElse("").contains("Not available")) {
      return Reading.unavailable(new JvmReason.NothingTrimmed());
    }
    return switch (before) {
      case Reading.Unavailable<Long> none -> none;
      case Reading.Value<Long>(Long first) -> residentBytes().map(now -> Math.max(0, first - now));
    };
  }

  private Reading<Long> residentBytes() {
    return ProcessMemory.of(ROOT, jcmd.pid()).map(ProcessMemory::residentBytes);
  }

  /** The bytes of heap objects, dead ones included. */
  @Override
  public Reading<Long> heapUsed() throws InterruptedException {
    return switch (jcmd.ask("GC.heap_info")) {
      case Reading.Unavailable<String> none -> none.retyped();
      case Reading.Value<String>(String text) -> usedBytes(text);
    };
  }

  /** The bytes of heap objects, including dead ones that are not collected yet. */
  static Reading<Long> usedBytes(String text) {
    long used = -1;
    for (String raw : (Iterable<String>) text.lines()::iterator) {
      String line = raw.strip();
      if (line.startsWith("Metaspace")) {
        break;
      }
      Matcher found = USED.matcher(line);
      if (!found.matches()) {
        found = SHENANDOAH.matcher(line);
      }
      if (found.matches()) {
        double more = (double) Long.parseLong(found.group(1)) * unit(found.group(2));
        used = (long) Math.min(MOST_BYTES, Math.max(0, used) + more);
      }
    }
    return used < 0
        ? Reading.unavailable(new JvmReason.AnswerUnclear(JvmReason.JvmQuestion.HEAP_USE))
        : Reading.of(used);
  }

  private static long unit(String letter) {
    return switch (letter) {
      case "K" -> 1L << 10;
      case "M" -> 1L << 20;
      case "G" -> 1L << 30;
      default -> 1;
    };
  }
}
