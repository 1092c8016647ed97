package dev.foliot.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "0.5, 0.5 ns",
    "0.00123, 0.00123 ns",
    "3.859, 3.86 ns",
    "12.34, 12.3 ns",
    "999.4, 999 ns",
    "999.6, 1.00 us",
    "1000, 1.00 us",
    "2819, 2.82 us",
    "9996, 10.0 us",
    "99960, 100 us",
    "999499, 999 us",
    "999600, 1.00 ms",
    "4200167, 4.20 ms",
    "12500000000, 12.5 s",
    "3600000000000, '3,600 s'",
    "-2819, -2.82 us"
  })
  void shouldSayThreeDigitsOfADuration(double ns, String text) {
    assertThat(Numbers.duration(ns)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1000, 1 us", "2500000, 2.5 ms", "100000000, 100 ms", "10000000000, 10 s", "0, 0 ns"})
  void shouldLeaveOutZerosOnAxes(double ns, String text) {
    assertThat(Numbers.shortDuration(ns)).isEqualTo(text);
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
    assertThat(Numbers.percentile(share)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.0949, 9.5 %", "0.0996, 10 %", "0.12, 12 %", "-0.05, -5.0 %", "1, 100 %"})
  void shouldSayOneDecimalOfASmallShare(double share, String text) {
    assertThat(Numbers.percent(share)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"30.6, 31 s", "720, 12 min", "12600, 3.5 h", "86400, 1 day", "1036800, 12 days"})
  void shouldSayALongTimeInItsUnit(double s, String text) {
    assertThat(Numbers.span(s)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0123456, 0.01235",
    "12345.6, '12,350'",
    "0.00001234, 1.234e-5",
    "-4e12, -4e12",
    "0.001, 0.001",
    "999999999, 1e9",
    "99994, '99,990'",
    "0, 0",
    "NaN, -"
  })
  void shouldSayDigitsThatCount(double value, String text) {
    assertThat(Numbers.significant(value, 4)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "3, 3",
    "1234567, '1,234,567'",
    "0.0123456, 0.0123",
    "0.5, 0.5",
    "1.234, 1.23",
    "12.5, 12.5",
    "-12.54, -12.5",
    "100.4, 100",
    "12345.6, '12,346'"
  })
  void shouldSayWholeNumbersWholeAndSmallOnesWithTheirDigits(double value, String text) {
    assertThat(Numbers.number(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.00",
    "1234, 1.23",
    "9994, 9.99",
    "12345, 12.3",
    "243100, 243.1",
    "1234567890, '1,234,568'",
    ", -"
  })
  void shouldSayMicrosecondsForAColumn(@Nullable Long ns, String text) {
    assertThat(Numbers.micros(ns)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "9.994, 9.99",
    "9.996, 10.0",
    "99.94, 99.9",
    "99.96, 100",
    "2431, '2,431'",
    "-0.5, -0.50"
  })
  void shouldSayThreeDigits(double value, String text) {
    assertThat(Numbers.digits(value)).isEqualTo(text);
  }

  @Test
  void shouldCountThings() {
    assertThat(Numbers.count(1, "fork")).isEqualTo("1 fork");
    assertThat(Numbers.count(1234, "fork")).isEqualTo("1,234 forks");
    assertThat(Numbers.count(2, "loss")).isEqualTo("2 losses");
    assertThat(Numbers.count(0, "entry", "entries")).isEqualTo("0 entries");
    assertThat(Numbers.about(999_949)).isEqualTo("999,949");
    assertThat(Numbers.about(1_234_567)).isEqualTo("1.2 million");
    assertThat(Numbers.and(List.of())).isEmpty();
    assertThat(Numbers.and(List.of("a"))).isEqualTo("a");
    assertThat(Numbers.and(List.of("a", "b", "c"))).isEqualTo("a, b and c");
  }

  @Test
  void shouldSayTheUnitWithEverything() {
    assertThat(Numbers.rate(40_000)).isEqualTo("40,000/s");
    assertThat(Numbers.rate(99.4)).isEqualTo("99.4/s");
    assertThat(Numbers.rate(2.5)).isEqualTo("2.50/s");
    assertThat(Numbers.percent(0.1234, 2)).isEqualTo("12.34 %");
    assertThat(Numbers.percent(1e12, 1)).isEqualTo("1e14 %");
    assertThat(Numbers.percentRange(0.066, 0.208)).isEqualTo("6.6 to 20.8 %");
    assertThat(Numbers.percentRange(0, 1e12)).isEqualTo("0.0 to 1e14 %");
    assertThat(Numbers.change(-0.042)).isEqualTo("-4.2 %");
    assertThat(Numbers.ratio(1.0442)).isEqualTo("1.044x");
    assertThat(Numbers.ratio(12.54)).isEqualTo("12.5x");
    assertThat(Numbers.times(1.044)).isEqualTo("1.04 times");
    assertThat(Numbers.times(24.41)).isEqualTo("24.4 times");
    assertThat(Numbers.cpus(1)).isEqualTo("1.00 CPU");
    assertThat(Numbers.moment(1.2344)).isEqualTo("1.234 s");
    assertThat(Numbers.chance(0.0312)).isEqualTo("0.0312");
    assertThat(Numbers.chance(0)).isEqualTo("below 0.001");
    assertThat(Numbers.durationOrNone(null)).isEqualTo("-");
    assertThat(Numbers.durationOrNone(2_431L)).isEqualTo("2.43 us");
    assertThat(Numbers.percentileName("p99_9")).isEqualTo("p99.9");
  }

  @Test
  void shouldShowMemoryInPowersOfAThousandOrOf1024() {
    assertThat(Numbers.bytes(0)).isEqualTo("0 B");
    assertThat(Numbers.bytes(999)).isEqualTo("999 B");
    assertThat(Numbers.bytes(1_500)).isEqualTo("1.50 kB");
    assertThat(Numbers.bytes(123_456_789)).isEqualTo("123 MB");
    assertThat(Numbers.bytes(-2e9)).isEqualTo("-2.00 GB");
    assertThat(Numbers.bytes(5e15)).isEqualTo("5,000 TB");
    assertThat(Numbers.binaryBytes(1023)).isEqualTo("1,023 B");
    assertThat(Numbers.binaryBytes(12.34 * (1 << 20))).isEqualTo("12.3 MiB");
  }

  @Test
  void shouldShortenNumbersOnAxes() {
    assertThat(Numbers.shortNumber(0)).isEqualTo("0");
    assertThat(Numbers.shortNumber(128)).isEqualTo("128");
    assertThat(Numbers.shortNumber(2_000)).isEqualTo("2,000");
    assertThat(Numbers.shortNumber(20_000)).isEqualTo("20k");
    assertThat(Numbers.shortNumber(2_500_000)).isEqualTo("2.5M");
    assertThat(Numbers.aboutRate(75_895)).isEqualTo("76,000/s");
    assertThat(Numbers.aboutRate(4.21)).isEqualTo("4.2/s");
    assertThat(Numbers.shortRate(500)).isEqualTo("500/s");
    assertThat(Numbers.shortCpus(0.25)).isEqualTo("0.25 CPU");
    assertThat(Numbers.shortPercent(0.125)).isEqualTo("12.5 %");
    assertThat(Numbers.shortBytes(1.5e9)).isEqualTo("1.5 GB");
    assertThat(Numbers.shortMoment(0.5)).isEqualTo("0.5 s");
  }

  @Test
  void shouldNotChangeWithTheLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(Numbers.duration(2_431)).isEqualTo("2.43 us");
      assertThat(Numbers.count(12_345)).isEqualTo("12,345");
    } finally {
      Locale.setDefault(before);
    }
  }
}
