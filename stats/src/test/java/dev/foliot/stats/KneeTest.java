package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.stats.Knee.End;
import dev.foliot.stats.Knee.Point;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
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

    int knee = of(latencies).ratesBefore() - 1;

    assertThat(power[knee]).isCloseTo(Arrays.stream(power).max().orElseThrow(), Offset.offset(1.0));
  }

  @Test
  void shouldEndBeforeTheFirstRateThatTakesTwiceAsLong() {
    assertThat(of(10, 12, 20, 11)).isEqualTo(new Knee(2, End.DOUBLED));
  }

  @Test
  void shouldEndBeforeTheFirstSaturatedRate() {
    Point saturated = new Point(Double.NaN, Double.NaN, Double.NaN, true);

    assertThat(Knee.of(List.of(point(10), point(12), saturated, point(12))))
        .isEqualTo(new Knee(2, End.SATURATED));
    assertThat(Knee.of(List.of(saturated, point(12)))).isEqualTo(new Knee(0, End.SATURATED));
    assertThat(Knee.of(List.of(saturated, point(12))).isReached()).isFalse();
  }

  @Test
  void shouldSayThatNoBendWasReached() {
    assertThat(of(10, 12, 19)).isEqualTo(new Knee(3, End.NO_MORE_RATES));
    assertThat(of()).isEqualTo(new Knee(0, End.UNKNOWN));
  }

  @Test
  void shouldKnowNothingWhereALatencyIsUnknown() {
    assertThat(of(Double.NaN, 12, 50)).isEqualTo(new Knee(0, End.UNKNOWN));
    assertThat(of(10, Double.NaN, 50)).isEqualTo(new Knee(1, End.UNKNOWN));
    assertThat(of(10, Double.NaN, 50).isReached()).isFalse();
  }

  @Test
  void shouldNotTakeNoiseForAKnee() {
    Point lowest = new Point(10, 5, 30, false);
    Point noisy = new Point(25, 8, 40, false);

    assertThat(Knee.of(List.of(lowest, noisy, point(15))))
        .isEqualTo(new Knee(3, End.NO_MORE_RATES));
    assertThat(Knee.of(List.of(lowest, noisy, point(35)))).isEqualTo(new Knee(2, End.DOUBLED));
  }

  private static Knee of(double... latencies) {
    return Knee.of(Arrays.stream(latencies).mapToObj(KneeTest::point).collect(Collectors.toList()));
  }

  private static Point point(double latency) {
    return new Point(latency, latency, latency, false);
  }
}
