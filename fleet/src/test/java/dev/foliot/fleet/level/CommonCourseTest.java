package dev.foliot.fleet.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.fleet.sums.HandMade;
import dev.foliot.stats.Median;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class CommonCourseTest {
  private static final int WINDOWS = 48;

  private final RandomGenerator random = HandMade.random();

  private static CommonCourse of(FleetSums sums) {
    return CommonCourse.of(Panel.metric(sums), sums);
  }

  private static double sine(int window) {
    return Math.sin(2 * Math.PI * window / 24);
  }

  @Test
  void shouldSubtractADailyRhythm() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 20; i++) {
      int level = i;
      fleet.node(HandMade.name(i), w -> level + 30 * sine(w) + 0.1 * random.nextGaussian());
    }
    CommonCourse course = of(fleet.sums());
    assertThat(course.multiplies()).isFalse();
    assertThat(Robust.deviation(course.without().values(10))).isLessThan(0.2);
    assertThat(course.step().said()).contains("subtracted");
  }

  @Test
  void shouldDivideByARhythmThatGrowsWithTheLevel() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 20; i++) {
      int level = 10 + 5 * i;
      fleet.node(HandMade.name(i), w -> level * (2 + sine(w)) * (1 + 0.01 * random.nextGaussian()));
    }
    CommonCourse course = of(fleet.sums());
    assertThat(course.multiplies()).isTrue();
    double[] largest = course.without().values(19);
    assertThat(Robust.deviation(largest)).isLessThan(0.05 * Median.of(largest));
  }

  /** Costs drift for all, and a third of the nodes joined in the last quarter. */
  @Test
  void shouldCompareNodesThatJoinLateAtTheSameTime() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 30; i++) {
      boolean late = i % 3 == 0;
      fleet.lifetime(
          HandMade.name(i),
          "",
          late ? 36 : 0,
          WINDOWS,
          w -> 10 + w + 0.1 * random.nextGaussian(),
          w -> 0);
    }
    FleetSums sums = fleet.sums();
    assertThat(Panel.metric(sums).medians()[0] - Panel.metric(sums).medians()[1]).isGreaterThan(15);
    double[] medians = of(sums).without().medians();
    assertThat(Math.abs(medians[0] - medians[1])).isLessThan(0.5);
  }

  @Test
  void shouldCompareLifetimesThatAllBeginAtTheSameTime() {
    HandMade fleet = HandMade.plain(24);
    for (int i = 0; i < 30; i++) {
      double first = i % 5 == 0 ? 20 : 0;
      double second = i % 7 == 0 ? 20 : 0;
      fleet
          .lifetime(HandMade.name(i), "1", 0, 12, w -> first + 30 * sine(w), w -> 0)
          .lifetime(HandMade.name(i), "2", 12, 24, w -> second + 30 * sine(w), w -> 0);
    }
    double[] medians = of(fleet.sums()).without().medians();
    // the third node is low in both lifetimes, the eighth high in the second
    assertThat(Math.abs(medians[2 * 2] - medians[2 * 2 + 1])).isLessThan(0.01);
    assertThat(Math.abs(medians[2 * 7 + 1] - medians[2 * 7] - 20)).isLessThan(0.01);
  }

  /** Half of the nodes cost more after a deploy: that is no course of all nodes. */
  @Test
  void shouldNotTakeADeployForACourse() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 20; i++) {
      boolean upgraded = i < 10;
      fleet.lifetime(HandMade.name(i), "1", 0, upgraded ? 20 : WINDOWS, w -> sine(w), w -> 0);
      if (upgraded) {
        fleet.lifetime(HandMade.name(i), "2", 20, WINDOWS, w -> 9 + sine(w), w -> 0);
      }
    }
    double[] medians = of(fleet.sums()).without().medians();
    assertThat(medians[1] - medians[0]).isCloseTo(9, within(0.01));
    assertThat(medians[39 - 10]).isCloseTo(medians[0], within(0.01));
  }

  @Test
  void shouldLeaveOneWindowAsItIs() {
    FleetSums sums = HandMade.plain(1).node("a", w -> 7).node("b", w -> -3).sums();
    assertThat(of(sums).without().medians()).containsExactly(7, -3);
  }
}
