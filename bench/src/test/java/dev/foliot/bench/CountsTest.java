package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CountsTest extends RecorderContract {
  private static final Histogram HDR = new Histogram(1, Long.MAX_VALUE, Counts.SIGNIFICANT_DIGITS);
  private static final int LAST = Counts.indexOf(Long.MAX_VALUE);

  @Override
  Recorder newRecorder() {
    Counts counts = new Counts();
    return new Recorder() {
      @Override
      public void record(long ns) {
        counts.record(ns);
      }

      @Override
      public Durations read() {
        Durations.Builder total = new Durations.Builder();
        counts.addTo(total);
        return total.build();
      }
    };
  }

  @Test
  void shouldPutEveryValueIntoTheBucketOfHdrHistogram() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000_000; i++) {
      assertSameBucket(random.nextLong() >>> random.nextInt(1, 64));
    }
    for (int bit = 0; bit < 63; bit++) {
      for (long near = -2; near <= 2; near++) {
        assertSameBucket(Math.max(0, (1L << bit) + near));
      }
    }
    assertSameBucket(Long.MAX_VALUE);
  }

  private static void assertSameBucket(long ns) {
    int bucket = Counts.indexOf(ns);
    // plain comparisons: two million assertions would take a minute
    if (Counts.valueOf(bucket) != HDR.lowestEquivalentValue(ns)
        || (bucket < LAST && Counts.valueOf(bucket + 1) != HDR.nextNonEquivalentValue(ns))) {
      assertThat(Counts.valueOf(bucket)).as("%d", ns).isEqualTo(HDR.lowestEquivalentValue(ns));
      assertThat(Counts.valueOf(bucket + 1)).isEqualTo(HDR.nextNonEquivalentValue(ns));
    }
  }

  @Test
  void shouldNumberTheBucketsWithoutAGap() {
    for (int bucket = 0; bucket <= LAST; bucket++) {
      assertThat(Counts.indexOf(Counts.valueOf(bucket))).isEqualTo(bucket);
      if (bucket > 0) {
        assertThat(Counts.indexOf(Counts.valueOf(bucket) - 1)).isEqualTo(bucket - 1);
      }
    }
  }

  @Test
  void shouldGrowToTheWholeRangeAndKeepWhatItHas() {
    Counts counts = new Counts();
    counts.record(17);
    for (int bit = 0; bit < 63; bit++) {
      counts.record(1L << bit);
    }
    counts.record(Long.MAX_VALUE);
    assertThat(counts.count(Counts.indexOf(17))).isEqualTo(1);
    assertThat(counts.count(LAST)).isEqualTo(1);
    assertThat(counts.endIndex()).isEqualTo(LAST + 1);
  }

  @Test
  void shouldAllocateNothingForUsualValues() {
    Counts counts = new Counts();
    long bytes =
        Allocation.bytesOf(() -> {
          for (long ns = 0; ns < 60_000_000_000L; ns += 1_234_567) {
            counts.record(ns);
          }
        });
    assertThat(bytes).isZero();
  }

  @Test
  void shouldBeNewAfterAllHasBeenTaken() {
    Counts counts = new Counts();
    SplittableRandom random = new SplittableRandom(2);
    for (int round = 0; round < 3; round++) {
      assertThat(counts.isEmpty()).isTrue();
      assertThat(counts.firstIndex()).isEqualTo(counts.endIndex());
      long taken = 0;
      for (int i = 0; i < 1_000; i++) {
        counts.record(random.nextLong(1L << random.nextInt(1, 63)));
      }
      for (int bucket = counts.firstIndex(); bucket < counts.endIndex(); bucket++) {
        taken += counts.take(bucket);
        assertThat(counts.count(bucket)).isZero();
      }
      assertThat(taken).isEqualTo(1_000);
      counts.resetExtremes();
      assertThat(counts.sumNs()).isEqualTo(BigInteger.ZERO);
    }
  }
}
