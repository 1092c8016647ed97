package dev.foliot.fleet.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.fleet.sums.HandMade;
import dev.foliot.store.fleet.FleetLoyalty;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class LoyaltyTest {
  private final RandomGenerator random = HandMade.random();

  private static FleetLoyalty of(FleetSums sums) {
    Panel panel = Panel.metric(sums);
    Centres centres = Centres.of(sums, panel);
    List<Integer> bands =
        Arrays.stream(centres.ofNodes()).mapToObj(centre -> centre > 5 ? 1 : 0).toList();
    Found found = new Found(2, bands, List.of(5.0), List.of(), 0, 1, 8);
    return Loyalty.of(panel, centres, sums, found, List.of());
  }

  /** Each of the nodes restarts once. */
  private FleetSums restarted(int nodes, boolean anew) {
    HandMade fleet = HandMade.plain(20);
    for (int i = 0; i < nodes; i++) {
      double first = draw();
      double second = anew ? draw() : first;
      fleet
          .lifetime(HandMade.name(i), "1", 0, 11, w -> first + random.nextGaussian(), w -> 0)
          .lifetime(HandMade.name(i), "2", 11, 20, w -> second + random.nextGaussian(), w -> 0);
    }
    return fleet.sums();
  }

  private double draw() {
    return random.nextInt(8) < 2 ? 10 : 0;
  }

  @Test
  void shouldSeeThatBandsAreDrawnAnew() {
    FleetLoyalty loyalty = of(restarted(100, true));
    assertThat(loyalty.restarts()).isEqualTo(100);
    assertThat(loyalty.verdict()).isEqualTo(FleetLoyalty.Verdict.ANEW);
    assertThat((double) loyalty.changed()).isCloseTo(loyalty.expectedChanged(), within(15.0));
    assertThat(loyalty.withinLifetime()).isGreaterThan(0.99);
    assertThat(Loyalty.step(loyalty).said()).contains("100 restarts");
  }

  @Test
  void shouldSeeThatBandsAreKept() {
    FleetLoyalty loyalty = of(restarted(100, false));
    assertThat(loyalty.changed()).isZero();
    assertThat(loyalty.pKept()).isLessThan(1e-6);
    assertThat(loyalty.verdict()).isEqualTo(FleetLoyalty.Verdict.KEPT);
  }

  /** A deploy to all nodes, one after the other; chance would change half of them. */
  @Test
  void shouldSeeThatRestartsChangeTheBandTooOftenForChance() {
    HandMade fleet = HandMade.plain(20);
    for (int i = 0; i < 40; i++) {
      fleet
          .lifetime(HandMade.name(i), "1", 0, 11, w -> 0, w -> 0)
          .lifetime(HandMade.name(i), "2", 11, 20, w -> 10, w -> 0);
    }
    FleetLoyalty loyalty = of(fleet.sums());
    assertThat(loyalty.changed()).isEqualTo(40);
    assertThat(loyalty.verdict()).isEqualTo(FleetLoyalty.Verdict.CHANGED);
  }

  @Test
  void shouldSeeThatALabelChangesTheBand() {
    HandMade fleet = new HandMade(20, false, List.of(), List.of("version"));
    for (int i = 0; i < 40; i++) {
      boolean upgraded = i % 2 == 0;
      fleet
          .lifetime(HandMade.name(i), "1", 0, 11, w -> 0, w -> 0, "v1")
          .lifetime(
              HandMade.name(i),
              "2",
              11,
              20,
              w -> upgraded ? 10 : 0,
              w -> 0,
              upgraded ? "v2" : "v1");
    }
    FleetSums sums = fleet.sums();
    Panel panel = Panel.metric(sums);
    Centres centres = Centres.of(sums, panel);
    List<Integer> bands =
        Arrays.stream(centres.ofNodes()).mapToObj(centre -> centre > 5 ? 1 : 0).toList();
    Found found = new Found(2, bands, List.of(5.0), List.of(), 0, 1, 8);
    FleetLoyalty loyalty = Loyalty.of(panel, centres, sums, found, List.of(0));
    assertThat(loyalty.restarts()).isEqualTo(40);
    assertThat(loyalty.changed()).isEqualTo(20);
    assertThat(loyalty.verdict()).isEqualTo(FleetLoyalty.Verdict.LABELLED);
  }

  @Test
  void shouldNotTellFromFewRestarts() {
    assertThat(of(restarted(3, false)).verdict()).isEqualTo(FleetLoyalty.Verdict.TOO_FEW);
  }

  @Test
  void shouldSayThatThereWereNoRestarts() {
    FleetLoyalty loyalty = of(HandMade.plain(6).node("a", w -> 0).node("b", w -> 10).sums());
    assertThat(loyalty.verdict()).isEqualTo(FleetLoyalty.Verdict.NONE);
    assertThat(loyalty.pKept()).isNull();
    assertThat(Loyalty.step(loyalty).said()).contains("no restarts seen");
  }

  @Test
  void shouldSayNothingOfWindowsWithoutTimes() {
    FleetLoyalty loyalty = of(HandMade.plain(1).node("a", w -> 0).node("b", w -> 10).sums());
    assertThat(loyalty.withinLifetime()).isNull();
  }
}
