package dev.foliot.fleet.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.sums.HandMade;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetEighths;
import dev.foliot.store.fleet.FleetPlots;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class SharesTest {
  private static List<FleetBand> twelveOf96() {
    List<Integer> bandOf = new ArrayList<>();
    double[] centres = new double[96];
    for (int k = 0; k < 96; k++) {
      bandOf.add(k < 12 ? 0 : 1);
      centres[k] = k < 12 ? 5 + k : 100 + k;
    }
    FleetPlots.Component part = new FleetPlots.Component(0.5, 0, 3);
    return Shares.bands(new Found(2, bandOf, List.of(50.0), List.of(part, part), 0, 1, 9), centres);
  }

  /** The interval of 12 of 96 by R's binom.test. */
  @Test
  void shouldTellSharesWithExactIntervals() {
    FleetBand band = twelveOf96().getFirst();
    assertThat(band.nodes()).isEqualTo(12);
    assertThat(band.share()).isEqualTo(0.125);
    assertThat(band.shareLow()).isCloseTo(0.0663, within(0.0005));
    assertThat(band.shareHigh()).isCloseTo(0.2082, within(0.0005));
    assertThat(band.center()).isEqualTo(10.5);
    assertThat(band.spread()).isEqualTo(3);
  }

  /** Groups that a change of level makes have no fitted distribution. */
  @Test
  void shouldTellTheSpreadOfGroupsThatAreNotFitted() {
    List<FleetBand> bands =
        Shares.bands(
            Found.split(List.of(false, false, false, true, true, true)),
            new double[] {1, 2, 3, 10, 14, 18});
    assertThat(bands.getFirst().spread()).isCloseTo(1.4826, within(0.001));
    assertThat(bands.getLast().spread()).isCloseTo(4 * 1.4826, within(0.001));
  }

  @Test
  void shouldTellWhichEighthsAShareMayBe() {
    FleetEighths eighths = Shares.eighths(twelveOf96().getFirst());
    assertThat(eighths.consistentK()).containsExactly(1);
    assertThat(eighths.expectedByChance()).isBetween(0.85, 0.95);
    assertThat(Shares.eighths(new FleetBand(0, 1, 0.05, 0.02, 0.1, 1, 1)).consistentK()).isEmpty();
  }

  @Test
  void shouldKnowHowOftenAnIntervalHasAnEighthByChance() {
    RandomGenerator random = HandMade.random();
    for (double width : new double[] {0.01, 0.1, 0.125, 0.18, 0.24}) {
      int hits = 0;
      for (int i = 0; i < 20_000; i++) {
        double share = random.nextDouble();
        double k = Math.clamp(Math.rint(share * 8), 1, 7);
        hits += Math.abs(share - k / 8) <= width / 2 ? 1 : 0;
      }
      assertThat(Shares.byChance(width)).isCloseTo(hits / 20_000.0, within(0.015));
    }
    assertThat(Shares.byChance(0.4)).isEqualTo(1);
  }

  @Test
  void shouldSayItInWords() {
    List<FleetBand> bands = twelveOf96();
    assertThat(Shares.step(bands, bands.getFirst()).said())
        .contains("12.5 % (6.6 to 20.8 %)")
        .contains("1/8")
        .contains("a hint at a lottery of addresses, no part of the verdict");
    assertThat(new FleetEighths(List.of(2, 3, 4), 1).hints()).isFalse();
  }
}
