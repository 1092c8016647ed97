package dev.foliot.checks.simulator;

/**
 * The loss of a run against the best fixed size in the same time. 0.01 is a per cent less, below 0
 * is more.
 *
 * @param whole over the complete run, ramp included
 * @param settled over its second half
 */
record Regret(double whole, double settled) {
  static Regret of(SimulatedRun run, SimulatedRun oracle) {
    long end = run.horizonNs();
    return new Regret(
        less(run.wholeThroughput(), oracle.wholeThroughput()),
        less(run.steadyThroughput(end / 2, end), oracle.steadyThroughput(end / 2, end)));
  }

  private static double less(double here, double best) {
    return best > 0 ? 1 - here / best : 0;
  }
}
