package dev.foliot.apps.service;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How many requests are in flight, and whether the server is to end. Thread-safe. */
final class Traffic {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition none = lock.newCondition();
  private final AtomicInteger inFlight = new AtomicInteger();
  private volatile boolean ending;

  /** A request was read. */
  void begun() {
    inFlight.incrementAndGet();
  }

  /** Records that an answer is on its way, or impossible. */
  void ended() {
    if (inFlight.decrementAndGet() == 0 && ending) {
      lock.lock();
      try {
        none.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** From now on a connection that has been answered is closed. */
  void end() {
    ending = true;
  }

  boolean isEnding() {
    return ending;
  }

  /** Waits until no request is in flight; false on a timeout or an interrupt. */
  boolean awaitNone(long patienceNs) {
    lock.lock();
    try {
      long leftNs = patienceNs;
      while (inFlight.get() > 0) {
        if (leftNs <= 0) {
          return false;
        }
        leftNs = none.awaitNanos(leftNs);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }
}
