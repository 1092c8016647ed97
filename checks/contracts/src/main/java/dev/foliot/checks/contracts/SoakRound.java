package dev.foliot.checks.contracts;

import static java.util.concurrent.TimeUnit.SECONDS;
import static java.util.stream.Collectors.joining;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolBuilder;
import dev.foliot.pool.PoolSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** The life of one pool, from creation to end, with checks afterwards. */
final class SoakRound {
  private static final int PRODUCERS = 3;

  private static final int FRAMES = 8;

  /** Only a broken pool takes longer. */
  private static final long PATIENCE_S = 60;

  private final SplittableRandom random;
  private final String name;
  private final Ledger ledger = new Ledger();
  private final int most;
  private final AdaptivePool pool;
  private final Watchdog watchdog;
  private volatile boolean isLull;

  SoakRound(SplittableRandom random, Body body, int number) {
    this.random = random;
    name = "soak-" + body.name() + "-" + number;
    most = random.nextInt(4) == 0 ? random.nextInt(1, 4) : random.nextInt(8, 80);
    PoolBuilder builder = AdaptivePool.builder().name(name).maximum(most);
    if (random.nextInt(4) == 0) {
      builder.queueBound(random.nextInt(1, 500));
    }
    pool = body.build().apply(builder);
    watchdog = new Watchdog(pool, ledger, body, name);
  }

  /**
   * Runs the round.
   *
   * @return the number of tasks
   * @throws SoakFailure if the pool broke a promise
   */
  int run() throws InterruptedException {
    List<Thread> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      producers.add(
          Threads.start(false, new Producer(random.split(), pool, ledger, most, () -> isLull)));
    }
    Thread looking = Threads.start(false, watchdog);
    goOn();
    end();
    for (Thread producer : producers) {
      join(producer, "a thread that submits does not come to an end");
    }
    boolean isTerminated = pool.awaitTermination(PATIENCE_S, SECONDS);
    watchdog.end();
    join(looking, "the watchdog does not come to an end");
    String found = watchdog.found();
    if (found != null) {
      throw new SoakFailure(found);
    }
    if (!isTerminated) {
      throw new SoakFailure(
          "not terminated " + PATIENCE_S + " s after its end: " + pool.snapshot());
    }
    ledger.check();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith(name + "-")) {
        join(thread, "a thread was left behind: " + thread);
      }
    }
    return ledger.size();
  }

  /**
   * Alternates load and pauses. A task that the workers miss waits until the next one comes; in a
   * pause none does.
   */
  private void goOn() {
    for (int lulls = random.nextInt(10); lulls > 0 && watchdog.found() == null; lulls--) {
      LockSupport.parkNanos(random.nextLong(300_000_000));
      isLull = true;
      long firstLook = watchdog.looks();
      long endNs = System.nanoTime() + SECONDS.toNanos(PATIENCE_S);
      while (watchdog.found() == null
          && (watchdog.looks() < firstLook + 2 || (watchdog.isOneWaiting() && !isQuiet()))) {
        LockSupport.parkNanos(1_000_000);
        if (System.nanoTime() > endNs) {
          throw new SoakFailure(
              "a task waits though none has come for " + PATIENCE_S + " s: " + pool.snapshot());
        }
      }
      isLull = false;
    }
    LockSupport.parkNanos(random.nextLong(300_000_000));
  }

  /** Whether the pool has no work; a task that still waits is lost. */
  private boolean isQuiet() {
    PoolSnapshot seen = pool.snapshot();
    return seen.tasks().queued() == 0 && seen.tasks().active() == 0;
  }

  private void end() throws InterruptedException {
    switch (random.nextInt(5)) {
      case 0 -> pool.shutdown();
      case 1 -> ledger.givenBack(pool.shutdownNow());
      case 2 -> pool.close();
      case 3 -> {
        pool.shutdown();
        ledger.givenBack(pool.shutdownNow());
      }
      default -> {
        Thread other = Threads.start(false, () -> ledger.givenBack(pool.shutdownNow()));
        ledger.givenBack(pool.shutdownNow());
        join(other, "shutdownNow does not return");
      }
    }
  }

  private static void join(Thread thread, String failure) throws InterruptedException {
    thread.join(SECONDS.toMillis(PATIENCE_S));
    if (thread.isAlive()) {
      throw new SoakFailure(failure + ": " + where(thread));
    }
  }

  /** Its innermost frames, in one line. */
  private static String where(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .limit(FRAMES)
        .map(frame ->
            frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber())
        .collect(joining(" < ", thread.getState() + " in ", ""));
  }
}
