package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "999.4, 999 ns",
    "999.6, 1.00 µs",
    "1000, 1.00 µs",
    "2819, 2.82 µs",
    "9996, 10.0 µs",
    "99960, 100 µs",
    "999499, 999 µs",
    "999600, 1.00 ms",
    "4200167, 4.20 ms",
    "12500000000, 12.5 s",
    "3600000000000, '3,600 s'",
    "-2819, -2.82 µs"
  })
  void shouldSayThreeDigitsOfADuration(double ns, String text) {
    assertThat(Units.duration(ns).replace('\u00a0', ' ')).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1000, 1 µs", "2500000, 2.5 ms", "100000000, 100 ms", "10000000000, 10 s", "0, 0 ns"})
  void shouldLeaveOutZerosOnAxes(double ns, String text) {
    assertThat(Units.shortDuration(ns).replace('\u00a0', ' ')).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 %",
    "0.5, 50 %",
    "0.9, 90 %",
    "0.99, 99 %",
    "0.999, 99.9 %",
    "0.99999, 99.999 %",
    "0.943765, 94.4 %"
  })
  void shouldSayAsManyNinesAsThereAre(double share, String text) {
    assertThat(Units.percentile(share).replace('\u00a0', ' ')).isEqualTo(text);
  }

  @Test
  void shouldSayTheUnitWithEverything() {
    assertThat(Units.rate(40_000)).isEqualTo("40,000/s");
    assertThat(Units.rate(2.5)).isEqualTo("2.50/s");
    assertThat(Units.share(0.1234)).isEqualTo("12.34\u00a0%");
    assertThat(Units.share(null)).isEqualTo("–");
    assertThat(Units.ratio(1.0442)).isEqualTo("1.044×");
    assertThat(Units.count(1, "fork")).isEqualTo("1\u00a0fork");
    assertThat(Units.count(1234, "fork")).isEqualTo("1,234\u00a0forks");
    assertThat(Units.interval(1000L, 2000L)).isEqualTo("1.00\u00a0µs to 2.00\u00a0µs");
    assertThat(Units.interval(null, 2000L)).isEqualTo("–");
    assertThat(Units.shortSeconds(0.5)).isEqualTo("0.5\u00a0s");
  }
}
