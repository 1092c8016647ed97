package dev.foliot.checks.contracts;

import dev.foliot.pool.AdaptivePool;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Performs one kind of operation on a pool, repeatedly. */
final class Producer implements Runnable {
  private static final int RECENT = 64;
  private static final int MOST_QUEUED = 1_000;

  /** How often it continues after the shutdown of the pool. */
  private static final int AFTERWARDS = 50;

  private final SplittableRandom random;
  private final AdaptivePool pool;
  private final RandomWork work;
  private final Ledger ledger;
  private final int most;
  private final BooleanSupplier isLull;
  private final @Nullable Handed[] recent = new Handed[RECENT];

  private record Handed(SoakTask task, Future<?> future) {}

  /**
   * @param most the largest size it may set
   * @param isLull whether submissions pause
   */
  Producer(
      SplittableRandom random, AdaptivePool pool, Ledger ledger, int most, BooleanSupplier isLull) {
    this.random = random;
    this.pool = pool;
    this.ledger = ledger;
    this.work = new RandomWork(pool, ledger);
    this.most = most;
    this.isLull = isLull;
  }

  @Override
  public void run() {
    for (int left = AFTERWARDS; left > 0; ) {
      if (pool.isShutdown()) {
        left--;
      }
      while ((isLull.getAsBoolean() || pool.snapshot().tasks().queued() > MOST_QUEUED)
          && !pool.isShutdown()) {
        LockSupport.parkNanos(500_000);
      }
      int burst = random.nextInt(1, 100);
      for (int i = 0; i < burst; i++) {
        step();
      }
      if (random.nextInt(20) == 0) {
        LockSupport.parkNanos(random.nextLong(50_000_000));
      }
    }
  }

  private void step() {
    int dice = random.nextInt(1_000);
    if (dice < 650) {
      work.execute(work.task(random));
    } else if (dice < 900) {
      submit();
    } else if (dice < 970) {
      cancel();
    } else if (dice < 980) {
      invokeTogether(random.nextBoolean());
    } else if (dice < 982) {
      int least = random.nextInt(1, 5);
      pool.limits(least, random.nextInt(least, Math.max(most, least + 1)));
    } else {
      LockSupport.parkNanos(random.nextLong(200_000));
    }
  }

  private void submit() {
    SoakTask task = work.task(random);
    try {
      Future<?> future = random.nextBoolean() ? pool.submit((Runnable) task) : pool.submit(task, 0);
      ledger.submitted(task, future);
      task.accepted(System.nanoTime());
      recent[random.nextInt(RECENT)] = new Handed(task, future);
    } catch (RejectedExecutionException e) {
      task.rejected();
    }
  }

  private void cancel() {
    Handed handed = recent[random.nextInt(RECENT)];
    if (handed != null) {
      RandomWork.cancel(handed.task, handed.future, random.nextBoolean());
    }
  }

  private void invokeTogether(boolean isForAny) {
    List<SoakTask> together = new ArrayList<>();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      SoakTask task = work.task(random);
      task.excuse(); // it may be cancelled, or not even be submitted
      together.add(task);
    }
    long timeoutUs = random.nextLong(1, 20_000);
    try {
      if (isForAny) {
        pool.invokeAny(together, timeoutUs, TimeUnit.MICROSECONDS);
      } else {
        pool.invokeAll(together, timeoutUs, TimeUnit.MICROSECONDS);
      }
    } catch (RejectedExecutionException
        | ExecutionException
        | TimeoutException
        | CancellationException e) {
      // any outcome is possible
    } catch (InterruptedException e) {
      throw new SoakFailure("a thread that submits was interrupted by the pool");
    }
  }
}
