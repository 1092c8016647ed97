package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ConfirmedChangesTest {
  private static final double ERROR_RATE = 0.05;
  private static final double MARGIN = 0.05;
  private static final double LEVEL = 50_000;

  @Test
  void shouldFindChangesAtTheirPlace() {
    double[] values = flat(new SplittableRandom(7), 60, 0.01, 0);
    IntStream.range(20, 60).forEach(i -> values[i] *= 1.2);
    IntStream.range(45, 60).forEach(i -> values[i] /= 1.5);

    List<ChangePoints.Found> found = ChangePoints.confirmed(values, ERROR_RATE, MARGIN);

    assertThat(found).extracting(ChangePoints.Found::first).containsExactly(20, 45);
    assertThat(found.get(0).ratio()).isBetween(1.18, 1.22);
    assertThat(found.get(0).low()).isGreaterThan(1.15).isLessThan(found.get(0).ratio());
    assertThat(found.get(1).ratio()).isBetween(0.65, 0.68);
    assertThat(found.get(1).high()).isLessThan(0.7).isGreaterThan(found.get(1).ratio());
  }

  @Test
  void shouldTakeFiveValuesForAChange() {
    double[] values = flat(new SplittableRandom(3), 25, 0.01, 0);
    IntStream.range(20, 25).forEach(i -> values[i] *= 1.3);

    assertThat(ChangePoints.confirmed(values, ERROR_RATE, MARGIN))
        .extracting(ChangePoints.Found::first)
        .containsExactly(20);
    assertThat(ChangePoints.confirmed(Arrays.copyOf(values, 24), ERROR_RATE, MARGIN)).isEmpty();
    assertThat(ChangePoints.confirmed(new double[0], ERROR_RATE, MARGIN)).isEmpty();
  }

  @Test
  void shouldNotReportWhatDoesNotMatter() {
    double[] values = flat(new SplittableRandom(5), 100, 0.002, 0);
    IntStream.range(50, 100).forEach(i -> values[i] *= 1.03);

    assertThat(ChangePoints.confirmed(values, ERROR_RATE, MARGIN)).isEmpty();
  }

  /** Two wild values beside each other are no change of level. */
  @Test
  void shouldPassOverWildValues() {
    double[] values = flat(new SplittableRandom(11), 80, 0.02, 0);
    values[30] *= 40;
    values[31] *= 25;
    values[79] *= 10;

    assertThat(ChangePoints.confirmed(values, ERROR_RATE, MARGIN)).isEmpty();
  }

  /** Whatever the noise: of logs that are normal, with wild values, or heavy in the tail. */
  @Test
  @Tag("once")
  void shouldInventNoneInFlatSeriesBeyondTheErrorRate() {
    long seed = Seeds.fresh("shouldInventNoneInFlatSeriesBeyondTheErrorRate");
    SplittableRandom random = new SplittableRandom(seed);
    for (int kind = 0; kind < 3; kind++) {
      int wild = kind;
      int invented = 0;
      for (int i = 0; i < 1_000; i++) {
        double[] values =
            flat(random, 10 + random.nextInt(190), 0.02 + 0.3 * random.nextDouble(), wild);
        invented += ChangePoints.confirmed(values, ERROR_RATE, MARGIN).isEmpty() ? 0 : 1;
      }
      System.out.println("kind " + kind + ": " + invented + " of 1,000 flat series");
      assertThat(invented).as("seed %d, kind %d", seed, kind).isLessThanOrEqualTo(50);
    }
  }

  /** A change of a tenth, where values differ by 2 %, is found at its value. */
  @Test
  @Tag("once")
  void shouldFindPlantedChangesAtTheirValue() {
    long seed = Seeds.fresh("shouldFindPlantedChangesAtTheirValue");
    SplittableRandom random = new SplittableRandom(seed);
    int found = 0;
    int exact = 0;
    for (int i = 0; i < 150; i++) {
      int length = 30 + random.nextInt(170);
      int at = 15 + random.nextInt(length - 20);
      double[] values = flat(random, length, 0.02, 1);
      double factor = random.nextBoolean() ? 1.12 : 1 / 1.12;
      IntStream.range(at, length).forEach(j -> values[j] *= factor);
      List<ChangePoints.Found> changes = ChangePoints.confirmed(values, ERROR_RATE, MARGIN);
      found += changes.stream().anyMatch(one -> Math.abs(one.first() - at) <= 1) ? 1 : 0;
      exact += changes.stream().anyMatch(one -> one.first() == at) ? 1 : 0;
    }
    System.out.println("found " + found + ", at the value " + exact + ", of 150");
    assertThat(found).as("seed %d", seed).isGreaterThanOrEqualTo(135);
    assertThat(exact).as("seed %d", seed).isGreaterThanOrEqualTo(125);
  }

  /**
   * @param kind 0 for normal logs, 1 for some wild values, 2 for heavy tails
   */
  private static double[] flat(SplittableRandom random, int length, double noise, int kind) {
    return IntStream.range(0, length)
        .mapToDouble(i -> {
          double log =
              kind == 2
                  ? -Math.log(1 - random.nextDouble()) * Math.signum(random.nextGaussian())
                  : random.nextGaussian();
          double wild = kind == 1 && random.nextInt(40) == 0 ? 3 : 1;
          return LEVEL * Math.exp(noise * log) * wild;
        })
        .toArray();
  }
}
