package dev.foliot.checks.specimens;

import java.util.concurrent.locks.LockSupport;

/** Does nothing, like most threads of most programs. */
final class Resting implements Work {
  private static final long REST_NS = 200_000_000;

  @Override
  public long run(int rounds) {
    LockSupport.parkNanos(REST_NS);
    return rounds;
  }

  @Override
  public int rounds() {
    return 1;
  }
}
