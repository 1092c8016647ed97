package dev.foliot.bench;

import static dev.foliot.bench.Refused.refused;
import static dev.foliot.bench.Refused.refusesHostile;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSpanTest {
  @ParameterizedTest
  @CsvSource({
    "5s, 5000000000",
    "0s, 0",
    "1.5ms, 1500000",
    "250us, 250000",
    "250µs, 250000",
    "17ns, 17",
    "2min, 120000000000",
    "1h, 3600000000000",
    "0.5h, 1800000000000",
    "' 3s ', 3000000000",
    "9223372036s, 9223372036000000000"
  })
  void shouldReadWhatAUserWrites(String text, long ns) {
    assertThat(TimeSpan.parseNs(text)).isEqualTo(ns);
  }

  @ParameterizedTest
  @CsvSource({
    "5000000000, 5s",
    "0, 0s",
    "1, 1ns",
    "1500000, 1500us",
    "90000000000, 90s",
    "120000000000, 2min",
    "7200000000000, 2h",
    "9223372036854775807, 9223372036854775807ns"
  })
  void shouldWriteTheLargestUnitThatKeepsItWhole(long ns, String text) {
    assertThat(TimeSpan.format(ns)).isEqualTo(text);
  }

  @Test
  void shouldReadBackExactlyWhatItWrites() {
    long[] units = {1, 1_000, 1_000_000, 1_000_000_000, 60_000_000_000L, 3_600_000_000_000L};
    for (long seed = 1; seed <= 20_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long unit = units[random.nextInt(units.length)];
      long ns = (random.nextLong() >>> random.nextInt(1, 64)) / unit * unit;
      assertThat(TimeSpan.parseNs(TimeSpan.format(ns))).as("seed %d", seed).isEqualTo(ns);
    }
  }

  @Test
  void shouldRejectABareNumberAndSayWhatToWrite() {
    refused(() -> TimeSpan.parseNs("5")).contains("'5'", "write 5s or 5ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372037s", "2562048h", "999999999999999h"})
  void shouldRejectWhatDoesNotFit(String text) {
    refused(() -> TimeSpan.parseNs(text)).contains("too long", "292 years");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fast",
        "-5s",
        "+5s",
        "5 s",
        "5S",
        "5m",
        "5sec",
        "1e3s",
        "1,5s",
        ".5s",
        "5.s",
        "s",
        "5days",
        "12345678901234567890ns",
        "1.0000000001s",
        "٣s",
        "5s5s"
      })
  void shouldRejectGarbage(String text) {
    refused(() -> TimeSpan.parseNs(text));
  }

  @Test
  void shouldNotDropWhatIsFinerThanANanosecond() {
    refused(() -> TimeSpan.parseNs("0.5ns"));
    refused(() -> TimeSpan.parseNs("1.0005us"));
    assertThat(TimeSpan.parseNs("1.50us")).isEqualTo(1_500);
    assertThat(TimeSpan.parseNs("2.0ns")).isEqualTo(2);
  }

  @Test
  void shouldRejectHostileText() {
    refusesHostile(TimeSpan::parseNs);
    refused(() -> TimeSpan.parseNs("5" + "s".repeat(10_000)));
  }
}
