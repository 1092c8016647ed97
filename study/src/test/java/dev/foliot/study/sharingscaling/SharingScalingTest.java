package dev.foliot.study.sharingscaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.study.ArmChoice;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.lottery.WorkersResult;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.run.StudyPlans;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharingScalingTest {
  private static final KernelView KERNEL =
      new KernelView(null, null, null, null, 0.0, 0L, 0L, List.of());
  private static final StudyRemedy.Seen SHARING =
      new StudyRemedy.Seen(
          "true sharing",
          "dev.foliot.apps.lottery.Parcel",
          new Finding.Grade(Severity.HIGH, new Reason.Plain("many writes")),
          StudyRemedy.Sharing.TRUE);

  private final SharingScaling study = new SharingScaling();
  private final List<StudyPoint> points = new ArrayList<>();

  private static ArmChoice choice(List<String> strategies, Jdk... jdks) {
    return new ArmChoice(
        StudyForm.QUICK, strategies, List.of(jdks), List.of("-Xmx1g"), new ClassPath(List.of()));
  }

  private StudyPlan plan(StudyForm form, int cpus) {
    CpuPartition partition =
        CpuPartition.of(CpuList.of(IntStream.range(0, cpus).toArray()), List.of());
    return new StudyPlan(
        study,
        form,
        study.arms(choice(List.of(), StudyPlans.JDK_17, StudyPlans.JDK_25)),
        study.loads(form, partition.service().size(), cpus),
        new StudyPlan.Sample(study.forks(form), 1),
        new StudyPlan.Machine(partition, new ClassPath(List.of())),
        StudyPlan.Asked.usual(study),
        StudyPlan.Origin.of(List.of("study", "sharing-scaling")));
  }

  @Test
  void shouldCompareAnAffectedJdkWithAFixedOne() {
    assertThat(study.arms(choice(List.of(), StudyPlans.JDK_17, StudyPlans.JDK_25)))
        .extracting(ArmPlan::name, arm -> arm.jdk().feature())
        .containsExactly(tuple("as-is", 17), tuple("newer-jdk", 25));
    assertThatThrownBy(() -> study.arms(choice(List.of("virtual"))))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("sharing-scaling are an affected JDK and a fixed one");
    assertThatThrownBy(() ->
            study.arms(choice(List.of(), StudyPlans.JDK_17, StudyPlans.JDK_25, StudyPlans.JDK_25)))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("takes two, the affected JDK and a fixed one, not 3");
  }

  @Test
  void shouldRunOnTwoCpusAndFitIntoFourMinutesOnMore() {
    assertThat(plan(StudyForm.QUICK, 2).steps()).extracting(StepPlan::cpus).containsExactly(1, 2);
    assertThat(plan(StudyForm.QUICK, 64).steps())
        .extracting(StepPlan::cpus)
        .containsExactly(1, 2, 4, 8, 64);
    assertThat(plan(StudyForm.FULL, 12).steps())
        .extracting(StepPlan::cpus)
        .containsExactly(1, 2, 4, 8, 12);
    for (int cpus : new int[] {2, 4, 16, 64}) {
      assertThat(plan(StudyForm.QUICK, cpus).aboutNs()).isLessThanOrEqualTo(StudyForm.QUICK_NS);
    }
  }

  @Test
  void shouldSayThatOneCpuIsTooFew() {
    assertThatThrownBy(() -> study.loads(StudyForm.QUICK, 1, 1))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "sharing-scaling compares one CPU with more, and this machine has one: use two or"
                + " more");
  }

  @Test
  void shouldDiagnoseOnTheMostCpusAlone() {
    List<StepPlan> steps = plan(StudyForm.QUICK, 4).steps();

    assertThat(steps)
        .filteredOn(step -> WorkersGame.isLargest(step, steps))
        .extracting(StepPlan::cpus)
        .containsExactly(4);
  }

  @Test
  void shouldCountTheOperationsOfAllThreads() {
    WorkersResult measured =
        new WorkersResult(
            5,
            2_000_000_000,
            4_000,
            3_000_000,
            List.of(new WorkersResult.Interval(0, 2_000_000_000, 4_000)));

    ForkOutcome.Played played = WorkersGame.read(measured, KERNEL, 1, List.of());

    assertThat(played.work().perS()).isEqualTo(2_000);
    assertThat(played.work().series()).hasSize(1);
    assertThat(played.measures()).containsExactly(Map.entry(Metric.CPU_PER_OPERATION, 750.0));
    assertThat(
            WorkersGame.read(new WorkersResult(5, 1, 0, 0, List.of()), KERNEL, 1, List.of())
                .work()
                .validity()
                .verdict())
        .isEqualTo(Verdict.INVALID);
  }

  private void add(String arm, int step, double perS, @Nullable StudyRemedy remedy) {
    for (double noise : new double[] {0.998, 1.001, 0.9995, 1.0015}) {
      points.add(
          new StudyPoint(
              new StudyPoint.Cell(arm, step, null, null, points.size() + 1),
              StudyPoint.Answered.of(perS * noise),
              StudyPoint.Used.UNKNOWN,
              MetricValues.NONE,
              StudyPoint.Observed.NOTHING,
              StudyPoint.Trust.of(Validity.valid()),
              remedy == null ? StudyPoint.Placement.NONE : new StudyPoint.Placement(null, remedy)));
    }
  }

  private static StudyRemedy looked(StudyRemedy.Seen... findings) {
    return new StudyRemedy(
        findings.length == 0 ? "nothing found" : "1 finding",
        List.of(findings),
        List.of(),
        null,
        48,
        null);
  }

  private List<StudyAnswer> answers(StudyPlan plan) {
    return StudyPlans.answers(plan, points, Map.of());
  }

  /** Three times the CPUs gave 1.25 times the throughput. */
  @Test
  void shouldNameTheSharingThatLimitsAndTheFixBesideIt() {
    StudyPlan plan = plan(StudyForm.FULL, 12);
    double[] shared = {1_000, 1_900, 3_000, 3_600, 3_750};
    double[] fixed = {1_000, 1_990, 3_960, 7_800, 11_600};
    for (int step = 0; step < 5; step++) {
      add("as-is", step, shared[step], step == 4 ? looked(SHARING) : null);
      add("newer-jdk", step, fixed[step], step == 4 ? looked() : null);
    }

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers.getFirst().headline())
        .matches(
            "3 times the CPUs \\(4 to 12\\) give as-is 1\\.25 times the throughput \\(1\\.2\\d to"
                + " 1\\.2\\d\\)\\. Diagnose on 12 CPUs names the limit: true sharing of"
                + " dev\\.foliot\\.apps\\.lottery\\.Parcel \\(high\\)\\. 3 times the CPUs \\(4 to"
                + " 12\\) give newer-jdk 2\\.9\\d times the throughput \\(.*\\)\\.");
    assertThat(answers)
        .extracting(StudyAnswer::question)
        .contains(
            "sharing: how does throughput grow with CPUs?",
            "sharing: what limits the growth?",
            "What does diagnose find under operations on 12 CPUs?");
    assertThat(answers.get(2).answer()).doesNotContain("Next: foliot diagnose");
  }

  @Test
  void shouldSayWhereDiagnoseCouldNotSeeAll() {
    StudyPlan plan = plan(StudyForm.QUICK, 2);
    StudyRemedy partly =
        new StudyRemedy(
            "nothing found",
            List.of(),
            List.of(new StudyRemedy.Unseen("sharing", new Reason.Plain("no threads ran"))),
            null,
            48,
            null);
    add("as-is", 0, 1_000, null);
    add("as-is", 1, 1_100, partly);

    assertThat(answers(plan).getFirst().headline())
        .contains("finds no shared cache line (incomplete: not all of sharing: no threads ran).");
  }

  @Test
  void shouldSayWhatIsNotKnownOnTwoCpus() {
    StudyPlan plan = plan(StudyForm.QUICK, 2);
    for (int step = 0; step < 2; step++) {
      add("as-is", step, step == 0 ? 1_000 : 2_700, null);
      add("newer-jdk", step, 1_000 + 900 * step, null);
    }

    assertThat(answers(plan).getFirst().headline())
        .contains(
            "No speed-up of as-is is known: 2.70 times the throughput on 2 CPUs as on 1",
            "What limits it on 2 CPUs is not known: diagnose examined no valid fork.",
            "2 times the CPUs (1 to 2) give newer-jdk 1.90 times the throughput");
  }

  @Test
  void shouldSayThatNothingIsKnown() {
    assertThat(answers(plan(StudyForm.QUICK, 2)))
        .singleElement()
        .satisfies(answer -> assertThat(answer.verdict()).isEqualTo(Verdict.INVALID));
  }
}
