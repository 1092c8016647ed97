package dev.foliot.stats;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Percentiles of real forks of one arm: a line per fork, NaN if a fork lacks one. */
record Bank(String name, List<String> percentiles, List<List<Double>> forks) {
  static Bank read(Path csv) {
    try {
      List<String> lines = Files.readAllLines(csv);
      List<List<Double>> forks =
          lines.stream()
              .skip(1)
              .filter(line -> !line.isBlank())
              .map(line -> Arrays.stream(line.split(",", -1)).map(Bank::cell).toList())
              .toList();
      return new Bank(
          String.valueOf(csv.getFileName()), List.of(lines.get(0).split(",", -1)), forks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * As quiet as the bars need: lognormal percentiles with these deviations of the log.
   *
   * @param forks how many
   */
  static Bank lognormal(int forks, SplittableRandom random, double... deviations) {
    List<List<Double>> lines =
        Stream.generate(() ->
                Arrays.stream(deviations)
                    .mapToObj(deviation -> 10_000 * Math.exp(deviation * random.nextGaussian()))
                    .toList())
            .limit(forks)
            .toList();
    return new Bank("lognormal", List.of("p50", "p90", "p99", "p99_9"), lines);
  }

  private static double cell(String text) {
    return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
  }

  /** The values of one percentile, in the order of the forks, absent ones left out. */
  double[] column(int percentile) {
    return forks.stream()
        .mapToDouble(fork -> fork.get(percentile))
        .filter(value -> !Double.isNaN(value))
        .toArray();
  }

  /** The distribution of the logs: what a comparison has to see through. */
  String spread(int percentile) {
    double[] sorted = column(percentile);
    if (sorted.length < 2) {
      return String.format(
          "%-8s in %d of %d forks", percentiles.get(percentile), sorted.length, forks.size());
    }
    Arrays.sort(sorted);
    double mean = Arrays.stream(sorted).average().orElseThrow();
    double[] logs = Arrays.stream(sorted).map(Math::log).toArray();
    return String.format(
        "%-8s in %d of %d forks: CV %.0f %%, sd of the log %.2f; ns min %.0f, 10 %% %.0f, 25 %%"
            + " %.0f, 50 %% %.0f, 75 %% %.0f, 90 %% %.0f, max %.0f",
        percentiles.get(percentile),
        sorted.length,
        forks.size(),
        100 * deviation(sorted) / mean,
        deviation(logs),
        sorted[0],
        Median.quantile(sorted, 0.1),
        Median.quantile(sorted, 0.25),
        Median.ofSorted(sorted),
        Median.quantile(sorted, 0.75),
        Median.quantile(sorted, 0.9),
        sorted[sorted.length - 1]);
  }

  private static double deviation(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(squares / (values.length - 1));
  }

  /**
   * Draws two sides without replacement, in running order.
   *
   * @param forks forks a side
   * @param plant the change to each value
   * @return a pair for each percentile; empty if a fork lacks it
   */
  List<Comparison.Pair> draw(SplittableRandom random, int forks, Plant plant) {
    int[] order = IntStream.range(0, this.forks.size()).toArray();
    for (int i = 0; i < 2 * forks; i++) {
      int other = i + random.nextInt(order.length - i);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
    return IntStream.range(0, percentiles.size())
        .mapToObj(percentile -> {
          double[] a = new double[forks];
          double[] b = new double[forks];
          boolean complete = true;
          for (int i = 0; i < forks; i++) {
            a[i] = plant.on(percentile, false, i, this.forks.get(order[2 * i]).get(percentile));
            b[i] = plant.on(percentile, true, i, this.forks.get(order[2 * i + 1]).get(percentile));
            complete &= !Double.isNaN(a[i]) && !Double.isNaN(b[i]);
          }
          return complete
              ? new Comparison.Pair(a, b)
              : new Comparison.Pair(new double[0], new double[0]);
        })
        .toList();
  }

  /** Changes a fork's percentile before the comparison. */
  @FunctionalInterface
  interface Plant {
    Plant NONE = (percentile, second, fork, value) -> value;

    double on(int percentile, boolean second, int fork, double value);

    /** Multiplies one percentile of the second side. */
    static Plant times(int which, double factor) {
      return (percentile, second, fork, value) ->
          second && percentile == which ? value * factor : value;
    }

    /** Multiplies every percentile of the second side. */
    static Plant allTimes(double factor) {
      return (percentile, second, fork, value) -> second ? value * factor : value;
    }

    /** The machine slows down by this factor in total, while forks of both sides alternate. */
    default Plant withDriftInTurns(double factor, int forks) {
      return (percentile, second, fork, value) ->
          on(percentile, second, fork, value)
              * Math.pow(factor, (2.0 * fork + (second ? 1 : 0)) / (2 * forks - 1));
    }

    /** The same, with all forks of the second side after those of the first. */
    default Plant withDriftInSequence(double factor, int forks) {
      return (percentile, second, fork, value) ->
          on(percentile, second, fork, value)
              * Math.pow(factor, (fork + (second ? forks : 0.0)) / (2 * forks - 1));
    }
  }
}
