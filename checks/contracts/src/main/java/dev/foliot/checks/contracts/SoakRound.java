package dev.foliot.checks.contracts;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** The life of one pool, from its beginning to its end, and what is asked of it afterwards. */
final class SoakRound {
  private static final int PRODUCERS = 3;

  /** Only what is broken needs as long. */
  private static final long PATIENCE_S = 60;

  private final SplittableRandom random;
  private final String name;
  private final Ledger ledger = new Ledger();
  private final int most;
  private final AdaptivePool pool;
  private final Watchdog watchdog;

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
   * Runs it.
   *
   * @return how many tasks there were
   * @throws SoakFailure if the pool broke a promise
   */
  int run() throws InterruptedException {
    List<Thread> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      producers.add(Threads.start(false, new Producer(random.split(), pool, ledger, most)));
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

  /** For a second or two. */
  private void goOn() {
    long endNs = System.nanoTime() + random.nextLong(100_000_000, 2_500_000_000L);
    while (watchdog.found() == null && System.nanoTime() < endNs) {
      LockSupport.parkNanos(10_000_000);
    }
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
      throw new SoakFailure(failure);
    }
  }
}
