package dev.foliot.checks.simulator;

import java.util.List;
import java.util.Locale;

/** Runs one workload with several sizings and prints what they gave. */
public final class Simulate {
  private static final int LINES = 30;

  private Simulate() {}

  /**
   * Runs it.
   *
   * @param args a row's name, then {@code verbose} for every decision with its reason
   */
  public static void main(String[] args) {
    Rows.Row row = args.length == 0 ? null : Rows.ALL.get(args[0]);
    if (row == null) {
      System.out.println("name one of: " + String.join(", ", Rows.ALL.keySet()));
      return;
    }
    boolean verbose = args.length > 1 && args[1].equals("verbose");
    long horizonNs = row.horizonNs();
    System.out.println(row.workload());
    long began = System.nanoTime();
    Oracle.Best best = Oracle.of(row.workload(), row.mostAtOnce(), horizonNs / 2, horizonNs);
    System.out.printf(
        Locale.ROOT,
        "oracle: %d threads, %.1f/s (search took %.1f s)%n",
        best.size(),
        best.throughput(),
        (System.nanoTime() - began) / 1e9);
    System.out.printf(
        Locale.ROOT,
        "%-12s %10s %10s %7s %7s %7s %7s %9s %9s%n",
        "sizing",
        "whole/s",
        "settled/s",
        "ratio",
        "size",
        "running",
        "peak",
        "resizes/s",
        "Mevents/s");
    for (Sizing sizing : List.of(Sizing.fixed(best.size()), Sizing.cached())) {
      timed(row.workload(), sizing, horizonNs, best);
    }
    SimulatedRun adaptive = timed(row.workload(), Sizing.adaptive(), horizonNs, best);
    table(adaptive);
    if (verbose) {
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

  private static SimulatedRun timed(
      Workload workload, Sizing sizing, long horizonNs, Oracle.Best best) {
    long start = System.nanoTime();
    SimulatedRun run = Simulation.run(workload, sizing, horizonNs);
    line(sizing.name(), run, best, (System.nanoTime() - start) / 1e3);
    return run;
  }

  private static void line(String name, SimulatedRun run, Oracle.Best best, double tookUs) {
    long end = run.horizonNs();
    double settled = run.throughput(end / 2, end);
    System.out.printf(
        Locale.ROOT,
        "%-12s %10.1f %10.1f %7.4f %7.1f %7.1f %7d %9.2f %9.1f%n",
        name,
        run.throughput(),
        settled,
        settled / best.throughput(),
        run.meanSize(end / 2, end),
        run.meanRunning(end / 2, end),
        run.peakThreads(),
        run.resizesPerSecond(0, end),
        run.events() / tookUs);
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
