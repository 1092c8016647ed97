package dev.foliot.judgement.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.Forks;
import dev.foliot.judgement.beside.BesideResult;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.beside.BesideRecord;
import dev.foliot.text.BesideReason;
import dev.foliot.text.LoadReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BesideAnswerTest {
  private static final double ASKED_PER_S = 10_000;

  private static ForkRecord foliot(int number, long ns, Validity validity) {
    Percentiles figures = Forks.of(ns).times().response();
    return Forks.of(number, 0, validity, figures);
  }

  private static BesideRecord.Fork jlbh(
      int fork, double perS, long ns, boolean jitter, @Nullable String pinned) {
    return new BesideRecord.Fork(
        fork, fork % 2 == 0, perS, Map.of("p50", ns, "p90", ns), jitter, pinned, null);
  }

  private static BesideResult result(List<ForkRecord> forks, List<BesideRecord.Fork> jlbh) {
    return BesideResult.of(
        Forks.run("20261101-100000-aaaa", forks.size()),
        forks,
        new BesideRecord(BesideRecord.SCHEMA, "jlbh.jar", jlbh));
  }

  /** Foliot's values, and JLBH's, pair by pair. */
  private static BesideResult pairs(long[] foliotNs, long[] jlbhNs) {
    List<ForkRecord> forks = new ArrayList<>();
    List<BesideRecord.Fork> jlbh = new ArrayList<>();
    for (int i = 0; i < foliotNs.length; i++) {
      forks.add(foliot(i + 1, foliotNs[i], Validity.valid()));
      jlbh.add(jlbh(i + 1, ASKED_PER_S, jlbhNs[i], false, null));
    }
    return result(forks, jlbh);
  }

  @Test
  void shouldAgreeWhereNoDirectionIsInAllPairs() {
    BesideAnswer answer =
        BesideAnswer.of(
            pairs(
                new long[] {2_000, 2_100, 9_000, 2_000}, new long[] {2_050, 2_000, 2_000, 2_000}));

    assertThat(answer.kind()).isEqualTo(BesideAnswer.Kind.AGREE);
    assertThat(answer.sentence()).endsWith("in all 4 pairs.");
  }

  @Test
  void shouldNameWhatDiffersInAllPairsAndSayWhereNothingExplainsIt() {
    BesideResult result =
        pairs(new long[] {4_000, 4_000, 4_400, 4_000}, new long[] {2_000, 2_000, 2_000, 1_000});
    BesideAnswer answer = BesideAnswer.of(result);

    assertThat(answer.kind()).isEqualTo(BesideAnswer.Kind.DIFFERENT);
    assertThat(answer.sentence()).contains("p50 2.10 times (4.00 us beside 2.00 us)");
    assertThat(answer.figures()).extracting(one -> one.name()).contains("ratio_p50", "pairs");
    assertThat(result.reasons()).containsExactly(new BesideReason.Unexplained());
    assertThat(result.rows().getFirst().least()).isEqualTo(2);
    assertThat(result.rows().getFirst().most()).isEqualTo(4);
  }

  /** A stall delays few messages: it says nothing of a median. */
  @Test
  void shouldChargeStallsToTheTailOnly() {
    List<ForkRecord> forks = new ArrayList<>();
    List<BesideRecord.Fork> jlbh = new ArrayList<>();
    for (int fork = 1; fork <= 4; fork++) {
      // the meter's own delay, longer than any message, is no stall
      long stallNs = fork == 1 ? 50_000_000 : 5_000_000;
      forks.add(stalled(foliot(fork, 6_000_000, Validity.valid()), stallNs));
      jlbh.add(
          new BesideRecord.Fork(
              fork,
              false,
              ASKED_PER_S,
              Map.of("p50", 2_000L, BesideRecord.MAX, 9_000_000L),
              false,
              null,
              null));
    }
    assertThat(result(forks, jlbh).reasons()).containsExactly(new BesideReason.Unexplained());

    jlbh.replaceAll(one ->
        new BesideRecord.Fork(
            one.fork(),
            false,
            ASKED_PER_S,
            Map.of("p50", 6_000_000L, BesideRecord.MAX, 3_000L),
            false,
            null,
            null));
    assertThat(result(forks, jlbh).reasons())
        .containsExactly(new BesideReason.StallCharged(5_000_000));
  }

  private static ForkRecord stalled(ForkRecord fork, long ns) {
    return new ForkRecord(
        fork.schema(),
        fork.place(),
        fork.messages(),
        fork.validity(),
        fork.times(),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(
                fork.pauses().jitter(), "sleep", List.of(new ForkRecord.Stall(0, ns))),
            null,
            Map.of(),
            fork.kernel(),
            fork.jvm()),
        fork.end());
  }

  @Test
  void shouldNotExplainADifferenceOfLessThanAFewPerCent() {
    BesideResult result =
        pairs(new long[] {2_020, 2_030, 2_010, 2_050}, new long[] {2_000, 2_000, 2_000, 2_000});

    assertThat(BesideAnswer.of(result).kind()).isEqualTo(BesideAnswer.Kind.AGREE);
    assertThat(result.reasons()).isEmpty();
  }

  @Test
  void shouldWantSomePairs() {
    BesideAnswer answer = BesideAnswer.of(pairs(new long[] {4_000}, new long[] {2_000}));

    assertThat(answer.kind()).isEqualTo(BesideAnswer.Kind.TOO_FEW_PAIRS);
    assertThat(answer.sentence())
        .isEqualTo("1 pair of forks beside JLBH: 4 show whether both agree.");
  }

  @Test
  void shouldSayWhyJlbhGaveNothing() {
    BesideRecord.Fork failed =
        new BesideRecord.Fork(1, false, null, Map.of(), false, null, "it printed no report");
    BesideAnswer answer =
        BesideAnswer.of(result(List.of(foliot(1, 2_000, Validity.valid())), List.of(failed)));

    assertThat(answer.kind()).isEqualTo(BesideAnswer.Kind.NOT_MEASURED);
    assertThat(answer.sentence()).contains("it printed no report");
  }

  @Test
  void shouldExplainWithWhatWasMeasured() {
    Validity starved = Validity.of(Verdict.SUSPECT, new LoadReason.LoadGeneratorStarved(0.2));
    BesideResult result =
        result(
            List.of(foliot(1, 2_000, starved), foliot(2, 2_000, Validity.valid())),
            List.of(jlbh(1, 9_000, 1, true, "1"), jlbh(2, 9_400, 1, true, null)));

    assertThat(result.sent()).isEqualTo(new BesideResult.Sent(null, 9_200.0));
    assertThat(result.reasons())
        .containsExactly(
            new BesideReason.ScheduleSlipped(9_200, ASKED_PER_S),
            new BesideReason.JitterThreadSpun(),
            new BesideReason.CorePinned("1"),
            new BesideReason.BelowHundredNanos(),
            new BesideReason.ForksStarved(1, 2));
  }
}
