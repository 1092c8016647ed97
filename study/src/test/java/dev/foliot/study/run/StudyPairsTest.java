package dev.foliot.study.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.study.DrawnPairs;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonRecord.Pairs.End;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.Study;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.StudyPoints;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.memory.MemoryStudy;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.rampup.RampUp;
import dev.foliot.study.throughput.Throughput;
import dev.foliot.text.AnswerFigure;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Studies in pairs, of made-up forks with a noise of 1 %. */
class StudyPairsTest {
  private static final long BUDGET_NS = 60_000_000_000L;

  private final StudyPoints points = new StudyPoints();
  private final SplittableRandom random = new SplittableRandom(7);

  private static StudyPlan plan(Study study, StudyForm form) {
    return StudyPlans.plan(study, form, 3, "virtual", "adaptive").inPairs(1.1, BUDGET_NS, null);
  }

  private double noise() {
    return Math.exp(0.01 * random.nextGaussian());
  }

  /** A pair in random order, under one load. */
  private void pair(int step, double ratio, Verdict verdict) {
    boolean isAFirst = random.nextBoolean();
    for (int turn = 0; turn < 2; turn++) {
      boolean isA = isAFirst == (turn == 0);
      points.add(
          isA ? "virtual" : "adaptive",
          step,
          1_000 * noise() * (isA ? 1 : ratio),
          Map.of(),
          isA ? Verdict.VALID : verdict);
    }
  }

  private StudyRecord answered(StudyPlan plan, boolean complete) {
    StudyRecord study = StudyPlans.figures(plan, points.all(), Map.of()).study();
    return StudyAnswers.answered(
        plan.study(),
        new StudyFigures(
            new StudyRecord(
                study.schema(),
                study.id(),
                study.design(),
                study.points(),
                List.of(),
                study.validity(),
                complete),
            Map.of()));
  }

  private static ComparisonRecord.Decision decision(StudyRecord study) {
    return Studies.pairs(study).orElseThrow().decision();
  }

  private static ComparisonRecord.Pairs pairs(StudyRecord study) {
    ComparisonRecord.Pairs pairs = decision(study).pairs();
    assertThat(pairs).isNotNull();
    return pairs;
  }

  @Test
  void shouldSayThatMoreThroughputIsBetter() {
    for (int pair = 0; pair < 10; pair++) {
      pair(0, 1.25, Verdict.VALID);
      pair(1, 1.25, Verdict.VALID);
    }
    StudyRecord study = answered(plan(new Throughput(), StudyForm.TEST), true);

    assertThat(decision(study).verdict()).isEqualTo(ComparisonVerdict.BETTER);
    assertThat(pairs(study).end()).isEqualTo(End.DECIDED);
    assertThat(pairs(study).judged())
        .containsExactly("throughput_per_s at 8 clients", "throughput_per_s at 16 clients");
    StudyAnswer answer = study.verdict().getFirst();
    assertThat(answer.question())
        .isEqualTo("Is the adaptive pool better than virtual threads, by throughput?");
    assertThat(answer.headline())
        .startsWith(
            "The adaptive pool is better after 10 pairs: throughput at 8 clients with the adaptive"
                + " pool is 1.2")
        .contains(" times that with virtual threads (95 % interval 1.2");
    assertThat(answer.figures())
        .filteredOn(figure -> figure.name().equals("ratio_throughput_per_s at 8 clients"))
        .singleElement()
        .extracting(AnswerFigure::value)
        .satisfies(ratio -> assertThat(ratio).isBetween(1.23, 1.27));
    // intervals of a number of forks that depends on them would be too narrow
    assertThat(study.verdict()).noneMatch(one -> one.question().contains("answers most"));
  }

