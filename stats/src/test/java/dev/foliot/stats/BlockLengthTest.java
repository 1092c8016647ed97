package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockLengthTest {
  /**
   * 2.399, 8.082 and 23.04, rounded up. The first and last also match arch 8, whose rule counts one
   * lag more (7.677 for the middle one). See src/test/resources/reference/reference.py.
   */
  @ParameterizedTest
  @CsvSource({"0, 3", "0.5, 9", "0.9, 24"})
  void shouldFollowTheRuleOfPolitisAndWhite(double phi, int length) {
    assertThat(BlockLength.of(autoregressive(phi, 200))).isEqualTo(length);
  }

  @Test
  void shouldNeedNoBlocksWhereNothingVaries() {
    assertThat(BlockLength.of(new double[50])).isEqualTo(1);
    assertThat(BlockLength.of(new double[1])).isEqualTo(1);
  }

  /** The same numbers as in reference.py: sums of twelve of the generator 16807. */
  private static double[] autoregressive(double phi, int n) {
    long state = 42;
    double[] series = new double[n];
    double last = 0;
    for (int i = 0; i < n; i++) {
      double total = 0;
      for (int j = 0; j < 12; j++) {
        state = state * 16807 % 2147483647;
        total += state / 2147483647.0;
      }
      last = phi * last + total - 6;
      series[i] = last;
    }
    return series;
  }
}
