package dev.foliot.linux.perf;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.CountersReason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Tries performance counters for real: opens one, lets it count something, closes it at once. A
 * promise that rests on these has been kept once. Each takes well below a millisecond; safe for any
 * platform thread.
 */
public final class PerfProbe {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final int TURNS = 20_000;
  private static final int ACCESSES = 3;

  private PerfProbe() {}

  /**
   * Counts an event of the calling thread in user mode during a little work; returns the count.
   * Also unavailable if the counter stays at zero although it cannot: some hypervisors expose
   * counters that never count.
   */
  public static Reading<Long> counts(PerfEvent event) {
    return counts(event, PerfTarget.caller(), PerfProbe::work);
  }

  /** The same for what the thread does in the kernel as well. */
  public static Reading<Long> countsWithKernel(PerfEvent event) {
    return counts(event, PerfTarget.caller().withKernel(), PerfProbe::work);
  }

  /**
   * Watches a word of this process's own memory during three accesses. It returns the number of
   * observed accesses.
   */
  public static Reading<Long> watches(PerfEvent.Access access) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
      PerfEvent watch = new PerfEvent.Watchpoint(access, word.address(), Long.BYTES);
      return counts(watch, PerfTarget.caller(), () -> touch(word));
    }
  }

  /** Opens an event on a target and closes it again; gives the event's name. */
  public static Reading<String> opens(PerfEvent event, PerfTarget target) {
    return switch (PerfCounter.open(event, target)) {
      case Reading.Unavailable<PerfCounter> refused -> refused.retyped();
      case Reading.Value<PerfCounter>(PerfCounter counter) -> {
        counter.close();
        yield Reading.of(event.title());
      }
    };
  }

  private static Reading<Long> counts(PerfEvent event, PerfTarget target, Runnable work) {
    return switch (PerfCounter.open(event, target)) {
      case Reading.Unavailable<PerfCounter> refused -> refused.retyped();
      case Reading.Value<PerfCounter>(PerfCounter counter) -> {
        try (counter) {
          work.run();
          yield moved(event, counter.count());
        }
      }
    };
  }

  /** A count above zero, or the reason why not. */
  static Reading<Long> moved(PerfEvent event, Reading<Long> count) {
    return count.orElse(1L) > 0
        ? count
        : Reading.unavailable(new CountersReason.CounterStandsStill(event.title()));
  }

  private static void touch(MemorySegment word) {
    for (int i = 0; i < ACCESSES; i++) {
      WORD.setVolatile(word, 0L, (long) i);
    }
  }

  /** Something that takes cycles and that no compiler can leave out. */
  static void work() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
      for (int i = 0; i < TURNS; i++) {
        WORD.setVolatile(word, 0L, (long) i);
      }
    }
  }
}
