package dev.foliot.pool;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Durations of about the last minute, from any number of workers, in constant memory.
 *
 * <p>Workers come and go by the thousand and have no histogram of their own. They share a few,
 * chosen by the worker's index, and add to them atomically. Counts only grow. The minute is the
 * difference between now and totals noted every ten seconds. A recording worker never handles the
 * end of a window. Any thread may record, rotate and read. A concurrent record may be missed until
 * the next call.
 */
final class TaskTimes {
  private static final long WINDOW_NS = 10_000_000_000L;
  private static final int WINDOWS = 6;
  private static final int MOST_STRIPES = 32;

  private final Stripe[] stripes;
  private final int mask;

  /** Rings of the totals at each window's start and of its maximum. */
  private final long[][] totals = new long[WINDOWS][DurationBuckets.COUNT];

  private final long[] greatest = new long[WINDOWS];
  private int at;
  private long beganNs;

  /**
   * For the number of workers that run at once on these CPUs.
   *
   * @param nowNs the time on the monotone clock of the other methods
   */
  TaskTimes(int cpus, long nowNs) {
    int count = Integer.highestOneBit(Math.max(1, Math.min(MOST_STRIPES, 2 * cpus)));
    stripes = new Stripe[count];
    Arrays.setAll(stripes, i -> new Stripe());
    mask = count - 1;
    beganNs = nowNs;
  }

  /**
   * Records a duration.
   *
   * @param worker any number; workers that run at once should have neighbouring ones
   */
  void record(int worker, long ns) {
    record(worker, ns, 1);
  }

  /** Records a duration for several similar tasks. */
  void record(int worker, long ns, int count) {
    stripes[worker & mask].record(ns, count);
  }

  /** Ends expired windows; call it at least every ten seconds while tasks run. */
  synchronized void rotate(long nowNs) {
    long ended = Math.min(WINDOWS, (nowNs - beganNs) / WINDOW_NS);
    for (int i = 0; i < ended; i++) {
      at = (at + 1) % WINDOWS;
      long[] total = totals[at];
      Arrays.fill(total, 0);
      greatest[at] = 0;
      for (Stripe stripe : stripes) {
        stripe.addTo(total);
      }
      takeGreatest(i == 0 ? (at + WINDOWS - 1) % WINDOWS : at);
    }
    if (ended > 0) {
      beganNs = ended == WINDOWS ? nowNs : beganNs + ended * WINDOW_NS;
    }
  }

  private void takeGreatest(int window) {
    for (Stripe stripe : stripes) {
      greatest[window] = Math.max(greatest[window], stripe.takeGreatest());
    }
  }

  /** The durations of the last 50 to 60 seconds, or of longer without rotation. */
  synchronized DurationSummary summary(long nowNs) {
    rotate(nowNs);
    takeGreatest(at);
    long[] counts = new long[DurationBuckets.COUNT];
    for (Stripe stripe : stripes) {
      stripe.addTo(counts);
    }
    long[] oldest = totals[(at + 1) % WINDOWS];
    for (int i = 0; i < counts.length; i++) {
      counts[i] -= oldest[i];
    }
    return DurationBuckets.summary(counts, Arrays.stream(greatest).max().orElse(0));
  }

  /** Counts since the start. */
  private static final class Stripe {
    private final AtomicLongArray counts = new AtomicLongArray(DurationBuckets.COUNT);
    private final AtomicLong greatest = new AtomicLong();

    void record(long ns, int count) {
      counts.getAndAdd(DurationBuckets.indexOf(ns), count);
      if (ns > greatest.getOpaque()) {
        greatest.accumulateAndGet(ns, Math::max);
      }
    }

    void addTo(long[] total) {
      for (int i = 0; i < total.length; i++) {
        total[i] += counts.getOpaque(i);
      }
    }

    long takeGreatest() {
      return greatest.getOpaque() == 0 ? 0 : greatest.getAndSet(0);
    }
  }
}
