package dev.foliot.stats;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Prints how often {@link Bands} finds false bands, and how often true ones. Not run by the build:
 *
 * <pre>
 * mvn -B -q -pl stats -am -DskipTests package
 * mvn -B -q -pl stats dependency:build-classpath -Dmdep.outputFile=target/cp
 * java -cp stats/target/classes:stats/target/test-classes:$(cat stats/target/cp) \
 *     dev.foliot.stats.BandsCalibration single|bands|three TRIALS SEED [LEVEL]
 * </pre>
 */
final class BandsCalibration {
  private final int trials;
  private final long seed;
  private final double level;
  private final PrintStream out;

  private BandsCalibration(int trials, long seed, double level, PrintStream out) {
    this.trials = trials;
    this.seed = seed;
    this.level = level;
    this.out = out;
  }

  public static void main(String[] args) {
    double level = args.length > 3 ? Double.parseDouble(args[3]) : 0.005;
    BandsCalibration calibration =
        new BandsCalibration(Integer.parseInt(args[1]), Long.parseLong(args[2]), level, System.out);
    switch (args[0]) {
      case "single" -> calibration.singles();
      case "bands" -> calibration.bands();
      default -> calibration.threes();
    }
  }

  private void singles() {
    for (int n : new int[] {8, 12, 20, 35, 60, 100, 200, 500, 1000, 3000, 10_000}) {
      single("normal", n, random -> FleetDraw.normal(random, n));
      single("lognormal 0.25", n, random -> FleetDraw.lognormal(random, n, 0.25));
      single("lognormal 0.5", n, random -> FleetDraw.lognormal(random, n, 0.5));
      single("lognormal 1", n, random -> FleetDraw.lognormal(random, n, 1));
      single("t 3", n, random -> FleetDraw.student(random, n, 3));
      single("t 5", n, random -> FleetDraw.student(random, n, 5));
      single("uniform", n, random -> random.doubles(n).toArray());
      single("exponential", n, random -> random.doubles(n).map(u -> -Math.log(1 - u)).toArray());
    }
  }

  private void single(String kind, int n, Function<SplittableRandom, double[]> draw) {
    long start = System.nanoTime();
    long[] parts =
        IntStream.range(0, trials)
            .parallel()
            .mapToLong(i -> {
              double[] values = draw.apply(new SplittableRandom(seed + 1_000_003L * i + n));
              return Bands.find(values, new double[n], level, i).parts();
            })
            .toArray();
    long two = Arrays.stream(parts).filter(part -> part == 2).count();
    long three = Arrays.stream(parts).filter(part -> part == 3).count();
    out.printf(
        Locale.ROOT,
        "%-15s n %5d: %d with two, %d with three of %d (%.2f %%), %.1f ms each%n",
        kind,
        n,
        two,
        three,
        trials,
        100.0 * (two + three) / trials,
        (System.nanoTime() - start) / 1e6 / trials);
  }

  private void bands() {
    int[][] sizes = {
      {20, 5},
      {30, 7},
      {60, 5},
      {100, 5},
      {250, 5},
      {250, 9},
      {20, 10},
      {40, 10},
      {60, 30},
      {100, 10},
      {200, 10},
      {500, 10},
      {96, 12},
      {1000, 20},
      {1000, 125},
      {10_000, 200}
    };
    for (int[] size : sizes) {
      for (double ratio : new double[] {0.25, 0.5, 1, 2, 4}) {
        found(size[0], size[1], ratio, size[1] < 10 ? 8 : 6);
      }
    }
  }

  private void found(int n, int small, double ratio, double d) {
    long start = System.nanoTime();
    double[] right =
        IntStream.range(0, trials)
            .parallel()
            .mapToDouble(i -> {
              SplittableRandom random = new SplittableRandom(seed + 1_000_003L * i + n);
              FleetDraw fleet = FleetDraw.bands(random, n, small, ratio, d);
              Bands.Result result = Bands.find(fleet.values(), new double[n], level, i);
              return result.parts() == 2
                  ? fleet.right(result.partOf())
                  : result.parts() == 3 ? -1 : -2;
            })
            .toArray();
    long three = Arrays.stream(right).filter(share -> share == -1).count();
    double mean = Arrays.stream(right).filter(share -> share >= 0).average().orElse(0);
    long found = Arrays.stream(right).filter(share -> share >= 0.9).count();
    out.printf(
        Locale.ROOT,
        "n %5d, %3d nodes, deviations 1 : %.2f, D %.0f: found %.1f %% (three %d of %d), right %.2f"
            + " %%, %.1f ms each%n",
        n,
        small,
        ratio,
        d,
        100.0 * found / trials,
        three,
        trials,
        100 * mean,
        (System.nanoTime() - start) / 1e6 / trials);
  }

  private void threes() {
    int[][] sizes = {{10, 10, 10}, {10, 40, 10}, {10, 80, 30}, {100, 300, 100}, {10, 10, 200}};
    for (int[] size : sizes) {
      for (double ratio : new double[] {1, 3}) {
        int n = Arrays.stream(size).sum();
        long start = System.nanoTime();
        long three =
            IntStream.range(0, trials)
                .parallel()
                .filter(i -> {
                  SplittableRandom random = new SplittableRandom(seed + 1_000_003L * i + n);
                  double[] values = three(random, size, ratio);
                  return Bands.find(values, new double[n], level, i).parts() == 3;
                })
                .count();
        out.printf(
            Locale.ROOT,
            "%s, the upper one %.0f times as wide: %.1f %%, %.0f ms each%n",
            Arrays.toString(size),
            ratio,
            100.0 * three / trials,
            (System.nanoTime() - start) / 1e6 / trials);
      }
    }
  }

  private static double[] three(SplittableRandom random, int[] size, double ratio) {
    double[] values = new double[size[0] + size[1] + size[2]];
    for (int i = 0; i < values.length; i++) {
      double z = random.nextGaussian();
      values[i] =
          i < size[0]
              ? z
              : i < size[0] + size[1]
                  ? 6.5 + z
                  : 6.5 + 6.5 * Math.sqrt((1 + ratio * ratio) / 2) + ratio * z;
    }
    return values;
  }
}
