package dev.foliot.stats;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Many sequential comparisons of made-up forks, and of forks drawn from a bank.
 *
 * <p>The main method prints the power curve of docs/evidence/gate.md; it takes about four minutes:
 *
 * <pre>mvn -B -q test-compile -pl stats -am
 * java -cp stats/target/test-classes:stats/target/classes:... dev.foliot.stats.Gates</pre>
 */
final class Gates {
  static final double DETECT = 1.05;

  /** How the logs of a figure vary from fork to fork. */
  enum Noise {
    NORMAL,
    /** The machine becomes 15 % slower over 60 pairs and wanders besides. */
    DRIFT,
    /** One fork in twenty is two to twenty times slower. */
    WILD,
    /** One fork in three is 1.3 times slower, as with two ways to compile. */
    TWO_SPEEDS,
    /** All of these. */
    ALL;

    boolean has(Noise other) {
      return this == other || this == ALL;
    }
  }

  /** The forks of one comparison, in the order in which they were played. */
  static final class Forks {
    private final Noise noise;
    private final double deviation;
    private final SplittableRandom random;
    private double wander;
    private int played;

    Forks(Noise noise, double deviation, SplittableRandom random) {
      this.noise = noise;
      this.deviation = deviation;
      this.random = random;
    }

    double next() {
      double log = deviation * random.nextGaussian();
      if (noise.has(Noise.DRIFT)) {
        wander = 0.95 * wander + 0.5 * deviation * random.nextGaussian();
        log += wander + played * Math.log(1.15) / 120;
      }
      if (noise.has(Noise.WILD) && random.nextInt(20) == 0) {
        log += Math.log(random.nextDouble(2, 20));
      }
      if (noise.has(Noise.TWO_SPEEDS) && random.nextInt(3) == 0) {
        log += Math.log(1.3);
      }
      played++;
      return Math.exp(log);
    }
  }

  /** Counts of what many comparisons said. */
  static final class Tally {
    private final Map<Change, Integer> verdicts = new EnumMap<>(Change.class);
    private final int[] pairs;
    private final double[] hidden;
    private int gates;

    Tally(int gates) {
      pairs = new int[gates];
      hidden = new double[gates];
    }

    void add(SequentialComparison.Result result) {
      verdicts.merge(result.verdict(), 1, Integer::sum);
      hidden[gates] = result.mayHide();
      pairs[gates++] = result.pairs();
    }

    int of(Change change) {
      return verdicts.getOrDefault(change, 0);
    }

    double share(Change change) {
      return (double) of(change) / gates;
    }

    int pairs(double share) {
      Arrays.sort(pairs);
      return pairs[(int) (share * (gates - 1))];
    }

    double hidden() {
      Arrays.sort(hidden);
      return hidden[gates / 2];
    }
  }

  private Gates() {}

  /** Comparisons of one of two figures, which share the error rate. */
  static Tally of(int gates, int most, Noise noise, double deviation, double ratio, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    return of(
        gates,
        most,
        ratio,
        seeds,
        random -> {
          Forks forks = new Forks(noise, deviation, random.split());
          return any -> forks.next();
        });
  }

  /** The same with forks of a bank, each drawn anew. */
  static Tally of(int gates, int most, Bank bank, String percentile, double ratio, long seed) {
    double[] column = bank.column(bank.percentiles().indexOf(percentile));
    return of(
        gates,
        most,
        ratio,
        new SplittableRandom(seed),
        random -> any -> column[any.nextInt(column.length)]);
  }

  private interface Draw {
    ToDoubleFunction<SplittableRandom> begin(SplittableRandom random);
  }

  private static Tally of(int gates, int most, double ratio, SplittableRandom seeds, Draw draw) {
    Tally tally = new Tally(gates);
    for (int gate = 0; gate < gates; gate++) {
      SplittableRandom random = seeds.split();
      ToDoubleFunction<SplittableRandom> forks = draw.begin(random);
      SequentialComparison comparison = new SequentialComparison(2, DETECT);
      for (int pair = 0;
          pair < most && comparison.result(0).verdict() == Change.UNDECIDED;
          pair++) {
        double first = forks.applyAsDouble(random);
        double second = forks.applyAsDouble(random);
        boolean isAFirst = random.nextBoolean();
        comparison.add(0, isAFirst ? first : second, ratio * (isAFirst ? second : first));
      }
      tally.add(comparison.result(0));
    }
    return tally;
  }

  /** Prints the table. */
  public static void main(String[] arguments) {
    int gates = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
    System.out.println(
        "| forks | sd | ratio | worse | better | same | pairs, median and 90 % | may hide |");
    System.out.println("|---|---|---|---|---|---|---|---|");
    for (Noise noise : Noise.values()) {
      for (double deviation : new double[] {0.01, 0.03, 0.05, 0.1, 0.2, 0.4}) {
        for (double ratio : new double[] {1, 1.05, 1.5}) {
          print(
              noise.name().toLowerCase(Locale.ROOT),
              deviation,
              ratio,
              of(gates, 60, noise, deviation, ratio, 1));
        }
      }
    }
    for (String bank : new String[] {"hop-response.csv", "formatting-response.csv"}) {
      for (String percentile : new String[] {"p50", "p99"}) {
        for (double ratio : new double[] {1, 1.05, 1.1, 1.5}) {
          Bank forks = Bank.read(Path.of("stats/src/test/resources/bank", bank));
          print(bank + " " + percentile, 0, ratio, of(gates, 60, forks, percentile, ratio, 1));
        }
      }
    }
  }

  private static void print(String name, double deviation, double ratio, Tally tally) {
    System.out.printf(
        "| %s | %.2f | %.2f | %.1f %% | %.1f %% | %.1f %% | %d, %d | %.2f |%n",
        name,
        deviation,
        ratio,
        100 * tally.share(Change.WORSE),
        100 * tally.share(Change.BETTER),
        100 * tally.share(Change.SAME),
        tally.pairs(0.5),
        tally.pairs(0.9),
        tally.hidden());
  }
}
