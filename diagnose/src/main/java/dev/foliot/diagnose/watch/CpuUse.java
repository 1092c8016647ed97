package dev.foliot.diagnose.watch;

import dev.foliot.diagnose.clock.NanoClock;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The CPU use of some threads together during the examination. Immutable.
 *
 * @param ran the CPUs that they used
 * @param wanted the CPUs that they used or waited for
 * @param turnNs the mean run between two sleeps of the thread with the longest ones, in
 *     nanoseconds; infinite if one never slept or it is unknown
 */
public record CpuUse(double ran, double wanted, double turnNs) {
  /** Threads that use more CPUs together run at the same time. */
  public static final double ONE_CPU = 1.3;

  /**
   * A task that moves between threads wants one CPU, plus the wait for the next thread's wake-up.
   */
  public static final double HARDLY_MORE_THAN_ONE = 1.1;

  /** A thread with such short turns usually ends them voluntarily. */
  private static final double SHORT_TURN_NS = 5e6;

  /** Threads that want less together rarely meet by chance. */
  private static final double SELDOM = 0.2;

  /** A shorter wait does not explain why threads never met. */
  private static final double HARDLY_WAITED = 0.1;

  /** Unknown CPU use. */
  public static final CpuUse UNKNOWN =
      new CpuUse(0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Whether they ran at the same time. */
  public boolean isMoreThanOne() {
    return ran > ONE_CPU;
  }

  /**
   * Whether they may take turns: they want or used one CPU, and each slept often.
   *
   * <p>A thread that wakes the next one on its own CPU may be delayed by it, and then only wants to
   * sleep. Waiting for others on a busy machine is no evidence against turns either. Threads that
   * would continue with a CPU rarely sleep, except for locks, input and output, and stops of the
   * JVM.
   *
   * @param mostWanted up to this number of CPUs counts as one
   */
  public boolean isOne(double mostWanted) {
    return wanted <= mostWanted || (ran <= HARDLY_MORE_THAN_ONE && turnNs <= SHORT_TURN_NS);
  }

  /**
   * Whether they run so rarely that meeting is no evidence. Watchpoints make their work take a
   * hundred times as long, and thus make them meet.
   */
  public boolean isSeldom() {
    return wanted < SELDOM;
  }

  /** Whether they might have met with more CPUs or less load. */
  public boolean hasWaited() {
    return wanted - ran > HARDLY_WAITED;
  }

  /**
   * Measures each thread's CPU time, waits and sleeps since its first record. Used by one thread.
   */
  public static final class Meter {
    private final TargetThreads threads;
    private final NanoClock clock;
    private final Map<Integer, Since> since = new HashMap<>();

    /** The values of one round: a reader is compared with each writer. */
    private final Map<Integer, Optional<Since>> now = new HashMap<>();

    public Meter(TargetThreads threads, NanoClock clock) {
      this.threads = threads;
      this.clock = clock;
    }

    /** Records the current values of new threads. */
    public void note(Collection<Integer> tids) {
      for (int tid : tids) {
        if (!since.containsKey(tid)) {
          read(tid).ifPresent(first -> since.put(tid, first));
        }
      }
    }

    /** Makes later {@link #of} calls use current values. */
    public void renew() {
      now.clear();
    }

    /**
     * The use of these threads since each was recorded. Unknown if the kernel does not report it,
     * or one has ended.
     */
    public CpuUse of(Set<Integer> tids) {
      double ran = 0;
      double wanted = 0;
      double turnNs = 0;
      for (int tid : tids) {
        Since before = since.get(tid);
        Optional<Since> after = now.computeIfAbsent(tid, this::read);
        if (before == null || after.isEmpty()) {
          return UNKNOWN;
        }
        CpuUse one = before.until(after.get());
        ran += one.ran();
        wanted += one.wanted();
        turnNs = Math.max(turnNs, one.turnNs());
      }
      return new CpuUse(ran, wanted, turnNs);
    }

    private Optional<Since> read(int tid) {
      return threads.used(tid).map(used -> new Since(clock.nanos(), used));
    }
  }

  /** The values at a thread's first record. */
  private record Since(long atNs, TargetThreads.Used used) {
    CpuUse until(Since now) {
      double nanos = Math.max(1, now.atNs - atNs);
      double ran = now.used.ranNs() - used.ranNs();
      long slept = now.used.sleeps() - used.sleeps();
      double turnNs = slept > 0 ? ran / slept : Double.POSITIVE_INFINITY;
      return new CpuUse(ran / nanos, (now.used.wantedNs() - used.wantedNs()) / nanos, turnNs);
    }
  }
}
