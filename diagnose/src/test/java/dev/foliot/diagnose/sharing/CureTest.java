package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.Reading;
import dev.foliot.store.Severity;
import dev.foliot.store.WriteRate;
import dev.foliot.store.WriteRate.Bound;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CureTest {
  @ParameterizedTest
  @CsvSource({
    "17, 17.0.15+6, , ILL",
    "21, 21.0.4+7, , ILL",
    "21, 21.0.8+9, true, CURED",
    "21, 21.0.8+9, false, SWITCHED_OFF",
    "22, 22.0.2+9, , ILL",
    "23, 23+37, true, CURED",
    "25, 25.0.3+9, true, CURED",
    "25, 25.0.3+9, false, SWITCHED_OFF",
    "25, 25.0.3+9, , CURED"
  })
  void shouldDecideByFlagsAndThenByVersion(
      int feature, String version, Boolean table, Cure.State state) {
    Cure cure = Cure.of(feature, version, Reading.of(Optional.ofNullable(table)));
    assertThat(cure.state()).isEqualTo(state);
    assertThat(cure.cured()).contains(state == Cure.State.CURED);
    assertThat(cure.text()).contains("JDK " + version);
  }

  @ParameterizedTest
  @CsvSource({"17, Run on JDK 24 or later", "25, See whether the cure is on"})
  void shouldNotKnowItWithoutFlags(int feature, String remedy) {
    Cure cure = Cure.of(feature, feature + ".0.1", Reading.unavailable("its flags lie", "ask"));
    assertThat(cure.state()).isEqualTo(Cure.State.UNKNOWN);
    assertThat(cure.cured()).isEmpty();
    assertThat(cure.text()).contains("is not known: its flags lie");
    assertThat(
            new Remedies(cure, feature, "com.acme.Message", new CureReach(Map.of()))
                .of(false, List.of())
                .get(0))
        .startsWith(remedy)
        .contains("Proof: ");
  }

  /** What releases before 24 have of the cure leaves the interpreter, C1 and stubs as they were. */
  @ParameterizedTest
  @CsvSource({"21, true, true", "23, true, true", "23, , true", "24, true, false", "25, , false"})
  void shouldSayThatTheCureCameInTwoSteps(int feature, @Nullable Boolean table, boolean isHalf) {
    Cure cure = Cure.of(feature, feature + ".0.9", Reading.of(Optional.ofNullable(table)));
    assertThat(cure.text())
        .startsWith("cured: ")
        .contains("does not write on a type check")
        .matches(text -> text.contains("compiled by C2") == isHalf);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 1000, 2, HIGH",
    "99, 1000, 2, MEDIUM",
    "20, 1000, 0, MEDIUM",
    "19, 1000, 2, LOW",
    "300, 1000, 1, MEDIUM",
    "19, 1000, 1, LOW"
  })
  void shouldGradeByWhatItCosts(int at, int of, int cpus, Severity severity) {
    CostGrade grade =
        CostGrade.of(
            Optional.of(new CheckCost.Share(at, of)), new WriteRate(1e6, Bound.AT_LEAST), cpus);
    assertThat(grade.severity()).isEqualTo(severity);
    assertThat(grade.reason()).contains("of 1000").contains("medium from 2 % on");
  }

  @ParameterizedTest
  @CsvSource({"50000, MEDIUM", "49000, LOW", "90000000, MEDIUM"})
  void shouldGradeByTheRateWhenNothingElseIsKnown(double perS, Severity severity) {
    assertThat(CostGrade.of(Optional.empty(), new WriteRate(perS, Bound.AT_LEAST), 2).severity())
        .isEqualTo(severity);
  }

  @Test
  void shouldWriteFiguresForPeople() {
    assertThat(Figures.count(1_234.4)).isEqualTo("1,234");
    assertThat(Figures.count(12.0)).isEqualTo("12");
    assertThat(Figures.count(20_340_000.0)).isEqualTo("20.3 million");
    assertThat(Figures.count(1, "class")).isEqualTo("1 class");
    assertThat(Figures.count(1_396, "class")).isEqualTo("1,396 classes");
    assertThat(Figures.percent(0.123)).isEqualTo("12 %");
    assertThat(Figures.percent(0.0042)).isEqualTo("0.4 %");
    assertThat(Figures.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
    assertThat(Figures.list(List.of())).isEmpty();
    assertThat(Figures.seconds(4_949_000_000L)).isEqualTo("4.9 s");
    assertThat(Rates.text(new WriteRate(75_000, Bound.AT_LEAST))).isEqualTo("at least 75,000");
  }
}
