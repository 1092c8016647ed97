package dev.foliot.store.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingCauses.Rooted;
import dev.foliot.text.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FindingCausesTest {
  private static Finding finding(FindingKind kind, Severity severity, Evidence... evidence) {
    return new ResourceFinding(
        kind,
        new Grade(severity, new Reason.Plain("")),
        kind.label(),
        List.of(evidence),
        new Advice("", List.of(), 0.9));
  }

  private static ThreadTime time(Map<Doing, Double> shares) {
    return new ThreadTime(5, 30, List.of(new ThreadTime.Group("http-*", 10, shares, List.of())));
  }

  @Test
  void shouldPutEffectsBehindTheirCauseThroughSeveralSteps() {
    Finding waits = finding(FindingKind.CPU_STARVATION, Severity.HIGH);
    Finding pauses = finding(FindingKind.GC_PRESSURE, Severity.HIGH);
    Finding limit = finding(FindingKind.DIRECT_MEMORY_LIMIT, Severity.HIGH);
    Finding late = finding(FindingKind.TIME_TO_SAFEPOINT, Severity.MEDIUM);
    List<Finding> ordered = FindingCauses.ordered(List.of(waits, pauses, late, limit), null);
    assertThat(ordered.getFirst()).isEqualTo(limit);
    assertThat(FindingCauses.rooted(ordered))
        .singleElement()
        .satisfies(root -> {
          assertThat(root.cause()).isEqualTo(limit);
          assertThat(root.effects()).containsExactlyInAnyOrder(waits, pauses, late);
        });
  }

  /** Who waits for a result does not block the pool that should give it; who lost a permit does. */
  @Test
  void shouldTellWhetherAPoolBlocksItsCallersOrTheyBlockIt() {
    Finding pool = finding(FindingKind.EXHAUSTED_POOL, Severity.HIGH);
    Finding callers = finding(FindingKind.STUCK_THREADS, Severity.MEDIUM);
    assertThat(FindingCauses.rooted(List.of(pool, callers)))
        .singleElement()
        .satisfies(root -> assertThat(root.cause()).isEqualTo(pool));
    Finding lost = finding(FindingKind.STUCK_THREADS, Severity.HIGH);
    assertThat(FindingCauses.rooted(List.of(pool, lost)))
        .singleElement()
        .satisfies(root -> assertThat(root.cause()).isEqualTo(lost));
  }

  /** Two illnesses at the same time: workers that sleep do not wait for a lock of others. */
  @Test
  void shouldNotBlameOthersForAPoolThatWaitsByItself() {
    Finding deadlock = finding(FindingKind.DEADLOCK, Severity.HIGH);
    Finding sleeping =
        finding(
            FindingKind.EXHAUSTED_POOL,
            Severity.HIGH,
            new Evidence("workers blocked in a sleep", 100.0, "%"));
    assertThat(FindingCauses.rooted(List.of(deadlock, sleeping))).hasSize(2);
    Finding locked =
        finding(
            FindingKind.EXHAUSTED_POOL,
            Severity.HIGH,
            new Evidence("workers blocked in a lock", 75.0, "%"),
            new Evidence("workers blocked in a sleep", 25.0, "%"));
    assertThat(FindingCauses.rooted(List.of(deadlock, locked))).hasSize(1);
  }

  @Test
  void shouldNotExplainALongLoopByWaitsForACpu() {
    Finding waits = finding(FindingKind.CPU_STARVATION, Severity.HIGH);
    Finding loop = finding(FindingKind.TIME_TO_SAFEPOINT, Severity.HIGH);
    assertThat(FindingCauses.rooted(List.of(waits, loop))).hasSize(2);
    Finding late = finding(FindingKind.TIME_TO_SAFEPOINT, Severity.LOW);
    assertThat(FindingCauses.rooted(List.of(waits, late))).hasSize(1);
  }

  @Test
  void shouldNotBlameTheProcessForWhatOthersUse() {
    Finding waits =
        finding(
            FindingKind.CPU_STARVATION,
            Severity.HIGH,
            new Evidence(FindingCauses.OTHERS, 1.5, "CPUs"));
    Finding churn = finding(FindingKind.THREAD_CHURN, Severity.HIGH);
    assertThat(FindingCauses.rooted(List.of(waits, churn)))
        .extracting(Rooted::cause)
        .containsExactly(waits, churn);
  }

  @Test
  void shouldOrderByTheTimeThatThreadsLose() {
    Finding waits = finding(FindingKind.CPU_STARVATION, Severity.HIGH);
    Finding lock = finding(FindingKind.LOCK_CONTENTION, Severity.HIGH);
    assertThat(
            FindingCauses.ordered(
                List.of(waits, lock), time(Map.of(Doing.LOCK, 0.7, Doing.READY, 0.1))))
        .containsExactly(lock, waits);
    assertThat(
            FindingCauses.ordered(
                List.of(lock, waits), time(Map.of(Doing.LOCK, 0.1, Doing.READY, 0.7))))
        .containsExactly(waits, lock);
  }

  @Test
  void shouldPutTheMoreSevereFirstWhateverItCosts() {
    Finding low = finding(FindingKind.LOCK_CONTENTION, Severity.LOW);
    Finding high = finding(FindingKind.CPU_STARVATION, Severity.HIGH);
    assertThat(FindingCauses.ordered(List.of(low, high), time(Map.of(Doing.LOCK, 1.0))))
        .containsExactly(high, low);
  }

  @Test
  void shouldNotLetAMinorFindingExplainASevereOne() {
    Finding low = finding(FindingKind.GC_PRESSURE, Severity.LOW);
    Finding high = finding(FindingKind.CPU_STARVATION, Severity.HIGH);
    assertThat(FindingCauses.rooted(List.of(high, low)))
        .extracting(Rooted::cause)
        .containsExactly(high, low);
  }

  /** A circle of causes would hide all findings in it. */
  @Test
  void shouldShowEachFindingOnce() {
    List<Finding> all =
        Arrays.stream(FindingKind.values()).map(kind -> Diagnoses.of(kind, "all")).toList();
    List<Finding> shown =
        FindingCauses.rooted(all).stream()
            .flatMap(one -> Stream.concat(Stream.of(one.cause()), one.effects().stream()))
            .toList();
    assertThat(shown).containsExactlyInAnyOrderElementsOf(all);
    assertThat(FindingCauses.ordered(all, null)).containsExactlyInAnyOrderElementsOf(all);
  }
}
