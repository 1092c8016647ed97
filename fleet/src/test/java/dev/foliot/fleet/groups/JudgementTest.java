package dev.foliot.fleet.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.groups.Repeatability.Split;
import dev.foliot.store.fleet.FleetObjection;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetVerdict;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class JudgementTest {
  private static final double[] CENTRES = IntStream.range(0, 40).mapToDouble(i -> i).toArray();
  private static final Split AGREED = new Split(1, 1, 0.95, 0.1, 1);
  private static final Split CHANCE = new Split(0.5, 0, 0.02, 0.1, 1);
  private static final Split WANDERED = new Split(0.5, 0, 0.02, 9, 3);
  private static final Repeatability STEADY = new Repeatability(40, AGREED, AGREED);

  private static Found bands() {
    FleetPlots.Component part = new FleetPlots.Component(0.5, 0, 1);
    List<Integer> bandOf = IntStream.range(0, 40).mapToObj(i -> i < 10 ? 0 : 1).toList();
    return new Found(2, bandOf, List.of(9.5), List.of(part, part), 0.001, 1, 8);
  }

  private static Found one(double pTwo) {
    return new Found(
        1,
        Collections.nCopies(40, 0),
        List.of(),
        List.of(new FleetPlots.Component(1, 0, 1)),
        pTwo,
        1,
        Double.NaN);
  }

  private static Judgement of(Found found, Repeatability repeatability) {
    return Judgement.of(found, CENTRES, repeatability, LoadObjection.NONE);
  }

  @Test
  void shouldBelieveBandsThatLast() {
    Judgement judgement = of(bands(), STEADY);
    assertThat(judgement.verdict()).isEqualTo(FleetVerdict.BANDS);
    assertThat(judgement.confidence()).isCloseTo(0.99, within(1e-9));
    assertThat(judgement.against()).isNull();
  }

  @Test
  void shouldTakeBandsOnWhichWindowsDisagreeForNoise() {
    Judgement judgement = of(bands(), new Repeatability(40, CHANCE, CHANCE));
    assertThat(judgement.verdict()).isEqualTo(FleetVerdict.ONE_BAND);
    assertThat(judgement.against()).isEqualTo(FleetObjection.of(FleetObjection.Kind.NOISE));
    assertThat(judgement.found().parts()).isEqualTo(1);
    assertThat(judgement.found().bandOf()).containsOnly(0);
  }

  @Test
  void shouldTakeBandsOnWhichHalvesDisagreeForDrift() {
    Judgement judgement = of(bands(), new Repeatability(40, AGREED, WANDERED));
    assertThat(judgement.verdict()).isEqualTo(FleetVerdict.DRIFT);
    assertThat(judgement.against()).isEqualTo(FleetObjection.of(FleetObjection.Kind.CHANGE));
  }

  @Test
  void shouldHearTheLoad() {
    FleetObjection byLoad = new FleetObjection(FleetObjection.Kind.LOAD, 1.0, 2.0);
    Judgement judgement =
        Judgement.of(bands(), CENTRES, STEADY, new LoadObjection(1, Optional.of(byLoad)));
    assertThat(judgement.verdict()).isEqualTo(FleetVerdict.ONE_BAND);
    assertThat(judgement.against()).isEqualTo(byLoad);
  }

  @Test
  void shouldDoubtBandsThatTheLoadSeparates() {
    Judgement judgement =
        Judgement.of(bands(), CENTRES, STEADY, new LoadObjection(1, Optional.empty()));
    assertThat(judgement.verdict()).isEqualTo(FleetVerdict.BANDS);
    assertThat(judgement.confidence()).isEqualTo(0.5);
  }

  /** Two of ten: chance, or a group. */
  @Test
  void shouldNotTellOfTwoNodesThatStandApart() {
    double[] centres = {1, 1.1, 5, 5.1, 5.2, 5.3, 5.4, 5.5, 5.6, 5.7};
    Found found =
        new Found(
            1,
            Collections.nCopies(10, 0),
            List.of(),
            List.of(new FleetPlots.Component(1, 5, 1)),
            0.3,
            1,
            Double.NaN);
    assertThat(found.apart(centres)).isEqualTo(2);
    assertThat(Judgement.of(found, centres, STEADY, LoadObjection.NONE).verdict())
        .isEqualTo(FleetVerdict.NOT_ENOUGH_NODES);
  }

  @Test
  void shouldBeTheSurerOfOneBandTheMoreABandOfAnEighthWouldShow() {
    assertThat(of(one(1), STEADY).confidence()).isBetween(0.5, 0.65);
    assertThat(of(one(0.01), STEADY).confidence()).isLessThan(0.4);
  }

  @Test
  void shouldSeeDriftWithoutBands() {
    Judgement judgement = of(one(1), new Repeatability(40, AGREED, WANDERED));
    assertThat(judgement.verdict()).isEqualTo(FleetVerdict.DRIFT);
    assertThat(judgement.confidence()).isCloseTo(0.9, within(1e-9));
  }

  @Test
  void shouldBeSureThatThereAreNotEnoughNodes() {
    Judgement judgement = of(Found.nothing(5), STEADY);
    assertThat(judgement.verdict()).isEqualTo(FleetVerdict.NOT_ENOUGH_NODES);
    assertThat(judgement.confidence()).isEqualTo(1);
  }
}
