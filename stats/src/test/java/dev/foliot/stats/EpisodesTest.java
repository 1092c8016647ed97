package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EpisodesTest {
  @Test
  void shouldCountNothingWithoutExceedances() {
    assertThat(Episodes.count(new long[0], 1000)).isZero();
  }

  @Test
  void shouldCountOneStallOnce() {
    long[] stall = LongStream.range(50_000, 51_000).toArray();
    assertThat(Episodes.count(stall, 100_000)).isEqualTo(1);
  }

  @Test
  void shouldCountEveryStallInAnyOrder() {
    long[] stalls =
        LongStream.of(9, 2, 5)
            .flatMap(s -> LongStream.range(s * 10_000, s * 10_000 + 300))
            .toArray();
    assertThat(Episodes.count(stalls, 100_000)).isEqualTo(3);
  }

  /**
   * Correct: about 90 % of independent exceedances stay separate. Broken (gap = mean gap): 37 %.
   */
  @Test
  void shouldKeepIndependentExceedancesApart() {
    long seed = 20261121;
    long[] independent = new SplittableRandom(seed).longs(1_000, 0, 1_000_000).toArray();
    assertThat(Episodes.count(independent, 1_000_000)).as("seed %d", seed).isBetween(870, 935);
  }

  @Test
  void shouldCountWhatIsBeyondAPercentileInSpiteOfRounding() {
    assertThat(Episodes.exceedances(10_000, 99.9)).isEqualTo(10);
    assertThat(Episodes.exceedances(9_999, 99.9)).isEqualTo(9);
    assertThat(Episodes.exceedances(100_000, 99.99)).isEqualTo(10);
    assertThat(Episodes.exceedances(5, 99)).isZero();
  }

  @Test
  void shouldTakeTheBlocksOfTimeOrTheRunsWhicheverAreMore() {
    long[] maxima = {7, 9, 10, 11, 3};
    assertThat(Episodes.beyond(maxima, 9, new long[0], 1_000)).isEqualTo(3);
    assertThat(Episodes.beyond(maxima, 9, new long[] {100, 300, 500, 700}, 1_000)).isEqualTo(4);
    assertThat(Episodes.beyond(maxima, 9, new long[] {100, 101}, 1_000)).isEqualTo(3);
  }
}
