package dev.foliot.apps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class WaitsTest {
  @Test
  void shouldTellPercentilesAtMostABucketAboveTheTruth() {
    SplittableRandom random = new SplittableRandom(3);
    Waits waits = new Waits();
    long[] truth = new long[10_000];
    for (int i = 0; i < truth.length; i++) {
      truth[i] = random.nextLong(1L << random.nextInt(1, 40));
      waits.add(truth[i]);
    }
    Arrays.sort(truth);
    for (double share : new double[] {0.01, 0.5, 0.9, 0.99, 1}) {
      long exact = truth[(int) Math.ceil(truth.length * share) - 1];
      long told = Waits.percentileNs(waits.counts(), truth.length, share);
      assertThat(told).isBetween(exact, exact + exact / 31);
    }
  }

  @Test
  void shouldTakeAnyDuration() {
    Waits waits = new Waits();
    waits.add(Long.MAX_VALUE);
    waits.add(-1);
    assertThat(Waits.percentileNs(waits.counts(), 2, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(Waits.percentileNs(waits.counts(), 2, 0.5)).isZero();
    assertThat(Waits.percentileNs(new Waits().counts(), 0, 0.5)).isZero();
  }
}
