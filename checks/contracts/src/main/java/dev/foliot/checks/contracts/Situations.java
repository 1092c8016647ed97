package dev.foliot.checks.contracts;

import dev.foliot.pool.AdaptivePool;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Situations that owners of services have reported, on real threads and beside a {@link
 * ThreadPoolExecutor} in the same run. Prints {@code met} or {@code MISSED} for each bar.
 *
 * <p>{@code full} takes three minutes, {@code short} half a minute. They are decisions of a
 * controller and wake-ups of threads, not throughput: a busy machine makes them harder, not void.
 */
final class Situations {
  private static final long MS = 1_000_000;
  private static final long S = 1_000 * MS;
  private static final int IDLE = 300;
  private static final int CONNECTIONS = 10;

  private final PrintStream out;
  private final boolean isShort;
  private boolean isMissed;

  private Situations(PrintStream out, boolean isShort) {
    this.out = out;
    this.isShort = isShort;
  }

  public static void main(String[] args) throws Exception {
    Situations all = new Situations(System.out, args.length > 0 && args[0].equals("short"));
    all.wakeUps();
    all.bursts();
    all.outages();
    if (!all.isShort) {
      all.connections();
    }
    System.exit(all.isMissed ? 1 : 0);
  }

  private void bar(boolean isMet, String text) {
    isMissed |= !isMet;
    out.println((isMet ? "met " : "MISSED ") + text);
  }

  /** As many tasks as there are idle threads, at once: how soon do they begin? */
  private void wakeUps() throws Exception {
    int rounds = isShort ? 5 : 15;
    long[] ours = new long[rounds * IDLE];
    long[] theirs = new long[rounds * IDLE];
    ExecutorService fixed = Executors.newFixedThreadPool(IDLE);
    try (AdaptivePool pool = AdaptivePool.builder().name("wake").minimum(IDLE).platform()) {
      for (int round = -2; round < rounds; round++) { // the first two make the threads
        begins(pool, ours, Math.max(0, round));
        begins(fixed, theirs, Math.max(0, round));
      }
    } finally {
      fixed.shutdown();
    }
    double our = p99(ours) / (double) MS;
    double their = p99(theirs) / (double) MS;
    bar(
        our <= 2 * their + 2,
        String.format(
            Locale.ROOT,
            "wake-ups: %d tasks on %d idle threads begin at p99 after %.1f ms, a fixed pool's %.1f",
            IDLE,
            IDLE,
            our,
            their));
  }

  private static void begins(ExecutorService pool, long[] into, int round) throws Exception {
    CountDownLatch ended = new CountDownLatch(IDLE);
    long beginNs = System.nanoTime();
    for (int i = 0; i < IDLE; i++) {
      int at = round * IDLE + i;
      pool.execute(() -> {
        into[at] = System.nanoTime() - beginNs;
        LockSupport.parkNanos(100 * MS);
        ended.countDown();
      });
    }
    ended.await();
    Thread.sleep(50); // until they park; it only makes the load milder
  }

  private static long p99(long[] ns) {
    long[] sorted = ns.clone();
    Arrays.sort(sorted);
    return sorted[(int) (0.99 * sorted.length)];
  }

  /** Bursts as large as the maximum, with a short queue. */
  private void bursts() throws Exception {
    int size = 200;
    int bound = 50;
    int ours = 0;
    int theirs = 0;
    ThreadPoolExecutor other =
        new ThreadPoolExecutor(8, size, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(bound));
    try (AdaptivePool pool =
        AdaptivePool.builder().name("bursts").maximum(size).queueBound(bound).platform()) {
      for (int burst = 0; burst < 4; burst++) {
        ours += rejected(pool, size);
        theirs += rejected(other, size);
      }
    } finally {
      other.shutdown();
    }
    bar(ours <= theirs, "bursts: " + ours + " of 800 rejected, by a ThreadPoolExecutor " + theirs);
  }

  private static int rejected(ExecutorService pool, int tasks) throws Exception {
    int rejected = 0;
    CountDownLatch ended = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      try {
        pool.execute(() -> {
          LockSupport.parkNanos(100 * MS);
          ended.countDown();
        });
      } catch (RejectedExecutionException e) {
        rejected++;
        ended.countDown();
      }
    }
    ended.await();
    return rejected;
  }

  /** What the tasks call stops answering, twice. */
  private void outages() throws Exception {
    long outageNs = isShort ? 4 * S : 12 * S;
    long usualNs = isShort ? 4 * S : 8 * S;
    Semaphore open = new Semaphore(1_000_000);
    try (AdaptivePool pool = AdaptivePool.builder().name("outages").platform();
        OpenLoop load =
            new OpenLoop(
                pool,
                200,
                () -> {
                  open.acquire();
                  open.release();
                  Thread.sleep(20);
                })) {
      load.waitFor(usualNs);
      int before = pool.snapshot().size();
      int first = outage(pool, load, open, outageNs);
      load.waitFor(usualNs);
      int between = pool.snapshot().size();
      int second = outage(pool, load, open, outageNs);
      load.waitFor(usualNs);
      int after = pool.snapshot().size();
      bar(
          second <= 2 * first && between <= 16 * Math.max(8, before) && after <= 16 * 8,
          String.format(
              Locale.ROOT,
              "outages: size %d, %d in the first, %d between, %d in the second, %d after",
              before,
              first,
              between,
              second,
              after));
    }
  }

  /** The greatest size in an outage. */
  private static int outage(AdaptivePool pool, OpenLoop load, Semaphore open, long ns)
      throws InterruptedException {
    open.drainPermits();
    int most = load.mostSizeWithin(pool, ns);
    open.release(1_000_000);
    return most;
  }

  /** Ten connections that become ten times slower for a while; callers give up after a second. */
  private void connections() throws Exception {
    ExecutorService fixed = Executors.newFixedThreadPool(50);
    int theirs;
    try {
      theirs = givenUp(fixed);
    } finally {
      fixed.shutdown();
    }
    try (AdaptivePool pool = AdaptivePool.builder().name("connections").platform()) {
      int ours = givenUp(pool);
      bar(
          ours <= Math.max(35, theirs),
          "connections: " + ours + " of 4500 gave up, with 50 threads " + theirs);
    }
  }

  private static int givenUp(ExecutorService pool) throws Exception {
    Semaphore connections = new Semaphore(CONNECTIONS, true);
    AtomicInteger givenUp = new AtomicInteger();
    AtomicInteger answerMs = new AtomicInteger(20);
    try (OpenLoop load =
        new OpenLoop(
            pool,
            100,
            () -> {
              if (!connections.tryAcquire(1, TimeUnit.SECONDS)) {
                givenUp.incrementAndGet();
                return;
              }
              try {
                Thread.sleep(answerMs.get());
              } finally {
                connections.release();
              }
            })) {
      load.waitFor(10 * S);
      answerMs.set(200);
      load.waitFor(15 * S);
      answerMs.set(20);
      load.waitFor(20 * S);
    }
    return givenUp.get();
  }
}
