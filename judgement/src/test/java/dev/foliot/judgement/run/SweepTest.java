package dev.foliot.judgement.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Rate;
import dev.foliot.judgement.Forks;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SweepTest {
  private static final Validity SATURATED =
      Validity.of(Verdict.SUSPECT, new LoadReason.BelowSchedule(0.5, 1_000));

  /** The forks here have p50 and p90 only, so the knee is judged by p90. */
  @Test
  void shouldFindTheKneeByTheHighestPercentileThatAllHave() {
    Sweep sweep =
        sweep(
            List.of(
                Forks.at(0, 0, 10, Validity.valid()),
                Forks.at(0, 1, 15, Validity.valid()),
                Forks.at(0, 2, 25, Validity.valid())));

    assertThat(sweep.knee().percentile()).isEqualTo("p90");
    assertThat(sweep.knee().knee().ratesBefore()).isEqualTo(2);
  }

  @Test
  void shouldEndBeforeARateAtWhichHalfOfTheForksAreSaturated() {
    Sweep sweep =
        sweep(
            List.of(
                Forks.at(0, 0, 10, Validity.valid()),
                Forks.at(0, 1, 10, SATURATED),
                Forks.at(0, 1, 10, Validity.valid()),
                Forks.at(0, 2, 10, SATURATED)));

    assertThat(sweep.knee().knee().ratesBefore()).isEqualTo(1);
    assertThat(sweep.points()).extracting(Sweep.Point::saturated).containsExactly(0, 1, 1);
    assertThat(sweep.points()).extracting(Sweep.Point::verdict).containsOnly(Verdict.VALID);
  }

  @Test
  void shouldHaveARateThatNoForkHasMetYet() {
    Sweep sweep = sweep(List.of(Forks.at(0, 0, 10, Validity.valid())));

    assertThat(sweep.points()).hasSize(3);
    assertThat(sweep.points().getLast().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(sweep.knee().knee().ratesBefore()).isEqualTo(1);
    assertThat(sweep.knee().knee().isReached()).isFalse();
  }

  private static Sweep sweep(List<ForkRecord> forks) {
    List<LoadRecord> loads = Stream.of("1k/s", "2k/s", "4k/s").map(SweepTest::record).toList();
    RunRecord run =
        new RunRecord(
            RunRecord.SCHEMA,
            new RunRecord.Origin(
                "20261121-000000-aaaa", "bench", List.of(), "a.B", "2026-11-21T00:00:00Z", null),
            new RunRecord.Setup(List.of(new Arm("/jdk", "25", List.of(), null)), loads, Map.of()),
            new RunRecord.Result(
                Validity.valid(), Summary.of(forks, 1, loads.size()), List.of(), null),
            List.of(),
            true);
    return Sweep.of(run, forks, 0);
  }

  private static LoadRecord record(String rate) {
    return new LoadRecord(
        new LoadRecord.Schedule(Rate.parse(rate).perSecond(), rate, "constant", 1),
        0,
        1,
        new LoadRecord.Work("inline", 1, "auto", 1),
        null,
        null);
  }
}
