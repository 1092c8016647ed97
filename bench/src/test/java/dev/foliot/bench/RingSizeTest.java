package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingSizeTest {
  @ParameterizedTest
  @CsvSource({
    "1/h, constant, 1, 16384",
    "10k/s, poisson, 1, 32768",
    "40k/s, constant, 1, 131072",
    "40k/s, constant, 8, 16384",
    "10M/s, constant, 1, 1048576",
    "1/s, ramp:1/s..40k/s, 1, 131072",
    "1/s, 'step:1/s,40k/s,2/s', 1, 131072",
    "1/s, burst:30000, 1, 32768",
    "1/s, trace:x, 1, 1048576"
  })
  void shouldHoldTwoSecondsWorthOfMessages(
      String rate, String arrivals, String producers, int slots) {
    BenchConfig config =
        BenchConfig.DEFAULT.with(
            Map.of("rate", rate, "arrivals", arrivals, "producers", producers));
    assertThat(RingSize.slotsPerProducer(config)).isEqualTo(slots);
  }

  @ParameterizedTest
  @CsvSource({"10s, 131072", "1s, 32768", "30s, 524288", "1h, 1048576"})
  void shouldHoldThoseOfTheTimeOutWhereOthersDoTheWork(String timeout, int slots) {
    BenchConfig config =
        BenchConfig.DEFAULT.with(Map.of("dispatch", "threads:2", "timeout", timeout));
    assertThat(RingSize.slotsPerProducer(config)).isEqualTo(slots);
  }
}
