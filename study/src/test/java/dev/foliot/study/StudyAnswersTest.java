package dev.foliot.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.rampup.RampTest;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.throughput.Throughput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StudyAnswersTest {
  private final List<StudyPoint> points = new ArrayList<>();
  private final Map<Integer, StudyCourse> courses = new HashMap<>();

  @Test
  void shouldSayWhoIsFirst() {
    StudyPlan plan =
        StudyPlans.plan(new RampUp(), StudyForm.QUICK, 4, "virtual", "adaptive", "fixed:50");
    for (int fork = 0; fork < 4; fork++) {
      ramp("virtual", 2, 150 + fork);
      ramp("adaptive", 12 + 2 * fork, 150 + fork);
      ramp("fixed:50", 0, 25);
    }

    List<StudyAnswer> answers = StudyPlans.answers(plan, points, courses);

    assertThat(answers).hasSize(3);
    assertThat(answers.get(1).answer()).isEqualTo("fixed:50 0.0 s, virtual 0.2 s, adaptive 1.5 s");
    assertThat(answers.get(0).answer())
        .startsWith("virtual after 0.5 s; adaptive after 1.8 s, later by 1.")
        .endsWith("; fixed:50 never gets there");
    assertThat(answers.get(2).answer())
        .contains("is within 5 %", "fixed:50 is different: 0.17 times");
    assertThat(answers.get(2).evidence()).contains("4 forks");
  }

  @Test
  void shouldDecideNothingWithTooFewForks() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 3, "virtual", "adaptive");
    for (int fork = 0; fork < 3; fork++) {
      ramp("virtual", 2, 150);
      ramp("adaptive", 28, 150);
    }

    List<StudyAnswer> answers = StudyPlans.answers(plan, points, courses);

    assertThat(answers.get(0).answer())
        .isEqualTo(
            "virtual after 0.5 s; adaptive after 3.1 s, undecided whether later: too few forks (4"
                + " of each arm are needed)");
    assertThat(answers.get(2).answer()).contains("undecided, too few forks");
  }

  @Test
  void shouldNotTellApartWhatOverlaps() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 4, "virtual", "adaptive");
    int[] noise = {2, 9, 4, 7};
    for (int one : noise) {
      ramp("virtual", one, 150);
      ramp("adaptive", 10 - one, 150);
    }

    assertThat(StudyPlans.answers(plan, points, courses).getFirst().answer())
        .contains("not told apart: later by");
  }

  @Test
  void shouldLeaveInvalidForksOut() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 1, "virtual");
    points.add(point("virtual", 0, 1_000, 10, Verdict.INVALID, Map.of(Metric.PEAK, 1_000.0)));

    assertThat(StudyPlans.answers(plan, points, courses))
        .containsExactly(
            new StudyAnswer(
                "How long does each arm take to 95 % of its own peak?",
                "nothing is known: no fork counts", "no forks"),
            new StudyAnswer(
                "Which forks count?",
                "0 of 1; fewer than all of virtual: none of 1",
                "INVALID forks count nowhere, and where none of an arm is left the other answers"
                    + " are without it; each fork's reasons say why"));
  }

  @Test
  void shouldSayWhichArmsAreMissingInItsAnswers() {
    StudyPlan plan =
        StudyPlans.plan(new Throughput(), StudyForm.QUICK, 2, "virtual", "fixed:50", "cached");
    for (int step = 0; step < 2; step++) {
      for (int fork = 0; fork < 2; fork++) {
        add("virtual", step, 1_000, 2_000);
        points.add(
            point(
                "fixed:50",
                step,
                1_000,
                0,
                step == 0 && fork == 0 ? Verdict.VALID : Verdict.INVALID,
                Map.of()));
        add("cached", step, 1_000, 2_000);
      }
    }

    List<StudyAnswer> answers = StudyPlans.answers(plan, points, courses);

    assertThat(answers.getLast().question()).isEqualTo("Which forks count?");
    assertThat(answers.getLast().answer())
        .isEqualTo(
            "9 of 12; fewer than all of fixed:50: 1 of 2 at 8 clients, none of 2 at 32 clients");
  }

  /** In the order of the page, whatever their order in the file. */
  @Test
  void shouldLookForWhereArmsPartFromTheLeastLoadOn() {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 4, "virtual", "fixed:50");
    StudyPlan falling = plan.withSteps(plan.steps().reversed());
    for (int fork = 0; fork < 4; fork++) {
      for (int step = 0; step < 3; step++) {
        add("virtual", step, 1_000 + fork, 2_000);
        add("fixed:50", step, step < 2 ? 500 + fork : 1_000 + fork, 2_000);
      }
    }

    StudyAnswer answer = StudyPlans.answers(falling, points, courses).getFirst();

    assertThat(answer.answer()).startsWith("first at 32 clients: virtual is ahead");
    assertThat(answer.evidence()).startsWith("8 clients: ").contains(" | 128 clients: ");
  }

  @Test
  void shouldSayAtWhichLoadArmsPartFirst() {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 4, "virtual", "fixed:50");
    for (int fork = 0; fork < 4; fork++) {
      for (int step = 0; step < 3; step++) {
        double all = (1_000 << step) + fork;
        add("virtual", step, all, all / 0.5);
        add("fixed:50", step, step < 1 ? all : (500 << step) + fork, 4_000);
      }
    }

    List<StudyAnswer> answers = StudyPlans.answers(plan, points, courses);

    assertThat(answers.get(1).answer())
        .startsWith("at 128 clients, where throughput is highest: virtual is ahead")
        .contains("fixed:50 is different: 0.50 times (0.50 to 0.50)");
    assertThat(answers.get(0).answer()).startsWith("first at 32 clients: virtual is ahead");
    assertThat(answers.get(2).answer()).contains("fixed:50 is different: 0.50 times");
    assertThat(answers.get(2).evidence()).contains("8,003 per CPU-second");
  }

  @Test
  void shouldSayThatArmsDoNotPart() {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 2, "virtual", "adaptive");
    add("virtual", 0, 1_000, 2_000);
    add("adaptive", 0, 10, 20);

    assertThat(StudyPlans.answers(plan, points, courses).getFirst().answer())
        .isEqualTo(
            "at none that was tried, as far as these forks can tell (4 of each arm and load are"
                + " needed to tell)");
  }

  /** A fork without answers for {@code idle} intervals, then with {@code perInterval} in each. */
  private void ramp(String arm, int idle, int perInterval) {
    int[] ok = new int[60];
    for (int i = idle; i < ok.length; i++) {
      ok[i] = perInterval;
    }
    courses.put(
        points.size() + 1,
        new StudyCourse(
            RampTest.intervals(ok), List.of(), List.of(), List.of(), List.of(), List.of()));
    points.add(
        point(
            arm,
            0,
            10 * perInterval,
            0,
            Verdict.VALID,
            Map.of(Metric.PEAK, 10.0 * perInterval, Metric.TIME_TO_95, idle / 10.0)));
  }

  private void add(String arm, int step, double perS, double perCpuS) {
    points.add(point(arm, step, perS, 0, Verdict.SUSPECT, Map.of(Metric.PER_CPU, perCpuS)));
  }

  private StudyPoint point(
      String arm,
      int step,
      double perS,
      int errors,
      Verdict verdict,
      Map<Metric, Double> measures) {
    return new StudyPoint(
        new StudyPoint.Cell(arm, step, null, 300, points.size() + 1),
        new StudyPoint.Answered(
            perS,
            Percentiles.empty("ns"),
            errors == 0 ? Map.of() : Map.of("time-out", (long) errors)),
        new StudyPoint.Used(0.5, 1L, 1),
        MetricValues.of(measures),
        StudyPoint.Observed.NOTHING,
        StudyPoint.Trust.of(new Validity(verdict, List.of())),
        StudyPoint.Placement.NONE);
  }
}
