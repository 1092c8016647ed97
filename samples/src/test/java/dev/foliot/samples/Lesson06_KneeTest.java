package dev.foliot.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Kind;
import java.util.Map;
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
