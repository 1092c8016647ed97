package dev.foliot.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.fleet.explain.Explanations;
import dev.foliot.fleet.groups.Loyalty;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetStep;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WordingTest {
  private static final Wording WORDING = new Wording("cpu/rps", 96);
  private static final FleetBand LOW = new FleetBand(0, 12, 0.125, 0.066, 0.208, 0.52, 0.01);
  private static final FleetBand HIGH = new FleetBand(1, 84, 0.875, 0.792, 0.934, 1, 0.02);
  private static final FleetLoyalty ANEW = new FleetLoyalty(1.0, 90, 20, 19.7, 0.5, Loyalty.ANEW);

  private static Explanations explained(FleetExplanation... by) {
    return new Explanations(List.of(by), new FleetStep("explained by", "", ""), "", true);
  }

  private static FleetExplanation by(String kind, String label, String value) {
    return new FleetExplanation(label, value, kind, 1, 1, null, 1e-6, List.of());
  }

  @Test
  void shouldTellTwoBands() {
    assertThat(WORDING.bands(List.of(LOW, HIGH), ANEW, explained()))
        .isEqualTo(
            "Two groups: 12 of 96 nodes (12.5 %, 6.6 to 20.8 %) take 0.52 of the cpu/rps that the"
                + " others take; nodes keep their group until their process restarts, which"
                + " reassigns it. Not explained by any label.");
  }

  @Test
  void shouldTellTheLabelThatPartsTheBandsButProvesNothing() {
    Explanations almost =
        new Explanations(List.of(), new FleetStep("explained by", "", ""), "'type' = 'm5'", true);
    assertThat(WORDING.bands(List.of(LOW, HIGH), ANEW, almost))
        .contains("No label explains the groups beyond chance: 'type' = 'm5' separates");
  }

  @Test
  void shouldNotBlameLabelsWhereNoneIsKnown() {
    Explanations none =
        new Explanations(List.of(), new FleetStep("explained by", "", ""), "", false);
    assertThat(WORDING.bands(List.of(LOW, HIGH), ANEW, none))
        .endsWith("Not explained, and no label of the nodes is known.");
  }

  @Test
  void shouldTellValuesBelowZeroWithoutARatio() {
    FleetBand below = new FleetBand(0, 12, 0.125, 0.066, 0.208, -2, 0.01);
    assertThat(WORDING.bands(List.of(below, HIGH), ANEW, explained()))
        .contains("have -2 of cpu/rps where the others have 1");
  }

  @Test
  void shouldNameTheLabelFirst() {
    assertThat(
            WORDING.bands(
                List.of(LOW, HIGH),
                ANEW,
                explained(by("metric", "misses", "higher"), by("label", "type", "m5"))))
        .endsWith("Explained by 'type' = 'm5' in group 1.");
  }

  @Test
  void shouldSayThatAMetricMayBeAConsequence() {
    assertThat(WORDING.bands(List.of(LOW, HIGH), ANEW, explained(by("metric", "misses", "higher"))))
        .endsWith(
            "Not explained by any label; the groups go with 'misses' higher in group 1, which may"
                + " be a consequence.");
  }

  @Test
  void shouldTellOutliers() {
    assertThat(WORDING.oneBand(HIGH, List.of("a", "b"), ""))
        .isEqualTo("One group, and 2 nodes far from it by cpu/rps: a, b.");
  }

  /** Names come from outside. */
  @Test
  void shouldKeepLongAndStrangeNamesInOneLine() {
    String name = "a\n\u001b[31m" + "x".repeat(10_000);
    String words = WORDING.oneBand(HIGH, List.of(name), "");
    assertThat(words).doesNotContain("\n", "\u001b").hasSizeLessThan(300);
  }
}
