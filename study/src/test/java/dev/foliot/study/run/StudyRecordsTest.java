package dev.foliot.study.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.rampup.RampUp;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StudyRecordsTest {
  @Test
  void shouldKeepTheVariablesOfAnArmInTheOrderOfTheirNames() {
    ArmPlan arm =
        new ArmPlan(
            "mine",
            new ArmStart.Command(
                List.of("server"),
                Path.of("."),
                "/",
                OptionalInt.of(8_080),
                StudyPlans.JDK_25,
                Optional.empty(),
                Optional.empty()),
            new ArmBounds(
                OptionalInt.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                ArmBounds.USUAL_READY_NS,
                Map.of("PORT", "${port}", "MODE", "fast", "A", "b")));
    StudyPlan plan =
        StudyPlans.plan(new RampUp(), StudyForm.QUICK, 1, "virtual").withArms(List.of(arm));

    assertThat(new StudyRecords(plan).arms(List.of()).getFirst().environment())
        .containsExactly(
            Map.entry("A", "b"), Map.entry("MODE", "fast"), Map.entry("PORT", "${port}"));
  }
}
