package dev.foliot.study.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.study.StudyPlan;
import dev.foliot.study.lottery.SharingLottery;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.throughput.Throughput;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StudyValidityTest {
  private static final Reason STEAL = new LoadReason.Steal(0.05);
  private static final Reason DEAD = new RunReason.ForkFailed("the service died");

  private final List<StudyPoint> points = new ArrayList<>();

  private static StudyPlan plan(int forks) {
    StudyPlan plan =
        StudyPlans.plan(new Throughput(), StudyForm.QUICK, forks, "virtual", "adaptive");
    return plan.withSteps(plan.steps().subList(0, 1));
  }

  private void add(String arm, Verdict verdict, int count) {
    for (int i = 0; i < count; i++) {
      List<Reason> reasons =
          switch (verdict) {
            case VALID -> List.of();
            case SUSPECT -> List.of(STEAL);
            case INVALID -> List.of(DEAD);
          };
      points.add(
          new StudyPoint(
              new StudyPoint.Cell(arm, 0, null, 8, points.size() + 1),
              StudyPoint.Answered.of(1),
              StudyPoint.Used.UNKNOWN,
              MetricValues.NONE,
              StudyPoint.Observed.NOTHING,
              StudyPoint.Trust.of(Validity.of(verdict, reasons)),
              StudyPoint.Placement.NONE));
    }
  }

  private Validity of(StudyPlan plan) {
    return StudyValidity.of(plan, points, point -> "fork " + point.fork());
  }

  @Test
  void shouldNotBeInvalidByOneForkOfMany() {
    add("virtual", Verdict.VALID, 4);
    add("virtual", Verdict.INVALID, 1);
    add("adaptive", Verdict.VALID, 5);

    assertThat(of(plan(5)).verdict()).isEqualTo(Verdict.VALID);
    assertThat(of(plan(5)).reasonCodes()).containsExactly(new RunReason.ForksLeftOut(1, 10));
  }

  /** Of pairs nobody knows how many there will be. */
  @Test
  void shouldBeInvalidInPairsWhereAnArmHasNoOtherFork() {
    StudyPlan pairs = plan(5).inPairs(null, null, null);
    add("virtual", Verdict.VALID, 4);
    add("adaptive", Verdict.INVALID, 4);
    assertThat(of(pairs).verdict()).isEqualTo(Verdict.INVALID);

    add("adaptive", Verdict.VALID, 1);
    assertThat(of(pairs).verdict()).isEqualTo(Verdict.VALID);
    assertThat(of(pairs).reasonCodes()).containsExactly(new RunReason.ForksLeftOut(4, 9));
  }

  @Test
  void shouldHaveTheWorstVerdictOfTheForksThatAreUsed() {
    add("virtual", Verdict.VALID, 4);
    add("virtual", Verdict.INVALID, 1);
    add("adaptive", Verdict.VALID, 4);
    add("adaptive", Verdict.SUSPECT, 1);

    assertThat(of(plan(5)).verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(of(plan(5)).reasonCodes())
        .containsExactly(new RunReason.ForksLeftOut(1, 10), new Reason.In("fork 10", STEAL));
  }

  @Test
  void shouldBeInvalidWhereAnArmHasTooFewOtherForks() {
    add("virtual", Verdict.VALID, 3);
    add("virtual", Verdict.INVALID, 2);
    add("adaptive", Verdict.SUSPECT, 5);

    Validity validity = of(plan(5));

    assertThat(validity.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(validity.reasonCodes()).startsWith(new Reason.In("fork 4", DEAD)).hasSize(7);
  }

  @Test
  void shouldNeedNoMoreForksThanArePlanned() {
    add("virtual", Verdict.VALID, 1);
    add("adaptive", Verdict.INVALID, 1);

    assertThat(of(plan(1)).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void shouldHopeForTheForksToCome() {
    add("virtual", Verdict.INVALID, 1);

    assertThat(of(plan(5)).verdict()).isEqualTo(Verdict.VALID);
    assertThat(StudyValidity.of(plan(5), List.of(), point -> "").verdict())
        .isEqualTo(Verdict.INVALID);
  }

  @Test
  void shouldNotNeedEveryAlignmentOfALottery() {
    StudyPlan plan =
        new StudyPlan(
            new SharingLottery(),
            StudyForm.QUICK,
            plan(1).arms(),
            plan(1).steps(),
            new StudyPlan.Sample(1, 1),
            plan(1).machine(),
            plan(1).asked(),
            plan(1).origin());
    add("virtual", Verdict.INVALID, 1);
    add("adaptive", Verdict.VALID, 4);

    assertThat(of(plan).verdict()).isEqualTo(Verdict.VALID);
  }
}
