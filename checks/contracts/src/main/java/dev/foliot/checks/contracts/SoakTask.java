package dev.foliot.checks.contracts;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** A task that keeps account of what became of it. */
final class SoakTask implements Runnable, Callable<Integer> {
  /** What it does. */
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
      // it was told to end, and does
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

  /** It was cancelled, or nobody knows whether it was accepted: it need not run. */
  void excuse() {
    isExcused = true;
  }

  void givenBack() {
    timesGivenBack.getAndIncrement();
  }

  /** Whether nothing is to be expected of it any more, but perhaps its end. */
  boolean isSettled() {
    return runs.get() > 0 || isRejected || isExcused || timesGivenBack.get() > 0;
  }

  /** How long it has been accepted and not begun, 0 if it is not known to be. */
  long waitNs(long nowNs) {
    return isAccepted && !isSettled() ? nowNs - acceptedNs : 0;
  }

  /**
   * @throws SoakFailure if it did not run once, or was not rejected, cancelled or given back
   *     instead
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
