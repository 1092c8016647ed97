package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
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
    assertThat(RingSize.of(config, 1, Long.MAX_VALUE).slotsPerProducer()).isEqualTo(slots);
  }

  @ParameterizedTest
  @CsvSource({"10s, 131072", "1s, 32768", "30s, 524288", "1h, 1048576"})
  void shouldHoldThoseOfTheTimeOutWhereOthersDoTheWork(String timeout, int slots) {
    BenchConfig config =
        BenchConfig.DEFAULT.with(Map.of("dispatch", "threads:2", "timeout", timeout));
    assertThat(RingSize.of(config, 1, Long.MAX_VALUE).slotsPerProducer()).isEqualTo(slots);
  }

  @ParameterizedTest
  @CsvSource({"0, 1048576", "1, 1048576", "10, 524288", "64, 131072"})
  void shouldTakeAQuarterOfTheHeap(int probes, int slots) {
    BenchConfig config = BenchConfig.DEFAULT.with(Map.of("rate", "500k/s"));

    RingSize size = RingSize.of(config, probes, 512L << 20);

    assertThat(size.slotsPerProducer()).isEqualTo(slots);
    assertThat(slots * MessageRing.bytesPerSlot(probes)).isLessThanOrEqualTo(size.mostBytes());
    assertThat(size.notes()).hasSize(slots == 1 << 20 ? 0 : 1);
  }

  @Test
  void shouldRefuseAHeapThatIsTooSmall() {
    assertThatThrownBy(() -> RingSize.of(BenchConfig.DEFAULT, 64, 16L << 20))
        .isInstanceOf(BenchFailedException.class)
        .hasMessageContaining("-Xmx");
  }
}
