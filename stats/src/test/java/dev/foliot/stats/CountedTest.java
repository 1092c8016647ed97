package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CountedTest {
  @Test
  void shouldCountEqualValuesTogether() {
    assertThat(Counted.of(3, 1, 3))
        .isEqualTo(new Counted(new long[] {1, 3}, new long[] {1, 2}))
        .hasSameHashCodeAs(new Counted(new long[] {1, 3}, new long[] {1, 2}));
  }

  @Test
  void shouldMergeToWhatTheWholeSampleGives() {
    long seed = Seeds.fresh("shouldMergeToWhatTheWholeSampleGives");
    long[] sample = new SplittableRandom(seed).longs(1000, 0, 300).toArray();
    List<Counted> parts =
        List.of(
            Counted.of(Arrays.copyOfRange(sample, 0, 10)),
            Counted.of(),
            Counted.of(Arrays.copyOfRange(sample, 10, 1000)));
    assertThat(Counted.merge(parts)).isEqualTo(Counted.of(sample));
    assertThat(Counted.merge(List.of())).isEqualTo(Counted.of());
  }

  @Test
  void shouldGiveTheSmallestValueThatEnoughAreAtMost() {
    long seed = Seeds.fresh("shouldGiveTheSmallestValueThatEnoughAreAtMost");
    long[] sample = new SplittableRandom(seed).longs(1000, 0, 5000).toArray();
    Counted counted = Counted.of(sample);
    Arrays.sort(sample);
    assertThat(counted.percentile(0)).isEqualTo(sample[0]);
    assertThat(counted.percentile(50)).isEqualTo(sample[499]);
    assertThat(counted.percentile(99.9)).isEqualTo(sample[998]);
    assertThat(counted.percentile(100)).isEqualTo(sample[999]);
    assertThat(counted.atMost(sample[499]))
        .isEqualTo(Arrays.stream(sample).filter(value -> value <= sample[499]).count());
  }

  @Test
  void shouldKeepItsArraysToItself() {
    long[] values = {1, 2};
    long[] counts = {1, 1};
    Counted counted = new Counted(values, counts);
    values[0] = 9;
    counts[0] = 9;
    counted.values()[1] = 9;
    counted.counts()[1] = 9;
    assertThat(counted).isEqualTo(Counted.of(1, 2));
  }

  @Test
  void shouldRefuseWhatIsNotAHistogram() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Counted(new long[] {1}, new long[] {1, 2}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Counted(new long[] {2, 2}, new long[] {1, 2}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Counted(new long[] {2}, new long[] {0}));
    assertThatIllegalArgumentException().isThrownBy(() -> Counted.of().percentile(50));
    assertThatIllegalArgumentException().isThrownBy(() -> Counted.of(1).percentile(100.1));
    assertThatIllegalArgumentException().isThrownBy(() -> Counted.of(1).percentile(Double.NaN));
  }

  @Test
  void shouldRefuseARangeThatIsNone() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Range(2, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Range(Double.NaN, 1));
    assertThat(new Range(1, 2).contains(1)).isTrue();
    assertThat(new Range(1, 2).contains(2)).isTrue();
    assertThat(new Range(1, 2).contains(2.1)).isFalse();
  }
}
