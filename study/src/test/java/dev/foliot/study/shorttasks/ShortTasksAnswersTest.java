package dev.foliot.study.shorttasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyPoints;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.burn.BurnCpus;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStrategy;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.run.StudyPlans;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Steps of the quick form on two CPUs: burn 0.05 ms on 1, on 2, 1 ms on 2, ping on 1. */
class ShortTasksAnswersTest {
  private static final Jdk JDK_21 = new Jdk(Path.of("jdk-21"), "21.0.4", 21);

  private final StudyPoints points = new StudyPoints();

  private List<StudyAnswer> answers(List<Jdk> jdks, String... strategies) {
    return answersOf(ArmPlan.builtIn(List.of(strategies), jdks, List.of()));
  }

  private List<StudyAnswer> answersOf(List<ArmPlan> arms) {
    CpuPartition cpus = new CpuPartition(CpuList.of(0), CpuList.of(1), CpuList.of(1), List.of());
    StudyPlan plan =
        new StudyPlan(
            new ShortTasks(),
            StudyForm.QUICK,
            arms,
            new ShortTasks().loads(StudyForm.QUICK, cpus.service().size(), BurnCpus.most(cpus)),
            new StudyPlan.Sample(4, 1),
            new StudyPlan.Machine(cpus, new ClassPath(List.of())),
            StudyPlan.Asked.usual(new ShortTasks()),
            StudyPlan.Origin.of(List.of("study")));
    return StudyPlans.answers(plan, points.all(), Map.of());
  }

  private static StudyAnswer answer(List<StudyAnswer> answers, String question) {
    return answers.stream()
        .filter(one -> one.question().startsWith(question))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no '" + question + "' in " + answers));
  }

  private static Map<Metric, Double> measures(double us, double wait, double parked) {
    return Map.of(
        Metric.CPU_PER_TASK,
        us,
        Metric.WAKE_WAIT_MEAN,
        wait,
        Metric.PREEMPTED_SHARE,
        0.25,
        Metric.PARKED_SHARE,
        parked,
        Metric.LONGEST_PARKED,
        1e6 * parked);
  }

  @Test
  void shouldSayForEachNumberOfCpusWhoDoesMost() {
    for (int fork = 0; fork < 4; fork++) {
      points.add("virtual", 1, 10_000 + fork, measures(80, 20, 0.012));
      points.add("fixed:cpus", 1, 20_000 + fork, measures(50, 5, 0));
      points.add("adaptive", 1, 19_900 + fork, measures(50.5, 5, 0));
      points.add("virtual", 2, 1_000 + fork, measures(1_000, 2, 0));
      points.add("fixed:cpus", 2, 1_001 + fork, measures(1_000, 2, 0));
      points.add("virtual", 3, 5_000, Map.of());
    }

    List<StudyAnswer> answers =
        answers(List.of(StudyPlans.JDK_25), "virtual", "adaptive", "fixed:cpus");

    StudyAnswer most = answer(answers, "burn on 2 CPUs: which arm completes most tasks?");
    assertThat(most.headline())
        .isEqualTo(
            "With tasks of 0.05 ms, the fixed pool with a thread per CPU and the adaptive pool"
                + " complete most tasks (20,002/s). Virtual threads complete 0.50 times as many.");
    assertThat(most.answer())
        .contains("0.50 times as many (0.50 to 0.50)", "1.00 times as many (0.99 to 1.00)")
        .contains("With tasks of 1 ms, ", "(1,003/s)");
    assertThat(most.forks()).isEqualTo(20);
    assertThat(answer(answers, "burn on 2 CPUs: how much CPU").answer())
        .contains("(50.0 us)", "1.60 times as much");
    assertThat(answer(answers, "ping on 1 CPU: which").headline())
        .contains("only virtual threads (5,000/s)");
    assertThat(answers).noneMatch(one -> one.question().startsWith("burn on 1 CPU:"));
    assertThat(answers).noneMatch(one -> one.question().contains("JDK"));
    assertThat(answer(answers, "How long does a ready").answer())
        .contains("Under burn, 0.05 ms on 2 CPUs, 5.00 us with ", "20.0 us with virtual threads");
    StudyAnswer parked = answer(answers, "Which arm leaves a worker parked");
    assertThat(parked.headline()).contains("1.2 % of that time (12.0 ms at most)");
    assertThat(parked.evidence()).contains("fixed:cpus 0.0 % (0.0 % to 0.0 %, 4 forks)");
  }

