package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DipTest {
  /** The sample of Hartigan and Hartigan 1985, faculties of statistics. */
  private static final double[] FACULTIES = {
    30, 33, 35, 36, 37, 37, 39, 39, 39, 39, 39, 40, 40, 40, 40, 41, 42, 43, 43, 43, 44, 44, 45, 45,
    46, 46, 47, 47, 48, 48, 48, 49, 50, 50, 51, 52, 52, 53, 53, 53, 53, 53, 54, 54, 57, 57, 59, 60,
    60, 60, 61, 61, 61, 61, 62, 62, 62, 62, 63, 66, 70, 72, 72
  };

  /** The paper says 0.059 and about 10 %; R's diptest 0.05952381. */
  @Test
  void shouldGiveTheDipOfTheSampleInThePaper() {
    assertThat(Dip.statistic(FACULTIES)).isCloseTo(0.05952381, within(1e-8));
    assertThat(Dip.pValue(Dip.statistic(FACULTIES), 63)).isBetween(0.07, 0.12);
  }

  @Test
  void shouldGiveTheLargestDipToTwoPoints() {
    assertThat(Dip.statistic(new double[] {0, 0, 1, 1})).isEqualTo(0.25);
    assertThat(Dip.pValue(0.25, 4)).isCloseTo(0.0001, within(1e-9));
  }

  @Test
  void shouldGiveTheLeastDipWhereTheStepsAreEven() {
    assertThat(Dip.statistic(new double[] {1, 2, 3, 4, 5})).isEqualTo(0.1);
    assertThat(Dip.statistic(new double[] {7})).isEqualTo(0.5);
    assertThat(Dip.statistic(new double[] {7, 7, 7})).isCloseTo(1.0 / 6, within(1e-15));
    // Convex, then concave: one mode.
    assertThat(Dip.statistic(new double[] {0, 4, 6, 7, 8, 10, 14}))
        .isCloseTo(1.0 / 14, within(1e-15));
    assertThat(Dip.pValue(0.1, 5)).isEqualTo(1);
  }

  @Test
  void shouldNotDependOnOrderPlaceOrScale() {
    long seed = Seeds.fresh("shouldNotDependOnOrderPlaceOrScale");
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 200; i++) {
      double[] values = random.doubles(4 + i).toArray();
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      double dip = Dip.statistic(values);
      assertThat(Dip.statistic(sorted)).as("seed %d", seed).isEqualTo(dip);
      assertThat(Dip.statistic(DoubleStream.of(values).map(v -> -8 * v - 3).toArray()))
          .as("seed %d", seed)
          .isCloseTo(dip, within(1e-9));
      assertThat(dip).isBetween(0.5 / values.length, 0.25);
    }
  }

  /** Columns 0.5, 0.95 and 0.99 of qDiptab in R's diptest 0.77, from a million samples each. */
  @ParameterizedTest
  @CsvSource({
    "10, 0.0977817630384725, 0.139611395137099, 0.159684158858235",
    "20, 0.07334377405927139, 0.105130218270636, 0.120624043335821",
    "50, 0.048851155289608, 0.0702737877191269, 0.0811998415355918",
    "100, 0.0354621760592113, 0.0511279442868827, 0.059024132304226",
    "500, 0.0164519238025286, 0.0237294742633411, 0.0274518022761997",
    "1000, 0.0117439009052552, 0.0169343970067564, 0.0196080260483234"
  })
  void shouldHaveThePValuesOfThePublishedTable(
      int n, double median, double twentieth, double hundredth) {
    assertThat(Dip.pValue(median, n)).isCloseTo(0.5, within(0.01));
    assertThat(Dip.pValue(twentieth, n)).isCloseTo(0.05, within(0.004));
    assertThat(Dip.pValue(hundredth, n)).isCloseTo(0.01, within(0.0015));
  }

  /** R: the medians for n = 50 and 100 are 0.3454 and 0.3546 times the root of n. */
  @Test
  void shouldInterpolateBetweenTheSizesAndGoOnBeyondThem() {
    assertThat(Dip.pValue(0.35 / Math.sqrt(75), 75)).isCloseTo(0.5, within(0.02));
    assertThat(Dip.pValue(0.377 / Math.sqrt(1e6), 1_000_000)).isBetween(0.4, 0.6);
    assertThat(Dip.pValue(0.2, 1_000_000)).isCloseTo(0.0001, within(1e-9));
  }

  @Test
  void shouldRefuseWhatHasNoDip() {
    assertThatIllegalArgumentException().isThrownBy(() -> Dip.statistic(new double[0]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Dip.statistic(new double[] {1, Double.NaN}));
    assertThatIllegalArgumentException().isThrownBy(() -> Dip.pValue(0.1, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> Dip.pValue(Double.NaN, 30));
  }
}
