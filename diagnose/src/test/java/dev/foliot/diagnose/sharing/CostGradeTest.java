package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.reason.SharingReason;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.WriteRate;
import dev.foliot.store.diagnosis.WriteRate.Bound;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CostGradeTest {
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
            Optional.of(new CheckCost.Share(at, of)),
            new WriteRate(1e6, Bound.AT_LEAST),
            cpus,
            true);
    assertThat(grade.severity()).isEqualTo(severity);
    assertThat(grade.cost().text()).contains("of 1000").contains("medium from 2 % on");
  }

  @ParameterizedTest
  @CsvSource({"50000, MEDIUM", "49000, LOW", "90000000, MEDIUM"})
  void shouldGradeByTheRateWhenNothingElseIsKnown(double perS, Severity severity) {
    assertThat(
            CostGrade.of(Optional.empty(), new WriteRate(perS, Bound.AT_LEAST), 2, true).severity())
        .isEqualTo(severity);
  }

  @Test
  void shouldBeLowWhereNobodyWasObservedToMeet() {
    CostGrade grade =
        CostGrade.of(
            Optional.of(new CheckCost.Share(500, 1_000)),
            new WriteRate(1e6, Bound.EXACT),
            2,
            false);

    assertThat(grade.severity()).isEqualTo(Severity.LOW);
    assertThat(grade.cost())
        .isInstanceOfSatisfying(
            SharingReason.MeetingUnknown.class,
            unknown -> assertThat(unknown.cost().is(SharingReason.CheckCostShare.class)).isTrue());
  }
}