  @Test
  void shouldSayWhetherTheJdkMakesADifference() {
    for (int fork = 0; fork < 4; fork++) {
      points.add("virtual on 21.0.4", 1, 10_000 + fork, measures(50, 5, 0));
      points.add("virtual on 25.0.3", 1, 13_000 + fork, measures(50, 5, 0));
      points.add("fixed:cpus on 21.0.4", 1, 14_000 + fork, measures(50, 5, 0));
      points.add("fixed:cpus on 25.0.3", 1, 14_001 + fork, measures(50, 5, 0));
    }

    List<StudyAnswer> answers =
        answers(List.of(JDK_21, StudyPlans.JDK_25), "virtual", "fixed:cpus");

    StudyAnswer jdk = answer(answers, "Does the JDK make a difference?");
    assertThat(jdk.answer())
        .isEqualTo(
            "Under burn, 0.05 ms on 2 CPUs, virtual threads complete 1.30 times as many tasks (1.30"
                + " to 1.30) on JDK 25.0.3 as on JDK 21.0.4.");
    assertThat(jdk.evidence())
        .startsWith("2 comparisons")
        .contains("1.00 times as many tasks (1.00 to 1.00)");
    assertThat(answer(answers, "Which arm leaves").headline()).startsWith("None for 1 %");
  }

  /** Two arms on one JDK differ by their limits, and do not compare JDKs. */
  @Test
  void shouldAskOfTheJdkOnlyArmsThatDifferInNothingElse() {
    ArmPlan four =
        ArmPlan.builtIn(
            "virtual, 4 carriers",
            new ArmStrategy("virtual"),
            StudyPlans.JDK_25,
            List.of("-Djdk.virtualThreadScheduler.parallelism=4"));
    ArmPlan usual =
        ArmPlan.builtIn("virtual", new ArmStrategy("virtual"), StudyPlans.JDK_25, List.of());
    ArmPlan old = ArmPlan.builtIn("old", new ArmStrategy("virtual"), JDK_21, List.of());
    for (int fork = 0; fork < 4; fork++) {
      points.add("virtual", 1, 10_000 + fork, measures(50, 5, 0));
      points.add("virtual, 4 carriers", 1, 8_000 + fork, measures(50, 5, 0));
      points.add("old", 1, 5_000 + fork, measures(50, 5, 0));
    }

    assertThat(answersOf(List.of(usual, four)))
        .noneMatch(one -> one.question().contains("JDK make a difference"));
    StudyAnswer jdk =
        answer(answersOf(List.of(usual, four, old)), "Does the JDK make a difference?");
    assertThat(jdk.evidence())
        .startsWith("1 comparison ")
        .contains("old completes 0.50 times as many tasks (0.50 to 0.50) as virtual threads")
        .doesNotContain("carriers");
  }

  /** One fork each: an estimate, without an interval that reaches to infinity. */
  @Test
  void shouldTellNoEndlessInterval() {
    points.add("virtual on 21.0.4", 1, 10_000, Map.of());
    points.add("virtual on 25.0.3", 1, 13_000, Map.of());

    List<StudyAnswer> answers = answers(List.of(JDK_21, StudyPlans.JDK_25), "virtual");

    assertThat(answer(answers, "Does the JDK").evidence())
        .contains("1.30 times as many tasks on JDK 25.0.3 as on JDK 21.0.4")
        .doesNotContain("Infinity");
  }

  @Test
  void shouldDecideNothingWithTooFewForks() {
    for (int fork = 0; fork < 3; fork++) {
      points.add("virtual on 21.0.4", 1, 10_000 + fork, Map.of());
      points.add("virtual on 25.0.3", 1, 13_000 + fork, Map.of());
    }

    List<StudyAnswer> answers = answers(List.of(JDK_21, StudyPlans.JDK_25), "virtual");

    assertThat(answer(answers, "burn on 2 CPUs: which").headline())
        .isEqualTo(
            "With tasks of 0.05 ms, throughput is 10,001/s (10,000/s to 10,002/s) with virtual"
                + " threads on JDK 21.0.4 and 13,001/s (13,000/s to 13,002/s) with virtual threads"
                + " on JDK 25.0.3. A verdict needs 4 valid forks of each arm.");
    assertThat(answer(answers, "Does the JDK").headline())
        .contains("1.30 times as many tasks on JDK 25.0.3")
        .endsWith("A verdict needs 4 valid forks of each arm.");
    StudyAnswer ready = answer(answers, "How long does a ready");
    assertThat(ready.headline()).startsWith("Not known");
    assertThat(ready.verdict()).isNull();
    assertThat(answer(answers, "Which arm leaves").headline()).startsWith("Not known");
  }

  @Test
  void shouldSayThatNothingIsKnown() {
    points.add("virtual", 1, 10_000, Map.of(), Verdict.INVALID);

    List<StudyAnswer> answers = answers(List.of(StudyPlans.JDK_25), "virtual");

    assertThat(answers.getFirst().answer()).isEqualTo(StudyFigures.NOTHING);
    assertThat(answers).hasSize(2);
  }
}
