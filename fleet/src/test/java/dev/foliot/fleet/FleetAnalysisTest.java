package dev.foliot.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.fleet.groups.Loyalty;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.HandMade;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.store.fleet.FleetVerdict;
import dev.foliot.text.FleetReason;
import java.time.Instant;
import java.util.List;
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

  @Test
  void shouldSeeALotteryThatNothingExplains() {
    FleetRecord record = of(lottery(96));
    assertThat(record.verdict()).isEqualTo(FleetVerdict.BANDS);
    assertThat(record.bands()).hasSize(2);
    assertThat(record.bands().getFirst().center()).isBetween(9.0, 11.0);
    assertThat(record.confidence()).isGreaterThan(0.9);
    assertThat(record.words())
        .startsWith("Two groups: ")
        .contains(" of 96 nodes (")
        .contains("of the cpu that the others take")
        .endsWith("Not explained, and no label of the nodes is known.");
    assertThat(record.loyalty()).isNotNull();
    assertThat(record.loyalty().verdict()).isEqualTo(Loyalty.ANEW);
    assertThat(record.eighths()).isNotNull();
    assertThat(record.assignments()).hasSize(96);
    assertThat(record.lifetimes()).isEqualTo(192);
    assertThat(record.next()).hasSize(1);
    assertThat(record.next().getFirst()).contains("foliot diagnose").contains("'node-");
    assertThat(record.steps().stream().map(FleetStep::name))
        .containsExactly(
            "load left in",
            "common course taken out",
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
    assertThat(record.explainedBy()).hasSize(1);
    assertThat(record.explainedBy().getFirst().label()).isEqualTo("type");
    assertThat(record.words()).endsWith("Explained by 'type' = 'm5' in group 1.");
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
    assertThat(record.loyalty()).isNull();
    assertThat(record.eighths()).isNull();
    assertThat(record.explainedBy()).isEmpty();
    assertThat(record.words()).startsWith("One group: 60 nodes are one population by cpu");
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
        .filteredOn(step -> step.name().equals("load taken out"))
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
    assertThat(record.outliers()).containsExactly(HandMade.name(17));
    assertThat(record.assignments()).hasSize(39).doesNotContainKey(HandMade.name(17));
    assertThat(record.next().getFirst()).contains(HandMade.name(17));
  }

  @Test
  void shouldCallFlickerNoise() {
    HandMade fleet = HandMade.plain(31);
    for (int i = 0; i < 60; i++) {
      fleet.node(HandMade.name(i), w -> around(random.nextBoolean() ? 10 : 20));
    }
    FleetRecord record = of(fleet);
    assertThat(record.verdict()).isNotEqualTo(FleetVerdict.BANDS);
    assertThat(record.assignments()).hasSize(60);
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
    assertThat(record.words()).startsWith("Drift: ");
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
    assertThat(record.nodes()).isEqualTo(5);
    assertThat(record.reasonCode()).isEqualTo(new FleetReason.FewNodes(5, 8, 0));
    assertThat(record.words())
        .isEqualTo(
            "Not enough nodes: 5 nodes have data enough to be placed, and groups take at least 8.");
    assertThat(record.bands()).isEmpty();
    assertThat(record.assignments()).isEmpty();
    assertThat(record.outliers()).isEmpty();
    assertThat(record.dipP()).isNull();
    assertThat(record.plots().lines()).hasSize(5);
  }

  @Test
  void shouldCopeWithANodeWithoutAnyData() {
    FleetRecord record = of(HandMade.loaded(4).lifetime("a", "", 0, 0, w -> 1, w -> 0));
    assertThat(record.verdict()).isEqualTo(FleetVerdict.NOT_ENOUGH_NODES);
    assertThat(record.data().nodesWithout()).containsExactly("a");
    assertThat(record.words()).endsWith(" Left out: 1 of 1 node, with no value or too few.");
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
    assertThat(record.words()).contains("without times");
  }

  @Test
  void shouldGiveTheSameForTheSameSeed() {
    FleetMeasured measured = lottery(30).measured();
    assertThat(FleetAnalysis.of(measured, NOW, 3)).isEqualTo(FleetAnalysis.of(measured, NOW, 3));
  }
}
