package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.linux.memory.TargetMemory;
import java.util.random.RandomGenerator;

/**
 * Samples memory on a duty cycle.
 *
 * <p>After each sample it pauses long enough that sampling takes 1.5 % of a CPU. The pauses vary at
 * random, so they cannot synchronise with the target.
 */
final class MemorySampler {
  /** The fewest samples of all classes. */
  static final int LOOKS = 40;

  private static final double DUTY = 0.015;

  /** A tenth of a CPU at most: slow samples are fewer, down to a quarter. */
  private static final int LEAST_REST = 9;

  private static final int LONGER = 4;

  private static final long SHORTEST_PAUSE_NS = 2_000_000;
  private static final long BURST_NS = 400_000;

  private final TargetJvm jvm;
  private final NanoClock clock;
  private final RandomGenerator random;
  private long busyNs;
  private long elapsedNs;

  MemorySampler(TargetJvm jvm, NanoClock clock, RandomGenerator random) {
    this.jvm = jvm;
    this.clock = clock;
    this.random = random;
  }

  /**
   * Samples all classes until {@code enoughNs}, by the clock. Continues while none alternates or
   * the samples are fewer than {@link #LOOKS}, and at most until {@code endNs}.
   */
  void scan(CacheScan scan, long enoughNs, long endNs) throws InterruptedException {
    long started = clock.nanos();
    long busyBefore = busyNs;
    // Even slow samples are then enough after two thirds of the time.
    long longest = Math.max(SHORTEST_PAUSE_NS, (endNs - started) * 2 / (3 * LOOKS));
    while (true) {
      long before = clock.nanos();
      scan.add(jvm.words(scan.next()));
      long now = clock.nanos();
      busyNs += now - before;
      boolean enough = now >= enoughNs && scan.looks() >= LOOKS && scan.alternating() > 0;
      if (enough || now >= endNs || scan.size() == 0 || scan.allGone()) {
        break;
      }
      // The following pauses make up for a delayed sample.
      long owed = (long) ((busyNs - busyBefore) / DUTY) - (now - started);
      long pause = Math.min(longest, Math.max(SHORTEST_PAUSE_NS, owed));
      pause = Math.max(pause, Math.min(LONGER * longest, LEAST_REST * (now - before)));
      clock.sleep(Math.min(varied(pause), Math.max(0, endNs - now)));
    }
    elapsedNs += clock.nanos() - started;
  }

  /** Samples few words in bursts until {@code endNs} by the clock. */
  void sample(FlipCount.Counter flips, long[] addresses, long endNs) throws InterruptedException {
    long started = clock.nanos();
    for (long burst = started; burst < endNs; burst = clock.nanos()) {
      flips.pause();
      long now;
      do {
        TargetMemory.Words words = jvm.words(addresses);
        now = clock.nanos();
        flips.look(now, words);
      } while (now - burst < BURST_NS);
      busyNs += now - burst;
      clock.sleep(varied(pauseAfter(now - burst)));
    }
    elapsedNs += clock.nanos() - started;
  }

  private static long pauseAfter(long lookNs) {
    return (long) (lookNs * (1 / DUTY - 1));
  }

  /** Half to one and a half of it. */
  private long varied(long pauseNs) {
    return pauseNs / 2 + random.nextLong(pauseNs + 1);
  }

  /** The share of a CPU that the sampling took, 0 to 1. */
  double duty() {
    return elapsedNs == 0 ? 0 : (double) busyNs / elapsedNs;
  }

  long elapsedNs() {
    return elapsedNs;
  }
}
