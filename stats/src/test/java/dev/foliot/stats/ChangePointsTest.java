package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ChangePointsTest {
  /** Level 3, 2, 2 with six times the spread, 2.2; from src/test/resources/reference. */
  private static final double[] SERIES = {
    3.0, 3.03, 2.973, 2.911, 2.955, 2.901, 3.006, 3.134, 2.951, 2.938, 3.049, 3.036, 3.011, 2.907,
    2.997, 2.07, 1.866, 1.954, 1.81, 1.871, 1.816, 1.976, 1.873, 2.027, 2.016, 1.981, 1.748, 1.946,
    1.995, 2.011, 1.847, 1.952, 1.902, 1.919, 2.106, 1.919, 1.997, 2.088, 1.942, 1.989, 2.011,
    2.006, 1.877, 2.008, 2.136, 1.072, 2.516, 2.072, 1.615, 3.2, 2.457, 1.28, 2.045, 2.346, 1.887,
    2.41, 1.96, 2.4, 2.863, 1.595, 2.122, 1.722, 2.076, 1.288, 1.652, 1.882, 2.539, 2.687, 1.206,
    1.523, 2.265, 2.001, 2.154, 2.19, 2.326, 2.269, 2.167, 2.163, 2.175, 2.352, 2.157, 2.17, 2.235,
    2.188, 2.18, 2.089, 2.199, 2.156, 2.317, 2.265, 2.198, 2.267, 2.166, 2.305, 2.199, 2.258, 2.071,
    2.235, 2.031, 1.996
  };

  /** Dynamic programming of ruptures 1.1.10 with the same cost: reference.py. */
  @Test
  void shouldFindTheChangesOfRuptures() {
    assertThat(ChangePoints.pelt(SERIES, 5, 3 * Math.log(100))).containsExactly(15, 44, 70);
    assertThat(ChangePoints.meanAndVariance(SERIES, 5)).containsExactly(15);
  }

  @Test
  void shouldFindTheLeastCostOfAllDivisions() {
    long seed = Seeds.fresh("shouldFindTheLeastCostOfAllDivisions");
    SplittableRandom random = new SplittableRandom(seed);
    int withChanges = 0;
    for (int i = 0; i < 300; i++) {
      double[] series = steps(random, 20 + random.nextInt(40));
      int minSegment = 2 + random.nextInt(5);
      double penalty = 2 + 10 * random.nextDouble();
      int[] found = ChangePoints.pelt(series, minSegment, penalty);
      assertThat(cost(series, found, penalty))
          .as("seed %d, trial %d", seed, i)
          .isLessThanOrEqualTo(leastCost(series, minSegment, penalty) + 1e-9);
      assertThat(shortest(series, found)).as("seed %d", seed).isGreaterThanOrEqualTo(minSegment);
      withChanges += found.length > 0 ? 1 : 0;
    }
    assertThat(withChanges).as("seed %d", seed).isGreaterThan(30);
  }

  @Test
  void shouldNotDependOnTheUnit() {
    long seed = Seeds.fresh("shouldNotDependOnTheUnit");
    double[] series = steps(new SplittableRandom(seed), 120);
    int[] found = ChangePoints.meanAndVariance(series, 5);
    double[] scaled = DoubleStream.of(series).map(v -> 1024 * v + 4096).toArray();
    assertThat(ChangePoints.meanAndVariance(scaled, 5)).as("seed %d", seed).isEqualTo(found);
  }

  @Test
  void shouldFindNothingInWhatIsFlatOrShort() {
    double[] flat = new double[50];
    Arrays.fill(flat, 0.1);
    assertThat(ChangePoints.meanAndVariance(flat, 5)).isEmpty();
    assertThat(ChangePoints.meanAndVariance(new double[] {1, 1, 1, 1, 9, 9, 9, 9}, 5)).isEmpty();
    assertThat(ChangePoints.meanAndVariance(new double[0], 5)).isEmpty();
  }

  /** 10,000 series of this kind gave no change; two of 200 would be a hundredfold. */
  @Test
  void shouldRarelyFindAChangeInNoise() {
    long seed = Seeds.fresh("shouldRarelyFindAChangeInNoise");
    SplittableRandom random = new SplittableRandom(seed);
    int found = 0;
    for (int i = 0; i < 200; i++) {
      double[] noise = DoubleStream.generate(random::nextGaussian).limit(100).toArray();
      found += ChangePoints.meanAndVariance(noise, 5).length > 0 ? 1 : 0;
    }
    assertThat(found).as("seed %d", seed).isLessThanOrEqualTo(2);
  }

  @Test
  void shouldRefuseWhatIsNoSeries() {
    assertThatIllegalArgumentException().isThrownBy(() -> ChangePoints.meanAndVariance(SERIES, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChangePoints.meanAndVariance(new double[] {1, Double.NaN}, 2));
  }

  private static double[] steps(SplittableRandom random, int n) {
    double[] series = new double[n];
    double level = 0;
    double spread = 1;
    for (int i = 0; i < n; i++) {
      if (random.nextInt(15) == 0) {
        level = 4 * random.nextGaussian();
        spread = 0.2 + random.nextDouble();
      }
      series[i] = level + spread * random.nextGaussian();
    }
    return series;
  }

  private static double cost(double[] series, int[] changes, double penalty) {
    ChangePoints.Cost cost = new ChangePoints.Cost(series);
    double sum = changes.length * penalty;
    int start = 0;
    for (int change : changes) {
      sum += cost.of(start, change);
      start = change;
    }
    return sum + cost.of(start, series.length);
  }

  private static int shortest(double[] series, int[] changes) {
    int start = 0;
    int shortest = series.length;
    for (int change : changes) {
      shortest = Math.min(shortest, change - start);
      start = change;
    }
    return Math.min(shortest, series.length - start);
  }

  /** Optimal partitioning, without pruning. */
  private static double leastCost(double[] series, int minSegment, double penalty) {
    ChangePoints.Cost cost = new ChangePoints.Cost(series);
    double[] best = new double[series.length + 1];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    best[0] = -penalty;
    for (int end = minSegment; end <= series.length; end++) {
      for (int start = 0; start <= end - minSegment; start++) {
        best[end] = Math.min(best[end], best[start] + cost.of(start, end) + penalty);
      }
    }
    return best[series.length];
  }
}
