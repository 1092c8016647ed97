package dev.foliot.checks.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A task that reports its start, and ends when it is released or interrupted. */
final class Gate implements Callable<String>, Runnable {
  static final String THROUGH = "through";

  /** Only a broken executor takes longer. */
  static final long PATIENCE_S = 60;

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch open = new CountDownLatch(1);
  private final CountDownLatch left = new CountDownLatch(1);
  private volatile boolean interrupted;

  @Override
  public String call() throws InterruptedException {
    begun.countDown();
    try {
      await(open);
      return THROUGH;
    } catch (InterruptedException e) {
      interrupted = true;
      throw e;
    } finally {
      left.countDown();
    }
  }

  @Override
  public void run() {
    try {
      call();
    } catch (InterruptedException e) {
      // it was interrupted, and ends
    }
  }

  void open() {
    open.countDown();
  }

  void awaitBegin() throws InterruptedException {
    await(begun);
  }

  void awaitEnd() throws InterruptedException {
    await(left);
  }

  boolean hasBegun() {
    return begun.getCount() == 0;
  }

  boolean wasInterrupted() {
    return interrupted;
  }

  static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(PATIENCE_S, TimeUnit.SECONDS)).as("in time").isTrue();
  }
}
