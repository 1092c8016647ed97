package dev.foliot.study.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.Traffic;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyPoints;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.run.StudyPlans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryAnswersTest {
  private static final double MB = 1e6;

  private final StudyPlan plan =
      StudyPlans.plan(new MemoryStudy(), StudyForm.QUICK, 4, "virtual", "fixed:50", "adaptive");
  private final List<StudyPoint> points = new ArrayList<>();

  private void add(String arm, Verdict verdict, Map<Metric, Double> megabytes) {
    Map<Metric, Double> measures = new HashMap<>();
    megabytes.forEach((name, value) -> measures.put(name, value * MB));
    points.add(
        new StudyPoint(
            new StudyPoint.Cell(arm, 0, 100.0, null, points.size() + 1),
            StudyPoint.Answered.of(100),
            new StudyPoint.Used(0.5, 1L, 1),
            MetricValues.of(measures),
            StudyPoint.Observed.NOTHING,
            StudyPoint.Trust.of(new Validity(verdict, List.of())),
            StudyPoint.Placement.NONE));
  }

  private void add(String arm, double first, double end, double heap, double stacks, double fell) {
    add(
        arm,
        Verdict.SUSPECT,
        Map.of(
            Metric.RSS_FIRST_END,
            first,
            Metric.RSS_END,
            end,
            Metric.ofMemory("java_heap"),
            heap,
            Metric.ofMemory("thread_stacks"),
            stacks,
            Metric.DIRECT_END,
            2 + fell,
            Metric.DIRECT_FELL,
            fell));
  }

  private List<StudyAnswer> answers() {
    return StudyPlans.answers(plan, points, Map.of());
  }

  @Test
  void shouldNameTheSmallestAndWhatTheOthersAreMadeOf() {
    for (int fork = 0; fork < 4; fork++) {
      add("virtual", 100 + fork, 110 + fork, 40 + fork, 2, 0.5);
      add("fixed:50", 150 + fork, 150 + fork, 62 + fork, 12.5, 0.5);
      add("adaptive", 300, 330, 40 + fork, 3.5, 200);
    }

    List<StudyAnswer> answers = answers();

    assertThat(answers).hasSize(5);
    assertThat(answers.get(0).question()).contains("end of L?");
    assertThat(answers.get(0).headline())
        .startsWith("Virtual threads take the least memory (102 MB).");
    assertThat(answers.get(0).answer()).contains("1.49 times as much (", "2.96 times as much (");
    assertThat(answers.get(0).verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(answers.get(0).forks()).isEqualTo(12);
    assertThat(answers.get(1).question()).contains("end of 1.1 L?");
    assertThat(answers.get(1).headline()).contains("(112 MB)");
    assertThat(answers.get(2).headline())
        .isEqualTo(
            "RSS changes by +0.0 % with the fixed pool of 50, +9.9 % with virtual threads and"
                + " +10.0 % with the adaptive pool.");
    assertThat(answers.get(3).answer())
        .startsWith(
            "Compared with virtual threads, the fixed pool of 50 has java heap +22.0 MB (+19.0 to"
                + " +25.0), thread stacks +10.5 MB (+10.5 to +10.5).")
        .contains("direct buffers +199.5 MB (+199.5 to +199.5), thread stacks +1.5 MB (+1.5 to");
    assertThat(answers.get(3).evidence())
        .contains("adaptive: direct buffers 202 MB, java heap 41.5 MB, thread stacks 3.50 MB");
    assertThat(answers.get(4).answer()).contains("200 MB, 61 % of its RSS");
  }

  @Test
  void shouldNameNoBuffersThatDoNotMatter() {
    add("virtual", 100, 110, 40, 2, 4.9);
    add("fixed:50", 200, 210, 60, 12, 10);

    assertThat(answers().get(4).headline()).startsWith("No, ");
    assertThat(answers().get(4).evidence()).contains("fixed:50 10.0 MB");
  }

  @Test
  void shouldDecideNothingOfFewForks() {
    add("virtual", 100, 110, 40, 2, 0);
    add("fixed:50", 200, 210, 60, 2.1, 0);

    assertThat(answers().get(0).answer()).contains("A verdict needs 4 valid forks of each arm.");
    assertThat(answers().get(3).answer())
        .contains("java heap +20.0 MB.", "A verdict needs 4 valid forks of each arm.");
  }

  @Test
  void shouldSayWhatIsNotKnown() {
    add("virtual", Verdict.VALID, Map.of(Metric.RSS_FIRST_END, 100.0, Metric.RSS_END, 110.0));
    add("fixed:50", Verdict.INVALID, Map.of(Metric.RSS_FIRST_END, 1.0, Metric.RSS_END, 1.0));

    List<StudyAnswer> answers = answers();

    assertThat(answers.get(0).headline()).contains("Only virtual threads (100 MB)");
    assertThat(answers.get(0).answer()).contains("The fixed pool of 50 has no valid fork.");
    assertThat(answers.get(3).headline()).startsWith("Not known: ");
    assertThat(answers.get(4).headline()).startsWith("Not known: ");
  }

  @Test
  void shouldSayThatNoForkIsValid() {
    assertThat(answers())
        .extracting(StudyAnswer::answer, StudyAnswer::verdict, StudyAnswer::forks)
        .containsExactly(tuple(StudyFigures.NOTHING, Verdict.INVALID, 0));
  }

  @Test
  void shouldAnswerAfterAStudyOfSomethingElseWhereMemoryWasAskedFor() {
    add("virtual", 40, 50, 20, 1, 0);
    add("fixed:50", 60, 70, 30, 5, 20);

    assertThat(questions(new RampUp().measures()))
        .doesNotContain("What is the difference between the arms made of?");
    assertThat(questions(Measures.of(List.of(Measure.MEMORY))))
        .first()
        .isEqualTo("Which arm reaches full throughput first?");
    assertThat(questions(Measures.of(List.of(Measure.MEMORY))))
        .contains(
            "What is the difference between the arms made of?",
            "Do unreachable objects hold direct buffers?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200/s 220/s | L | 1.1 L | with 10 % more load",
        "100/s 1k/s | the first rate (100/s) | the last rate (1k/s) | from 100/s to" + " 1k/s",
        "10/s 11/s 12/s | the first rate (10/s) | the last rate (12/s) | from 10/s to" + " 12/s",
      })
  void shouldSpeakOfATenthMoreWhereItIsATenthMore(
      String rates, String first, String last, String growth) {
    add("virtual", 100, 150, 40, 2, 0);

    List<StudyAnswer> answers =
        StudyPlans.answers(
            plan.withSteps(List.of(load("stepped", rates.split(" ", -1)))), points, Map.of());

    assertThat(answers.subList(0, 3))
        .extracting(StudyAnswer::question)
        .containsExactly(
            "Which arm has the smallest RSS at the end of " + first + "?",
            "Which arm has the smallest RSS at the end of " + last + "?",
            "How does each arm's RSS change " + growth + "?");
    assertThat(answers.get(0).headline()).contains("100 MB");
    assertThat(answers.get(1).headline()).contains("150 MB");
    assertThat(answers.get(2).answer()).contains("end of " + last, "end of " + first);
  }

  @Test
  void shouldSayOfWhichLoadAnAnswerIsWhereThereAreSeveral() {
    StudyPoints several = new StudyPoints();
    several.add("virtual", 0, 100, Map.of(Metric.RSS_END, 100 * MB));
    several.add("virtual", 1, 400, Map.of(Metric.RSS_END, 200 * MB));

    List<StudyAnswer> answers =
        StudyPlans.answers(
            plan.withSteps(List.of(load("morning", "100/s"), load("evening", "400/s"))),
            several.all(),
            Map.of());

    assertThat(answers)
        .extracting(StudyAnswer::question)
        .containsExactly(
            "morning: which arm has the smallest RSS at the end of the load?",
            "morning: what is the difference between the arms made of?",
            "morning: do unreachable objects hold direct buffers?",
            "evening: which arm has the smallest RSS at the end of the load?",
            "evening: what is the difference between the arms made of?",
            "evening: do unreachable objects hold direct buffers?");
    assertThat(answers.get(3).headline()).contains("200 MB");
  }

  private static StepPlan load(String name, String... rates) {
    List<Rate> all = Stream.of(rates).map(Rate::parse).toList();
    return new StepPlan(
        name,
        new Traffic.Open(all.getLast(), new Arrivals.Step(all)),
        200,
        new StepPlan.WarmUp(1_000_000_000, 8),
        new StepPlan.Times(0, 2_000_000_000, 0, 100_000_000),
        StepPlan.Program.BANK,
        false);
  }

  private List<String> questions(Measures measures) {
    StudyPlan usual = StudyPlans.plan(new RampUp(), StudyForm.QUICK, 4, "virtual", "fixed:50");
    StudyPlan asked = usual.withAsked(new StudyPlan.Asked(usual.target(), measures));

    return StudyPlans.answers(asked, points, Map.of()).stream().map(StudyAnswer::question).toList();
  }
}
