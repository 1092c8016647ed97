package dev.foliot.judgement.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.MadeRun;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryComparerTest {
  private static final Instant START = Instant.parse("2026-01-01T03:00:00Z");
  private static final Duration MONTH = Duration.ofDays(30);

  @TempDir private Path store;
  private final SplittableRandom random = new SplittableRandom(20261130);

  /** Half as slow again since a change: a run like those after it is the same. */
  @Test
  void shouldJudgeByTheRunsSinceTheLastChange() {
    for (int day = 0; day < 40; day++) {
      run(day, day >= 25 ? 1.5 : 1).write(store);
    }
    run(40, 1.5).write(store);
    ComparisonRecord same = compare(MONTH);

    assertThat(same.decision().verdict()).isEqualTo(ComparisonVerdict.SAME);
    ComparisonRecord.History history = same.decision().history();
    assertThat(history)
        .isEqualTo(
            new ComparisonRecord.History(
                "com.acme.Hop",
                15,
                Store.open(store).runs().get(15).id(),
                "2026-01-26T03:00:00Z",
                true));
    assertThat(same.a().id()).startsWith("15 runs since 20260126-");
    ComparisonAnswer answer =
        ComparisonAnswer.of(same, List.of(), new NextCommands(List.of("foliot"), null));
    assertThat(answer.sentence())
        .startsWith("B and A are the same within 5")
        .endsWith(
            " A is the 15 runs before it on this machine since 26 Jan 2026, when response times"
                + " changed.");
    assertThat(answer.figures()).allMatch(one -> answer.sentence().contains(one.shown()));
    assertThat(answer.next().command())
        .containsExactly("foliot", "runs", "--page", "--name", "com.acme.Hop");

    run(41, 1.8).write(store);
    ComparisonRecord worse = compare(MONTH);
    assertThat(worse.decision().verdict()).isEqualTo(ComparisonVerdict.WORSE);
    assertThat(Gates.cannotFail(worse)).isEmpty();

    run(42, 1).write(store);
    assertThat(compare(MONTH).decision().verdict()).isEqualTo(ComparisonVerdict.BETTER);
  }

  @Test
  void shouldTakeNoRunBeforeTheWindow() {
    for (int day = 0; day < 30; day++) {
      run(day, 1).write(store);
    }

    ComparisonRecord comparison = compare(Duration.ofDays(8));
    assertThat(comparison.a().forks()).isEqualTo(8);
    assertThat(Objects.requireNonNull(comparison.decision().history()).afterChange()).isFalse();
  }

  @Test
  void shouldNotDecideWithFewRunsOfTheMachine() {
    for (int day = 0; day < 30; day++) {
      run(day, 1).write(store);
    }
    for (int day = 30; day < 34; day++) {
      run(day, 3).on("ci-2", "Other CPU").write(store);
    }

    ComparisonRecord comparison = compare(MONTH);
    assertThat(comparison.decision().verdict()).isEqualTo(ComparisonVerdict.UNDECIDED);
    assertThat(Gates.cannotFail(comparison).orElseThrow()).contains("needs 5 of them, and has 3");
    assertThat(ComparisonAnswer.of(comparison).sentence())
        .contains("3 earlier runs on this machine since the last change, and a verdict needs 5");
  }

  @Test
  void shouldNameWhatIsNotAsInTheRunBefore() {
    for (int day = 0; day < 10; day++) {
      run(day, 1).from("abc", "21.0.4").write(store);
    }
    run(10, 1).from("def", "25.0.1").write(store);

    assertThat(compare(MONTH).figures().environmentDifferences())
        .containsExactly(new ComparisonRecord.Difference("jdk_version", "21.0.4", "25.0.1"));
  }

  @Test
  void shouldBeInvalidAsTheRunIs() {
    for (int day = 0; day < 10; day++) {
      run(day, 1).write(store);
    }
    run(10, 1).with(Verdict.INVALID).write(store);

    assertThat(compare(MONTH).validity().verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void shouldRefuseARunWithoutPercentiles() {
    run(0, 1).of("diagnose", "process 7").write(store);

    assertThatThrownBy(() -> compare(MONTH))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("has no percentiles");
    run(1, 1).unfinished().write(store);
    assertThatThrownBy(() -> compare(MONTH)).hasMessageContaining("is not over");
    run(2, 1).write(store);
    StoredRun last = Store.open(store).find("@1");
    assertThatThrownBy(() ->
            new HistoryComparer(new Comparer("p99", 0.05))
                .compare(Store.open(store).runs(), last, 1, 0, MONTH, store))
        .hasMessageContaining("has no arm 1");
  }

  private ComparisonRecord compare(Duration within) {
    List<StoredRun> runs = Store.open(store).runs();
    return new HistoryComparer(new Comparer("p99", 0.05))
        .compare(runs, runs.getFirst(), 0, 0, within, store);
  }

  private MadeRun run(int day, double factor) {
    return new MadeRun(START.plus(Duration.ofDays(day)))
        .times(factor * Math.exp(0.01 * random.nextGaussian()));
  }
}
