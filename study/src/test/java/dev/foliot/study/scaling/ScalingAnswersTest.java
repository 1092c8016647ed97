package dev.foliot.study.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.study.ArmPlan;
import dev.foliot.study.StepPlan;
import dev.foliot.study.StudyApp;
import dev.foliot.study.StudyForm;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyPlans;
import dev.foliot.study.StudyPoints;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.burn.BurnCpus;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScalingAnswersTest {
  private final StudyPoints points = new StudyPoints();

  /** Machines with {@code allCpus} CPUs, half of them for the service. */
  private static StudyPlan plan(int allCpus, String... strategies) {
    CpuList service = CpuList.of(IntStream.range(0, allCpus / 2).toArray());
    CpuList rest = CpuList.of(IntStream.range(allCpus / 2, allCpus).toArray());
    CpuPartition cpus = new CpuPartition(service, rest, rest, List.of());
    return new StudyPlan(
        new ScalingStudy(),
        StudyForm.QUICK,
        ArmPlan.builtIn(List.of(strategies), List.of(StudyPlans.JDK_25), List.of()),
        new ScalingStudy().loads(StudyForm.QUICK, cpus.service().size(), BurnCpus.most(cpus)),
        new StudyPlan.Sample(4, 1),
        new StudyPlan.Machine(cpus, new ClassPath(List.of())),
        StudyPlan.Asked.usual(new ScalingStudy()),
        StudyPlan.Origin.of(List.of("study")));
  }

  /** Four forks at each number of CPUs, by the law and a little noise. */
  private void law(
      StudyPlan plan, StudyApp app, double perCpu, double contention, double coherency) {
    double[] noise = {0.998, 1.001, 0.9995, 1.0015};
    for (int i = 0; i < plan.steps().size(); i++) {
      StepPlan step = plan.steps().get(i);
      Integer cpus = step.cpus();
      if (step.app() == app && cpus != null) {
        double n = cpus;
        double perS = perCpu * n / (1 + contention * (n - 1) + coherency * n * (n - 1));
        for (double one : noise) {
          points.add("virtual", i, perS * one, Map.of());
        }
      }
    }
  }

  private List<StudyAnswer> answers(StudyPlan plan) {
    return StudyPlans.answers(plan, points.all(), Map.of());
  }

  @Test
  void shouldGiveThePlainRatioOnTwoCpus() {
    StudyPlan plan = plan(2, "virtual");
    law(plan, StudyApp.BURN, 900, 0.02, 0);

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers).hasSize(2);
    assertThat(answers.get(0).question()).isEqualTo("burn: how does throughput grow with CPUs?");
    assertThat(answers.get(0).answer())
        .matches(
            "Virtual threads do 1\\.96 times as much \\(1\\.9\\d to 1\\.9\\d\\) on 2 CPUs as on"
                + " 1\\.");
    assertThat(answers.get(0).evidence()).contains("virtual: 1 CPU 900/s, 2 CPUs 1,765/s");
    assertThat(answers.get(0).verdict()).isEqualTo(Verdict.VALID);
    assertThat(answers.get(0).forks()).isEqualTo(8);
    assertThat(answers.get(1).answer())
        .startsWith("Virtual threads grow within a tenth of proportion on 2 CPUs.")
        .contains("the machine is too small")
        .doesNotContain("diagnose");
    assertThat(answers.get(1).evidence()).contains("2 different sizes were measured");
  }

  @Test
  void shouldNameTheNextStepWhereTwoCpusGiveLittleMore() {
    StudyPlan plan = plan(2, "virtual");
    law(plan, StudyApp.BURN, 900, 0.6, 0);

    assertThat(answers(plan).get(1).answer())
        .startsWith("Virtual threads lose more than a tenth of proportional growth on 2 CPUs.")
        .endsWith("names what its threads share.");
  }

  /** Three times the cores and 1.25 times the throughput. */
  @Test
  void shouldNameTheNextStepWhereCoherencyDominates() {
    StudyPlan plan = plan(48, "virtual");
    law(plan, StudyApp.BANK, 1_000, 0.01, 0.003);

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers.get(0).answer()).containsPattern("8\\.\\d\\d times .* on 24 CPUs as on 1");
    assertThat(answers.get(1).headline())
        .contains("coherency")
        .containsPattern("peaks at 18 \\(1[78] to 1[89]\\) CPUs");
    assertThat(answers.get(1).answer()).contains("diagnose");
    assertThat(answers.get(1).evidence()).contains("contention 0.0", "coherency 0.00", "(");
  }

  @Test
  void shouldNameTheNextStepWhereContentionDominates() {
    StudyPlan plan = plan(32, "virtual");
    law(plan, StudyApp.BANK, 1_000, 0.1, 0);

    assertThat(answers(plan).get(1).answer())
        .startsWith(
            "Virtual threads reach 40 % of proportional growth on 16 CPUs, mostly limited by"
                + " contention")
        .contains("diagnose");
  }

  /** A peak at 300 CPUs fits best, but no peak fits nearly as well. */
  @Test
  void shouldNameNoPeakThatMayBeNone() {
    StudyPlan plan = plan(32, "virtual");
    law(plan, StudyApp.BANK, 1_000, 0.1, 1e-5);

    assertThat(answers(plan).get(1).answer()).contains("contention").doesNotContain("peaks");
    assertThat(answers(plan).get(1).evidence()).contains("to infinitely many) CPUs");
  }

  @Test
  void shouldNotBlameALargeMachineForInvalidForks() {
    StudyPlan plan = plan(16, "virtual");
    for (int i = 0; i < plan.steps().size(); i++) {
      StepPlan step = plan.steps().get(i);
      Integer cpus = step.cpus();
      if (step.app() == StudyApp.BURN && cpus != null) {
        Verdict verdict = cpus > 4 ? Verdict.INVALID : Verdict.VALID;
        for (int fork = 0; fork < 4; fork++) {
          points.add("virtual", i, 1_000 * cpus + fork, Map.of(), verdict);
        }
      }
    }

    StudyAnswer limits = answers(plan).get(1);

    assertThat(limits.answer()).contains("on 4 CPUs", ": 3 of 5, and ", "needs 4");
    assertThat(limits.verdict()).isEqualTo(Verdict.VALID);
    assertThat(limits.forks()).isEqualTo(12);
  }

  @Test
  void shouldNameNoNextStepWhereItGrowsInProportion() {
    StudyPlan plan = plan(16, "virtual");
    law(plan, StudyApp.BURN, 1_000, 0, 0);

    assertThat(answers(plan).get(1).answer()).contains("show no limit").doesNotContain("diagnose");
  }

  @Test
  void shouldSayWhatOneNumberOfCpusTells() {
    StudyPlan plan = plan(2, "virtual");
    points.add("virtual", 0, 900, Map.of());
    points.add("virtual", 1, 900, Map.of(), Verdict.INVALID);

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers.get(0).answer()).contains("1 CPU only");
    assertThat(answers.get(1).answer()).contains("too small");
  }

  @Test
  void shouldDecideNothingWithTooFewForks() {
    StudyPlan plan = plan(2, "virtual");
    points.add("virtual", 0, 900, Map.of());
    points.add("virtual", 1, 1_800, Map.of());

    assertThat(answers(plan).get(0).answer())
        .contains("2.00 times as much on 2 CPUs as on 1.", "A verdict needs 4 valid forks");
  }

  @Test
  void shouldSayThatNothingIsKnown() {
    assertThat(answers(plan(2, "virtual")))
        .extracting(StudyAnswer::answer)
        .containsExactly(StudyFigures.NOTHING);
  }
}
