package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.pool.ThreadPool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentence about an examination without findings. */
class SchedulerReportTest {
  private static final long S = 1_000_000_000;

  private static String summary(long queuedNs) {
    ParkedPool pool =
        new ParkedPool(
            ThreadPool.Kind.EXECUTOR,
            "workers of http-*",
            new ParkedIntervals.Result(500, S, queuedNs, 0, 0, 0, 0, 0, true, 40, 8));
    return SchedulerReport.of(
            new SchedulerObservations(
                S,
                S,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                Map.of(),
                Map.of(),
                List.of(pool)),
            4,
            List.of(),
            Optional.empty(),
            List.of())
        .record()
        .summary();
  }

  /** All workers of such a pool may be blocked, and blocked threads sleep. */
  @ParameterizedTest
  @CsvSource({"0, false", "100000000, false", "1000000000, true"})
  void shouldNotSayThatNoWorkerSleptWhereTheyMayBeBlocked(long queuedNs, boolean areTaken) {
    assertThat(summary(queuedNs).contains("no carrier or worker without work slept"))
        .isNotEqualTo(areTaken);
    assertThat(summary(queuedNs).contains("no worker was free")).isEqualTo(areTaken);
  }
}
