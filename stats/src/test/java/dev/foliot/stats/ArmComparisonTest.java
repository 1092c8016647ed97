package dev.foliot.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.stats.ArmComparison.Better;
import dev.foliot.stats.ArmComparison.By;
import dev.foliot.stats.ArmComparison.Standing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArmComparisonTest {
  private final Map<String, List<Double>> values = new LinkedHashMap<>();

  /** Four forks that differ by a thousandth. */
  private void about(String arm, double value) {
    values.put(arm, List.of(value * 0.9995, value * 1.0005, value * 0.999, value * 1.001));
  }

  @Test
  void shouldSayHowEachArmStandsToTheBest() {
    about("alike", 990);
    about("behind", 500);
    about("best", 1_000);
    values.put("few", List.of(100.0));
    values.put("none", List.of());
    values.put("wide", List.of(990.0, 400.0, 2_000.0, 900.0));

    ArmComparison arms = new ArmComparison(values, Better.HIGH);

    assertThat(arms.ranked()).containsExactly("best", "alike", "wide", "behind", "few");
    assertThat(arms.standing("best")).isEqualTo(Standing.BEST);
    assertThat(arms.standing(Standing.ALIKE)).containsExactly("alike");
    assertThat(arms.standing(Standing.UNDECIDED)).containsExactly("wide");
    assertThat(arms.standing(Standing.BEHIND)).containsExactly("behind");
    assertThat(arms.standing(Standing.TOO_FEW)).containsExactly("few");
    assertThat(arms.isUnknown()).isFalse();
    assertThat(arms.beside("behind").estimate()).isCloseTo(0.5, within(0.001));
    assertThat(arms.beside("behind").distance()).isCloseTo(Math.log(2), within(0.01));
    assertThat(arms.has("none")).isFalse();
    assertThatThrownBy(() -> arms.median("none")).isInstanceOf(IllegalArgumentException.class);
  }

  /** The best one is wide, so nothing is told apart from it; the other two differ all the same. */
  @Test
  void shouldTellArmsApartOfWhichNoneIsTheBest() {
    values.put("wide", List.of(1_200.0, 400.0, 2_000.0, 500.0));
    about("high", 800);
    about("low", 500);
    about("lowest", 490);

    ArmComparison arms = new ArmComparison(values, Better.HIGH);

    assertThat(arms.standing(Standing.UNDECIDED)).containsExactly("high", "low", "lowest");
    assertThat(arms.apart())
        .containsExactly(
            new ArmComparison.Apart("high", "lowest"), new ArmComparison.Apart("high", "low"));
  }

  @Test
  void shouldTakeTheLeastForTheBestWhereLessIsBetter() {
    about("much", 300);
    about("little", 200);

    ArmComparison arms = new ArmComparison(values, Better.LOW);

    assertThat(arms.best()).isEqualTo("little");
    assertThat(arms.others()).containsExactly("much");
    assertThat(arms.beside("much").estimate()).isCloseTo(1.5, within(0.001));
    assertThat(arms.least("much")).isEqualTo(299.7);
    assertThat(arms.greatest("much")).isCloseTo(300.3, within(1e-9));
    assertThat(arms.forks("much")).isEqualTo(4);
  }

  @Test
  void shouldDecideNothingWithThreeForks() {
    values.put("a", List.of(1.0, 1.1, 1.2));
    values.put("b", List.of(9.0, 9.1, 9.2));

    ArmComparison arms = new ArmComparison(values, Better.HIGH);

    assertThat(arms.isUnknown()).isTrue();
    assertThat(arms.standing("a")).isEqualTo(Standing.TOO_FEW);
    assertThat(arms.beside("a").isBounded()).isFalse();
    assertThat(arms.beside("a").distance()).isZero();
    assertThat(arms.beside("a").isApart(0)).isFalse();
  }

  /** A value that may be zero has no ratio. */
  @Test
  void shouldCompareByDifferences() {
    values.put("none", List.of(0.0, 0.0, 0.0, 150.0));
    values.put("long", List.of(10_000.0, 12_000.0, 12_500.0, 13_000.0));
    values.put("short", List.of(150.0, 170.0, 160.0, 180.0));

    ArmComparison arms = new ArmComparison(values, Better.LOW, By.DIFFERENCE, 2_000);

    assertThat(arms.best()).isEqualTo("none");
    assertThat(arms.standing("long")).isEqualTo(Standing.BEHIND);
    assertThat(arms.standing("short")).isEqualTo(Standing.ALIKE);
    assertThat(arms.beside("long").low()).isEqualTo(9_850);
    assertThat(arms.beside("long").distance()).isEqualTo(9_850);
  }

  @Test
  void shouldTakeAnyArmForTheBase() {
    about("a", 100);
    about("b", 400);

    ArmComparison arms = new ArmComparison(values, Better.HIGH);

    assertThat(arms.ratio("b", "a").estimate()).isCloseTo(4, within(0.01));
    assertThat(arms.difference("a", "b").estimate()).isCloseTo(-300, within(1.0));
    assertThat(arms.beside("b", "b").isAlike(ArmComparison.MARGIN)).isTrue();
  }

  @Test
  void shouldBeEmptyWithoutAnyArm() {
    ArmComparison arms = new ArmComparison(values, Better.HIGH);

    assertThat(arms.isEmpty()).isTrue();
    assertThat(arms.others()).isEmpty();
    assertThat(arms.isUnknown()).isFalse();
  }
}
