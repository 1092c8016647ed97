package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SequentialComparisonTest {
  private static final Path BANKS = Path.of("src/test/resources/bank");

  /** Of 200 with a chance of 2.5 % each, 16 or more are seen less than once in 10^4 runs. */
  @ParameterizedTest
  @EnumSource
  void shouldSeldomFindADifferenceWhereThereIsNone(Gates.Noise noise) {
    Gates.Tally tally = Gates.of(200, 30, noise, 0.05, 1, 7);
    assertThat(tally.of(Change.WORSE) + tally.of(Change.BETTER)).isLessThan(16);
  }

  @ParameterizedTest
  @CsvSource({"hop-response.csv, p50", "hop-response.csv, p99", "formatting-response.csv, p99"})
  void shouldSeldomFindOneAmongRealForks(String bank, String percentile) {
    Gates.Tally tally = Gates.of(200, 30, Bank.read(BANKS.resolve(bank)), percentile, 1, 7);
    assertThat(tally.of(Change.WORSE) + tally.of(Change.BETTER)).isLessThan(16);
  }

  /** Looking after each pair with the interval for one look would find 17 % false ones. */
  @Test
  void shouldNeedItsBorders() {
    SplittableRandom random = new SplittableRandom(7);
    int fixed = 0;
    for (int gate = 0; gate < 300; gate++) {
      double[] shifts = new double[40];
      boolean isFound = false;
      for (int pair = 0; pair < shifts.length && !isFound; pair++) {
        shifts[pair] = random.nextGaussian();
        double mean = 0;
        for (int i = 0; i <= pair; i++) {
          mean += shifts[i] / (pair + 1);
        }
        isFound = pair >= 7 && Math.abs(mean) * Math.sqrt(pair + 1) > 1.96;
      }
      fixed += isFound ? 1 : 0;
    }
    assertThat(fixed).isGreaterThan(30);
  }

  @Test
  void shouldFindWhatMatters() {
    assertThat(Gates.of(200, 60, Gates.Noise.NORMAL, 0.03, 1.05, 7).share(Change.WORSE))
        .isGreaterThan(0.9);
    assertThat(Gates.of(200, 60, Gates.Noise.WILD, 0.2, 1.5, 7).share(Change.WORSE))
        .isGreaterThan(0.9);
    assertThat(Gates.of(200, 60, Gates.Noise.NORMAL, 0.03, 1 / 1.05, 7).share(Change.BETTER))
        .isGreaterThan(0.9);
    assertThat(Gates.of(200, 60, Gates.Noise.NORMAL, 0.03, 1, 7).share(Change.SAME))
        .isGreaterThan(0.9);
  }

  /** One that is far apart needs eight pairs; one that cannot be told says what may hide. */
  @Test
  void shouldStopEarlyOrSayWhatMayHide() {
    assertThat(Gates.of(50, 60, Gates.Noise.NORMAL, 0.01, 2, 7).pairs(0.9)).isLessThan(10);
    Gates.Tally unsteady = Gates.of(50, 20, Gates.Noise.NORMAL, 0.4, 1, 7);
    assertThat(unsteady.share(Change.UNDECIDED)).isGreaterThan(0.9);
    assertThat(unsteady.hidden()).isBetween(1.2, 2.2);
  }

  @Test
  void shouldHoldTheShiftAtAllLooksTogether() {
    SplittableRandom seeds = new SplittableRandom(7);
    int missed = 0;
    for (int run = 0; run < 300; run++) {
      SplittableRandom random = seeds.split();
      SequentialShift pairs = new SequentialShift(0.95);
      boolean isMissed = false;
      for (int pair = 0; pair < 30; pair++) {
        pairs.add(0.7 + random.nextGaussian());
        HodgesLehmann.Shift shift = pairs.shift();
        assertThat(shift.estimate()).isBetween(shift.low(), shift.high());
        isMissed |= shift.low() > 0.7 || shift.high() < 0.7;
      }
      missed += isMissed ? 1 : 0;
    }
    // 5 % of 300 and three and a half deviations
    assertThat(missed).isLessThan(29);
  }

  @Test
  void shouldTakeEqualPairs() {
    SequentialComparison comparison = new SequentialComparison(1, Gates.DETECT);
    assertThat(comparison.result(0)).isEqualTo(SequentialComparison.Result.NOTHING);
    for (int pair = 0; pair < 12; pair++) {
      comparison.add(0, 5, 5);
    }
    assertThat(comparison.result(0).verdict()).isEqualTo(Change.SAME);
    assertThat(comparison.result(0).ratio()).isEqualTo(1);
    assertThat(comparison.isDecided()).isTrue();
  }

  @Test
  void shouldHoldMorePairsThanAWordHasBits() {
    SequentialComparison comparison = new SequentialComparison(1, 1.0001);
    SplittableRandom random = new SplittableRandom(7);
    for (int pair = 0; pair < 140; pair++) {
      comparison.add(0, Math.exp(random.nextGaussian()), Math.exp(random.nextGaussian()));
    }
    assertThat(comparison.result(0).pairs()).isEqualTo(140);
    assertThat(comparison.result(0).mayHide()).isBetween(1.01, 2.0);
  }

  @Test
  void shouldRefuseWhatHasNoRatio() {
    SequentialComparison comparison = new SequentialComparison(1, Gates.DETECT);
    assertThatThrownBy(() -> comparison.add(0, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> comparison.add(0, 1, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SequentialComparison(0, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SequentialComparison(1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SequentialShift(0.95).shift())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new SequentialShift(0.95).add(Double.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
