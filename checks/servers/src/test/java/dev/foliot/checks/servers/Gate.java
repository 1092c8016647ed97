package dev.foliot.checks.servers;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Blocks requests until all of them are in progress. */
final class Gate {
  /** Far more threads than any pool starts with on a small machine. */
  static final int REQUESTS = 60;

  private static final long PATIENCE_S = 60;

  private final CountDownLatch missing = new CountDownLatch(REQUESTS);

  /** Waits for the others, and returns the name of its thread. */
  String pass() {
    missing.countDown();
    try {
      if (!missing.await(PATIENCE_S, TimeUnit.SECONDS)) {
        throw new IllegalStateException(missing.getCount() + " requests are not in progress");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted at the gate", e);
    }
    return Thread.currentThread().getName();
  }
}
