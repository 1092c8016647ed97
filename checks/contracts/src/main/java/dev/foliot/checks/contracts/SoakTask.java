package dev.foliot.checks.contracts;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** A task that records its outcome. */
final class SoakTask implements Runnable, Callable<Integer> {
  /** The work of a task. */
  interface Work {
    void run() throws InterruptedException;
  }

  private final int number;
  private final Work work;
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger timesGivenBack = new AtomicInteger();
  private volatile long acceptedNs;
  private volatile boolean isAccepted;
  private volatile boolean isRejected;
  private volatile boolean isExcused;

  SoakTask(int number, Work work) {
    this.number = number;
    this.work = work;
  }

  @Override
  public void run() {
    runs.getAndIncrement();
    try {
      work.run();
    } catch (InterruptedException e) {
      // it was interrupted, and ends
    }
  }

  @Override
  public Integer call() {
    run();
    return number;
  }

  void accepted(long nowNs) {
    acceptedNs = nowNs;
    isAccepted = true;
  }

  void rejected() {
    isRejected = true;
  }

  /** Marks it as cancelled or possibly rejected: it need not run. */
  void excuse() {
    isExcused = true;
  }

  void givenBack() {
    timesGivenBack.getAndIncrement();
  }

  /** Whether it has an outcome, possibly except for its end. */
  boolean isSettled() {
    return runs.get() > 0 || isRejected || isExcused || timesGivenBack.get() > 0;
  }

  /** The time since it was accepted, if it has not begun; 0 if unknown. */
  long waitNs(long nowNs) {
    return isAccepted && !isSettled() ? nowNs - acceptedNs : 0;
  }

  /**
   * @throws SoakFailure unless it ran once, or was rejected, cancelled or returned instead
   */
  void check() {
    int ran = runs.get();
    int given = timesGivenBack.get();
    if (ran > 1) {
      throw failure("ran " + ran + " times");
    }
    if (given > 1) {
      throw failure("was given back " + given + " times");
    }
    if (isRejected && ran + given > 0) {
      throw failure("was rejected, and " + (ran > 0 ? "ran" : "was given back"));
    }
    if (given > 0 && ran > 0) {
      throw failure("was given back and ran");
    }
    if (isAccepted && !isExcused && ran + given == 0) {
      throw failure("was accepted and never ran");
    }
  }

  private SoakFailure failure(String what) {
    return new SoakFailure("task " + number + " " + what);
  }

  @Override
  public String toString() {
    return "task " + number;
  }
}
