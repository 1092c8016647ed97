package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.stats.Comparison.Pair;
import dev.foliot.stats.Comparison.Result;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final double MARGIN = 0.05;
  private static final double[] BASE = {1000, 1005, 1010, 1015, 1020, 1025, 1030, 1035};

  @Test
  void shouldSayWorseAndBetterAndSame() {
    assertThat(alone(BASE, times(BASE, 1.2)).verdict()).isEqualTo(Change.WORSE);
    assertThat(alone(times(BASE, 1.2), BASE).verdict()).isEqualTo(Change.BETTER);
    assertThat(alone(BASE, times(BASE, 1.01)).verdict()).isEqualTo(Change.SAME);
    assertThat(alone(BASE, times(BASE, 1.2)).ratio()).isCloseTo(1.2, within(0.01));
  }

  @Test
  void shouldSayUndecidedWithTheForksThatItTakes() {
    Result result = alone(BASE, times(BASE, 1.04));
    assertThat(result.verdict()).isEqualTo(Change.UNDECIDED);
    assertThat(result.low()).isGreaterThan(1);
    assertThat(result.high()).isGreaterThan(1 + MARGIN);
    assertThat(result.forksNeeded().orElseThrow()).isBetween(9, 100);
  }

  @Test
  void shouldNotDecideBelowFiveForks() {
    Result result = alone(new double[] {10, 11, 12, 13}, times(BASE, 5));
    assertThat(result.verdict()).isEqualTo(Change.UNDECIDED);
    assertThat(result.forksNeeded().orElseThrow()).isGreaterThanOrEqualTo(5);
    assertThat(alone(new double[] {10}, new double[] {20}).forksNeeded()).isEmpty();
    assertThat(
            alone(new double[] {10, 11, 12, 13, 14}, new double[] {20, 21, 22, 23, 24}).verdict())
        .isEqualTo(Change.WORSE);
  }

  @Test
  void shouldKnowNothingWithoutData() {
    Result nothing =
        new Result(Change.UNDECIDED, 1, 0, Double.POSITIVE_INFINITY, OptionalInt.empty());
    Pair without = new Pair(new double[0], BASE);
    assertThat(Comparison.of(List.of(without, new Pair(BASE, new double[0])), 0, MARGIN))
        .containsExactly(nothing, nothing);
  }

  @Test
  void shouldTreatTheOthersAsAFamily() {
    double[] shifted = times(BASE, 1.02);
    Pair pair = new Pair(BASE, shifted);
    Result primary = Comparison.of(List.of(pair, pair, pair), 1, MARGIN).get(1);
    Result other = Comparison.of(List.of(pair, pair, pair), 1, MARGIN).get(0);
    assertThat(other.ratio()).isEqualTo(primary.ratio());
    assertThat(other.high() - other.low()).isGreaterThan(primary.high() - primary.low());
    // A percentile without data takes no part.
    Pair without = new Pair(new double[0], BASE);
    assertThat(Comparison.of(List.of(pair, without, pair), 0, MARGIN).get(2)).isEqualTo(primary);
  }

  @Test
  void shouldJudgeALaterValueByEarlierOnes() {
    assertThat(next(BASE, 1200).verdict()).isEqualTo(Change.WORSE);
    assertThat(next(BASE, 1200).ratio()).isCloseTo(1.18, within(0.01));
    assertThat(next(BASE, 800).verdict()).isEqualTo(Change.BETTER);
    assertThat(next(BASE, 1017).verdict()).isEqualTo(Change.SAME);
    // values that differ by a tenth say little of one that is a tenth off
    assertThat(next(new double[] {900, 1000, 1100, 950, 1050}, 1100).verdict())
        .isEqualTo(Change.UNDECIDED);
    assertThat(next(new double[] {900, 1000, 1100, 950}, 5000).verdict())
        .isEqualTo(Change.UNDECIDED);
    assertThat(next(new double[] {1000, 1000, 1000, 1000, 1000}, 1000).verdict())
        .isEqualTo(Change.SAME);
  }

  /** The interval of a value like the others leaves 1 out in 5 % of cases. */
  @Test
  void shouldHoldItsErrorRateForALaterValue() {
    long seed = Seeds.fresh("shouldHoldItsErrorRateForALaterValue");
    SplittableRandom random = new SplittableRandom(seed);
    int out = 0;
    int outAny = 0;
    for (int i = 0; i < 4_000; i++) {
      int earlier = 5 + random.nextInt(40);
      List<Pair> pairs =
          IntStream.range(0, 5)
              .mapToObj(j -> new Pair(noise(random, earlier), noise(random, 1)))
              .toList();
      List<Result> results = Comparison.ofNext(pairs, 2, MARGIN);
      out += isOut(results.get(2)) ? 1 : 0;
      outAny += IntStream.of(0, 1, 3, 4).anyMatch(j -> isOut(results.get(j))) ? 1 : 0;
    }
    assertThat(out / 4_000.0).as("seed %d", seed).isBetween(0.035, 0.065);
    assertThat(outAny / 4_000.0).as("seed %d", seed).isBetween(0.035, 0.065);
  }

  private static boolean isOut(Result result) {
    return result.low() > 1 || result.high() < 1;
  }

  private static double[] noise(SplittableRandom random, int count) {
    return DoubleStream.generate(() -> 1e6 * Math.exp(0.1 * random.nextGaussian()))
        .limit(count)
        .toArray();
  }

  private static Result next(double[] earlier, double later) {
    return Comparison.ofNext(List.of(new Pair(earlier, new double[] {later})), 0, MARGIN).get(0);
  }

  @Test
  void shouldShowIntervalsThatNeverContradictTheVerdict() {
    long seed = Seeds.fresh("shouldShowIntervalsThatNeverContradictTheVerdict");
    SplittableRandom random = new SplittableRandom(seed);
    Set<Change> seen = EnumSet.noneOf(Change.class);
    for (int i = 0; i < 3000; i++) {
      int forks = 3 + random.nextInt(12);
      List<Pair> pairs = IntStream.range(0, 5).mapToObj(j -> random(random, forks)).toList();
      for (Result result : Comparison.of(pairs, i % 5, MARGIN)) {
        seen.add(result.verdict());
        assertThat(result).as("seed %d", seed).matches(ComparisonTest::consistent);
        assertThat(result.low()).isLessThanOrEqualTo(result.ratio());
        assertThat(result.high()).isGreaterThanOrEqualTo(result.ratio());
        if (forks < 5) {
          assertThat(result.verdict()).as("seed %d", seed).isEqualTo(Change.UNDECIDED);
        }
      }
    }
    assertThat(seen).as("seed %d", seed).containsExactlyInAnyOrder(Change.values());
  }

  @Test
  void shouldTurnAroundWithTheSides() {
    long seed = Seeds.fresh("shouldTurnAroundWithTheSides");
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 300; i++) {
      List<Pair> pairs = IntStream.range(0, 3).mapToObj(j -> random(random, 8)).toList();
      List<Pair> turned = pairs.stream().map(pair -> new Pair(pair.b(), pair.a())).toList();
      for (int j = 0; j < 3; j++) {
        Result there = Comparison.of(pairs, 0, MARGIN).get(j);
        Result back = Comparison.of(turned, 0, MARGIN).get(j);
        assertThat(back.low()).as("seed %d", seed).isCloseTo(1 / there.high(), within(1e-9));
        assertThat(back.verdict())
            .as("seed %d", seed)
            .isEqualTo(
                switch (there.verdict()) {
                  case WORSE -> Change.BETTER;
                  case BETTER -> Change.WORSE;
                  case SAME -> Change.SAME;
                  case UNDECIDED -> Change.UNDECIDED;
                });
      }
    }
  }

  @Test
  void shouldTakeDurationsOfNothingAsOneNanosecond() {
    assertThat(alone(new double[6], new double[6]))
        .isEqualTo(new Result(Change.SAME, 1, 1, 1, OptionalInt.empty()));
  }

  @Test
  void shouldRefuseNonsense() {
    Pair pair = new Pair(BASE, BASE);
    assertThatIllegalArgumentException().isThrownBy(() -> Comparison.of(List.of(pair), 1, MARGIN));
    assertThatIllegalArgumentException().isThrownBy(() -> Comparison.of(List.of(pair), 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Comparison.of(List.of(pair), 0, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> alone(new double[] {Double.NaN}, BASE));
  }

  private static boolean consistent(Result r) {
    return switch (r.verdict()) {
      case SAME -> r.low() >= 1 / (1 + MARGIN) - 1e-12 && r.high() <= 1 + MARGIN + 1e-12;
      case WORSE -> r.low() > 1 && r.ratio() >= 1 + MARGIN - 1e-12;
      case BETTER -> r.high() < 1 && r.ratio() <= 1 / (1 + MARGIN) + 1e-12;
      case UNDECIDED -> !Double.isNaN(r.ratio()) && r.low() >= 0;
    };
  }

  private static Pair random(SplittableRandom random, int forks) {
    double factor = Math.exp(0.15 * random.nextGaussian());
    double spread = 0.005 + 0.1 * random.nextDouble();
    return new Pair(
        random.doubles(forks).map(v -> Math.rint(10_000 * (1 + spread * v))).toArray(),
        random.doubles(forks).map(v -> Math.rint(10_000 * factor * (1 + spread * v))).toArray());
  }

  private static Result alone(double[] a, double[] b) {
    return Comparison.of(List.of(new Pair(a, b)), 0, MARGIN).get(0);
  }

  private static double[] times(double[] values, double factor) {
    return DoubleStream.of(values).map(value -> value * factor).toArray();
  }
}
