package dev.foliot.study.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.load.Traffic;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.lottery.SharingLottery;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.throughput.Throughput;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ramp-up in its quick form: 300 clients and a delay of 300 ms ask for 1,000/s. */
class StudyAnswersTest {
  private final List<StudyPoint> points = new ArrayList<>();
  private final Map<Integer, StudyCourse> courses = new HashMap<>();

  private List<StudyAnswer> answers(StudyPlan plan) {
    return StudyPlans.answers(plan, points, courses);
  }

  @Test
  void shouldSayWhichArmReachesFullThroughputFirst() {
    StudyPlan plan =
        StudyPlans.plan(new RampUp(), StudyForm.QUICK, 4, "virtual", "adaptive", "fixed:50");
    for (int fork = 0; fork < 4; fork++) {
      ramp("virtual", 3, 100 + fork);
      ramp("adaptive", 12 + 2 * fork, 100 + fork);
      ramp("fixed:50", 3, 25);
    }

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers).hasSize(2);
    assertThat(answers.get(0).headline())
        .isEqualTo(
            "Virtual threads reach full throughput first, after 0.6 s; the adaptive pool follows"
                + " 1.2 s later. The fixed pool of 50 does not reach it.");
    assertThat(answers.get(0).answer()).contains("1,000/s", "250/s", "1.2 s (0.9 to 1.5)");
    assertThat(answers.get(0).evidence()).contains("virtual 0.6 s (0.6 s to 0.6 s, 4 forks)");
    assertThat(answers.get(0).verdict()).isEqualTo(Verdict.VALID);
    assertThat(answers.get(0).forks()).isEqualTo(12);
    assertThat(answers.get(1).answer()).contains("0.25 times as much (0.24 to 0.25)");
  }

  /** The best arm decides on what is full, though no fork comes near what the load asks for. */
  @Test
  void shouldCountAsFullWhatTheBestArmSustains() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 4, "virtual", "adaptive");
    for (int fork = 0; fork < 4; fork++) {
      ramp("virtual", 3, 91 + fork);
      ramp("adaptive", 12, 91 + fork);
    }

    StudyAnswer first = answers(plan).getFirst();

    assertThat(first.answer()).contains("Full throughput is 925/s", "1,000/s");
    assertThat(first.headline()).contains("0.6 s", "0.9 s later");
  }

  @Test
  void shouldDecideNothingWithTooFewForks() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 3, "virtual", "adaptive");
    for (int fork = 0; fork < 3; fork++) {
      ramp("virtual", 3, 100);
      ramp("adaptive", 20, 100);
    }

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers.get(0).headline())
        .isEqualTo(
            "Full throughput comes after 0.6 s with virtual threads and 2.3 s with the adaptive"
                + " pool. A verdict needs 4 valid forks of each arm.");
    assertThat(answers.get(0).answer()).contains("A verdict needs 4 valid forks of each arm.");
    assertThat(plan.warnings()).containsExactly(new StudyReason.FewForks(3, 4));
  }

  /** Three overlapping forks of each: whichever is 0.1 s sooner is no order. */
  @Test
  void shouldRankNothingThatOverlaps() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 5, "virtual", "adaptive");
    int[] idle = {11, 13, 15};
    for (int one : idle) {
      ramp("adaptive", one - 1, 100);
      ramp("virtual", one, 100);
    }

    StudyAnswer first = answers(plan).getFirst();

    assertThat(first.headline())
        .startsWith("Full throughput comes after ")
        .contains(" to ", " with virtual threads and ")
        .endsWith(" with the adaptive pool. A verdict needs 4 valid forks of each arm.")
        .doesNotContain("first", "needs 1", "later");
    assertThat(first.figures()).hasSize(2);
  }

  @Test
  void shouldSayWhatWasSeenBeforeWhatAVerdictNeeds() {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 2, "virtual", "fixed:50");
    add("fixed:50", 0, 1_700, 2_000);
    add("fixed:50", 0, 1_760, 2_000);
    add("virtual", 0, 1_690, 2_000);
    add("virtual", 0, 1_890, 2_000);

    StudyAnswer first = answers(plan).getFirst();

    assertThat(first.headline())
        .isEqualTo(
            "At 8 clients, throughput is 1,790/s (1,690/s to 1,890/s) with virtual threads and"
                + " 1,730/s (1,700/s to 1,760/s) with the fixed pool of 50. A verdict needs 4 valid"
                + " forks of each arm.");
    assertThat(first.figures()).extracting(AnswerFigure::value).containsExactly(1_790.0, 1_730.0);
  }

  /** A study that was ended early may lack an arm altogether. */
  @Test
  void shouldSayWhichArmsAreNotMeasured() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 4, "virtual", "adaptive");
    ramp("virtual", 3, 100);

    assertThat(answers(plan).getFirst().headline())
        .endsWith(" The adaptive pool is not measured.")
        .doesNotContain("no valid fork");
  }

  @Test
  void shouldWarnOfTooFewForksOnlyWhereAVerdictNeedsMore() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 4, "virtual");

    assertThat(plan.warnings()).isEmpty();
    assertThat(StudyPlans.plan(new RampUp(), StudyForm.TEST, 1, "virtual").warnings()).isEmpty();
    assertThat(new SharingLottery().leastForks()).isEqualTo(1);
  }

  @Test
  void shouldNotSeparateWhatOverlaps() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 4, "virtual", "adaptive");
    int[] noise = {2, 9, 4, 7};
    for (int one : noise) {
      ramp("virtual", one, 100);
      ramp("adaptive", 10 - one, 100);
    }

    assertThat(answers(plan).getFirst().headline()).contains("no significant difference");
  }

  @Test
  void shouldSayInHowManyForksAnArmGetsThere() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 4, "virtual", "fixed:50");
    for (int fork = 0; fork < 4; fork++) {
      ramp("virtual", 3, fork == 0 ? 60 : 100);
      ramp("fixed:50", 3, fork == 0 ? 100 : 30);
    }

    assertThat(answers(plan).getFirst().answer()).contains("0.6 s, in 3 of 4 forks", "300/s");
  }

  @Test
  void shouldLeaveInvalidForksOut() {
    StudyPlan plan = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 1, "virtual");
    points.add(point("virtual", 0, 1_000, 10, Verdict.INVALID, Map.of(Metric.PLATEAU, 1_000.0)));

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers).extracting(StudyAnswer::verdict).containsOnly(Verdict.INVALID);
    assertThat(answers).extracting(StudyAnswer::forks).containsOnly(0);
    assertThat(answers.getFirst().answer()).isEqualTo(StudyFigures.NOTHING);
  }

  @Test
  void shouldNameArmsWithoutAValidFork() {
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
        points.add(point("cached", step, 1_000, 0, Verdict.INVALID, Map.of()));
      }
    }

    List<StudyAnswer> answers = answers(plan.withSteps(plan.steps().subList(0, 2)));

    assertThat(answers.getFirst().headline()).endsWith(" The cached pool has no valid fork.");
    assertThat(answers.getFirst().answer())
        .contains("The cached pool has no valid fork.")
        .contains("The fixed pool of 50 has no valid fork at 128 clients.");
    assertThat(answers.getLast().answer())
        .contains(
            "5 of 12",
            "fixed:50: 1 of 2 at 8 clients, none of 2 at 128 clients; cached: none of 2 at 8");
    assertThat(answers.getLast().forks()).isEqualTo(5);
  }

  /** 8, 32 and 128 clients. */
  private static StudyPlan threeLoads() {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 4, "virtual", "fixed:50");
    StepPlan most = plan.steps().getLast();
    return plan.withSteps(
        List.of(
            plan.steps().getFirst(),
            most.withTraffic(new Traffic.Closed(32, 0)).named("32 clients"),
            most));
  }

  /** In the order of the page, whatever their order in the file. */
  @Test
  void shouldLookForTheFirstDifferenceFromTheLeastLoadOn() {
    StudyPlan plan = threeLoads();
    StudyPlan falling = plan.withSteps(plan.steps().reversed());
    for (int fork = 0; fork < 4; fork++) {
      for (int step = 0; step < 3; step++) {
        add("virtual", step, 1_000 + fork, 2_000);
        add("fixed:50", step, step < 2 ? 500 + fork : 1_000 + fork, 2_000);
      }
    }

    StudyAnswer answer = answers(falling).getFirst();

    assertThat(answer.headline())
        .isEqualTo(
            "The arms first differ at 32 clients. Virtual threads answer most (1,002/s). The fixed"
                + " pool of 50 answers 0.50 times as much.");
    assertThat(answer.evidence()).startsWith("8 clients: ").contains("; 128 clients: ");
  }

  @Test
  void shouldCompareWhereThroughputIsHighest() {
    StudyPlan plan = threeLoads();
    for (int fork = 0; fork < 4; fork++) {
      for (int step = 0; step < 3; step++) {
        double all = (1_000 << step) + fork;
        add("virtual", step, all, all / 0.5);
        add("fixed:50", step, step < 1 ? all : (500 << step) + fork, 4_000);
      }
    }

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers.get(0).headline()).contains("32 clients");
    assertThat(answers.get(1).headline()).startsWith("At 128 clients, virtual threads ");
    assertThat(answers.get(1).answer()).contains("0.50 times as much (0.50 to 0.50)");
    assertThat(answers.get(2).answer()).contains("0.50 times");
    assertThat(answers.get(2).evidence()).contains("virtual 8,003 (8,000 to 8,006, 4 forks)");
    assertThat(answers).extracting(StudyAnswer::verdict).containsOnly(Verdict.SUSPECT);
    assertThat(answers.get(1).forks()).isEqualTo(8);
  }

  @Test
  void shouldSayThatArmsDoNotDiffer() {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 4, "virtual", "adaptive");
    for (int fork = 0; fork < 4; fork++) {
      add("virtual", 0, 1_000 + 2 * fork, 2_000);
      add("adaptive", 0, 1_001 + 2 * fork, 2_000);
    }

    List<StudyAnswer> answers = answers(plan);

    assertThat(answers.getFirst().headline())
        .isEqualTo("No arm differs significantly under any load.");
    assertThat(answers.get(1).headline()).contains("as much as each other, within 5 %");
  }

  @Test
  void shouldSayHowManyForksWouldDecide() {
    StudyPlan plan = StudyPlans.plan(new Throughput(), StudyForm.QUICK, 4, "virtual", "adaptive");
    for (int fork = 0; fork < 4; fork++) {
      add("virtual", 0, 1_000 + 40 * fork, 2_000);
      add("adaptive", 0, 900 + 40 * fork, 2_000);
    }

    StudyAnswer most = answers(plan).get(1);

    assertThat(most.headline())
        .contains(
            "virtual threads (1,060/s) and the adaptive pool (960/s) answer most; which of the"
                + " two is inconclusive");
    assertThat(most.answer())
        .containsPattern("0\\.9\\d times as much .*; about \\d+ forks would decide it");
  }

  @Test
  void shouldSayWhatIsDecidedBeforeWhatIsNot() {
    StudyPlan plan =
        StudyPlans.plan(new Throughput(), StudyForm.QUICK, 4, "virtual", "adaptive", "fixed:8");
    for (int fork = 0; fork < 4; fork++) {
      add("virtual", 0, 900 + 400 * fork, 2_000);
      add("adaptive", 0, 1_200 + 2 * fork, 2_000);
      add("fixed:8", 0, 1_000 + 2 * fork, 2_000);
    }

    assertThat(answers(plan).get(1).headline())
        .matches(
            ".*the fixed pool of 8 answers 0\\.83 times as much as the adaptive pool\\. .*; which"
                + " of the 3 is inconclusive\\..*");
  }

  /** A fork without answers for {@code idle} intervals, then with {@code perInterval} in each. */
  private void ramp(String arm, int idle, int perInterval) {
    int[] ok = new int[35];
    for (int i = idle; i < ok.length; i++) {
      ok[i] = perInterval;
    }
    courses.put(
        points.size() + 1,
        new StudyCourse(intervals(ok), List.of(), List.of(), List.of(), List.of(), List.of()));
    points.add(point(arm, 0, 10 * perInterval, 0, Verdict.VALID, Map.of()));
  }

  /** Intervals of 100 ms, as many as the quick form has. */
  private static List<StudyInterval> intervals(int... ok) {
    List<StudyInterval> all = new ArrayList<>();
    for (int i = 0; i < ok.length; i++) {
      all.add(StudyInterval.counted(i * 100_000_000L, (i + 1) * 100_000_000L, ok[i], 300));
    }
    return all;
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
