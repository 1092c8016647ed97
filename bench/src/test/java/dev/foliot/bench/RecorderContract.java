package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What every recorder of durations keeps to; each runs this. */
abstract class RecorderContract {
  /** A recorder as its users see it. */
  interface Recorder {
    void record(long ns);

    Durations read();
  }

  abstract Recorder newRecorder();

  @Test
  void shouldBeEmptyAtFirst() {
    Durations none = newRecorder().read();
    assertThat(none.count()).isZero();
    assertThat(none.minNs()).isZero();
    assertThat(none.maxNs()).isZero();
    assertThat(none.sumNs()).isEqualTo(BigInteger.ZERO);
    assertThat(none.meanNs()).isZero();
    assertThat(none.percentileNs(99)).isZero();
  }

  @Test
  void shouldEqualHdrHistogramBesideExactFigures() {
    for (long seed = 1; seed <= 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Recorder recorder = newRecorder();
      Histogram histogram = new Histogram(Counts.SIGNIFICANT_DIGITS);
      BigInteger sum = BigInteger.ZERO;
      long min = Long.MAX_VALUE;
      long max = 0;
      for (int i = 0; i < 20_000; i++) {
        long ns = random.nextLong() >>> random.nextInt(1, 64);
        recorder.record(ns);
        histogram.recordValue(ns);
        sum = sum.add(BigInteger.valueOf(ns));
        min = Math.min(min, ns);
        max = Math.max(max, ns);
      }
      Durations recorded = recorder.read();
      assertThat(recorded.histogram()).as("seed %d", seed).isEqualTo(histogram);
      assertThat(recorded.count()).isEqualTo(20_000);
      assertThat(recorded.minNs()).as("seed %d", seed).isEqualTo(min);
      assertThat(recorded.maxNs()).as("seed %d", seed).isEqualTo(max);
      assertThat(recorded.sumNs()).as("seed %d", seed).isEqualTo(sum);
    }
  }

  @Test
  void shouldKeepTheEndsOfTheRangeExact() {
    Recorder recorder = newRecorder();
    recorder.record(Long.MAX_VALUE);
    assertThat(recorder.read().minNs()).isEqualTo(Long.MAX_VALUE);
    recorder.record(0);
    Durations recorded = recorder.read();
    assertThat(recorded.minNs()).isZero();
    assertThat(recorded.maxNs()).isEqualTo(Long.MAX_VALUE);
    assertThat(recorded.count()).isEqualTo(2);
    assertThat(recorded.percentileNs(100)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldSumUpBeyondTheRangeOfLong() {
    Recorder recorder = newRecorder();
    BigInteger sum = BigInteger.ZERO;
    for (long ns = Long.MAX_VALUE; ns > Long.MAX_VALUE - 10_000; ns -= 7) {
      recorder.record(ns);
      sum = sum.add(BigInteger.valueOf(ns));
    }
    assertThat(recorder.read().sumNs()).isEqualTo(sum).isGreaterThan(BigInteger.ONE.shiftLeft(70));
  }

  @Test
  void shouldNotChangeByBeingRead() {
    Recorder recorder = newRecorder();
    for (long i = 0; i < 100; i++) {
      recorder.record(i * i);
      recorder.read();
    }
    Durations recorded = recorder.read();
    assertThat(recorded.count()).isEqualTo(100);
    assertThat(recorded.histogram()).isEqualTo(recorder.read().histogram());
    assertThat(recorded.meanNs()).isEqualTo(99 * 199 / 6.0);
  }
}
