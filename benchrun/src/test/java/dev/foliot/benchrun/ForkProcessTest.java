package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Phase;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForkProcessTest {
  /** The usual 10 s give a minute. A JVM has to start on a busy machine, too. */
  @ParameterizedTest
  @CsvSource({"100ms, 10", "3s, 18", "10s, 60", "5min, 60"})
  void shouldWaitForSetUpByTheTimeoutThatTheUserGave(String timeout, long seconds) {
    BenchConfig config = BenchConfig.DEFAULT.with(Map.of("timeout", timeout));

    assertThat(ForkProcess.mostNs(Phase.SET_UP, config))
        .isEqualTo(TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void shouldWaitForALoadAndItsBacklog() {
    BenchConfig config = BenchConfig.DEFAULT.with(Map.of("timeout", "1s", "duration", "30s"));

    assertThat(ForkProcess.mostNs(Phase.MEASURE, config)).isEqualTo(TimeUnit.SECONDS.toNanos(92));
  }
}
