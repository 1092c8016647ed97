package dev.foliot.checks.simulator;

import java.util.Locale;

/**
 * The result of one random workload.
 *
 * @param seed the workload is {@code seed=N}
 * @param row the workload
 * @param oracle its best fixed size
 * @param regret the controller's loss of throughput
 * @param size the mean decided size over the second half
 * @param running the mean number of running tasks over the second half
 * @param peak the most threads at once
 * @param resizesPerSecond changes of size over the second half
 */
record Outcome(
    long seed,
    Row row,
    Oracle.Best oracle,
    Regret regret,
    double size,
    double running,
    int peak,
    double resizesPerSecond) {
  static final String HEADER =
      "seed,cores,clients,permits,cpu_us,blocked_us,cv,horizon_s,oracle_size,oracle_per_s,"
          + "regret_whole,regret_settled,size,running,peak_threads,resizes_per_s";

  /** Runs it. */
  static Outcome of(long seed, Sizing sizing) {
    Row row = RandomWorkload.of(seed);
    Oracle.Best best = row.oracle();
    SimulatedRun run = row.run(sizing);
    Regret regret = Regret.of(run, row.run(Sizing.fixed(best.size())));
    long end = row.horizonNs();
    return new Outcome(
        seed,
        row,
        best,
        regret,
        run.meanSize(end / 2, end),
        run.meanRunning(end / 2, end),
        run.peakThreads(),
        run.resizesPerSecond(end / 2, end));
  }

  /** The greatest acceptable number of threads. */
  double allowed() {
    return 1.5 * oracle.size() + 2 * row.workload().machine().cores();
  }

  /** Its larger regret. */
  double worst() {
    return Math.max(regret.whole(), regret.settled());
  }

  String csv() {
    Workload workload = row.workload();
    Kind kind = workload.kinds().get(0);
    Draw cpu = ((Phase.Burst) kind.phases().get(0)).ns();
    Phase middle = kind.phases().get(1);
    Draw blocked = middle instanceof Phase.Call call ? call.ns() : ((Phase.Blocked) middle).ns();
    Source.Clients clients = (Source.Clients) workload.sources().get(0).arrivals();
    return String.format(
        Locale.ROOT,
        "%d,%d,%.0f,%s,%.1f,%.1f,%.0f,%.1f,%d,%.2f,%.5f,%.5f,%.1f,%.1f,%d,%.3f",
        seed,
        workload.machine().cores(),
        clients.clients().peak(),
        workload.permits().isEmpty() ? "inf" : workload.permits().get(0).toString(),
        2 * cpu.meanNs() / 1e3,
        blocked.meanNs() / 1e3,
        cpu.cv(),
        row.horizonNs() / 1e9,
        oracle.size(),
        oracle.throughput(),
        regret.whole(),
        regret.settled(),
        size,
        running,
        peak,
        resizesPerSecond);
  }
}
