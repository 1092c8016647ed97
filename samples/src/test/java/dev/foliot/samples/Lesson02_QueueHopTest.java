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
class Lesson02_QueueHopTest {
  @Test
  void shouldMeasureEveryHopAndBothOfItsParts() {
    BenchConfig config =
        BenchConfig.DEFAULT.with(Map.of("rate", "10k/s", "warmup", "200ms", "duration", "500ms"));

    Measurement measured = BenchRunner.run(new Lesson02_QueueHop(), config);

    assertThat(measured.failure()).isNull();
    assertThat(measured.totals().completed()).isEqualTo(5_000);
    assertThat(measured.totals().lost()).isZero();
    assertThat(measured.totals().faults().refusedEnds()).isZero();
    assertThat(measured.probes().keySet()).containsExactly("put", "take");
    measured.probes().values().forEach(probe -> assertThat(probe.count()).isEqualTo(5_000));
    assertThat(Objects.requireNonNull(measured.durations().get(Kind.RESPONSE)).count())
        .isEqualTo(5_000);
  }
}
