package dev.foliot.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What happens at Ctrl-C, or when the process is asked to end: the work is cancelled, and the JVM
 * waits until it has put things in order.
 */
final class Interruption implements AutoCloseable {
  private static final long WAIT_S = 20;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;

  /**
   * @param cancel ends the work; called by another thread
   */
  Interruption(Runnable cancel) {
    hook =
        new Thread(
            () -> {
              cancel.run();
              awaitEnd();
            },
            "foliot-interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void awaitEnd() {
    try {
      ended.await(WAIT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The work has ended and everything is in order. */
  void done() {
    ended.countDown();
  }

  @Override
  public void close() {
    done();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the JVM is ending: the hook is at work
    }
  }
}
