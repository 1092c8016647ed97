package dev.foliot.stats;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Prints how often the intervals contain the truth. Not run by the build; see {@link Calibration}
 * for how to start it. The argument is a seed.
 */
final class Coverage {
  static final SyntheticFork INDEPENDENT = new SyntheticFork(100, 400, 1, 0.1, 0);
  static final SyntheticFork CLUSTERED = new SyntheticFork(100, 400, 300, 0.1, 0);

  /** Forks that differ about as much within as from each other. */
  static final SyntheticFork ALIKE = new SyntheticFork(100, 100, 75, 0.1, 0.1);

  /** Forks that differ from each other by far more than within. */
  static final SyntheticFork UNLIKE = new SyntheticFork(40, 50, 1, 0.1, 0.5);

  private static final double CONFIDENCE = 0.95;

  private Coverage() {}

  public static void main(String[] args) {
    long seed = args.length > 0 ? Long.parseLong(args[0]) : new SplittableRandom().nextLong();
    System.out.println("seed " + seed);
    int trials = 1000;
    SplittableRandom random = new SplittableRandom(seed);
    for (SyntheticFork fork : List.of(INDEPENDENT, CLUSTERED)) {
      for (double percentile : new double[] {50, 85, 99, 99.9}) {
        int[] binomial = new int[2];
        for (int i = 0; i < trials; i++) {
          List<Counted> blocks = fork.draw(random);
          ForkInterval.Result result =
              ForkInterval.of(blocks, percentile, CONFIDENCE, random.nextLong());
          binomial[0] += result.method().equals("binomial") ? 1 : 0;
          Range plain = OrderStatisticInterval.of(Counted.merge(blocks), percentile, CONFIDENCE);
          binomial[1] += plain.contains((double) fork.truth(percentile)) ? 1 : 0;
        }
        System.out.printf(
            "%s p%s: covered %.1f %%, binomial alone %.1f %%, binomial chosen %.1f %%%n",
            fork,
            percentile,
            100.0 * within(fork, percentile, trials, random) / trials,
            100.0 * binomial[1] / trials,
            100.0 * binomial[0] / trials);
      }
    }
    for (SyntheticFork fork : List.of(ALIKE, UNLIKE)) {
      for (int forks : new int[] {3, 4, 5, 6, 10, 20}) {
        System.out.printf(
            "%d of %s p50: covered %.1f %%%n",
            forks, fork, 100.0 * across(fork, forks, 50, trials / 2, random) / (trials / 2.0));
      }
    }
  }

  /** In how many trials the interval of one fork contains the truth. */
  static int within(SyntheticFork fork, double percentile, int trials, SplittableRandom random) {
    long truth = fork.truth(percentile);
    int covered = 0;
    for (int i = 0; i < trials; i++) {
      Range range =
          ForkInterval.of(fork.draw(random), percentile, CONFIDENCE, random.nextLong()).range();
      covered += range.contains((double) truth) ? 1 : 0;
    }
    return covered;
  }

  /** In how many trials the interval over forks contains the truth. */
  static int across(
      SyntheticFork fork, int forks, double percentile, int trials, SplittableRandom random) {
    long truth = fork.truth(percentile);
    int covered = 0;
    for (int i = 0; i < trials; i++) {
      List<List<Counted>> drawn = Stream.generate(() -> fork.draw(random)).limit(forks).toList();
      Range range = ForksBootstrap.percentile(drawn, percentile, CONFIDENCE, random.nextLong());
      covered += range.contains((double) truth) ? 1 : 0;
    }
    return covered;
  }
}
