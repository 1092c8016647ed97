package dev.foliot.judgement.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.fleet.HandMadeFleet;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetLimits;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetMember;
import dev.foliot.store.fleet.FleetObjection;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetPair;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Reason;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FleetAnswerTest {
  private static final FleetBand LOW = new FleetBand(0, 12, 0.125, 0.066, 0.208, 0.52, 0.01);
  private static final FleetBand HIGH = new FleetBand(1, 84, 0.875, 0.792, 0.934, 1, 0.02);

  private static FleetAnswer answer(HandMadeFleet fleet) {
    return FleetAnswer.of(
        fleet.record(), NextCommands.after(List.of("foliot", "fleet", "nodes.csv")), true);
  }

  private static HandMadeFleet two() {
    return new HandMadeFleet("cpu/rps", FleetVerdict.BANDS, LOW, HIGH);
  }

  private static HandMadeFleet one() {
    return new HandMadeFleet("cpu/rps", FleetVerdict.ONE_BAND, HIGH);
  }

  private static FleetExplanation by(FleetExplanation.Kind kind, String label, String value) {
    return new FleetExplanation(label, value, kind, 1, 1, null, 1e-6, List.of());
  }

  @Test
  void shouldTellTwoBandsWithTheirFigures() {
    FleetAnswer answer = answer(two());

    assertThat(answer.kind()).isEqualTo(FleetVerdict.BANDS);
    assertThat(answer.sentence())
        .isEqualTo(
            "Two groups: 84 of 96 nodes (87.5 %, 79.2 to 93.4 %) take 1.92 times the cpu/rps that"
                + " the others take; nodes keep their group until their process restarts, which"
                + " reassigns it. Not explained by any label.");
    assertThat(answer.figures())
        .containsExactly(
            AnswerFigure.of("costlier_group", 84, "count", "84"),
            AnswerFigure.of("nodes", 96, "count", "96 nodes"),
            AnswerFigure.of("share", 0.875, "share", "87.5 %"),
            AnswerFigure.of("ratio", 1 / 0.52, "ratio", "1.92"));
    assertThat(answer.next().command()).containsExactly("foliot", "diagnose", "PID");
    assertThat(answer.next().purpose()).contains("'middle-0' (group 0) and 'middle-1' (group 1)");
    assertThat(answer.trust()).isEqualTo("confidence 90 % that there are groups");
    assertThat(answer.load()).isEqualTo("load (rps) taken out");
  }

  @Test
  void shouldTellTheLabelThatPartsTheBandsButProvesNothing() {
    assertThat(answer(two().almost(by(FleetExplanation.Kind.LABEL, "type", "m5"))).sentence())
        .contains("No label explains the groups beyond chance: 'type' = 'm5' separates");
  }

  @Test
  void shouldNotBlameLabelsWhereNoneIsKnown() {
    assertThat(answer(two().explained(false)).sentence())
        .endsWith("Not explained, and no label of the nodes is known.");
  }

  @Test
  void shouldTellValuesBelowZeroWithoutARatio() {
    FleetBand below = new FleetBand(0, 12, 0.125, 0.066, 0.208, -2, 0.01);
    assertThat(answer(new HandMadeFleet("cpu/rps", FleetVerdict.BANDS, below, HIGH)).sentence())
        .contains("have 1 of cpu/rps where the others have -2");
  }

  @Test
  void shouldTellThreeGroups() {
    FleetBand top = new FleetBand(2, 4, 0.04, 0.01, 0.1, 3, 0.01);
    assertThat(answer(new HandMadeFleet("cpu", FleetVerdict.BANDS, LOW, HIGH, top)).sentence())
        .startsWith("Three groups: 12, 84, 4 of 100 nodes, at 0.52, 1, 3 cpu; ");
  }

  @Test
  void shouldNameTheLabelFirst() {
    FleetAnswer answer =
        answer(
            two()
                .explained(
                    true,
                    by(FleetExplanation.Kind.METRIC, "misses", "higher"),
                    by(FleetExplanation.Kind.LABEL, "type", "m5")));
    assertThat(answer.sentence()).endsWith("Explained by 'type' = 'm5' in group 1.");
    assertThat(answer.next().purpose()).startsWith("Find what the label stands for");
  }

  @Test
  void shouldSayThatAMetricMayBeAConsequence() {
    assertThat(
            answer(two().explained(true, by(FleetExplanation.Kind.METRIC, "misses", "higher")))
                .sentence())
        .endsWith(
            "Not explained by any label; the groups go with 'misses' higher in group 1, which may"
                + " be a consequence.");
  }

  @Test
  void shouldSayThatTheLoadSeparatesAndExplains() {
    FleetAnswer separated =
        answer(two().limits(new FleetLimits(null, 0.9, false, 0.2, null, null)));
    assertThat(separated.sentences().getFirst())
        .isEqualTo(
            "The load separates the groups (effect 0.9): one has more rps, which may be the"
                + " cause.");
    assertThat(separated.sentence()).endsWith("Idle windows, 20.0 % of all, are left out.");
    assertThat(separated.next().purpose()).startsWith("Give the groups the same load");
    assertThat(
            answer(one().limits(new FleetLimits(null, null, true, 0.001, null, null))).sentence())
        .endsWith("The load (rps) explains most of the differences between nodes.");
  }

  @Test
  void shouldSayThatThereAreMoreThanThreeGroups() {
    FleetAnswer answer = answer(two().limits(new FleetLimits(null, null, false, 0, null, 1)));

    assertThat(answer.sentence())
        .endsWith(
            "Group 1 has several levels itself: there are four groups or more, and three are"
                + " told.");
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayWhyGroupsAreNone(FleetObjection.Kind kind) {
    FleetObjection objection =
        kind == FleetObjection.Kind.LOAD
            ? new FleetObjection(kind, 0.5, 0.7)
            : FleetObjection.of(kind);
    FleetAnswer answer =
        answer(one().limits(new FleetLimits(objection, null, false, 0, null, null)));
    assertThat(answer.sentences()).hasSize(2);
    assertThat(answer.sentences().getLast())
        .startsWith("The levels fall into groups, but ")
        .endsWith(".");
    assertThat(answer.figures())
        .extracting(AnswerFigure::name)
        .hasSize(kind == FleetObjection.Kind.LOAD ? 4 : 2);
  }

  @Test
  void shouldTellACeilingFirst() {
    FleetCeiling ceiling =
        new FleetCeiling(
            "cpu",
            2,
            100,
            List.of("a", "b", "c"),
            List.of(),
            0.25,
            new FleetExplanations(
                List.of(by(FleetExplanation.Kind.LABEL, "type", "m5")), List.of(), true, null));
    assertThat(answer(one().ceiling(ceiling)).sentences().getFirst())
        .isEqualTo(
            "3 of 100 nodes reach a ceiling of 2 cpu in 25.0 % of their windows, as with a CPU"
                + " limit; explained by 'type' = 'm5'.");
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayWhetherNodesKeepTheirGroup(FleetLoyalty.Verdict verdict) {
    FleetLoyalty loyalty = new FleetLoyalty(1.0, 1, 1, 1, 1.0, verdict);
    assertThat(answer(two().loyalty(loyalty)).sentences().getFirst())
        .doesNotContain("without times")
        .endsWith(".");
    assertThat(answer(two().loyalty(new FleetLoyalty(null, 0, 0, 0, null, verdict))).sentence())
        .contains("without times nobody can say");
  }

  @Test
  void shouldTellOutliersDriftAndTooFewNodes() {
    FleetAnswer outliers =
        answer(new HandMadeFleet("cpu/rps", FleetVerdict.OUTLIERS, HIGH).outliers("a", "b"));
    assertThat(outliers.sentence())
        .isEqualTo("One group, and 2 nodes far from it by cpu/rps: a, b.");
    assertThat(outliers.trust()).isEqualTo("confidence 90 % that there are outliers; 2 outliers");
    assertThat(answer(new HandMadeFleet("cpu", FleetVerdict.DRIFT, HIGH)).sentence())
        .startsWith("Drift: the 96 nodes change their level of cpu over time");
    FleetAnswer few =
        answer(
            new HandMadeFleet("cpu", FleetVerdict.NOT_ENOUGH_NODES)
                .reason(new Reason.Plain("Not enough nodes: 3")));
    assertThat(few.sentence()).isEqualTo("Not enough nodes: 3.");
    assertThat(few.next().command()).containsExactly("foliot", "report", "@1");
  }

  @Test
  void shouldSayWhoIsLeftOut() {
    assertThat(answer(one().without("x", "y")).sentence())
        .endsWith(" Left out: 2 of 98 nodes, with no value or too few.");
  }

  @Test
  void shouldSayItInAFewWords() {
    assertThat(headline(two().outliers("x"))).isEqualTo("2 groups: 12 and 84 nodes, 1 outlier");
    assertThat(headline(one())).isEqualTo("one group: 96 nodes");
    assertThat(headline(new HandMadeFleet("cpu", FleetVerdict.OUTLIERS, HIGH).outliers("x")))
        .isEqualTo("one group and 1 outlier");
    assertThat(headline(new HandMadeFleet("cpu", FleetVerdict.DRIFT, HIGH)))
        .isEqualTo("drift: 96 nodes that keep to no level");
    assertThat(headline(new HandMadeFleet("cpu", FleetVerdict.NOT_ENOUGH_NODES)))
        .isEqualTo("not enough nodes: 96");
  }

  private static String headline(HandMadeFleet fleet) {
    FleetRecord record = fleet.record();
    return FleetAnswer.headline(record);
  }

  /** Names come from outside. */
  @Test
  void shouldKeepLongAndStrangeNamesInOneLine() {
    String name = "a\n\u001b[31m" + "x".repeat(10_000);
    assertThat(
            answer(new HandMadeFleet(name, FleetVerdict.OUTLIERS, HIGH).outliers(name)).sentence())
        .doesNotContain("\n", "\u001b")
        .hasSizeLessThan(400);
  }

  private static long us(String time) {
    return Instant.parse(time).toEpochMilli() * 1000;
  }

  private static FleetOnset onset(
      FleetOnset.Kind kind, @Nullable String until, double after, int restarted) {
    return new FleetOnset(
        kind,
        kind == FleetOnset.Kind.ALL ? List.of() : List.of("n1", "n2", "n3"),
        64,
        new FleetOnset.Time(
            us("2026-11-28T14:05:00Z"),
            us("2026-11-28T13:50:00Z"),
            us("2026-11-28T14:20:00Z"),
            until == null ? null : us(until)),
        new FleetOnset.Level(1, after, null),
        restarted,
        FleetExplanations.NONE);
  }

  private static String sentence(FleetOnset onset, String last) {
    return answer(
            new HandMadeFleet("cpu/rps", FleetVerdict.ONSET, LOW, HIGH).onset(onset, us(last)))
        .sentences()
        .getFirst();
  }

  @Test
  void shouldBeginWithSinceWhenAndWhichNodes() {
    String evening = "2026-11-28T23:45:00Z";
    assertThat(sentence(onset(FleetOnset.Kind.ONSET, null, 1.6, 0), evening))
        .isEqualTo(
            "Since 14:05 (13:50 to 14:20) 3 of 64 nodes take 1.6 times the cpu/rps: n1, n2, n3.");
    assertThat(sentence(onset(FleetOnset.Kind.ONSET, null, 0.5, 3), "2026-11-29T09:00:00Z"))
        .isEqualTo(
            "Since 2026-11-28 14:05 (2026-11-28 13:50 to 2026-11-28 14:20) 3 of 64 nodes take 0.5"
                + " of the cpu/rps of before: with a restart of 3; n1, n2, n3.");
    assertThat(sentence(onset(FleetOnset.Kind.EPISODE, "2026-11-28T17:10:00Z", 1.6, 0), evening))
        .startsWith("From 14:05 (13:50 to 14:20) to 17:10 3 of 64 nodes took 1.6 times");
    assertThat(sentence(onset(FleetOnset.Kind.ALL, null, 1.6, 0), evening))
        .startsWith("Since 14:05 (13:50 to 14:20) all 64 nodes take 1.6 times the cpu/rps: a ch");
    assertThat(sentence(onset(FleetOnset.Kind.DRIFT, null, 1.6, 0), evening))
        .isEqualTo("Drift: 3 of 64 nodes change steadily, from 1 to 1.6 cpu/rps: n1, n2, n3.");
    FleetAnswer answer =
        answer(
            new HandMadeFleet("cpu/rps", FleetVerdict.ONSET, LOW, HIGH)
                .onset(onset(FleetOnset.Kind.ONSET, null, 1.6, 0), us(evening)));
    assertThat(answer.next().purpose())
        .startsWith("Look for what changed on these nodes at 14:05")
        .contains("'n1' and on 'middle-0', which did not change");
    assertThat(answer.figures()).contains(AnswerFigure.of("change", 1.6, "ratio", "1.6"));
  }

  @Test
  void shouldLeadToTheMechanismOnTwoNodesThatAreAlike() {
    FleetAnswer answer =
        answer(two().pair(new FleetPair("node-04", "node-37", List.of("zone", "version"), 1.02)));

    assertThat(answer.next().purpose())
        .contains("on 'node-04' and on 'node-37', alike in load, zone and version, then");
    assertThat(answer.steps())
        .containsSubsequence(
            "on 'node-04': foliot counters record PID --output slow.csv",
            "on 'node-37': foliot counters record PID --output fast.csv",
            "then: foliot counters compare slow.csv fast.csv");
    assertThat(answer(two().pair(new FleetPair("a", "b", List.of(), 1.5))).next().purpose())
        .contains("on 'a' and on 'b', then");
  }

  private static String counted(FleetOnset.Time time, double before, double after) {
    FleetOnset onset =
        new FleetOnset(
            FleetOnset.Kind.EPISODE,
            List.of("6"),
            10,
            time,
            new FleetOnset.Level(before, after, null),
            0,
            FleetExplanations.NONE);
    return answer(
            new HandMadeFleet("cpu", FleetVerdict.ONSET, LOW, HIGH).onset(onset, 2_391_000_000L))
        .sentences()
        .getFirst();
  }

  @Test
  void shouldKeepTimesThatCountAsTheyAre() {
    assertThat(
            counted(
                new FleetOnset.Time(1_810_400_000L, 1_801_000_000L, 1_820_000_000L, 1_941_000_000L),
                400,
                640))
        .isEqualTo(
            "From time 1810 (1801 to 1820) to 1941 1 of 10 nodes took 1.6 times the cpu: 6.");
    assertThat(counted(new FleetOnset.Time(71_250_000L, 70_000_000L, 72_000_000L, null), 400, 640))
        .startsWith("Since time 71.3 (70 to 72) ");
  }

  @Test
  void shouldShowSecondsOfAShortChange() {
    long at = us("2026-11-28T14:05:09Z");
    FleetOnset onset =
        new FleetOnset(
            FleetOnset.Kind.ONSET,
            List.of("6"),
            10,
            new FleetOnset.Time(at, at - 1_000_000, at + 1_000_000, null),
            new FleetOnset.Level(1, 2, null),
            0,
            FleetExplanations.NONE);
    assertThat(sentence(onset, "2026-11-28T14:06:00Z"))
        .startsWith("Since 14:05:09 (14:05:08 to 14:05:10) 1 of 10 nodes takes 2 times");
  }

  @Test
  void shouldGiveNoRatioToALevelOfNothing() {
    FleetOnset.Time time = new FleetOnset.Time(800_000_000L, 700_000_000L, 900_000_000L, null);
    assertThat(counted(time, -0.516, 1010)).contains("had 1,010 of cpu instead of about 0");
    assertThat(counted(time, 1250, 0.3)).contains("had about 0 of cpu instead of 1,250");
    FleetBand none = new FleetBand(0, 8, 0.4, 0.2, 0.6, 0.26, 0.01);
    FleetBand much = new FleetBand(1, 12, 0.6, 0.4, 0.8, 1270, 1);
    assertThat(answer(new HandMadeFleet("cpu", FleetVerdict.BANDS, none, much)).sentence())
        .contains("have 1,270 of cpu where the others have about 0;");
  }

  @Test
  void shouldNameTheNodesThatStandApartAndTheRangeOfOneGroup() {
    FleetMember[] ten = new FleetMember[10];
    for (int i = 0; i < ten.length; i++) {
      ten[i] = new FleetMember("w" + i, i < 2 ? 770 + i : 690 + i, 1);
    }
    assertThat(
            answer(
                    new HandMadeFleet("cpu", FleetVerdict.NOT_ENOUGH_NODES)
                        .members(ten)
                        .reason(new Reason.Plain("Not enough nodes: 2 of 10 nodes stand apart")))
                .sentence())
        .endsWith("Apart: w0, w1, around 771; the others around 696.");
    assertThat(answer(one().members(ten)).sentence()).contains("around 1 (692 to 771).");
  }

  @Test
  void shouldNameTheOneOfFewNodesThatTakesMore() {
    FleetMember a = new FleetMember("a", 1, 0.01);
    FleetMember c = new FleetMember("c", 1.5, 0.01);
    FleetMember d = new FleetMember("d", 1.02, 0.01);
    HandMadeFleet few =
        new HandMadeFleet("cpu", FleetVerdict.NOT_ENOUGH_NODES)
            .reason(new Reason.Plain("Not enough nodes: 3 nodes"));
    assertThat(answer(few.members(a, c, d)).sentence())
        .startsWith("c takes 1.49 times (1.45 to 1.52) the cpu that the other 2 nodes take. Not");
    assertThat(answer(few.members(a, c, new FleetMember("d", 1.3, 0.01))).sentence())
        .startsWith("Not enough nodes");
    assertThat(answer(few.members(a, new FleetMember("c", 1.5, 0.2), d)).sentence())
        .startsWith("Not enough nodes");
  }

  @Test
  void shouldRaiseAlarmsForWhatIsNewOnly() {
    FleetRecord bands = two().record();
    FleetRecord changed =
        new HandMadeFleet("cpu", FleetVerdict.ONSET, LOW, HIGH)
            .onset(onset(FleetOnset.Kind.ONSET, null, 1.6, 0), 1)
            .outliers("x")
            .record();
    assertThat(FleetAlarm.of(bands, null)).containsExactly(FleetAlarm.GROUPS);
    assertThat(FleetAlarm.of(bands, bands)).isEmpty();
    assertThat(FleetAlarm.of(changed, null)).containsExactly(FleetAlarm.ONSET, FleetAlarm.OUTLIER);
    assertThat(FleetAlarm.of(changed, changed)).isEmpty();
    assertThat(FleetAlarm.of(changed, bands)).containsExactly(FleetAlarm.ONSET, FleetAlarm.OUTLIER);
  }

  /** The headline is the greatest harm. */
  @Test
  void shouldPutAnOutlierThatIsMuchFurtherAwayBeforeTheGroups() {
    FleetBand near = new FleetBand(0, 12, 0.125, 0.066, 0.208, 0.94, 0.01);
    HandMadeFleet fleet =
        new HandMadeFleet("cpu", FleetVerdict.BANDS, near, HIGH)
            .outliers("0")
            .members(new FleetMember("0", 1.7, 0.01));
    assertThat(answer(fleet).sentences())
        .element(0)
        .isEqualTo("1 node takes 1.81 times the cpu of the lowest group: 0.");
    assertThat(answer(fleet.members(new FleetMember("0", 1.05, 0.01))).sentence())
        .startsWith("Two groups: ");
  }
}
