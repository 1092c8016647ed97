package dev.foliot.fleet.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.fleet.sums.HandMade;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class LoadRemovalTest {
  private static final int WINDOWS = 24;
  private static final double PER_LOAD = 0.5;

  private final RandomGenerator random = HandMade.random();

  private static LoadRemoval of(FleetSums sums) {
    return LoadRemoval.of(sums, Panel.metric(sums), Loads.of(sums, Ceilings.of(sums)), 1);
  }

  private static double rhythm(int window) {
    return 1 + 0.3 * Math.sin(2 * Math.PI * window / WINDOWS);
  }

  /** Two zones, the second with twice the load, the only difference. */
  private FleetSums zones(int nodes) {
    HandMade fleet = HandMade.loaded(WINDOWS);
    for (int i = 0; i < nodes; i++) {
      double level = 10 + random.nextGaussian();
      double zone = i % 2 == 0 ? 100 : 200;
      double[] load = new double[WINDOWS];
      for (int w = 0; w < WINDOWS; w++) {
        load[w] = zone * rhythm(w) * (1 + 0.02 * random.nextGaussian());
      }
      fleet.node(
          HandMade.name(i),
          w -> level + PER_LOAD * load[w] + 0.5 * random.nextGaussian(),
          w -> load[w]);
    }
    return fleet.sums();
  }

  @Test
  void shouldTakeTwoZonesOfLoadForOnePopulation() {
    FleetSums sums = zones(40);
    LoadRemoval removal = of(sums);
    assertThat(removal.curve().slope()).isCloseTo(PER_LOAD, within(0.01));
    assertThat(Robust.deviation(Panel.metric(sums).medians())).isGreaterThan(20);
    assertThat(Robust.deviation(removal.after().medians())).isLessThan(2);
    assertThat(removal.explains()).isTrue();
  }

  /** The load would hide a part of the band, but its removal may as well invent one. */
  @Test
  void shouldNotApplyARemovalThatRaisesTheSpread() {
    HandMade fleet = HandMade.loaded(WINDOWS);
    for (int i = 0; i < 40; i++) {
      boolean slow = i < 10;
      double[] load = new double[WINDOWS];
      for (int w = 0; w < WINDOWS; w++) {
        load[w] = (slow ? 70 : 100) * rhythm(w) + random.nextGaussian();
      }
      fleet.node(
          HandMade.name(i),
          w -> (slow ? 80 : 10) + PER_LOAD * load[w] + 0.5 * random.nextGaussian(),
          w -> load[w]);
    }
    LoadRemoval removal = of(fleet.sums());
    assertThat(removal.curve()).isSameAs(LoadCurve.NONE);
    assertThat(removal.step().said()).contains("would differ more");
    double[] after = removal.after().medians();
    assertThat(after[0] - after[39]).isCloseTo(55, within(2.0));
  }

  /** A cost that grows with the square of the load; half of the nodes have 1.6 times the load. */
  @Test
  void shouldFollowAConvexCost() {
    HandMade fleet = HandMade.loaded(WINDOWS);
    for (int i = 0; i < 40; i++) {
      double more = i % 2 == 0 ? 1.6 : 1;
      double level = 100 + random.nextGaussian();
      double[] load = new double[WINDOWS];
      for (int w = 0; w < WINDOWS; w++) {
        load[w] = 100 * more * rhythm(w) * (1 + 0.02 * random.nextGaussian());
      }
      fleet.node(
          HandMade.name(i),
          w -> level + 0.01 * load[w] * load[w] + random.nextGaussian(),
          w -> load[w]);
    }
    FleetSums sums = fleet.sums();
    LoadRemoval removal = of(sums);
    double[] after = removal.after().medians();
    assertThat(removal.curve().terms().length).isGreaterThan(1);
    assertThat(removal.explains()).isTrue();
    assertThat(Robust.deviation(Panel.metric(sums).medians())).isGreaterThan(50);
    assertThat(Robust.deviation(after)).isLessThan(3);
  }

  @Test
  void shouldLeaveOutIdleNights() {
    FleetSums sums =
        HandMade.loaded(WINDOWS)
            .node("a", w -> 1, w -> w < 8 ? 2 : 100)
            .node("b", w -> 1, w -> w < 8 ? 30 : 110)
            .sums();
    Loads loads = Loads.of(sums, Ceilings.of(sums));
    assertThat(loads.idleShare()).isEqualTo(8.0 / WINDOWS / 2);
    assertThat(loads.without(Panel.metric(sums)).values(0)).hasSize(16);
    assertThat(loads.without(Panel.metric(sums)).values(1)).hasSize(WINDOWS);
    assertThat(loads.step().said()).contains("are left out");
  }

  @Test
  void shouldNotTurnForASickNode() {
    HandMade fleet = HandMade.loaded(WINDOWS);
    for (int i = 0; i < 20; i++) {
      boolean sick = i == 7;
      fleet.node(
          HandMade.name(i),
          w ->
              sick
                  ? 1_000 * random.nextDouble()
                  : 5 + PER_LOAD * 100 * rhythm(w) + random.nextGaussian(),
          w -> 100 * rhythm(w));
    }
    assertThat(of(fleet.sums()).curve().slope()).isCloseTo(PER_LOAD, within(0.02));
  }

  /** The error of each point's load equals the load's variation within a window. */
  @Test
  void shouldNotBeFlattenedByTheNoiseOfPoints() {
    FleetSums.Builder builder = FleetSums.builder(WINDOWS, 0, 1, true, false, List.of(), List.of());
    for (int i = 0; i < 60; i++) {
      int lifetime = builder.lifetime(HandMade.name(i), "", List.of());
      double zone = 100 + i;
      for (int w = 0; w < WINDOWS; w++) {
        for (int point = 0; point < 5; point++) {
          double load = zone * rhythm(w);
          double y = PER_LOAD * load + random.nextGaussian();
          builder.add(lifetime, w, y, load + 30 * random.nextGaussian());
        }
      }
    }
    assertThat(of(builder.build()).curve().slope()).isCloseTo(PER_LOAD, within(0.03));
  }

  /** The subtracted noise is an estimate, so the rest may become negative. */
  @Test
  void shouldNeverExplainMoreThanAll() {
    for (int run = 0; run < 20; run++) {
      FleetSums.Builder builder =
          FleetSums.builder(WINDOWS, 0, 1, true, false, List.of(), List.of());
      for (int i = 0; i < 12; i++) {
        int lifetime = builder.lifetime(HandMade.name(i), "", List.of());
        for (int w = 0; w < WINDOWS; w++) {
          for (int point = 0; point < 2; point++) {
            double y = PER_LOAD * 100 * rhythm(w) + 8 * random.nextGaussian();
            builder.add(lifetime, w, y, 100 * rhythm(w));
          }
        }
      }
      LoadRemoval removal = of(builder.build());
      assertThat(removal.curve().explained()).isBetween(0.01, 1.0);
      assertThat(removal.step().said()).contains("less the noise of points");
    }
  }

  @Test
  void shouldLookBetweenNodesWhereTheLoadIsConstantWithin() {
    HandMade fleet = HandMade.loaded(WINDOWS);
    for (int i = 0; i < 30; i++) {
      double load = 100 + 5 * i;
      fleet.node(HandMade.name(i), w -> 3 + PER_LOAD * load + random.nextGaussian(), w -> load);
    }
    LoadRemoval removal = of(fleet.sums());
    assertThat(removal.curve().slope()).isCloseTo(PER_LOAD, within(0.02));
    assertThat(removal.step().said()).contains("between lifetimes");
  }

  @Test
  void shouldLeaveAMetricThatDoesNotFollowTheLoad() {
    HandMade fleet = HandMade.loaded(WINDOWS);
    for (int i = 0; i < 30; i++) {
      fleet.node(
          HandMade.name(i), w -> 3 + random.nextGaussian(), w -> 100 + random.nextGaussian());
    }
    FleetSums sums = fleet.sums();
    LoadRemoval removal = of(sums);
    assertThat(removal.curve()).isSameAs(LoadCurve.NONE);
    assertThat(removal.after().at(3, 4)).isEqualTo(sums.cell(3, 4).mean());
    assertThat(removal.step().said()).contains("as it stands");
  }

  @Test
  void shouldSayThatNoLoadIsKnown() {
    FleetSums sums = HandMade.plain(3).node("a", w -> w).sums();
    assertThat(of(sums).step().said()).contains("no load is known");
  }
}
