package dev.foliot.diagnose.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.recording.RecordingObservations.Allocated;
import dev.foliot.diagnose.recording.RecordingObservations.Operation;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Findings of other examinations gain code places; nothing else of them changes. */
class OutsideEvidenceTest {
  private final Recorded recorded = new Recorded();

  private static ResourceFinding finding(FindingKind kind, String subject) {
    return new ResourceFinding(
        kind,
        new Grade(Severity.HIGH, new Reason.Plain("why")),
        subject,
        List.of(new Evidence("first", 1, "")),
        new Advice("what", List.of("fix"), 0.9));
  }

  private List<String> added(FindingKind kind, String subject) {
    ResourceFinding before = finding(kind, subject);
    ResourceFinding after = ((ResourceFinding) new OutsideEvidence(recorded.get()).added(before));
    assertThat(after).usingRecursiveComparison().ignoringFields("evidence").isEqualTo(before);
    assertThat(after.evidence().getFirst()).isEqualTo(before.evidence().getFirst());
    return after.evidence().stream().skip(1).map(Evidence::name).toList();
  }

  @Test
  void shouldAddTheWaitsForThatLock() {
    recorded.locks =
        List.of(
            Recorded.blocking("acme.Other", "acme.Other.get:3", 2, 2),
            Recorded.blocking(
                "java.util.concurrent.locks.ReentrantLock$NonfairSync", "acme.Ledger.add:9", 1, 2),
            Recorded.blocking("acme.Ledger", "acme.Ledger.put:4", 0.5, 2));

    assertThat(added(FindingKind.LOCK_CONTENTION, "acme.Ledger at acme.Ledger.put:4"))
        .singleElement()
        .asString()
        .contains("acme.Ledger.put:4");
    assertThat(
            added(
                FindingKind.LOCK_CONTENTION,
                "java.util.concurrent.locks.ReentrantLock at acme.Ledger.add:9"))
        .singleElement()
        .asString()
        .contains("acme.Ledger.add:9");
    assertThat(added(FindingKind.LOCK_CONTENTION, "acme.Other at acme.Other.elsewhere:1"))
        .hasSize(1);
    assertThat(added(FindingKind.LOCK_CONTENTION, "acme.Ledgers at acme.Ledgers.put:4")).isEmpty();
  }

  @Test
  void shouldAddWhatTheWorkersOfThatPoolWaitFor() {
    recorded.locks = List.of(Recorded.blocking("acme.Ledger", "acme.Ledger.put:4", 2, 2));

    assertThat(added(FindingKind.EXHAUSTED_POOL, "workers of pool-1-thread-*")).hasSize(1);
    assertThat(added(FindingKind.EXHAUSTED_POOL, "workers of pool-2-thread-*")).isEmpty();
  }

  @Test
  void shouldAddWherePinnedThreadsWait() {
    recorded.pinned = List.of(Recorded.blocking("native frame", "acme.Jdbc.query:40", 1, 3));

    assertThat(added(FindingKind.PINNED_CARRIERS, "carriers"))
        .singleElement()
        .asString()
        .contains("acme.Jdbc.query:40", "native frame");
  }

  @Test
  void shouldAddTheAllocatingPlaces() {
    recorded.allocated =
        List.of(
            new Allocated("byte[]", "acme.Copy.of:3", 900),
            new Allocated("acme.Row", "acme.Table.read:7", 100));

    ResourceFinding after =
        ((ResourceFinding)
            new OutsideEvidence(recorded.get()).added(finding(FindingKind.GC_PRESSURE, "G1")));

    assertThat(after.evidence()).extracting(Evidence::value).containsExactly(1.0, 90.0, 10.0);
    assertThat(after.evidence().get(1).name()).contains("byte[] at acme.Copy.of:3");
  }

  @Test
  void shouldAddWhoAsksForSafepoints() {
    recorded.operations = List.of(new Operation("ThreadDump", "monitor-1", 200, 400_000_000));

    assertThat(added(FindingKind.TIME_TO_SAFEPOINT, "all threads"))
        .singleElement()
        .asString()
        .contains("ThreadDump", "monitor-1");
  }

  /** Who asks is their cause. */
  @Test
  void shouldNameWhoAsksForSafepointsFirst() {
    recorded.operations = List.of(new Operation("ThreadDump", "monitor-1", 200, 400_000_000));

    ResourceFinding after =
        (ResourceFinding)
            new OutsideEvidence(recorded.get())
                .added(finding(FindingKind.SAFEPOINTS, "all threads"));

    assertThat(after.subject()).isEqualTo("operation ThreadDump, asked by monitor-1");
    assertThat(after.evidence())
        .extracting(Evidence::name)
        .containsExactly("operation ThreadDump, asked by monitor-1", "first");
  }

  @Test
  void shouldAddNothingToOthers() {
    recorded.allocated = List.of(new Allocated("byte[]", "acme.Copy.of:3", 900));

    assertThat(added(FindingKind.THROTTLING, "all threads")).isEmpty();
  }
}
