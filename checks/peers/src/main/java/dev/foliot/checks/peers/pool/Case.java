package dev.foliot.checks.peers.pool;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A case of the comparison.
 *
 * @param name one word, for the command line and the raw figures
 * @param title its title in tables
 * @param cpus the CPUs that the process may use; 0 for all
 * @param kind how it ends
 * @param steps the loads in sequence, on the same pool; a single one except for the kinds STEPS and
 *     TURNS
 * @param perSecond the rate that RAMP waits for
 * @param limitS the time limit of RAMP and BURST, in seconds
 * @param sizes the candidates for the best fixed size; a single one is the size
 */
record Case(
    String name,
    String title,
    int cpus,
    Kind kind,
    List<Step> steps,
    double perSecond,
    double limitS,
    Grid sizes) {
  private static final int FIRST = 6;

  Case {
    steps = List.copyOf(steps);
  }

  /** The maximum duration in seconds, without the start of its process. */
  double mostS() {
    double stepsS = steps.stream().mapToDouble(step -> step.warmUpS() + step.measureS()).sum();
    double firstS =
        kind == Kind.TURNS ? IntStream.range(0, steps.size()).mapToDouble(this::firstS).sum() : 0;
    return firstS + stepsS + limitS;
  }

  /** The seconds for which a step of TURNS is held the first time. */
  double firstS(int step) {
    // the compiler is busiest in the beginning
    return (step == 0 ? FIRST : 1) * steps.get(step).warmUpS();
  }
}
