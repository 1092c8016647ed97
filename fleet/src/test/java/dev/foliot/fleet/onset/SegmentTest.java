package dev.foliot.fleet.onset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SegmentTest {
  private static double[] level(int windows, int from, int to, double change) {
    SplittableRandom random = new SplittableRandom(7);
    double[] values = new double[windows];
    for (int i = 0; i < windows; i++) {
      values[i] = 10 + 0.1 * random.nextGaussian() + (i >= from && i < to ? change : 0);
    }
    return values;
  }

  @Test
  void shouldFindAChangeThatLastsAndOneThatEnds() {
    Segment lasts = Segment.of(level(24, 18, 24, 2)).atLeast(0);
    assertThat(lasts.from()).isEqualTo(18);
    assertThat(lasts.to()).isEqualTo(24);
    assertThat(lasts.change()).isCloseTo(2, within(0.2));
    assertThat(lasts.score()).isGreaterThan(20);
    Segment ends = Segment.of(level(24, 8, 12, -2)).atLeast(0);
    assertThat(ends.from()).isEqualTo(8);
    assertThat(ends.to()).isEqualTo(12);
    assertThat(ends.change()).isCloseTo(-2, within(0.2));
  }

  @Test
  void shouldBeModestWithoutAChange() {
    assertThat(Segment.of(level(24, 0, 0, 0)).atLeast(0).score()).isLessThan(5);
  }

  @Test
  void shouldTakeAsMuchNoiseAsItIsTold() {
    Segment found = Segment.of(level(24, 18, 24, 2));
    assertThat(found.atLeast(10).score()).isLessThan(1);
    double[] equal = new double[24];
    assertThat(Segment.of(equal).atLeast(0).score()).isZero();
  }

  @Test
  void shouldLeaveGapsOutAndNeedEnoughWindows() {
    double[] gaps = level(24, 18, 24, 2);
    gaps[3] = Double.NaN;
    gaps[19] = Double.NaN;
    assertThat(Segment.of(gaps).from()).isEqualTo(18);
    assertThat(Segment.of(Arrays.copyOf(gaps, 6))).isEqualTo(Segment.NONE);
  }

  @Test
  void shouldScoreAGivenStretchWithItsSign() {
    double[] up = level(24, 18, 24, 2);
    double[] down = level(24, 18, 24, -2);
    assertThat(Segment.score(up, 18, 24, 0.1)).isGreaterThan(20);
    assertThat(Segment.score(down, 18, 24, 0.1)).isLessThan(-20);
    assertThat(Segment.score(up, 0, 24, 0.1)).isZero();
  }
}
