package dev.foliot.checks.contracts;

import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Tasks that do nothing, burn CPU, block, throw, nest or interrupt their own thread. */
final class RandomWork {
  private static final int DEPTH = 3;

  private final ExecutorService executor;
  private final Ledger ledger;

  RandomWork(ExecutorService executor, Ledger ledger) {
    this.executor = executor;
    this.ledger = ledger;
  }

  /** An intended exception of a task. */
  static final class Planted extends RuntimeException {
    private static final long serialVersionUID = 1;

    Planted() {
      super("planted", null, false, false);
    }
  }

  SoakTask task(SplittableRandom random) {
    return task(random.split(), DEPTH);
  }

  private SoakTask task(SplittableRandom random, int depth) {
    return ledger.task(work(random, depth));
  }

  private SoakTask.Work work(SplittableRandom random, int depth) {
    int dice = random.nextInt(100);
    if (dice < 45) {
      return () -> {};
    }
    if (dice < 65) {
      int rounds = random.nextInt(1, 20_000);
      return () -> burn(rounds);
    }
    if (dice < 78) {
      long ns = random.nextInt(100) == 0 ? 200_000_000 : random.nextLong(10_000, 4_000_000);
      return () -> LockSupport.parkNanos(ns); // an interrupt ends it early
    }
    if (dice < 84) {
      return () -> {
        throw new Planted();
      };
    }
    if (dice < 90 || depth == 0) {
      return () -> Thread.currentThread().interrupt();
    }
    return dice < 95 ? () -> execute(task(random, depth - 1)) : () -> await(random, depth - 1);
  }

  private static void burn(int rounds) {
    for (int i = 0; i < rounds; i++) {
      Thread.onSpinWait();
    }
  }

  void execute(SoakTask task) {
    try {
      executor.execute(task);
      task.accepted(System.nanoTime());
    } catch (RejectedExecutionException e) {
      task.rejected();
    }
  }

  /**
   * Waits for its own task, for a limited time: at the maximum size no worker may be free for it.
   */
  private void await(SplittableRandom random, int depth) throws InterruptedException {
    SoakTask child = task(random, depth);
    try {
      Future<Integer> future = executor.submit((Runnable) child, 0);
      ledger.submitted(child, future);
      child.accepted(System.nanoTime());
      try {
        future.get(20, TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        // it was one that throws
      } finally {
        cancel(child, future, true);
      }
    } catch (RejectedExecutionException e) {
      child.rejected();
    } catch (TimeoutException | CancellationException e) {
      // it is cancelled now
    }
  }

  static void cancel(SoakTask task, Future<?> future, boolean mayInterrupt) {
    if (future.cancel(mayInterrupt)) {
      task.excuse();
    }
  }
}
