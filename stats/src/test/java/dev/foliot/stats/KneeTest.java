package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class KneeTest {
  /** The mean response time of M/M/1 is 1 / (capacity - rate): it doubles at half of capacity. */
  @Test
  void shouldFindTheGreatestPowerOfAQueue() {
    double[] latencies = new double[90];
    double[] power = new double[90];
    for (int i = 0; i < latencies.length; i++) {
      double rate = i + 0.5;
      latencies[i] = 1 / (100 - rate);
      power[i] = rate / latencies[i];
    }

    int knee = Knee.ratesBefore(latencies, new boolean[90]) - 1;

    assertThat(power[knee]).isCloseTo(Arrays.stream(power).max().orElseThrow(), Offset.offset(1.0));
  }

  @Test
  void shouldEndBeforeTheFirstRateThatTakesTwiceAsLong() {
    assertThat(Knee.ratesBefore(new double[] {10, 12, 20, 11}, new boolean[4])).isEqualTo(2);
  }

  @Test
  void shouldEndBeforeTheFirstSaturatedRate() {
    assertThat(
            Knee.ratesBefore(
                new double[] {10, 12, Double.NaN, 12}, new boolean[] {false, false, true, false}))
        .isEqualTo(2);
    assertThat(Knee.ratesBefore(new double[] {10, 12}, new boolean[] {true, true})).isZero();
  }

  @Test
  void shouldSayThatNoBendWasReached() {
    assertThat(Knee.ratesBefore(new double[] {10, 12, 19}, new boolean[3])).isEqualTo(3);
    assertThat(Knee.ratesBefore(new double[0], new boolean[0])).isZero();
  }

  @Test
  void shouldRefuseWhatDoesNotBelongTogether() {
    assertThatThrownBy(() -> Knee.ratesBefore(new double[2], new boolean[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 latencies, but 3 rates");
  }
}
