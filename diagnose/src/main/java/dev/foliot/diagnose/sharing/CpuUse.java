package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.clock.NanoClock;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How threads used CPUs together while they were examined. Immutable.
 *
 * @param ran how many CPUs they used
 * @param wanted the same with those that they waited for
 * @param turnNs for how long a thread runs between two sleeps, on the average of the one that does
 *     so longest, in nanoseconds; infinite where one never slept or it is not known
 */
record CpuUse(double ran, double wanted, double turnNs) {
  /** Threads that use more CPUs together are at work at the same time. */
  static final double ONE_CPU = 1.3;

  /** A task that hops wants one CPU, and a little while it waits for the next thread to wake up. */
  static final double HARDLY_MORE_THAN_ONE = 1.1;

  /** Who sleeps so often ends its turns on its own, as a rule. */
  private static final double SHORT_TURN_NS = 5e6;

  /** Threads that want less together hardly ever meet by chance. */
  private static final double SELDOM = 0.2;

  /** Waiting for less of a CPU's time is no reason for never having met. */
  private static final double HARDLY_WAITED = 0.1;

  /** Nothing is known of it. */
  static final CpuUse UNKNOWN = new CpuUse(0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Whether they were at work at the same time. */
  boolean isMoreThanOne() {
    return ran > ONE_CPU;
  }

  /**
   * Whether they may take turns: they want one CPU, or they used one, and each went to sleep often.
   * Of those that do so, one that wakes the next may be kept waiting by it, behind which it stays
   * on its CPU, and still wants no more than to go to sleep; nor does it tell against them that all
   * wait for others on a busy machine. Threads that would go on if they had a CPU seldom sleep; but
   * they do for a lock, for input and output, and where the JVM stops them.
   *
   * @param mostWanted up to how many CPUs are taken for one
   */
  boolean isOne(double mostWanted) {
    return wanted <= mostWanted || (ran <= HARDLY_MORE_THAN_ONE && turnNs <= SHORT_TURN_NS);
  }

  /**
   * Whether they are at work so seldom that being seen together tells nothing: what watches them
   * makes their work take a hundred times as long, so that they meet who else would not.
   */
  boolean isSeldom() {
    return wanted < SELDOM;
  }

  /** Whether they might have been at work together, had there been more CPUs or fewer others. */
  boolean hasWaited() {
    return wanted - ran > HARDLY_WAITED;
  }

  /**
   * Measures how long each thread ran and waited for a CPU, and how often it went to sleep, since
   * it was first noted. Used by one thread.
   */
  static final class Meter {
    private final TargetThreads threads;
    private final NanoClock clock;
    private final Map<Integer, Since> since = new HashMap<>();

    /** As of one round: a thread that reads is asked about with each that writes. */
    private final Map<Integer, Optional<Since>> now = new HashMap<>();

    Meter(TargetThreads threads, NanoClock clock) {
      this.threads = threads;
      this.clock = clock;
    }

    /** Notes where those stand that are new. */
    void note(Collection<Integer> tids) {
      for (int tid : tids) {
        if (!since.containsKey(tid)) {
          read(tid).ifPresent(first -> since.put(tid, first));
        }
      }
    }

    /** From now on {@link #of} answers as of now. */
    void renew() {
      now.clear();
    }

    /** Of these, since each was noted; unknown where the kernel does not tell, or one has ended. */
    CpuUse of(Set<Integer> tids) {
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

  /** Where a thread stood. */
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
