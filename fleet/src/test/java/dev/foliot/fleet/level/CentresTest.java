package dev.foliot.fleet.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.fleet.sums.HandMade;
import dev.foliot.stats.Median;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class CentresTest {
  private static Centres of(FleetSums sums) {
    return Centres.of(sums, Panel.metric(sums));
  }

  @Test
  void shouldStandANodeByItsLongestLifetime() {
    FleetSums sums =
        HandMade.plain(10)
            .lifetime("a", "1", 0, 3, w -> 1, w -> 0)
            .lifetime("a", "2", 3, 9, w -> 2, w -> 0)
            .lifetime("a", "3", 9, 10, w -> 3, w -> 0)
            .sums();
    Centres centres = of(sums);
    assertThat(centres.nodes()).containsExactly("a");
    assertThat(centres.ofNodes()).containsExactly(2);
    assertThat(centres.isPlaced(0)).isTrue();
    assertThat(centres.isPlaced(1)).isTrue();
    assertThat(centres.isPlaced(2)).isFalse();
  }

  @Test
  void shouldNameNodesWithTooLittleData() {
    HandMade fleet = HandMade.plain(10);
    for (int i = 0; i < 5; i++) {
      fleet.node(HandMade.name(i), w -> 1);
    }
    fleet.lifetime("short", "", 0, 2, w -> 1, w -> 0).lifetime("empty", "", 0, 0, w -> 1, w -> 0);
    Centres centres = of(fleet.sums());
    assertThat(centres.nodes()).hasSize(5);
    assertThat(centres.without()).containsExactly("empty", "short");
    assertThat(centres.step(node -> false).said()).contains("left out").contains("short");
  }

  @Test
  void shouldPlaceEveryNodeWithoutTimes() {
    FleetSums sums = HandMade.plain(1).node("a", w -> 1).node("b", w -> 2).sums();
    assertThat(of(sums).ofNodes()).containsExactly(1, 2);
    assertThat(of(sums).errorsOfNodes()).containsExactly(0, 0);
  }

  @Test
  void shouldKnowTheErrorOfTheMedian() {
    RandomGenerator random = HandMade.random();
    HandMade fleet = HandMade.plain(64);
    for (int i = 0; i < 200; i++) {
      fleet.node(HandMade.name(i), w -> 8 * random.nextGaussian());
    }
    Centres centres = of(fleet.sums());
    double error = Median.of(centres.errorsOfNodes());
    assertThat(error).isCloseTo(8 * 1.2533 / 8, within(0.15));
    assertThat(Robust.deviation(centres.ofNodes())).isCloseTo(error, within(0.25));
  }

  @Test
  void shouldTakeTheErrorFromThePointsOfASingleWindow() {
    FleetSums.Builder builder = FleetSums.builder(1, 0, 1, false, false, List.of(), List.of());
    int lifetime = builder.lifetime("a", "", List.of());
    for (double value : new double[] {1, 2, 3, 4, 5}) {
      builder.add(lifetime, 0, value, 0);
    }
    assertThat(of(builder.build()).errorsOfNodes()[0]).isCloseTo(Math.sqrt(2.5 / 5), within(1e-12));
  }

  @Test
  void shouldCopeWithoutNodes() {
    Centres centres = of(HandMade.plain(4).lifetime("a", "", 0, 0, w -> 1, w -> 0).sums());
    assertThat(centres.nodes()).isEmpty();
    assertThat(centres.step(node -> false).said()).contains("no node");
  }
}
