package dev.foliot.checks.simulator;

import java.util.List;

/**
 * A workload with its simulated time and the search for its oracle.
 *
 * @param workload the workload
 * @param horizonNs the simulated time
 * @param search the prior knowledge of its best size
 */
record Row(Workload workload, long horizonNs, Oracle.Search search) {
  /** The row of a name, as {@link Simulate} takes it. */
  static Row named(String name) {
    if (name.startsWith("seed=")) {
      return RandomWorkload.of(Long.parseLong(name.substring("seed=".length())));
    }
    Row row = Rows.ALL.get(name);
    if (row == null) {
      throw new IllegalArgumentException(
          "no row " + name + ": name seed=N or one of " + String.join(", ", Rows.ALL.keySet()));
    }
    return row;
  }

  /** Runs it. */
  SimulatedRun run(Sizing sizing) {
    return Simulation.run(workload, sizing, horizonNs);
  }

  /** Its best fixed size. */
  Oracle.Best oracle() {
    return Oracle.of(workload, search);
  }

  /** All sizings for comparison with the controller. */
  static List<Sizing> others() {
    return List.of(Sizing.cached(), Sizing.hillClimber(1));
  }
}
