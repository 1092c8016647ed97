package dev.foliot.checks.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The work of a message, the same for all. It is two microseconds of a spinning thread, no work, or
 * two microseconds and occasional planted stalls. One thread.
 */
final class Work {
  static final long SERVICE_NS = 2_000;
  static final long STALL_NS = 100_000_000;
  static final long EVERY_NS = 2_000_000_000;

  private final boolean idle;
  private final boolean stalls;
  private final List<Stop> lived = new ArrayList<>();
  private long nextStallNs;

  /** {@code none}, {@code spin} or {@code stall}. */
  Work(String kind) {
    idle = kind.equals("none");
    stalls = kind.equals("stall");
  }

  void run() {
    if (idle) {
      return;
    }
    long nowNs = System.nanoTime();
    long endNs = nowNs + SERVICE_NS;
    while (System.nanoTime() < endNs) {
      Thread.onSpinWait();
    }
    if (stalls) {
      stall(nowNs);
    }
  }

  private void stall(long nowNs) {
    if (nextStallNs == 0) {
      nextStallNs = nowNs + EVERY_NS;
    }
    if (nowNs < nextStallNs) {
      return;
    }
    long fromNs = System.nanoTime();
    for (long now = fromNs; now < fromNs + STALL_NS; now = System.nanoTime()) {
      LockSupport.parkNanos(fromNs + STALL_NS - now);
    }
    lived.add(new Stop(fromNs, System.nanoTime()));
    nextStallNs += EVERY_NS;
  }

  /** The planted stalls. */
  List<Stop> lived() {
    return lived;
  }
}
