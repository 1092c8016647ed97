package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTest {
  @ParameterizedTest
  @CsvSource({"1s, 100ms", "10s, 100ms", "10001ms, 200ms", "60s, 1s", "1h, 1min", "1000h, 1min"})
  void shouldCutALoadIntoAboutAHundredRoundLengths(String load, String length) {
    assertThat(TimeSpan.format(Interval.lengthNs(TimeSpan.parseNs(load)))).isEqualTo(length);
  }

  @ParameterizedTest
  @CsvSource({"1/h, 1s", "10M/s, 1s", "10M/s, 1000h", "1/h, 1000h", "40k/s, 10s"})
  void shouldExpectABoundedNumberOfWords(String rate, String load) {
    BenchConfig config = BenchConfig.DEFAULT.with(Map.of("rate", rate, "duration", load));
    assertThat(Interval.expectedWords(config, config.durationNs())).isBetween(1 << 16, 1 << 21);
  }
}
