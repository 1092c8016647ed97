package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.BenchConfig;
import dev.foliot.judgement.Measured;
import dev.foliot.judgement.search.LatencyObjective;
import dev.foliot.judgement.search.ObjectiveCheck;
import dev.foliot.judgement.search.RateObservation.Outcome;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectiveCheckTest {
  private static final int COUNT = 100_000;
  private static final long US = 1_000;
  private static final LatencyObjective P999 = LatencyObjective.parse("p99.9<100us");
  private static final LatencyObjective P50 = LatencyObjective.parse("p50<100us");

  @Test
  void shouldGoByThePercentile() {
    assertThat(check(Measured.messages(COUNT, 90 * US), P999)).isEqualTo(Outcome.HOLDS);
    assertThat(check(Measured.messages(COUNT, 110 * US), P999)).isEqualTo(Outcome.BREAKS);
  }

  @Test
  void shouldNotHoldByAPercentileThatOneStallMade() {
    Measured stalled = Measured.messages(COUNT, 50 * US).backlog(0, 500, 500 * US);

    assertThat(check(stalled, P999)).isEqualTo(Outcome.INSUFFICIENT);
    assertThat(check(stalled, P50)).isEqualTo(Outcome.HOLDS);
  }

  @Test
  void shouldHoldWhereNotOneMessageBrokeIt() {
    Measured fast = Measured.messages(COUNT, 50 * US).backlog(0, 500, 10 * US);

    assertThat(check(fast, P999)).isEqualTo(Outcome.HOLDS);
    assertThat(check(fast, LatencyObjective.parse("p99.99<100us"))).isEqualTo(Outcome.HOLDS);
    assertThat(check(Measured.messages(COUNT / 2, 50 * US), LatencyObjective.parse("p99.99<100us")))
        .as("five messages may be beyond")
        .isEqualTo(Outcome.INSUFFICIENT);
  }

  @Test
  void shouldBreakWhereTheSystemIsSaturated() {
    Measured behind = Measured.messages(COUNT, US).span(11 * Measured.DURATION_NS / 10);

    assertThat(check(behind, P50)).isEqualTo(Outcome.BREAKS);
    assertThat(check(Measured.messages(COUNT, US).unstarted(1), P50)).isEqualTo(Outcome.BREAKS);
  }

  @Test
  void shouldNotBlameTheSystemForALateHarness() {
    Measured late = Measured.messages(COUNT, US).lateness(0, 2_000, 200 * US);
    assertThat(check(late, P999)).isEqualTo(Outcome.HARNESS_LATE);
    assertThat(check(late, P50)).isEqualTo(Outcome.HARNESS_LATE);

    Measured lateInTheTail = Measured.messages(COUNT, US).lateness(0, 200, 200 * US);
    assertThat(check(lateInTheTail, LatencyObjective.parse("p99.99<1us")))
        .isNotEqualTo(Outcome.BREAKS);
    assertThat(check(lateInTheTail, P50)).isEqualTo(Outcome.HOLDS);
    assertThat(check(lateInTheTail, LatencyObjective.parse("p50<1us"))).isEqualTo(Outcome.BREAKS);
  }

  @Test
  void shouldNotBlameTheSystemForTheProducersOwnLimit() {
    Measured behind = Measured.messages(COUNT, 20).span(11 * Measured.DURATION_NS / 10);

    assertThat(check(behind, P50, "8M/s")).isEqualTo(Outcome.HARNESS_LATE);
    assertThat(check(behind, P50, "1M/s")).isEqualTo(Outcome.BREAKS);
    assertThat(
            check(Measured.messages(COUNT, 200).span(11 * Measured.DURATION_NS / 10), P50, "8M/s"))
        .isEqualTo(Outcome.BREAKS);
  }

  @Test
  void shouldLearnNothingFromABreakWhileTheLoadGeneratorLackedCpu() {
    assertThat(starved(Measured.messages(COUNT, 110 * US), 0.2, P999)).isEqualTo(Outcome.STARVED);
    assertThat(starved(Measured.messages(COUNT, 110 * US), 0.03, P999)).isEqualTo(Outcome.BREAKS);
    assertThat(starved(Measured.messages(COUNT, 110 * US), 0.2, P50)).isEqualTo(Outcome.BREAKS);
    assertThat(starved(Measured.messages(COUNT, 90 * US), 0.2, P999)).isEqualTo(Outcome.HOLDS);

    Measured behind = Measured.messages(COUNT, US).span(11 * Measured.DURATION_NS / 10);
    assertThat(starved(behind, 0.4, P50)).isEqualTo(Outcome.STARVED);
    assertThat(starved(behind, 0.1, P50)).isEqualTo(Outcome.BREAKS);
  }

  @Test
  void shouldLearnNothingFromAForkThatFailed() {
    for (Measured failed :
        List.of(
            Measured.messages(COUNT, US).failure("boom"),
            Measured.messages(COUNT, US).lost(1),
            Measured.messages(COUNT, US).refused(1))) {
      assertThat(check(failed, P50)).isEqualTo(Outcome.FAILED);
    }
  }

  private static Outcome check(Measured measured, LatencyObjective objective) {
    return check(measured, objective, "10k/s");
  }

  private static Outcome starved(Measured measured, double share, LatencyObjective objective) {
    return check(
        measured,
        objective,
        "10k/s",
        new KernelView(share, null, null, null, null, null, null, List.of()));
  }

  private static Outcome check(Measured measured, LatencyObjective objective, String rate) {
    return check(measured, objective, rate, KernelView.none(List.of()));
  }

  private static Outcome check(
      Measured measured, LatencyObjective objective, String rate, KernelView kernel) {
    BenchConfig config = BenchConfig.DEFAULT.with(Map.of("rate", rate));
    ForkRecord fork =
        new ForkRecords(
                new ForkSchedule.Turn(0, 0, 0),
                1,
                "2026-11-21T00:00:00Z",
                config,
                new ForkOutcome(measured.build(), null, "", 0, kernel))
            .record();
    return ObjectiveCheck.of(fork, ForkRecords.load(config), objective);
  }
}
