package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.hotspot.TargetJvm;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Examinations of pools with known behaviour; the machine may be busy. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
@EnabledOnOs(OS.LINUX)
class ParkedPoolLiveTest {
  private static final Path LIVE = Path.of("/");
  private static final Duration SHORT = Duration.ofMillis(1_500);

  private static Outcome<ResourceFinding> of(TargetJvm target, Duration duration) {
    return new SchedulerExamination().alone(LIVE, target.pid(), duration, false);
  }

  private static List<ResourceFinding> parked(Outcome<ResourceFinding> outcome) {
    return outcome.findings().stream()
        .filter(one -> one.kind() == FindingKind.PARKED_WORKER)
        .toList();
  }

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseSerialGC", "25, -XX:+UseG1GC"})
  void shouldFindWorkersThatSleepWhileTasksAreQueued(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofPools(feature, flags, "sick")) {
      Outcome<ResourceFinding> outcome = of(target, SHORT);
      assertThat(parked(outcome))
          .as(() -> outcome.record().toString())
          .extracting(ResourceFinding::subject)
          .containsExactlyInAnyOrder(
              "workers of linked-*", "workers of array-*", "workers of ForkJoinPool-1-*");
      assertThat(outcome.record().lookedAt())
          .anyMatch(line -> line.contains(" at the queue of workers of array-*, with 2 workers: "));
      assertThat(outcome.record().couldNot()).noneMatch(line -> line.startsWith("workers"));
    }
  }

  /** Half of the 12 ms of each sleep at least; looks that come late cut it on a busy machine. */
  @Test
  @Tag("real-time")
  void shouldMeasureHowLongWorkersSleep() {
    try (TargetJvm target = TargetJvm.ofPools(25, "-XX:+UseG1GC", "sick")) {
      assertThat(parked(of(target, SHORT)))
          .hasSize(3)
          .allSatisfy(finding ->
              assertThat(Objects.requireNonNull(finding.evidence().get(1).value()))
                  .isGreaterThan(6));
    }
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:+UseParallelGC", "25, -XX:+UseG1GC"})
  void shouldNotAccusePoolsThatAreHealthy(int feature, String flags) {
    try (TargetJvm target = TargetJvm.ofPools(feature, flags + " -Xmn16m", "healthy")) {
      Outcome<ResourceFinding> outcome = of(target, SHORT);
      assertThat(parked(outcome)).isEmpty();
      assertThat(outcome.record().lookedAt())
          .anyMatch(line -> line.contains(" at the queue of workers of busy-*"))
          .anyMatch(line -> line.contains(" at the queue of workers of served-*"))
          .anyMatch(line -> line.contains(" at the queue of workers of ForkJoinPool-1-*"))
          .anyMatch(line -> line.contains(" at the queue of workers of idle-*"));
      assertThat(outcome.record().couldNot()).noneMatch(line -> line.startsWith("workers"));
    }
  }

  @Test
  void shouldSayWhyItCannotLookAtColouredReferences() {
    try (TargetJvm target = TargetJvm.ofPools(17, "-XX:+UseZGC", "linked")) {
      Outcome<ResourceFinding> outcome = of(target, Duration.ofMillis(300));
      assertThat(parked(outcome)).isEmpty();
      assertThat(outcome.record().couldNot())
          .anyMatch(line -> line.startsWith("workers of pools that") && line.contains("UseZGC"));
      assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    }
  }

  /** On a busy machine the first samples may come late; then the process lives longer. */
  @Test
  void shouldKeepWhatItSawOfAProcessThatEnds() throws Exception {
    List<String> lookedAt = List.of();
    for (long lifeMs = 900;
        lookedAt.stream().noneMatch(line -> line.contains(" at the queue of workers of held-*"));
        lifeMs *= 2) { // the test's time limit ends it
      long life = lifeMs;
      try (TargetJvm target = TargetJvm.ofPools(17, "-XX:+UseSerialGC", "linked")) {
        Thread killer = Thread.ofPlatform().start(() -> endAfter(target, life));
        Outcome<ResourceFinding> outcome = of(target, Duration.ofSeconds(50));
        killer.join();
        assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
        assertThat(outcome.record().reason()).contains("ended");
        lookedAt = outcome.record().lookedAt();
      }
    }
  }

  private static void endAfter(TargetJvm target, long lifeMs) {
    try {
      Thread.sleep(lifeMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    target.process().destroyForcibly();
  }
}
