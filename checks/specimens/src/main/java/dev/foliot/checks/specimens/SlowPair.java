package dev.foliot.checks.specimens;

import java.util.concurrent.locks.LockSupport;

/** Another work, one round at a time, each followed by a rest. */
final class SlowPair implements Work {
  private static final long REST_NS = 10_000_000;

  private final Work work;

  SlowPair(Work work) {
    this.work = work;
  }

  @Override
  public long run(int rounds) {
    LockSupport.parkNanos(rounds * REST_NS);
    return work.run(rounds);
  }

  @Override
  public int rounds() {
    return 1;
  }
}
