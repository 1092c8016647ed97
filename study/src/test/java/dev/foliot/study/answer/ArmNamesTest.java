package dev.foliot.study.answer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.service.Jdk;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.run.StudyPlans;
import dev.foliot.study.throughput.Throughput;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArmNamesTest {
  private static ArmNames names(List<Jdk> jdks, String... strategies) {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 4, strategies);
    return StudyPlans.figures(
            plan.withArms(ArmPlan.builtIn(List.of(strategies), jdks, List.of())),
            List.of(),
            Map.of())
        .names();
  }

  @ParameterizedTest
  @CsvSource({
    "virtual, virtual threads have",
    "adaptive, the adaptive pool has",
    "adaptive-virtual, the adaptive pool on virtual threads has",
    "fixed:50, the fixed pool of 50 has",
    "fixed:cpus, the fixed pool with a thread per CPU has",
    "cached, the cached pool has",
  })
  void shouldSpeakOfAStrategy(String strategy, String words) {
    assertThat(names(List.of(StudyPlans.JDK_25), strategy).of(strategy).does("have"))
        .isEqualTo(words);
  }

  @Test
  void shouldNameTheJdkWhereAStrategyIsThereOnSeveral() {
    Jdk old = new Jdk(Path.of("jdk-21"), "21.0.4", 21);
    ArmNames names = names(List.of(old, StudyPlans.JDK_25), "virtual");

    assertThat(names.of("virtual on 21.0.4").text()).isEqualTo("virtual threads on JDK 21.0.4");
    assertThat(names.withoutJdk("virtual on 21.0.4").text()).isEqualTo("virtual threads");
    assertThat(names.withoutJdks().of("virtual on 21.0.4").text()).isEqualTo("virtual threads");
  }

  @Test
  void shouldJoinArms() {
    ArmNames names = names(List.of(StudyPlans.JDK_25), "virtual", "adaptive", "cached");

    assertThat(names.of(List.of("adaptive", "cached")).does("reach"))
        .isEqualTo("the adaptive pool and the cached pool reach");
    assertThat(names.of(List.of("adaptive")).does("reach")).endsWith("reaches");
    assertThat(names.of("unknown to it").text()).isEqualTo("unknown to it");
    assertThat(ArmNames.sentence("a b")).isEqualTo("A b.");
  }
}
