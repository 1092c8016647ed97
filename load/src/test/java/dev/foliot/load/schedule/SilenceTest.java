package dev.foliot.load.schedule;

import static dev.foliot.load.schedule.VirtualPlay.MS;
import static dev.foliot.load.schedule.VirtualPlay.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.PhaseTally;
import dev.foliot.load.Traffic;
import dev.foliot.store.Percentiles;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.store.load.RequestWaits.Silence;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Times in which a server answers nothing. */
final class SilenceTest {
  private static final long FROZEN_NS = VirtualPlay.START_NS + 2_500 * MS;
  private static final long THAWED_NS = VirtualPlay.START_NS + 6_500 * MS;

  /** Answers after a millisecond, but nothing for four seconds of the eight. */
  private static VirtualWire.Answer frozen(int phase, long number, long sentNs) {
    long endNs = sentNs + MS;
    return VirtualWire.Answer.ok(endNs > FROZEN_NS && endNs < THAWED_NS ? THAWED_NS + MS : endNs);
  }

  private static PhaseResult.Times times(LoadPlan plan, VirtualWire.Target target) {
    PhaseFigures figures = VirtualPlay.play(plan, target).getFirst();
    return figures.times(figures.measurement(), figures.waits(0, plan.schedule(0)));
  }

  private static LoadPlan plan(int connections, Traffic traffic) {
    return VirtualPlay.plan(
        connections, 60 * SECOND, new LoadPhase("measured", traffic, 8 * SECOND));
  }

  private static Traffic open(String arrivals) {
    return new Traffic.Open(Rate.parse("100/s"), Arrivals.parse(arrivals));
  }

  @Test
  void shouldSayWhenAServerAnsweredNothingAndWhoWaited() {
    for (int connections : List.of(100, 1_000)) {
      PhaseResult.Times times = times(plan(connections, open("constant")), SilenceTest::frozen);

      Silence silence = times.waits().silences().getFirst();
      assertThat(times.waits().silences()).hasSize(1);
      assertThat(silence.startMs()).isCloseTo(2_500, Offset.offset(10.0));
      assertThat(silence.endMs()).isCloseTo(6_501, Offset.offset(0.01));
      assertThat(silence.waited()).isBetween(400L, 401L);
    }
  }

  @Test
  void shouldCutASilenceThatBeganInTheWarmUp() {
    LoadPlan plan =
        VirtualPlay.plan(
            1_000,
            60 * SECOND,
            new LoadPhase(LoadPhase.WARM_UP, open("constant"), 3 * SECOND),
            new LoadPhase("measured", open("constant"), 8 * SECOND));
    List<PhaseFigures> figures = VirtualPlay.play(plan, SilenceTest::frozen);

    // frozen from 2.5 to 6.5 s of the load: until 3.5 s of the second phase
    Silence silence = figures.getLast().waits(0, plan.schedule(1)).silences().getFirst();
    assertThat(silence.startMs()).isZero();
    assertThat(silence.endMs()).isCloseTo(3_501, Offset.offset(0.01));
    assertThat(silence.waited()).isBetween(350L, 351L);
  }

  @Test
  void shouldGiveThePercentilesThatOneStallFixesWithItsEpisodes() {
    Percentiles response =
        Objects.requireNonNull(
            times(plan(100, open("constant")), SilenceTest::frozen)
                .figures()
                .get(Kind.RESPONSE.label()));

    // of 800 requests 400 waited up to 4 s: the slowest tenth between 3.2 and 4 s
    assertThat(response.p90()).isCloseTo(3_200 * MS, Percentage.withPercentage(1));
    assertThat(Objects.requireNonNull(response.few().get("p90")).episodes()).isLessThan(10);
    assertThat(response.insufficientCodes()).doesNotContainKey("p90");
    // fewer than ten requests lie beyond it
    assertThat(response.p99()).isNull();
  }

  @Test
  void shouldSeeAFreezeInAClosedLoopToo() {
    RequestWaits waits = times(plan(10, new Traffic.Closed(10, 0)), SilenceTest::frozen).waits();

    assertThat(waits.silences()).hasSize(1);
    assertThat(waits.silences().getFirst().waited()).isEqualTo(10);
  }

  @Test
  void shouldNotCallASlowOrAnIdleServerSilent() {
    VirtualWire.Target slow = (phase, number, sentNs) -> VirtualWire.Answer.ok(sentNs + SECOND);

    assertThat(times(plan(1, new Traffic.Closed(1, 0)), slow).waits().silences()).isEmpty();
    assertThat(
            times(
                    plan(10, new Traffic.Open(Rate.parse("2/s"), Arrivals.parse("poisson"))),
                    (phase, number, sentNs) -> VirtualWire.Answer.ok(sentNs + MS))
                .waits()
                .silences())
        .isEmpty();
  }

  @Test
  void shouldFindWhereTheTimeOfSlowRequestsWent() {
    RequestWaits.SlowParts slow =
        Objects.requireNonNull(
            times(plan(1, open("constant")), SilenceTest::frozen).waits().slow());

    // one connection: all but the first wait for it
    assertThat(slow.requests()).isEqualTo(8);
    assertThat(slow.share(RequestWaits.SlowParts.WAIT)).isGreaterThan(0.8);
    assertThat(slow.share(RequestWaits.SlowParts.LATENESS)).isZero();
  }

  @Test
  void shouldCountOnlyWhatNoLoopHadAnAnswerFor() {
    List<PhaseTally.Silence> first = List.of(new PhaseTally.Silence(0, 900 * MS, 3));
    List<PhaseTally.Silence> second =
        List.of(
            new PhaseTally.Silence(100 * MS, 400 * MS, 2),
            new PhaseTally.Silence(800 * MS, SECOND, 2));

    assertThat(Silences.ofAll(List.of(first, second)))
        .containsExactly(new PhaseTally.Silence(100 * MS, 400 * MS, 5));
  }
}
