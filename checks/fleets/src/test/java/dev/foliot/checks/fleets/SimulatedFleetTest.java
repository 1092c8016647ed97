package dev.foliot.checks.fleets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.sums.FleetSums;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SimulatedFleetTest {
  private static final long SEED = 20_260_301;

  private static List<String> points(SimulatedFleet fleet) {
    List<String> points = new ArrayList<>();
    fleet.points((lifetime, at, metric, load, pure, others) ->
        points.add(lifetime.node() + " " + at + " " + metric + " " + load + " " + others[0]));
    return points;
  }

  @ParameterizedTest
  @EnumSource(FleetKind.class)
  void shouldDrawTheSameFleetFromASeed(FleetKind kind) {
    SimulatedFleet one = SimulatedFleet.of(Recipes.draw(kind, SEED, 100));
    SimulatedFleet other = SimulatedFleet.of(Recipes.draw(kind, SEED, 100));

    assertThat(points(one)).isEqualTo(points(other)).isEqualTo(points(one));
    assertThat(one.lifetimes()).isEqualTo(other.lifetimes());
  }

  @ParameterizedTest
  @EnumSource(FleetKind.class)
  void shouldSayThatItIsSimulated(FleetKind kind) {
    FleetSums sums = SimulatedFleet.of(Recipes.draw(kind, SEED, 50)).draw().measured().sums();

    assertThat(sums.label(0, 0)).isEqualTo("simulated");
    assertThat(sums.node(0)).startsWith("sim-");
  }

  @ParameterizedTest
  @EnumSource(FleetKind.class)
  void shouldHaveAsManyBandsAsItsKindSays(FleetKind kind) {
    FleetTruth truth = SimulatedFleet.of(Recipes.draw(kind, SEED, 200)).draw().truth();

    assertThat(truth.parts())
        .isEqualTo(
            switch (kind) {
              case THREE_BANDS -> 3;
              case TWO_OF_TEN -> 2;
              default -> kind.banded() ? 2 : 1;
            });
  }

  @Test
  void shouldDrawExactlyTheSizesAndTheSeparationOfACellOfThePowerTable() {
    for (int number = 0; number < 2; number++) {
      FleetRecipe recipe = PowerTable.recipe(80, 10, 6, SEED, number);
      FleetTruth truth = SimulatedFleet.of(recipe).draw().truth();

      assertThat(truth.smallest()).isEqualTo(10);
      assertThat(truth.separation()).isCloseTo(6, within(0.4));
    }
  }

  @Test
  void shouldCutTheTimeOfANodeThatRestartsIntoLifetimes() {
    FleetRecipe recipe = Recipes.draw(FleetKind.MESSY_LOTTERY, SEED, 300);
    SimulatedFleet fleet = SimulatedFleet.of(recipe);
    int end = recipe.windows() * FleetRecipe.POINTS;
    int restarts = 0;
    for (int i = 1; i < fleet.lifetimes().size(); i++) {
      Lifetime before = fleet.lifetimes().get(i - 1);
      Lifetime after = fleet.lifetimes().get(i);
      if (before.node().equals(after.node())) {
        restarts++;
        assertThat(before.to()).isEqualTo(after.from());
        assertThat(after.to()).isEqualTo(end);
        assertThat(before.start()).isLessThan(after.start());
      } else {
        assertThat(before.to()).isEqualTo(end);
      }
    }
    assertThat(restarts).isPositive();
  }

  @Test
  void shouldDrawFromDistributionsOfDeviationOne() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (Shape shape : Shape.values()) {
      double parameter = shape == Shape.STUDENT ? 10 : 0.5;
      Moments moments = new Moments();
      for (int i = 0; i < 100_000; i++) {
        moments.add(shape.draw(random, parameter));
      }
      assertThat(moments.mean()).as(shape.name()).isCloseTo(0, within(0.02));
      assertThat(moments.deviation()).as(shape.name()).isCloseTo(1, within(0.03));
    }
  }

  @Test
  void shouldGiveEveryKindItsTurn() {
    List<FleetKind> turn = new ArrayList<>();
    for (int i = 0; i < 43; i++) {
      turn.add(FleetKind.at(i));
    }

    assertThat(turn).contains(FleetKind.values());
    assertThat(FleetKind.at(43)).isEqualTo(FleetKind.at(0));
    assertThat(turn.stream().filter(FleetKind::banded).count()).isEqualTo(22);
  }
}
