package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {
  @Test
  void shouldTakeTheMiddleOrHalfWayBetweenTheMiddleTwo() {
    double[] values = {9, 1, 4};

    assertThat(Median.of(values)).isEqualTo(4);
    assertThat(values).as("as they were").containsExactly(9, 1, 4);
    assertThat(Median.of(List.of(9.0, 1.0))).isEqualTo(5);
    assertThat(Median.of(7)).isEqualTo(7);
    assertThat(Median.of(List.of())).isNaN();
  }

  @Test
  void shouldGoLinearlyBetweenTheValues() {
    double[] sorted = {10, 20, 40};

    assertThat(Median.quantile(sorted, 0)).isEqualTo(10);
    assertThat(Median.quantile(sorted, 0.25)).isEqualTo(15);
    assertThat(Median.quantile(sorted, 0.5)).isEqualTo(20);
    assertThat(Median.quantile(sorted, 0.75)).isEqualTo(30);
    assertThat(Median.quantile(sorted, 1)).isEqualTo(40);
    assertThat(Median.quantile(new double[0], 0.5)).isNaN();
  }
}
