package dev.foliot.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a page adds to numbers. */
class UnitsTest {
  @Test
  void shouldKeepANumberAndItsUnitOnOneLine() {
    assertThat(Units.duration(2_819)).isEqualTo("2.82\u00a0µs");
    assertThat(Units.count(1234, "fork")).isEqualTo("1,234\u00a0forks");
    assertThat(Units.share(0.1234)).isEqualTo("12.34\u00a0%");
    assertThat(Units.interval(1000L, 2000L)).isEqualTo("1.00\u00a0µs to 2.00\u00a0µs");
    assertThat(Units.ratio(1.0442)).isEqualTo("1.044×");
  }

  @Test
  void shouldShowADashWhereThereIsNoNumber() {
    assertThat(Units.share(null)).isEqualTo("–");
    assertThat(Units.interval(null, 2000L)).isEqualTo("–");
    assertThat(Units.durationOrNone(null)).isEqualTo("–");
    assertThat(Units.metric(Double.NaN)).isEqualTo("–");
  }
}
