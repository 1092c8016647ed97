package dev.foliot.diagnose.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.RuntimeReason.SlowCode.Mode;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.memory.SickJvm;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real JVMs of two versions, with every collector. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class RuntimeExaminationTest {
  private static final Path LIVE = Path.of("/");
  private static final Duration SHORT = Duration.ofMillis(1_200);

  private static <T> T value(Reading<T> reading) {
    return switch (reading) {
      case Reading.Value<T>(T value) -> value;
      case Reading.Unavailable<T> none ->
          throw new AssertionError("unavailable: " + none.sentence());
    };
  }

  @ParameterizedTest
  @CsvSource({
    "17, -XX:+UseSerialGC, SERIAL",
    "17, -XX:+UseParallelGC, PARALLEL",
    "17, -XX:+UseG1GC, G1",
    "17, -XX:+UseZGC, Z",
    "17, -XX:+UseShenandoahGC, SHENANDOAH",
    "25, -XX:+UseSerialGC, SERIAL",
    "25, -XX:+UseParallelGC, PARALLEL",
    "25, -XX:+UseG1GC, G1",
    "25, -XX:+UseZGC, Z",
    "25, -XX:+UseShenandoahGC, SHENANDOAH"
  })
  void shouldReadAJvmOfEachCollector(int feature, String flag, JvmSettings.Collector collector) {
    try (SickJvm target = SickJvm.start(feature, flag, "healthy");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      LiveRuntime live = new LiveRuntime(LIVE, jvm);
      JvmSettings settings = value(live.settings());
      assertThat(settings.collector()).isEqualTo(collector);
      assertThat(settings.maxHeapBytes()).isEqualTo(64 << 20);
      assertThat(settings.slow()).isEmpty();
      JvmCounters counters = value(live.counters());
      assertThat(counters.safepoints())
          .hasValueSatisfying(one -> {
            assertThat(one.count()).isNotNegative();
            assertThat(one.totalNs()).isGreaterThanOrEqualTo(one.syncNs());
          });
      assertThat(counters.collectors()).isNotEmpty();
      assertThat(counters.spaces()).isNotEmpty();
      CodeCacheUse code = value(live.codeCache());
      assertThat(code.heaps()).isNotEmpty();
      assertThat(code.freeBytes()).isBetween(code.reservedBytes() / 2, code.reservedBytes());
      assertThat(code.timesFull()).hasValue(0);
      CpuWork work = value(live.work());
      assertThat(work.compilers()).isEqualTo(CpuWork.Compilers.OPTIMISING);
      assertThat(work.processNs()).isPositive();
      assertThat(value(live.cpus()).cpus()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void shouldFindNothingInAHealthyJvm(int feature) {
    try (SickJvm target = SickJvm.start(feature, "-XX:+UseG1GC", "healthy")) {
      Outcome<ResourceFinding> outcome =
          new RuntimeExamination().alone(LIVE, target.pid(), SHORT, false);
      assertThat(outcome.findings())
          .as(outcome.record().toString())
          .noneMatch(one ->
              one.kind() != FindingKind.GC_PRESSURE && one.kind() != FindingKind.TIME_TO_SAFEPOINT);
      assertThat(outcome.record().status()).isEqualTo(Status.DONE);
      assertThat(outcome.record().lookedAt())
          .anyMatch(line -> line.contains("of HotSpot's counters"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "17, -Xint, INTERPRETED, INTERPRETED",
    "25, -Xint, INTERPRETED, INTERPRETED",
    "17, -XX:TieredStopAtLevel=1, C1_ONLY, INTERPRETED",
    "25, -XX:TieredStopAtLevel=0, INTERPRETED, INTERPRETED",
    "25, -XX:CompilationMode=quick-only, C1_ONLY, INTERPRETED",
    "17, -XX:+UnlockDiagnosticVMOptions -XX:-UseCompiler, COMPILERS_OFF, COMPILER_DISABLED",
    "25, -XX:+UnlockDiagnosticVMOptions -XX:-UseCompiler, COMPILERS_OFF, COMPILER_DISABLED"
  })
  void shouldFindMissingCompilers(int feature, String flags, Mode mode, FindingKind kind) {
    try (SickJvm target = SickJvm.start(feature, flags, "healthy")) {
      Outcome<ResourceFinding> outcome =
          new RuntimeExamination().alone(LIVE, target.pid(), Duration.ofMillis(300), false);
      Optional<ResourceFinding> found =
          outcome.findings().stream().filter(one -> one.kind() == kind).findFirst();
      assertThat(found)
          .as(outcome.record().toString())
          .hasValueSatisfying(
              one -> assertThat(one.advice().explanation()).isEqualTo(RuntimeText.slowCode(mode)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void shouldSayWhatItCannotReadWithoutCounters(int feature) {
    try (SickJvm target = SickJvm.start(feature, "-XX:-UsePerfData -Xint", "healthy")) {
      Outcome<ResourceFinding> outcome =
          new RuntimeExamination().alone(LIVE, target.pid(), Duration.ofMillis(300), false);
      assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
      assertThat(outcome.record().couldNot())
          .singleElement()
          .asString()
          .startsWith("the time in collections and at safepoints: ");
      assertThat(outcome.findings())
          .extracting(ResourceFinding::kind)
          .contains(FindingKind.INTERPRETED);
    }
  }

  @Test
  void shouldSayThatThereIsNoSuchProcess() {
    Outcome<ResourceFinding> outcome =
        new RuntimeExamination().alone(LIVE, (1 << 22) + 1, SHORT, false);
    assertThat(outcome.record().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(outcome.record().reason()).contains("does not exist");
  }
}
