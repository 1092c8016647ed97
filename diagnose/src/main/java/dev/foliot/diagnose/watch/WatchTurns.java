package dev.foliot.diagnose.watch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * What the examinations with watchpoints share: the processor's few watchpoints, and the time that
 * each thread of the target lost. Safe for any thread.
 */
public final class WatchTurns {
  private final ReentrantLock windows = new ReentrantLock(true);
  private final Map<Integer, Double> lostNs = new ConcurrentHashMap<>();

  /** Opens a window when no other one is open. */
  <T> T inTurn(Supplier<T> window) {
    windows.lock();
    try {
      return window.get();
    } finally {
      windows.unlock();
    }
  }

  /** Adds time that a thread lost, in nanoseconds. */
  void lost(int tid, double nanos) {
    lostNs.merge(tid, nanos, Double::sum);
  }

  /** The time that a thread lost, in nanoseconds. */
  double lostNs(int tid) {
    return lostNs.getOrDefault(tid, 0.0);
  }

  /** The longest time that a thread lost, in nanoseconds. */
  double mostLostNs() {
    return lostNs.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }
}
