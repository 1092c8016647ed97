package dev.foliot.report.page;

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

  @Test
  void shouldShowMemoryInPowersOfAThousand() {
    assertThat(Units.bytes(0)).isEqualTo("0\u00a0B");
    assertThat(Units.bytes(999)).isEqualTo("999\u00a0B");
    assertThat(Units.bytes(1_500)).isEqualTo("1.50\u00a0kB");
    assertThat(Units.bytes(123_456_789)).isEqualTo("123\u00a0MB");
    assertThat(Units.bytes(-2e9)).isEqualTo("-2.00\u00a0GB");
    assertThat(Units.shortBytes(2e8)).isEqualTo("200\u00a0MB");
    assertThat(Units.shortBytes(1.5e9)).isEqualTo("1.5\u00a0GB");
    assertThat(Units.bytes(5e15)).isEqualTo("5,000\u00a0TB");
  }

  @Test
  void shouldShortenNumbersOnAxes() {
    assertThat(Units.shortNumber(0)).isEqualTo("0");
    assertThat(Units.shortNumber(128)).isEqualTo("128");
    assertThat(Units.shortNumber(2_000)).isEqualTo("2,000");
    assertThat(Units.shortNumber(20_000)).isEqualTo("20k");
    assertThat(Units.shortNumber(2_500_000)).isEqualTo("2.5M");
    assertThat(Units.shortRate(500)).isEqualTo("500/s");
    assertThat(Units.shortCores(0.25)).isEqualTo("0.25\u00a0CPU");
    assertThat(Units.cores(1)).isEqualTo("1.00\u00a0CPU");
    assertThat(Units.shortShare(0.125)).isEqualTo("12.5\u00a0%");
    assertThat(Units.number(12.5)).isEqualTo("12.5");
    assertThat(Units.number(12_345.6)).isEqualTo("12,346");
  }
}
