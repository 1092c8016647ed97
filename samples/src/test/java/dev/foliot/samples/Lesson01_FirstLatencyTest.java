package dev.foliot.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Kind;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class Lesson01_FirstLatencyTest {
  @Test
  void shouldMeasureEveryMessageInEveryKind() throws InterruptedException {
    Shortened run = Shortened.run(new Lesson01_FirstLatency(), Map.of());

    assertThat(run.messages()).isEqualTo(5_000);
    for (Kind kind : Kind.values()) {
      assertThat(run.of(kind).count()).isEqualTo(5_000);
    }
  }

  @Test
  void shouldNeverWaitLessThanItWorks() throws InterruptedException {
    Shortened run = Shortened.run(new Lesson01_FirstLatency(), Map.of());

    for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
      assertThat(run.of(Kind.RESPONSE).percentileNs(percentile))
          .isGreaterThanOrEqualTo(run.of(Kind.SERVICE).percentileNs(percentile));
    }
  }
}
