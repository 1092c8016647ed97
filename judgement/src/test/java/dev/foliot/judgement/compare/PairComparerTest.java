package dev.foliot.judgement.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.Baselines;
import dev.foliot.judgement.Forks;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonRecord.Pairs.End;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.text.RunReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PairComparerTest {
  private static final GateRecord GATE =
      new GateRecord(1.05, 900_000_000_000L, 500, List.of("p50", "p99"));

  private final List<ForkRecord> forks = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(7);

  /** A pair in random order, with a noise of 1 %. */
  private void pair(double factor) {
    boolean isAFirst = random.nextBoolean();
    fork(isAFirst ? 0 : 1, factor);
    fork(isAFirst ? 1 : 0, factor);
  }

  private void fork(int arm, double factor) {
    double figure = Math.exp(0.01 * random.nextGaussian()) * (arm == 0 ? 1 : factor);
    forks.add(Forks.of(forks.size() + 1, arm, Validity.valid(), Baselines.figures(figure, null)));
  }

  private static RunRecord run(boolean complete) {
    RunRecord run = Forks.run("20261129-100000-aaaa", 0);
    return new RunRecord(
        run.schema(),
        run.origin(),
        new RunRecord.Setup(
            List.of(arm("main", "1a2b3c4d5e"), arm("HEAD", "5e4d3c2b1a")),
            List.of(run.load()),
            run.environment(),
            GATE),
        run.result(),
        List.of(),
        complete);
  }

  private static Arm arm(String label, String commit) {
    return new Arm(
        "/opt/jdk",
        "25.0.3",
        List.of(),
        null,
        Map.of(),
        new Arm.Build(label, "com.acme.Hop", "target/classes", commit));
  }

  private ComparisonRecord compared() {
    return PairComparer.compare(run(true), forks, Path.of("store"));
  }

  private static ComparisonRecord.Pairs pairs(ComparisonRecord compared) {
    return Objects.requireNonNull(compared.decision().pairs());
  }

  private String sentence() {
    return BenchAnswer.of(run(true), forks, NextCommands.after(List.of("foliot", "bench")))
        .sentence();
  }

  @Test
  void shouldNameASlowerSideAndWhy() {
    for (int i = 0; i < 10; i++) {
      pair(1.3);
    }
    ComparisonRecord compared = compared();
    assertThat(compared.decision().verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(pairs(compared).end()).isEqualTo(End.DECIDED);
    assertThat(pairs(compared).counted()).isEqualTo(10);
    assertThat(compared.figures().environmentDifferences()).isEmpty();
    assertThat(compared.a().label()).startsWith("main (1a2b3c4d5e), JDK 25.0.3");
    assertThat(sentence()).startsWith("B is worse after 10 pairs: p50 of B is 1.3");
  }

  @Test
  void shouldSayThatBothAreTheSame() {
    for (int i = 0; i < 30; i++) {
      pair(1);
    }
    assertThat(compared().decision().verdict()).isEqualTo(ComparisonVerdict.SAME);
    assertThat(sentence())
        .startsWith("B and A are the same within 5 % after 30 pairs: ")
        .contains("p50 of B is", "p99 of B is", "95 % interval");
  }

  @Test
  void shouldSayWhatCanHide() {
    for (int i = 0; i < 9; i++) {
      pair(i % 2 == 0 ? 1.2 : 0.9);
    }
    ComparisonRecord compared = compared();
    assertThat(compared.decision().verdict()).isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(pairs(compared).end()).isEqualTo(End.BUDGET_SPENT);
    assertThat(sentence())
        .startsWith("Inconclusive after 9 pairs, when the budget was spent: ")
        .containsPattern("no difference above 1\\.\\d+ times can hide");
  }

  @Test
  void shouldClaimNothingOfTooFewPairs() {
    pair(2);
    pair(2);
    assertThat(compared().decision().verdict()).isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(sentence()).contains("after 2 pairs", "too few pairs to say what can hide");
  }

  @Test
  void shouldLeaveOutAPairWithAnInvalidFork() {
    for (int i = 0; i < 10; i++) {
      pair(1.3);
    }
    forks.add(Forks.of(21, 0, Validity.valid(), Baselines.figures(1, null)));
    forks.add(
        Forks.of(
            22,
            1,
            Validity.of(Verdict.INVALID, new RunReason.NoFork()),
            Baselines.figures(1, null)));
    forks.add(Forks.of(23, 0, Validity.valid(), Baselines.figures(1, null)));
    assertThat(pairs(compared()))
        .satisfies(pairs -> assertThat(pairs.played()).isEqualTo(11))
        .satisfies(pairs -> assertThat(pairs.counted()).isEqualTo(10));
  }

  @Test
  void shouldJudgeNothingWithoutAPairThatCounts() {
    assertThat(sentence()).isEqualTo("Inconclusive: no pair of forks counts.");
    assertThat(pairs(PairComparer.compare(run(false), forks, Path.of("store"))).end())
        .isEqualTo(End.INTERRUPTED);
  }

  @Test
  void shouldShowOtherPercentilesWithoutAVerdict() {
    for (int i = 0; i < 10; i++) {
      pair(1.3);
    }
    ComparisonRecord.Percentile p90 = compared().figures().percentiles().get(1);
    assertThat(p90.percentile()).isEqualTo("p90");
    assertThat(p90.change().verdict()).isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(p90.change().low()).isNull();
    assertThat(p90.bNs()).isGreaterThan(p90.aNs());
  }
}
