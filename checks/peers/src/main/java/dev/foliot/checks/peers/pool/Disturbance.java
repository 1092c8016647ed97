package dev.foliot.checks.peers.pool;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** The number of runs on a disturbed machine, in words. */
final class Disturbance {
  private static final double OTHERS_PERCENT = 5;
  private static final double CHECK = 1.1;

  private Disturbance() {}

  /** A line per kind of disturbance. */
  static List<String> words(List<Results> all) {
    double[] others = known(all, Figure.OTHERS);
    double[] checks = known(all, Figure.BURN);
    return List.of(
        String.format(
            Locale.ROOT,
            "others had more than 5 %% of the machine's CPUs in %d of %d measurements (at most %s"
                + " %%)",
            Arrays.stream(others).filter(share -> share > OTHERS_PERCENT).count(),
            others.length,
            most(others)),
        String.format(
            Locale.ROOT,
            "CPU work took more than 1.1 times its time in %d of %d (at most %s times)",
            Arrays.stream(checks).filter(check -> check > CHECK).count(),
            checks.length,
            most(checks)));
  }

  private static String most(double... figures) {
    return Cell.figure(Arrays.stream(figures).max().orElse(0));
  }

  private static double[] known(List<Results> all, Figure figure) {
    return all.stream()
        .flatMapToDouble(results ->
            results.bodies().stream()
                .flatMapToDouble(body -> {
                  DoubleStream steps = DoubleStream.empty();
                  for (int step = 0; step < results.load().steps().size(); step++) {
                    steps =
                        DoubleStream.concat(
                            steps, DoubleStream.of(results.figures(body, step, figure)));
                  }
                  return steps;
                }))
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }
}
