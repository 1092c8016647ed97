package dev.foliot.checks.simulator;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Runs one workload with several sizings and prints the results. */
public final class Simulate {
  private static final int LINES = 40;

  private Simulate() {}

  /**
   * Runs it.
   *
   * @param args a row's name or {@code seed=N}, then {@code verbose} for every decision with its
   *     reason
   */
  public static void main(String[] args) {
    if (args.length == 0) {
      System.out.println("name seed=N or one of " + String.join(", ", Rows.ALL.keySet()));
      return;
    }
    Row row = Row.named(args[0]);
    System.out.println(row.workload());
    long began = System.nanoTime();
    Oracle.Best best = row.oracle();
    System.out.printf(
        Locale.ROOT,
        "oracle: %d threads (search took %.1f s)%n",
        best.size(),
        (System.nanoTime() - began) / 1e9);
    System.out.printf(
        Locale.ROOT,
        "%-12s %10s %10s %8s %8s %7s %7s %7s %9s %9s%n",
        "sizing",
        "whole/s",
        "settled/s",
        "regret%",
        "settled%",
        "size",
        "running",
        "peak",
        "resizes/s",
        "Mevents/s");
    SimulatedRun oracle = timed(row, Sizing.fixed(best.size()), null);
    for (Sizing other : Row.others()) {
      timed(row, other, oracle);
    }
    SimulatedRun adaptive = timed(row, Sizing.adaptive(), oracle);
    table(adaptive);
    if (args.length > 1 && args[1].equals("verbose")) {
      for (SimulatedRun.Decided decided : adaptive.decisions()) {
        System.out.printf(
            Locale.ROOT,
            "%9.3f s %-7s %s%n",
            decided.atNs() / 1e9,
            decided.decision().state(),
            decided.decision().reason());
      }
    }
  }

  private static SimulatedRun timed(Row row, Sizing sizing, @Nullable SimulatedRun oracle) {
    long start = System.nanoTime();
    SimulatedRun run = row.run(sizing);
    double tookUs = (System.nanoTime() - start) / 1e3;
    Regret regret = Regret.of(run, oracle == null ? run : oracle);
    long end = run.horizonNs();
    System.out.printf(
        Locale.ROOT,
        "%-12s %10.1f %10.1f %8.2f %8.2f %7.1f %7.1f %7d %9.2f %9.1f%n",
        sizing.name(),
        run.wholeThroughput(),
        run.steadyThroughput(end / 2, end),
        100 * regret.whole(),
        100 * regret.settled(),
        run.meanSize(end / 2, end),
        run.meanRunning(end / 2, end),
        run.peakThreads(),
        run.resizesPerSecond(0, end),
        run.events() / tookUs);
    return run;
  }

  private static void table(SimulatedRun run) {
    System.out.printf(
        Locale.ROOT,
        "%9s %7s %7s %7s %7s %10s %6s%n",
        "s",
        "size",
        "running",
        "threads",
        "queued",
        "per s",
        "cpus");
    long stepNs = Math.max(run.everyNs(), run.horizonNs() / LINES);
    for (long at = 0; at + stepNs <= run.horizonNs(); at += stepNs) {
      long to = at + stepNs;
      System.out.printf(
          Locale.ROOT,
          "%9.2f %7d %7d %7d %7d %10.1f %6.2f%n",
          to / 1e9,
          run.size(to),
          run.running(to),
          run.threads(to),
          run.queued(to),
          run.throughput(at, to),
          run.meanCpus(at, to));
    }
  }
}
