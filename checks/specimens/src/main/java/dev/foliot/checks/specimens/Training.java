package dev.foliot.checks.specimens;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Passes objects of several classes through a site before its specimen plays, long enough for the
 * profiling tier.
 */
final class Training {
  private static final int ROUNDS = 1_000;

  private final long atLeastNs;
  private final LongSupplier clock;
  private volatile long seen;

  private Training(Duration atLeast, LongSupplier clock) {
    this.atLeastNs = atLeast.toNanos();
    this.clock = clock;
  }

  /** Long enough for C1 to compile the site and for C2 to read its profile. */
  static Training whole() {
    return new Training(Duration.ofMillis(400), System::nanoTime);
  }

  /** A short training, for tests that only check whether it runs. */
  static Training brief() {
    return new Training(Duration.ZERO, System::nanoTime);
  }

  void with(Work work) {
    long sum = 0;
    long fromNs = clock.getAsLong();
    do {
      sum += work.run(ROUNDS);
    } while (clock.getAsLong() - fromNs < atLeastNs);
    seen = sum;
  }

  /** The results, which keeps the compiler from removing the training. */
  long seen() {
    return seen;
  }
}
