package dev.foliot.checks.contracts;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tests pool after pool under random submissions, cancellations, shutdowns and changes of limits.
 *
 * <p>It ends after a time or at the first broken promise: {@code MINUTES [SEED]}. Every task runs
 * once, or is rejected, cancelled or returned. No thread remains. No task waits for a second beside
 * an idle worker.
 */
final class Soak {
  private static final long SAY_NS = 30_000_000_000L;

  private final List<Body> bodies;
  private final long durationNs;
  private final long seed;
  private final PrintStream out;
  private final AtomicReference<@Nullable Throwable> unexpected = new AtomicReference<>();
  private long tasks;

  Soak(List<Body> bodies, long durationNs, long seed, PrintStream out) {
    this.bodies = bodies;
    this.durationNs = durationNs;
    this.seed = seed;
    this.out = out;
  }

  public static void main(String[] args) throws InterruptedException {
    double minutes = Double.parseDouble(args[0]);
    long seed = args.length > 1 && !args[1].isEmpty() ? Long.parseLong(args[1]) : System.nanoTime();
    long durationNs = (long) (minutes * TimeUnit.MINUTES.toNanos(1));
    Optional<String> failure = new Soak(Body.all(), durationNs, seed, System.out).run();
    System.exit(failure.isPresent() ? 1 : 0);
  }

  /**
   * Runs the soak test.
   *
   * @return the failure, empty for none
   */
  Optional<String> run() throws InterruptedException {
    out.printf("soak: seed %d, JDK %s%n", seed, Runtime.version());
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
      if (!(thrown instanceof RandomWork.Planted)) {
        unexpected.compareAndSet(null, thrown);
      }
    });
    try {
      return rounds();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  private Optional<String> rounds() throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    long startNs = System.nanoTime();
    long saidNs = startNs;
    for (int round = 0; round == 0 || System.nanoTime() - startNs < durationNs; round++) {
      Body body = bodies.get(round % bodies.size());
      try {
        tasks += new SoakRound(random.split(), body, round).run();
        Throwable thrown = unexpected.get();
        if (thrown != null) {
          throw new SoakFailure("uncaught: " + thrown);
        }
      } catch (SoakFailure e) {
        String line =
            String.format(
                Locale.ROOT,
                "soak: FAILED in round %d on %s: %s; again with -Dsoak.seed=%d",
                round,
                body.name(),
                e.getMessage(),
                seed);
        out.println(line);
        return Optional.of(line);
      }
      if (System.nanoTime() - saidNs > SAY_NS) {
        saidNs = System.nanoTime();
        say(round + 1, saidNs - startNs);
      }
      if (System.nanoTime() - startNs >= durationNs) {
        say(round + 1, System.nanoTime() - startNs);
      }
    }
    return Optional.empty();
  }

  private void say(int rounds, long ns) {
    out.printf(
        Locale.ROOT,
        "soak: %,d tasks in %,d pools, all accounted for, after %d s%n",
        tasks,
        rounds,
        TimeUnit.NANOSECONDS.toSeconds(ns));
  }
}
