package dev.foliot.checks.specimens;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Another work for some time, then a rest, repeatedly: a thread that uses a part of a CPU. */
final class PartTime implements Work {
  /** Few, to end each period on time. */
  private static final int ROUNDS = 500;

  private static final long HALF_NS = 2_000_000;

  private final Work work;
  private final long busyNs;
  private final long restNs;
  private final LongSupplier clock;
  private long sinceNs;
  private long rests;

  /**
   * Begins with work.
   *
   * @param busyNs the time of work, in nanoseconds
   * @param restNs the time of rest after it, in nanoseconds
   */
  PartTime(Work work, long busyNs, long restNs) {
    this(work, busyNs, restNs, System::nanoTime);
  }

  PartTime(Work work, long busyNs, long restNs, LongSupplier clock) {
    this.work = work;
    this.busyNs = busyNs;
    this.restNs = restNs;
    this.clock = clock;
    this.sinceNs = clock.getAsLong();
  }

  /** A thread that does a site's work for half of the time: 2 ms, and then it sleeps as long. */
  static Worker half(String name, Site site, Supplier<?> parts) {
    return new Worker(name, new PartTime(site.work().apply(Crowd.of(parts)), HALF_NS, HALF_NS));
  }

  @Override
  public long run(int rounds) {
    if (clock.getAsLong() - sinceNs >= busyNs) {
      LockSupport.parkNanos(restNs);
      sinceNs = clock.getAsLong();
      rests++;
    }
    return work.run(rounds);
  }

  /** The number of rests. */
  long rests() {
    return rests;
  }

  @Override
  public int rounds() {
    return ROUNDS;
  }
}
