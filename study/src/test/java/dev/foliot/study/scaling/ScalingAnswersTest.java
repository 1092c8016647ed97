package dev.foliot.study.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyPoints;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.burn.BurnCpus;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.run.StudyPlans;
import dev.foliot.text.StudyReason;
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
        StudyForm.FULL,
        ArmPlan.builtIn(List.of(strategies), List.of(StudyPlans.JDK_25), List.of()),
        new ScalingStudy().loads(StudyForm.FULL, cpus.service().size(), BurnCpus.most(cpus)),
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
    assertThat(answers(plan).get(1).evidence()).contains("peak not bounded");
  }

  /**
   * Figures of a quick run on 16 CPUs, whose answer was 17.00 times. On one CPU the JVM was still
   * compiling; when it is warm it serves 8,100 requests a second.
   */
  @Test
  void shouldRefuseMoreThanTheCpusCanGive() {
    StudyPlan plan = plan(16, "virtual", "fixed:50");
    forks(
        plan, StudyApp.BANK, "virtual", Map.of(1, 3_894.0, 2, 16_300.0, 4, 32_900.0, 8, 66_200.0));
    forks(
        plan, StudyApp.BANK, "fixed:50", Map.of(1, 8_100.0, 2, 15_900.0, 4, 31_000.0, 8, 58_000.0));

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers.get(0).headline())
        .startsWith("The fixed pool of 50 does 7.1")
        .endsWith(
            "No speed-up of virtual threads is known: 17.0 times the throughput on 8 CPUs as on 1"
                + " is more than the CPUs can give (8.00 times); the forks on 1 CPU were still"
                + " warming up, or were disturbed.");
    assertThat(answers.get(1).answer())
        .contains(
            "The cause is not known for virtual threads: a measured speed-up is more than the CPUs"
                + " can give")
        .doesNotContain("virtual threads reach");
    assertThat(answers.get(1).evidence()).contains("virtual: no fit");
  }

  /** With the unsteady forks left out, two CPUs are the fewest that are known. */
  @Test
  void shouldCompareSteadyForksOnly() {
    StudyPlan plan = plan(16, "virtual");
    forks(plan, StudyApp.BANK, "virtual", Map.of(2, 16_300.0, 4, 32_100.0, 8, 62_200.0));
    for (int fork = 0; fork < 4; fork++) {
      points.suspect("virtual", step(plan, StudyApp.BANK, 1), 3_894, new StudyReason.NotSteady(4));
    }

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers.get(0).headline())
        .startsWith("Virtual threads do 3.8")
        .endsWith("as much on 8 CPUs as on 2.");
    assertThat(answers.get(0).answer())
        .contains(
            "Forks that still changed under their load are left out: virtual on 1 CPU (4 of"
                + " 4).");
    assertThat(answers.get(0).verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(answers.get(1).answer()).contains("valid and steady forks: 3 of 4, and ");
  }

  @Test
  void shouldSayThatNoForkWasSteady() {
    StudyPlan plan = plan(2, "virtual");
    points.suspect("virtual", 0, 500, new StudyReason.NotSteady(0));
    points.suspect("virtual", 1, 1_500, new StudyReason.ThroughputDrifted(0.3, 0.1));

    assertThat(answers(plan))
        .singleElement()
        .satisfies(answer ->
            assertThat(answer.answer())
                .startsWith("Not known: no fork kept one throughput under its load.")
                .contains("virtual on 1 CPU (1 of 1), virtual on 2 CPUs (1 of 1)"));
  }

  /** Two CPUs gave 2.02 times in a run: the surplus is an error, and is said to be one. */
  @Test
  void shouldReportASurplusAsAnError() {
    StudyPlan plan = plan(2, "virtual");
    forks(plan, StudyApp.BURN, "virtual", Map.of(1, 950.0, 2, 1_921.0));

    StudyAnswer growth = answers(plan).getFirst();

    assertThat(growth.headline()).isEqualTo("Virtual threads grow in proportion from 1 CPU to 2.");
    assertThat(growth.answer())
        .startsWith("Virtual threads grow in proportion from 1 CPU to 2 (measured 2.02 times (")
        .contains("what is above 2 is an error of measurement");
  }

  /** An interval ends where the CPUs end. */
  @Test
  void shouldNotExtendAnIntervalBeyondTheCpus() {
    StudyPlan plan = plan(2, "virtual");
    for (double perS : new double[] {900, 950, 960, 970}) {
      points.add("virtual", 0, perS, Map.of());
      points.add("virtual", 1, 1.98 * perS, Map.of());
    }

    assertThat(answers(plan).getFirst().answer()).containsPattern("\\(1\\.\\d\\d to 2\\.00\\)");
  }

  /** Four sizes with much noise: no interval from 0 to 1,000. */
  @Test
  void shouldSayWhatTheForksDoNotBound() {
    StudyPlan plan = plan(8, "virtual");
    double[][] noise = {{900}, {600}, {2_900}, {1_200}};
    int[] sizes = {1, 2, 4, 8};
    for (int i = 0; i < sizes.length; i++) {
      for (double perS : noise[i]) {
        points.add("virtual", step(plan, StudyApp.BURN, sizes[i]), perS, Map.of());
      }
    }

    StudyAnswer limits = answers(plan).get(1);

    assertThat(limits.answer())
        .contains(
            "These forks of virtual threads do not bound ", "more forks or more numbers of CPUs");
    assertThat(limits.evidence()).contains("(not bounded)").doesNotContain("1,000");
  }

  private static int step(StudyPlan plan, StudyApp app, int cpus) {
    for (int i = 0; i < plan.steps().size(); i++) {
      if (plan.steps().get(i).app() == app
          && Integer.valueOf(cpus).equals(plan.steps().get(i).cpus())) {
        return i;
      }
    }
    throw new IllegalArgumentException(app + " on " + cpus);
  }

  private void forks(StudyPlan plan, StudyApp app, String arm, Map<Integer, Double> bySize) {
    bySize.forEach((cpus, perS) -> {
      for (double noise : new double[] {0.998, 1.001, 0.9995, 1.0015}) {
        points.add(arm, step(plan, app, cpus), perS * noise, Map.of());
      }
    });
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
