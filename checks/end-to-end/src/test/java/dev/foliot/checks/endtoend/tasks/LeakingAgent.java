package dev.foliot.checks.endtoend.tasks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Leaks threads in any JVM: one every 20 ms, which waits for ever. */
public final class LeakingAgent {
  /** Sampling thousands of threads would take as long as the load. */
  private static final long EVERY_MS = 20;

  private LeakingAgent() {}

  /** Begins at once. */
  public static void premain(String arguments) {
    daemon(LeakingAgent::leak);
  }

  private static void leak() {
    CountDownLatch never = new CountDownLatch(1);
    try {
      while (!never.await(EVERY_MS, TimeUnit.MILLISECONDS)) {
        daemon(() -> waitFor(never));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void waitFor(CountDownLatch never) {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "leaked");
    thread.setDaemon(true);
    thread.start();
  }
}
