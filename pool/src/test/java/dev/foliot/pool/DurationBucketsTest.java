package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationBucketsTest {
  @Test
  void shouldCoverAllDurationsWithoutGapsByBucketsOfAtMost4Percent() {
    assertThat(DurationBuckets.leastNs(0)).isZero();
    for (int i = 0; i < DurationBuckets.COUNT - 1; i++) {
      long leastNs = DurationBuckets.leastNs(i);
      long greatestNs = DurationBuckets.greatestNs(i);
      assertThat(DurationBuckets.indexOf(leastNs)).isEqualTo(i);
      assertThat(DurationBuckets.indexOf(greatestNs)).isEqualTo(i);
      assertThat(DurationBuckets.indexOf(greatestNs + 1)).isEqualTo(i + 1);
      assertThat(greatestNs - leastNs).isLessThanOrEqualTo((long) (0.032 * leastNs));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 1L << 43, (1L << 43) - 1})
  void shouldKeepTheLongestInTheLastBucket(long ns) {
    assertThat(DurationBuckets.indexOf(ns)).isEqualTo(DurationBuckets.COUNT - 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0})
  void shouldCountAClockThatWentBackAsNothing(long ns) {
    assertThat(DurationBuckets.indexOf(ns)).isZero();
  }

  @Test
  void shouldSayNothingOfNothing() {
    assertThat(DurationBuckets.summary(new long[DurationBuckets.COUNT], 0))
        .isEqualTo(new DurationSummary(0, 0, 0, 0, 0, 0));
  }

  @Test
  void shouldSumUpWithinItsError() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    long[] durations = random.longs(10_001, 0, 62).map(bits -> 1L << (bits * 2 / 3)).toArray();
    long[] counts = new long[DurationBuckets.COUNT];
    for (int i = 0; i < durations.length; i++) {
      durations[i] += random.nextInt((int) Math.min(durations[i], Integer.MAX_VALUE));
      counts[DurationBuckets.indexOf(durations[i])]++;
    }
    Arrays.sort(durations);
    long maxNs = durations[durations.length - 1];
    DurationSummary summary = DurationBuckets.summary(counts, maxNs);
    double mean = Arrays.stream(durations).average().orElseThrow();
    assertThat(summary.count()).as("seed %d", seed).isEqualTo(durations.length);
    assertThat(summary.meanNs()).as("seed %d", seed).isCloseTo(mean, within(0.016 * mean));
    assertThat(summary.maxNs()).isEqualTo(maxNs);
    assertBound(summary.p50Ns(), durations[5_000], seed);
    assertBound(summary.p90Ns(), durations[9_000], seed);
    assertBound(summary.p99Ns(), durations[9_900], seed);
  }

  private static void assertBound(long saidNs, long trueNs, long seed) {
    assertThat(saidNs).as("seed %d", seed).isBetween(trueNs, (long) (1.04 * trueNs));
  }
}
