package dev.foliot.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * What a hit of a watchpoint costs, measured in a thread of its own, which no one else needs: its
 * CPU time for a few writes of a word while the word is watched, and while it is not.
 */
final class HitCost {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final int HITS = 50;
  private static final int MOST_ROUNDS = 7;
  private static final int LEAST_ROUNDS = 3;

  /** No trap takes less; what is measured as less is noise. */
  private static final double LEAST_NS = 1_000;

  private static final long ENOUGH_NS = 12_000_000;

  private final MemorySegment word;
  private final PerfCounter cpuNs;

  private HitCost(MemorySegment word, PerfCounter cpuNs) {
    this.word = word;
    this.cpuNs = cpuNs;
  }

  /** In ns. */
  static Reading<Double> measured() {
    FutureTask<Reading<Double>> task = new FutureTask<>(HitCost::inThisThread);
    Thread.ofPlatform().name("foliot-hit-cost").daemon().start(task);
    try {
      return task.get();
    } catch (InterruptedException e) {
      // The thread ends by itself, and soon.
      Thread.currentThread().interrupt();
      return Reading.unavailable("interrupted while watching", "ask again");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static Reading<Double> inThisThread() {
    try (Arena arena = Arena.ofConfined();
        PerfCounter cpuNs = open(PerfEvent.Software.TASK_CLOCK)) {
      return Reading.of(new HitCost(arena.allocate(ValueLayout.JAVA_LONG), cpuNs).run());
    } catch (UnreadableException e) {
      return e.reading();
    }
  }

  private static PerfCounter open(PerfEvent event) throws UnreadableException {
    return UnreadableException.valueOf(PerfCounter.open(event, PerfTarget.caller()));
  }

  private double run() throws UnreadableException {
    long unwatchedNs = Arrays.stream(rounds()).min().orElseThrow();
    PerfEvent.Watchpoint event =
        new PerfEvent.Watchpoint(PerfEvent.Access.WRITE, word.address(), Long.BYTES);
    try (PerfCounter watch = open(event)) {
      long[] watchedNs = rounds();
      long seen = UnreadableException.valueOf(watch.count());
      if (seen < watchedNs.length * (long) HITS) {
        throw new UnreadableException(
            "a watchpoint saw " + seen + " of " + watchedNs.length * HITS + " writes",
            "run on hardware, or let the hypervisor give the guest real debug registers");
      }
      Arrays.sort(watchedNs);
      return Math.max(LEAST_NS, (watchedNs[watchedNs.length / 2] - unwatchedNs) / (double) HITS);
    }
  }

  /** What each of a few rounds of writes took. */
  private long[] rounds() throws UnreadableException {
    long[] tookNs = new long[MOST_ROUNDS];
    long startNs = UnreadableException.valueOf(cpuNs.count());
    long beforeNs = startNs;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      for (int i = 0; i < HITS; i++) {
        WORD.setVolatile(word, 0L, (long) i);
      }
      long afterNs = UnreadableException.valueOf(cpuNs.count());
      tookNs[round] = afterNs - beforeNs;
      if (round + 1 >= LEAST_ROUNDS && afterNs - startNs > ENOUGH_NS) {
        return Arrays.copyOf(tookNs, round + 1);
      }
      beforeNs = afterNs;
    }
    return tookNs;
  }
}
