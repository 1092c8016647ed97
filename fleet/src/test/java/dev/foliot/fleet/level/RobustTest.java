package dev.foliot.fleet.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.sums.HandMade;
import org.junit.jupiter.api.Test;

final class RobustTest {
  @Test
  void shouldTellTheDeviationOfNormalValuesWhateverAFewAre() {
    double[] values = HandMade.random().doubles(2_001, 0, 1).toArray();
    java.util.random.RandomGenerator random = HandMade.random();
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 20 == 0 ? 1e6 : 5 + 3 * random.nextGaussian();
    }
    assertThat(Robust.deviation(values)).isCloseTo(3, within(0.4));
  }

  @Test
  void shouldWeighTheMiddle() {
    assertThat(Robust.weightedMedian(new double[] {9, 1, 5}, new double[] {1, 1, 1})).isEqualTo(5);
    assertThat(Robust.weightedMedian(new double[] {9, 1, 5}, new double[] {10, 1, 1})).isEqualTo(9);
    assertThat(Robust.weightedMedian(new double[] {9, 1}, new double[] {0, 0})).isNaN();
  }

  @Test
  void shouldCorrelate() {
    double[] up = {1, 2, 3, 4};
    assertThat(Robust.correlation(up, new double[] {2, 4, 6, 8})).isCloseTo(1, within(1e-12));
    assertThat(Robust.correlation(up, new double[] {8, 6, 4, 2})).isCloseTo(-1, within(1e-12));
    assertThat(Robust.correlation(up, new double[] {7, 7, 7, 7})).isZero();
  }
}
