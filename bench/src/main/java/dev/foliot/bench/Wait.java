package dev.foliot.bench;

import java.util.concurrent.locks.LockSupport;

/** One turn of waiting for a time, which may end early; the caller looks at the clock again. */
@FunctionalInterface
interface Wait {
  /** How long before the end parking gives way to spinning: longer than a usual wake-up takes. */
  long SPIN_TAIL_NS = 200_000;

  /** Waits for at most about so many nanoseconds, which are above zero. */
  void pause(long remainingNs);

  /** Never gives up its CPU. */
  static Wait spinning() {
    return remainingNs -> Thread.onSpinWait();
  }

  /** Gives up its CPU while there is time, spins at the end. */
  static Wait parkingThenSpinning() {
    return remainingNs -> {
      if (remainingNs > SPIN_TAIL_NS) {
        LockSupport.parkNanos(remainingNs - SPIN_TAIL_NS);
      } else {
        Thread.onSpinWait();
      }
    };
  }

  /** Always gives up its CPU, for where there is none to spare. */
  static Wait parking() {
    return LockSupport::parkNanos;
  }
}
