package dev.foliot.checks.peers.pool;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A case in which pools are compared.
 *
 * @param name one word, for the command line and the raw figures
 * @param title what tables say above it
 * @param cpus how many CPUs the process may use; 0 for all
 * @param kind how it ends
 * @param steps one load after the other, on the same pool; one only unless the kind is STEPS or
 *     TURNS
 * @param perSecond tasks a second that RAMP waits for
 * @param limitS seconds after which RAMP and BURST are given up
 * @param sizes what the best fixed size is looked for in; if one, it is that
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

  /** The seconds that it takes at most, without the start of its process. */
  double mostS() {
    double stepsS = steps.stream().mapToDouble(step -> step.warmUpS() + step.measureS()).sum();
    double firstS =
        kind == Kind.TURNS ? IntStream.range(0, steps.size()).mapToDouble(this::firstS).sum() : 0;
    return firstS + stepsS + limitS;
  }

  /** The seconds for which a step of TURNS is held the first time. */
  double firstS(int step) {
    // the compiler has most to do in the beginning
    return (step == 0 ? FIRST : 1) * steps.get(step).warmUpS();
  }
}
