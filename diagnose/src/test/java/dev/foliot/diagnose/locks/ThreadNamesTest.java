package dev.foliot.diagnose.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.foliot.diagnose.reason.LockReason;
import dev.foliot.diagnose.time.ThreadObservations.Started;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadNamesTest {
  private static ResourceFinding of(FindingKind kind) {
    return new ResourceFinding(
        kind,
        new Grade(Severity.HIGH, new LockReason.ThreadsStarted(10)),
        "threads",
        List.of(),
        kind.advice(0.5));
  }

  private static final Started STARTED =
      new Started(10, Map.of(), Map.of("poller-*", 40, "http-*", 2));

  @Test
  void shouldNameTheThreadsByWhichAJvmGrows() {
    ResourceFinding named =
        (ResourceFinding) ThreadNames.added(of(FindingKind.THREAD_GROWTH), STARTED);
    assertThat(named.subject()).isEqualTo("threads poller-*");
    assertThat(named.evidence())
        .extracting(Evidence::name, Evidence::value)
        .containsExactly(tuple("new threads poller-*", 40.0), tuple("new threads http-*", 2.0));
  }

  @Test
  void shouldNameThePlaceThatStartsThem() {
    Started started = new Started(10, Map.of("com.acme.Pool.grow:7", 0.1), STARTED.stayed());
    assertThat(ThreadNames.added(of(FindingKind.THREAD_GROWTH), started).subject())
        .isEqualTo("com.acme.Pool.grow:7");
  }

  @Test
  void shouldLeaveOtherFindingsAlone() {
    ResourceFinding other = of(FindingKind.THREAD_CHURN);
    assertThat(ThreadNames.added(other, STARTED)).isSameAs(other);
  }

  @Test
  void shouldLeaveAFindingAloneWithoutNewThreads() {
    ResourceFinding growth = of(FindingKind.THREAD_GROWTH);
    assertThat(ThreadNames.added(growth, new Started(0, Map.of(), Map.of()))).isSameAs(growth);
  }
}
