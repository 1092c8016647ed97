package dev.foliot.checks.peers.pool;

import java.util.concurrent.Semaphore;

/** Performs {@link Work}; all tasks of a step share it, including the permits. */
final class Doing implements Runnable {
  private final Work work;
  private final Burn burn;
  private final Semaphore permits;

  Doing(Work work, Burn burn) {
    this.work = work;
    this.burn = burn;
    this.permits = new Semaphore(work.permits());
  }

  @Override
  public void run() {
    burn.burn(work.cpuBeforeNs());
    if (work.permits() > 0) {
      permits.acquireUninterruptibly();
      try {
        block();
      } finally {
        permits.release();
      }
    } else if (work.blockedNs() > 0) {
      block();
    }
    burn.burn(work.cpuAfterNs());
  }

  private void block() {
    try {
      Thread.sleep(work.blockedNs() / 1_000_000, (int) (work.blockedNs() % 1_000_000));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a task here", e);
    }
  }
}