  /** More throughput is better: the ratios are those of the throughput, not of its inverse. */
  @Test
  void shouldDrawEachPairAsItsFigureIsShown() {
    for (int pair = 0; pair < 9; pair++) {
      pair(0, 1.25, pair == 4 ? Verdict.INVALID : Verdict.VALID);
      pair(1, 0.8, Verdict.VALID);
    }
    StudyRecord study = answered(plan(new Throughput(), StudyForm.TEST), true);

    DrawnPairs drawn = Studies.pairs(study).orElseThrow().drawn();

    assertThat(List.of(drawn.a(), drawn.b())).containsExactly("virtual", "adaptive");
    assertThat(drawn.margin()).isCloseTo(0.1, Percentage.withPercentage(0.01));
    assertThat(drawn.rows())
        .extracting(DrawnPairs.Row::figure)
        .containsExactly("throughput at 8 clients", "throughput at 16 clients");
    DrawnPairs.Row better = drawn.rows().getFirst();
    assertThat(better.isMoreBetter()).isTrue();
    assertThat(better.single())
        .hasSize(8)
        .allSatisfy(ratio -> assertThat(ratio).isBetween(1.15, 1.35));
    assertThat(better.ratio()).isBetween(1.22, 1.28);
    assertThat(better.low()).isBetween(1.1, better.ratio());
    assertThat(better.high()).isGreaterThan(better.ratio());
    DrawnPairs.Row worse = drawn.rows().getLast();
    assertThat(worse.verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(worse.ratio()).isBetween(0.78, 0.82);
  }

  @Test
  void shouldSayThatMoreMemoryIsWorse() {
    for (int pair = 0; pair < 10; pair++) {
      points.add("virtual", 0, 1, Map.of(Metric.RSS_END, 1e8 * noise()));
      points.add("adaptive", 0, 1, Map.of(Metric.RSS_END, 1.3e8 * noise()));
    }
    StudyPlan plan = plan(new MemoryStudy(), StudyForm.TEST);

    StudyRecord study = answered(plan.withSteps(List.of(plan.steps().getFirst())), true);

    assertThat(decision(study).verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(study.verdict().getFirst().headline())
        .startsWith("The adaptive pool is worse after 10 pairs: RSS at the end with");
  }

  @Test
  void shouldSayWhatCanHideWhenTheBudgetIsSpent() {
    for (int pair = 0; pair < 4; pair++) {
      pair(0, 1, Verdict.VALID);
      pair(1, 1, Verdict.VALID);
    }
    StudyRecord study = answered(plan(new Throughput(), StudyForm.TEST), true);

    assertThat(pairs(study).end()).isEqualTo(End.BUDGET_SPENT);
    assertThat(study.verdict().getFirst().headline())
        .startsWith("Inconclusive after 4 pairs, when the budget was spent: throughput at 8");
  }

  @Test
  void shouldNotCountAPairWithAnInvalidForkOrWithoutItsPartner() {
    for (int pair = 0; pair < 3; pair++) {
      pair(0, 1, pair == 1 ? Verdict.INVALID : Verdict.VALID);
      pair(1, 1, Verdict.VALID);
    }
    points.add("adaptive", 0, 1_000, Map.of());

    StudyRecord study = answered(plan(new Throughput(), StudyForm.TEST), false);

    assertThat(pairs(study))
        .extracting(ComparisonRecord.Pairs::played, ComparisonRecord.Pairs::counted)
        .containsExactly(3, 2);
    assertThat(pairs(study).end()).isEqualTo(End.INTERRUPTED);
    assertThat(study.verdict().getFirst().headline())
        .startsWith("Inconclusive after 2 pairs, when it was interrupted: ");
    assertThat(study.plannedForks()).isEmpty();
  }

  /** Full throughput is known once all forks are, so these points have it as they are stored. */
  @Test
  void shouldTakeAForkThatNeverReachesFullThroughputForTheWholeLoad() {
    StudyPlan plan = plan(new RampUp(), StudyForm.TEST);
    double loadS = plan.steps().getFirst().durationNs() / 1e9;
    for (int pair = 0; pair < 10; pair++) {
      points.add(
          "virtual", 0, 1, Map.of(Metric.PLATEAU, 100.0, Metric.TIME_TO_FULL, 0.1 * noise()));
      points.add("adaptive", 0, 1, Map.of(Metric.PLATEAU, 20.0));
    }
    StudyRecord study = answered(plan, true);

    assertThat(decision(study).verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(study.verdict().getFirst().headline())
        .startsWith("The adaptive pool is worse after 10 pairs: time to full throughput with");
    assertThat(study.verdict().getFirst().figures())
        .filteredOn(figure -> figure.name().equals("ratio_time_to_full_s"))
        .singleElement()
        .extracting(AnswerFigure::value)
        .satisfies(ratio -> assertThat(ratio).isCloseTo(loadS / 0.1, Percentage.withPercentage(2)));
  }
}
