package dev.foliot.bench;

import java.util.concurrent.locks.LockSupport;

/** One turn of waiting; it may end early, and the caller reads the clock again. */
@FunctionalInterface
interface Wait {
  /** Parking changes to spinning this long before the end: longer than a usual wake-up. */
  long SPIN_TAIL_NS = 200_000;

  /** Waits at most about this long; the argument is above zero. */
  void pause(long remainingNs);

  /** Never gives up its CPU. */
  static Wait spinning() {
    return remainingNs -> Thread.onSpinWait();
  }

  /** Gives up its CPU while there remains time, then spins. */
  static Wait parkingThenSpinning() {
    return remainingNs -> {
      if (remainingNs > SPIN_TAIL_NS) {
        LockSupport.parkNanos(remainingNs - SPIN_TAIL_NS);
      } else {
        Thread.onSpinWait();
      }
    };
  }

  /** Always gives up its CPU, for machines without a spare one. */
  static Wait parking() {
    return LockSupport::parkNanos;
  }
}
