package dev.foliot.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.BenchRunner;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class Lesson06_KneeTest {
  private static final long WORK_NS = 15_000;

  @Test
  void shouldWorkAsLongAsItSays() throws InterruptedException {
    Shortened run = Shortened.run(new Lesson06_Knee(), Map.of());

    assertThat(run.of(Kind.SERVICE).minNs()).isGreaterThanOrEqualTo(WORK_NS);
  }

  @Test
  void shouldWorkAsLongAsItsParameterSays() {
    BenchConfig config =
        BenchConfig.DEFAULT.with(Map.of("rate", "1k/s", "warmup", "0s", "duration", "200ms"));

    Measurement measured = BenchRunner.run(new Lesson06_Knee(), config, Map.of("workUs", "100"));

    assertThat(Objects.requireNonNull(measured.durations().get(Kind.SERVICE)).minNs())
        .isGreaterThanOrEqualTo(100_000);
  }

  /** 100,000 messages a second of 15 us each are one and a half times the capacity. */
  @Test
  void shouldFallBehindBeyondTheKnee() throws InterruptedException {
    Shortened run =
        Shortened.run(new Lesson06_Knee(), Map.of("rate", "100k/s", "arrivals", "constant"));

    // the last of 50,000 messages waits for 49,999 of 15 us, less the 0.5 s before it is due
    assertThat(run.of(Kind.BACKLOG).maxNs()).isGreaterThan(49_999 * (WORK_NS - 10_000) - WORK_NS);
    assertThat(run.of(Kind.SERVICE).percentileNs(50)).isLessThan(10 * WORK_NS);
  }
}
