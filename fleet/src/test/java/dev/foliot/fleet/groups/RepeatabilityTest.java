package dev.foliot.fleet.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.groups.Repeatability.Split;
import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.fleet.sums.HandMade;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class RepeatabilityTest {
  private static final int WINDOWS = 32;

  private final RandomGenerator random = HandMade.random();

  /** As if bands had been found on either side of 5. */
  private static Repeatability of(FleetSums sums) {
    Panel panel = Panel.metric(sums);
    Centres centres = Centres.of(sums, panel);
    return Repeatability.of(panel, centres, cut(centres));
  }

  private static Found cut(Centres centres) {
    List<Integer> bands =
        Arrays.stream(centres.ofNodes()).mapToObj(centre -> centre > 5 ? 1 : 0).toList();
    return new Found(2, bands, List.of(5.0), List.of(), 0, 1, 8);
  }

  private double around(double level) {
    return level + random.nextGaussian();
  }

  @Test
  void shouldBelieveBandsThatLast() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 40; i++) {
      double level = i % 4 == 0 ? 10 : 0;
      fleet.node(HandMade.name(i), w -> around(level));
    }
    Repeatability repeatability = of(fleet.sums());
    assertThat(repeatability.windows().kappa()).isEqualTo(1);
    assertThat(repeatability.halves().agreement()).isEqualTo(1);
    assertThat(repeatability.beyondNoise()).isTrue();
    assertThat(repeatability.lasts()).isTrue();
    assertThat(repeatability.drifts()).isFalse();
  }

  /** The median of values that flicker between two levels is at one of them. */
  @Test
  void shouldNotBelieveBandsThatEveryWindowDrawsAnew() {
    HandMade fleet = HandMade.plain(31);
    for (int i = 0; i < 60; i++) {
      fleet.node(HandMade.name(i), w -> around(random.nextBoolean() ? 10 : 0));
    }
    Repeatability repeatability = of(fleet.sums());
    assertThat(repeatability.windows().kappa()).isLessThan(0.4);
    assertThat(repeatability.beyondNoise()).isFalse();
  }

  /** Each node moves up permanently, at a different time. */
  @Test
  void shouldTakeGroupsThatNodesWalkBetweenForDrift() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 60; i++) {
      int moves = random.nextInt(WINDOWS);
      fleet.node(HandMade.name(i), w -> around(w < moves ? 0 : 10));
    }
    Repeatability repeatability = of(fleet.sums());
    assertThat(repeatability.beyondNoise()).isTrue();
    assertThat(repeatability.lasts()).isFalse();
  }

  @Test
  void shouldSeeADriftOfEachNodesOwn() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 40; i++) {
      double slope = random.nextGaussian();
      fleet.node(HandMade.name(i), w -> around(slope * (w - WINDOWS / 2.0)));
    }
    assertThat(of(fleet.sums()).drifts()).isTrue();
  }

  @Test
  void shouldSeeNodesThatPartFromWhereTheyBegan() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 40; i++) {
      double slope = random.nextGaussian();
      fleet.node(HandMade.name(i), w -> around(slope * w));
    }
    assertThat(of(fleet.sums()).drifts()).isTrue();
  }

  @Test
  void shouldNotTakeNoiseForDrift() {
    HandMade fleet = HandMade.plain(WINDOWS);
    for (int i = 0; i < 40; i++) {
      fleet.node(HandMade.name(i), w -> around(0));
    }
    assertThat(of(fleet.sums()).drifts()).isFalse();
  }

  @Test
  void shouldSayNothingOfFewWindows() {
    HandMade fleet = HandMade.plain(2);
    for (int i = 0; i < 40; i++) {
      fleet.node(HandMade.name(i), w -> around(0));
    }
    FleetSums sums = fleet.sums();
    Repeatability repeatability = of(sums);
    assertThat(repeatability.told()).isFalse();
    assertThat(repeatability.beyondNoise()).isTrue();
    assertThat(repeatability.lasts()).isTrue();
    assertThat(repeatability.drifts()).isFalse();
    assertThat(repeatability.step(cut(Centres.of(sums, Panel.metric(sums)))).said())
        .isEqualTo("too few windows to tell");
  }

  /** Agreement on half of the nodes means nothing if chance gives half. */
  @Test
  void shouldTakeChanceOutOfAgreement() {
    Found found = new Found(2, List.of(0, 0, 1, 1), List.of(5.0), List.of(), 0, 1, 8);
    double[] first = {0, 0, 10, 10};
    assertThat(Split.of(first, new double[] {0, 10, 0, 10}, found).kappa())
        .isCloseTo(0, within(1e-12));
    assertThat(Split.of(first, first, found).kappa()).isEqualTo(1);
    assertThat(Split.of(first, new double[] {10, 10, 0, 0}, found).kappa())
        .isCloseTo(-1, within(1e-12));
  }
}
