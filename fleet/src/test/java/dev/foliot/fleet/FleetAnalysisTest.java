package dev.foliot.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.HandMade;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetPair;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.store.fleet.FleetVerdict;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class FleetAnalysisTest {
  private static final int WINDOWS = 24;
  private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

  private final RandomGenerator random = HandMade.random();

  private static FleetRecord of(HandMade fleet) {
    return FleetAnalysis.of(fleet.measured(), NOW, 7);
  }

  private double around(double level) {
    return level + 0.5 * random.nextGaussian();
  }

  private double rhythm(int window) {
    return 4 * Math.sin(2 * Math.PI * window / WINDOWS);
  }

  /** Each restart reassigns the node's band. */
  private HandMade lottery(int nodes) {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < nodes; i++) {
      double first = level();
      double second = level();
      fleet
          .lifetime(HandMade.name(i), "1", 0, 14, w -> around(first + rhythm(w)), w -> 0)
          .lifetime(HandMade.name(i), "2", 14, WINDOWS, w -> around(second + rhythm(w)), w -> 0);
    }
    return fleet;
  }

  private double level() {
    return (random.nextInt(8) == 0 ? 10 : 20) + 0.5 * random.nextGaussian();
  }

  /** Zones and loads differ; the pair to look into has both the same. */
  @Test
  void shouldNameASlowAndAFastNodeThatAreAlikeOtherwise() {
    HandMade fleet = new HandMade(WINDOWS, true, List.of(), List.of("zone", "name"));
    for (int i = 0; i < 60; i++) {
      double level = i % 3 == 0 ? 20 : 10;
      // of the slow nodes only 33 is in zone b; of the fast ones, only 52 has its load
      String zone = i == 33 || i % 3 != 0 ? "b" : "a";
      double load = i == 33 || i == 52 ? 125 : 100 + i % 7;
      boolean inTheMiddle = i == 33 || i == 52;
      fleet.lifetime(
          HandMade.name(i),
          "",
          0,
          WINDOWS,
          w -> inTheMiddle ? level : around(level),
          w -> load + random.nextDouble(),
          zone,
          "n" + i);
    }

    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isEqualTo(FleetVerdict.BANDS);
    FleetPair pair = Objects.requireNonNull(record.groups().places().pair());
    assertThat(record.groups().places().assignments())
        .containsEntry(pair.slow(), 1)
        .containsEntry(pair.fast(), 0);
    assertThat(List.of(pair.slow(), pair.fast()))
        .isEqualTo(List.of(HandMade.name(33), HandMade.name(52)));
    assertThat(pair.same()).containsExactly("zone");
    assertThat(pair.loadRatio()).isCloseTo(1, within(0.01));
  }

  /** Only nodes of zone b with version 2 are slow: neither alone is the cause. */
  @Test
  void shouldNameTwoLabelsThatSeparateOnlyTogether() {
    FleetRecord record = of(described(i -> i % 2 == 1 && i / 2 % 2 == 1 ? 16 : 10));

    FleetExplanation both = record.groups().explanations().explainedBy().getFirst();
    assertThat(record.groups().explanations().explainedBy()).hasSize(1);
    assertThat(both.label()).isIn("zone and version", "version and zone");
    assertThat(both.value()).isIn("b and v2", "v2 and b");
    assertThat(both.effect()).isEqualTo(1);
  }

  @Test
  void shouldNameOneLabelThatSeparatesAlone() {
    FleetRecord record = of(described(i -> i % 2 == 1 ? 16 : 10));

    assertThat(record.groups().explanations().explainedBy())
        .extracting(FleetExplanation::label)
        .containsExactly("zone");
  }

  /** Nodes of two zones and two versions in all combinations. */
  private HandMade described(IntToDoubleFunction level) {
    HandMade fleet = new HandMade(WINDOWS, false, List.of(), List.of("zone", "version"));
    for (int i = 0; i < 96; i++) {
      double own = level.applyAsDouble(i);
      fleet.described(
          HandMade.name(i),
          w -> around(own),
          new double[0],
          List.of(i % 2 == 1 ? "b" : "a", i / 2 % 2 == 1 ? "v2" : "v1"));
    }
    return fleet;
  }

  @Test
  void shouldSayThatAGroupOfThreeHasSeveralLevels() {
    assertThat(of(levels(10, 20, 30, 40)).finding().limits().severalIn()).isNotNull();
    FleetRecord three = of(levels(10, 20, 30));
    assertThat(three.bands()).hasSize(3);
    assertThat(three.finding().limits().severalIn()).isNull();
  }

  private HandMade levels(double... levels) {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 120; i++) {
      double own = levels[i % levels.length] + 0.3 * random.nextGaussian();
      fleet.node(HandMade.name(i), w -> around(own));
    }
    return fleet;
  }

  @Test
  void shouldSeeALotteryThatNothingExplains() {
    FleetRecord record = of(lottery(96));
    assertThat(record.verdict()).isEqualTo(FleetVerdict.BANDS);
    assertThat(record.bands()).hasSize(2);
    assertThat(record.bands().getFirst().center()).isBetween(9.0, 11.0);
    assertThat(record.finding().confidence()).isGreaterThan(0.9);
    assertThat(record.finding().nodes()).isEqualTo(96);
    assertThat(record.groups().explanations()).isEqualTo(FleetExplanations.NONE);
    assertThat(record.groups().loyalty()).isNotNull();
    assertThat(record.groups().loyalty().verdict()).isEqualTo(FleetLoyalty.Verdict.ANEW);
    assertThat(record.groups().eighths()).isNotNull();
    assertThat(record.groups().places().assignments()).hasSize(96);
    assertThat(record.finding().lifetimes()).isEqualTo(192);
    assertThat(record.groups().places().typical())
        .hasSize(2)
        .allMatch(node -> node.startsWith("node-"));
    assertThat(record.steps().stream().map(step -> step.name().shown()))
        .containsExactly(
            "load left in",
            "common course taken out",
            "onset",
            "centres",
            "groups",
            "repeatability",
            "persistence",
            "shares",
            "explained by");
  }

  @Test
  void shouldNameTheInstanceTypeThatExplains() {
    HandMade fleet = new HandMade(WINDOWS, false, List.of("heap"), List.of("type", "zone"));
    for (int i = 0; i < 60; i++) {
      boolean slow = i % 3 == 0;
      double level = (slow ? 20 : 10) + 0.5 * random.nextGaussian();
      fleet.described(
          HandMade.name(i),
          w -> around(level),
          new double[] {random.nextGaussian()},
          List.of(slow ? "m5" : "m6", "z" + random.nextInt(3)));
    }
    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isEqualTo(FleetVerdict.BANDS);
    assertThat(record.groups().explanations().explainedBy()).hasSize(1);
    assertThat(record.groups().explanations().explainedBy().getFirst().label()).isEqualTo("type");
    assertThat(record.groups().explanations().explainedBy().getFirst().value()).isEqualTo("m5");
    assertThat(record.groups().explanations().explainedBy().getFirst().band()).isEqualTo(1);
  }

  @Test
  void shouldSeeOneBandInARhythm() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 60; i++) {
      double level = 20 * Math.exp(0.4 * random.nextGaussian());
      fleet.node(HandMade.name(i), w -> around(level + rhythm(w)));
    }
    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isEqualTo(FleetVerdict.ONE_BAND);
    assertThat(record.bands()).hasSize(1);
    assertThat(record.bands().getFirst().nodes()).isEqualTo(60);
    assertThat(record.groups().loyalty()).isNull();
    assertThat(record.groups().eighths()).isNull();
    assertThat(record.groups().explanations().explainedBy()).isEmpty();
    assertThat(record.finding().limits().objection()).isNull();
  }

  @Test
  void shouldNotTakeImbalanceForBands() {
    HandMade fleet = HandMade.loaded(WINDOWS);
    for (int i = 0; i < 60; i++) {
      double zone = i % 3 == 0 ? 200 : 100;
      double level = 5 + 0.5 * random.nextGaussian();
      double[] load = new double[WINDOWS];
      for (int w = 0; w < WINDOWS; w++) {
        load[w] = zone * (1 + 0.02 * random.nextGaussian()) + 5 * rhythm(w);
      }
      fleet.node(HandMade.name(i), w -> around(level + 0.3 * load[w]), w -> load[w]);
    }
    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isEqualTo(FleetVerdict.ONE_BAND);
    assertThat(record.steps())
        .filteredOn(step -> step.name() == FleetStep.Name.LOAD_OUT)
        .singleElement()
        .satisfies(step -> assertThat(step.said()).contains("the metric grows by 0.3"));
  }

  @Test
  void shouldCallASickNodeAnOutlier() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 40; i++) {
      double level = (i == 17 ? 200 : 10) + 0.5 * random.nextGaussian();
      fleet.node(HandMade.name(i), w -> around(level));
    }
    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isEqualTo(FleetVerdict.OUTLIERS);
    assertThat(record.groups().places().outliers()).containsExactly(HandMade.name(17));
    assertThat(record.groups().places().assignments())
        .hasSize(39)
        .doesNotContainKey(HandMade.name(17));
    assertThat(record.groups().places().typical()).hasSize(1).doesNotContain(HandMade.name(17));
  }

  @Test
  void shouldCallFlickerNoise() {
    HandMade fleet = HandMade.plain(31);
    for (int i = 0; i < 60; i++) {
      fleet.node(HandMade.name(i), w -> around(random.nextBoolean() ? 10 : 20));
    }
    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isNotEqualTo(FleetVerdict.BANDS);
    assertThat(record.groups().places().assignments()).hasSize(60);
  }

  @Test
  void shouldCallNodesThatChangeForGoodDrift() {
    HandMade fleet = HandMade.plain(32);
    for (int i = 0; i < 60; i++) {
      int moves = random.nextInt(32);
      fleet.node(HandMade.name(i), w -> around(w < moves ? 10 : 20));
    }
    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isEqualTo(FleetVerdict.DRIFT);
  }

  @Test
  void shouldSayThatThereAreNotEnoughNodes() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 5; i++) {
      double level = i % 2 == 0 ? 10 : 20;
      fleet.node(HandMade.name(i), w -> around(level));
    }
    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isEqualTo(FleetVerdict.NOT_ENOUGH_NODES);
    assertThat(record.finding().nodes()).isEqualTo(5);
    assertThat(record.finding().reasonCode()).isEqualTo(new FleetReason.FewNodes(5, 8, 0));
    assertThat(record.bands()).isEmpty();
    assertThat(record.groups().places().assignments()).isEmpty();
    assertThat(record.groups().places().outliers()).isEmpty();
    assertThat(record.groups().dipP()).isNull();
    assertThat(record.plots().lines()).hasSize(5);
  }

  @Test
  void shouldCopeWithANodeWithoutAnyData() {
    FleetRecord record = of(HandMade.loaded(4).lifetime("a", "", 0, 0, w -> 1, w -> 0));
    assertThat(record.verdict()).isEqualTo(FleetVerdict.NOT_ENOUGH_NODES);
    assertThat(record.data().nodesWithout()).containsExactly("a");
    assertThat(record.finding().reasonCode()).isEqualTo(new FleetReason.FewNodes(0, 8, 1));
    assertThat(new FleetReason.FewNodes(5, 8, 2).text())
        .isEqualTo(
            "Not enough nodes: 5 nodes have data enough to be placed, and groups take at least 8."
                + " Left out: 2 of 7 nodes, with no value or too few");
  }

  @Test
  void shouldCopeWithNodesThatAreTheSame() {
    HandMade fleet = HandMade.loaded(4);
    for (int i = 0; i < 20; i++) {
      fleet.node(HandMade.name(i), w -> 1e-9, w -> 3);
    }
    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isEqualTo(FleetVerdict.ONE_BAND);
    assertThat(record.bands().getFirst().spread()).isZero();
  }

  @Test
  void shouldAnalyseWithoutTimes() {
    HandMade fleet = HandMade.plain(1);
    for (int i = 0; i < 60; i++) {
      double level = i % 4 == 0 ? 20 : 10;
      fleet.node(HandMade.name(i), w -> around(level));
    }
    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isEqualTo(FleetVerdict.BANDS);
    FleetLoyalty loyalty = record.groups().loyalty();
    assertThat(loyalty).isNotNull();
    assertThat(loyalty.withinLifetime()).isNull();
  }

  @Test
  void shouldGiveTheSameForTheSameSeed() {
    FleetMeasured measured = lottery(30).measured();
    assertThat(FleetAnalysis.of(measured, NOW, 3)).isEqualTo(FleetAnalysis.of(measured, NOW, 3));
  }
}
