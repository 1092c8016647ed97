package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderStatisticIntervalTest {
  /** scipy.stats.quantile_test of SciPy 1.17.1: src/test/resources/reference/reference.py. */
  @ParameterizedTest
  @CsvSource({
    "100, 50, 0.95, 40, 61",
    "1000, 90, 0.95, 881, 919",
    "1000, 99, 0.95, 983, 997",
    "5000, 99.9, 0.9, 4991, 4999",
    "12, 50, 0.99, 2, 11"
  })
  void shouldGiveTheIntervalsOfSciPy(
      int size, double percentile, double confidence, double low, double high) {
    Counted upTo = Counted.of(LongStream.rangeClosed(1, size).toArray());
    assertThat(OrderStatisticInterval.of(upTo, percentile, confidence))
        .isEqualTo(new Range(low, high));
  }

  @Test
  void shouldSayThatASmallSampleBoundsNothing() {
    assertThat(OrderStatisticInterval.of(Counted.of(1, 2, 3, 4, 5), 99, 0.95))
        .isEqualTo(new Range(4, Double.POSITIVE_INFINITY));
    assertThat(OrderStatisticInterval.of(Counted.of(1, 2, 3, 4, 5), 1, 0.95))
        .isEqualTo(new Range(Double.NEGATIVE_INFINITY, 2));
  }

  @Test
  void shouldCountBeyondTheRangeOfAnInt() {
    long[] values = LongStream.rangeClosed(1, 10_000).toArray();
    long[] counts = LongStream.generate(() -> 1_000_000).limit(10_000).toArray();
    assertThat(OrderStatisticInterval.of(new Counted(values, counts), 50, 0.95))
        .isEqualTo(new Range(5000, 5001));
  }

  @Test
  void shouldGrowWithTheConfidenceAndFollowTheUnit() {
    long seed = Seeds.fresh("shouldGrowWithTheConfidenceAndFollowTheUnit");
    long[] sample = new SplittableRandom(seed).longs(500, 0, 1_000_000).toArray();
    Range narrow = OrderStatisticInterval.of(Counted.of(sample), 90, 0.9);
    Range wide = OrderStatisticInterval.of(Counted.of(sample), 90, 0.99);
    assertThat(wide.low()).isLessThanOrEqualTo(narrow.low());
    assertThat(wide.high()).isGreaterThanOrEqualTo(narrow.high());
    long[] tenfold = LongStream.of(sample).map(value -> 10 * value).toArray();
    assertThat(OrderStatisticInterval.of(Counted.of(tenfold), 90, 0.9))
        .isEqualTo(new Range(10 * narrow.low(), 10 * narrow.high()));
  }

  @Test
  void shouldRefuseWhatHasNoInterval() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OrderStatisticInterval.of(Counted.of(), 50, 0.95));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OrderStatisticInterval.of(Counted.of(1), 0, 0.95));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OrderStatisticInterval.of(Counted.of(1), 50, 1));
  }
}
