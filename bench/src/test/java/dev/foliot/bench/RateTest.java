package dev.foliot.bench;

import static dev.foliot.bench.Refused.refused;
import static dev.foliot.bench.Refused.refusesHostile;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
  private static final long HOUR_NS = 3_600_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    "40k/s, 1, 25000",
    "40000/s, 1, 25000",
    "1/s, 1, 1000000000",
    "0.5/s, 1, 2000000000",
    "1.5k/s, 3, 2000000",
    "10M/s, 1, 100",
    "1e3/s, 1, 1000000",
    "0.1M/s, 1, 10000",
    "90/min, 3, 2000000000",
    "1/h, 1, 3600000000000",
    "' 3/s ', 3, 1000000000",
    "3/1000000000ns, 3, 1000000000",
    "6/2000000000ns, 3, 1000000000"
  })
  void shouldReadWhatAUserWrites(String text, long messages, long periodNs) {
    assertThat(Rate.parse(text)).isEqualTo(new Rate(messages, periodNs));
  }

  @ParameterizedTest
  @CsvSource({
    "40000/s, 40k/s",
    "2500000/s, 2.5M/s",
    "1234/s, 1234/s",
    "1200/s, 1.2k/s",
    "0.5/s, 30/min",
    "0.01/s, 36/h",
    "1/h, 1/h",
    "7/3000000000ns, 140/min",
    "10000000/s, 10M/s"
  })
  void shouldWriteTheShortestForm(String text, String shortest) {
    assertThat(Rate.parse(text)).hasToString(shortest);
  }

  @Test
  void shouldReadBackExactlyWhatItWrites() {
    for (long seed = 1; seed <= 20_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Rate rate = random(random);
      assertThat(Rate.parse(rate.toString())).as("seed %d: %s", seed, rate).isEqualTo(rate);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.000000003/s", "0.000333M/s", "3.141592653/s", "0.33333333/min"})
  void shouldReadBackRatesOfManyDigits(String text) {
    Rate rate = Rate.parse(text);
    assertThat(Rate.parse(rate.toString())).isEqualTo(rate);
  }

  /** Any rate that a record can hold, the longest fractions among them. */
  private static Rate random(SplittableRandom random) {
    long periodNs = random.nextLong() >>> random.nextInt(1, 56);
    periodNs = Math.max(100, periodNs);
    long least = (periodNs - 1) / HOUR_NS + 1;
    long most = periodNs / 100;
    return new Rate(least + random.nextLong(most - least + 1), periodNs);
  }

  @Test
  void shouldKnowItsMeanGapAndRate() {
    assertThat(Rate.perSecond(40_000).meanGapNs()).isEqualTo(25_000);
    assertThat(Rate.perSecond(40_000).perSecond()).isEqualTo(40_000);
    assertThat(Rate.parse("1/h").perSecond()).isEqualTo(1 / 3600.0);
  }

  @Test
  void shouldRejectABareNumberAndSayWhatToWrite() {
    refused(() -> Rate.parse("40000")).contains("'40000'", "write 40000/s");
    refused(() -> Rate.parse("40k")).contains("write 40k/s");
  }

  @Test
  void shouldRejectWhatIsNotAboveZero() {
    refused(() -> Rate.parse("0/s")).contains("'0/s'", "above zero", "from 1/h to 100M/s");
    refused(() -> Rate.parse("-1/s")).contains("'-1/s'", "above zero", "from 1/h to 100M/s");
    refused(() -> Rate.parse("-0.0/min")).contains("above zero");
    refused(() -> Rate.parse("0/5ns")).contains("above zero");
    refused(() -> new Rate(-1, 5)).contains("above zero");
    refused(() -> new Rate(1, 0)).contains("above zero");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1e12/s", "100000001/s", "100.0000001M/s", "0.99/h", "1e-9/s", "1/9ns", "1e25/s"})
  void shouldRejectWhatIsOutOfRange(String text) {
    refused(() -> Rate.parse(text)).contains("out of range", "from 1/h to 100M/s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fast",
        "1/day",
        "1/ms",
        "40 k/s",
        "1.2.3/s",
        "1e/s",
        "e5/s",
        "40k//s",
        "1K/s",
        "1m/s",
        "1_000/s",
        "١/s",
        "1/s/s",
        "0x10/s",
        "NaN/s",
        "Infinity/s",
        "+-1/s",
        "1e2147483648/s",
        "1e-2147483648/s",
        "1e999999999/s",
        "1/-5ns",
        "99999999999999999999/1ns",
        "1/0ns",
        "1/ns",
        "0.3333333333333/min"
      })
  void shouldRejectGarbage(String text) {
    refused(() -> Rate.parse(text));
  }

  @Test
  void shouldRejectHostileText() {
    refusesHostile(Rate::parse);
    refused(() -> Rate.parse("1".repeat(10_000) + "/s"));
    refused(() -> Rate.parse("0." + "1".repeat(10_000) + "/s"));
    refused(() -> Rate.parse("1" + "/s".repeat(5_000)));
  }
}
