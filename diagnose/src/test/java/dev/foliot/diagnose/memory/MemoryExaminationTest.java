package dev.foliot.diagnose.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.diagnose.reason.MemoryReason;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.hotspot.memory.SickJvm;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.ResidentRegion;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real JVMs with a known problem, and without one. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class MemoryExaminationTest {
  private static final Path LIVE = Path.of("/");
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration WATCHED = Duration.ofSeconds(3);
  private static final long MB = 1 << 20;
  private static final Executor EACH = task -> Thread.ofPlatform().daemon().start(task);
  private static final long NO_PROCESS = (1 << 22) + 1;

  private static <T> T value(Reading<T> reading) {
    return switch (reading) {
      case Reading.Value<T>(T value) -> value;
      case Reading.Unavailable<T> none ->
          throw new AssertionError("unavailable: " + none.sentence());
    };
  }

  /** Examines a target that grows by the same amount between all looks. */
  private static Outcome<ResourceFinding> growing(SickJvm target) {
    try (HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      return new MemoryRun(
              new LiveTarget(LIVE, jvm),
              new AskingClock(target),
              WATCHED.toNanos(),
              Optional.empty())
          .run();
    }
  }

  /** Asks the target to grow, in place of a wait. */
  private static final class AskingClock implements NanoClock {
    private final SickJvm target;
    private long nowNs;

    AskingClock(SickJvm target) {
      this.target = target;
    }

    @Override
    public long nanos() {
      return nowNs;
    }

    @Override
    public void sleep(long nanos) {
      try {
        if (nanos > 0) {
          target.ask();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      nowNs += nanos;
    }

    @Override
    public void await(long nanos) {
      throw new AssertionError("nothing awaits");
    }
  }

  private static ResourceFinding only(Outcome<ResourceFinding> outcome) {
    assertThat(outcome.findings()).as(outcome.record().toString()).hasSize(1);
    return outcome.findings().getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "17, -XX:+UseG1GC",
    "17, -XX:+UseParallelGC",
    "17, -XX:+UseSerialGC -XX:-UseCompressedOops",
    "25, -XX:+UseG1GC",
    "25, -XX:+UseSerialGC -XX:+UseCompactObjectHeaders",
    "25, -XX:+UseParallelGC -XX:-UseCompressedOops",
  })
  void shouldReadTheDirectBuffersThatTheJvmCounts(int feature, String flags) {
    try (SickJvm target = SickJvm.start(feature, flags, "buffers", "24", "8");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      LiveTarget live = new LiveTarget(LIVE, jvm);
      Counted counted = value(live.counted());
      assertThat(counted.bytes()).isEqualTo(target.directBytes());
      assertThat(counted.buffers()).isEqualTo(target.directBuffers());
      assertThat(counted.limitBytes()).isEqualTo(512 * MB);

      DirectBuffers direct = value(live.direct());
      assertThat(direct.bytes()).isEqualTo(counted.bytes());
      assertThat(direct.buffers()).isEqualTo(counted.buffers());
      assertThat(direct.oldBytes()).isGreaterThanOrEqualTo(24 * MB);
      assertThat(direct.unknownBytes()).isZero();

      List<ResidentRegion> regions = value(live.regions());
      MemorySplit split = Resident.of(regions, live.ranges(), direct.places(), live::pages).split();
      Map<MemoryPart, Long> parts = split.parts();
      assertThat(parts.values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(split.residentBytes())
          .isEqualTo(regions.stream().mapToLong(ResidentRegion::residentBytes).sum());
      assertThat(split.bytes(MemoryPart.DIRECT_BUFFERS)).isBetween(24 * MB, 25 * MB);
      for (MemoryPart part :
          List.of(
              MemoryPart.JAVA_HEAP,
              MemoryPart.METASPACE,
              MemoryPart.CODE_CACHE,
              MemoryPart.THREAD_STACKS,
              MemoryPart.LIBRARIES)) {
        assertThat(split.bytes(part)).as(part + " of " + split).isPositive();
      }
      assertThat(live.ranges().couldNot()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void shouldSeeDirectMemoryThatBeganAfterTheFirstLook(int feature) throws Exception {
    try (SickJvm target = SickJvm.start(feature, "-XX:+UseSerialGC", "late");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      LiveTarget live = new LiveTarget(LIVE, jvm);
      assertThat(value(live.counted()).bytes()).isZero();
      assertThat(value(live.direct()).buffers()).isZero();
      int places = live.ranges().metadata().size();

      target.ask();

      assertThat(value(live.counted()).bytes()).isEqualTo(target.directBytes()).isPositive();
      assertThat(value(live.direct()).buffers()).isEqualTo(24);
      assertThat(live.ranges().metadata()).hasSizeGreaterThanOrEqualTo(places);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void shouldNameBuffersWhoseOwnersArePromoted(int feature) {
    try (SickJvm target = SickJvm.start(feature, "-XX:+UseG1GC", "buffers", "100", "60")) {
      Outcome<ResourceFinding> outcome =
          new MemoryExamination().alone(LIVE, target.pid(), SHORT, false);
      ResourceFinding finding = only(outcome);
      assertThat(outcome.record().couldNot()).isEmpty();
      assertThat(outcome.record().status()).isEqualTo(Status.DONE);
      assertThat(finding.kind()).isEqualTo(FindingKind.PROMOTED_BUFFERS);
      assertThat(finding.evidence().getFirst().value()).isEqualTo(100);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void shouldNameNativeMemoryThatGrows(int feature) {
    try (SickJvm target = SickJvm.start(feature, "-XX:+UseSerialGC", "deflaters")) {
      ResourceFinding finding = only(growing(target));
      assertThat(finding.kind()).isEqualTo(FindingKind.NATIVE_MEMORY_GROWTH);
      assertThat(finding.subject()).isEqualTo("memory outside of the heap");
      assertThat(finding.grade().severityReasonCode()).isInstanceOf(MemoryReason.MemoryGrows.class);
      assertThat(finding.advice().remedies())
          .allSatisfy(one -> assertThat(one).contains("Proof: "));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void shouldNameThreadsThatBecomeMore(int feature) {
    try (SickJvm target = SickJvm.start(feature, "-XX:+UseSerialGC", "threads")) {
      ResourceFinding finding = only(growing(target));
      assertThat(finding.kind()).isEqualTo(FindingKind.THREAD_GROWTH);
      assertThat(finding.grade().severityReasonCode())
          .isInstanceOfSatisfying(
              MemoryReason.StacksLarge.class,
              stacks -> assertThat(stacks.threadsPerS()).isPositive());
    }
  }

  /** All at the same time: each needs some seconds and little CPU. */
  @Test
  void shouldFindNothingInHealthyJvms() {
    List<CompletableFuture<Void>> each = new ArrayList<>();
    each.add(CompletableFuture.runAsync(() -> findNothing(17, "-XX:+UseG1GC"), EACH));
    each.add(CompletableFuture.runAsync(() -> findNothing(25, "-XX:+UseG1GC"), EACH));
    each.add(CompletableFuture.runAsync(() -> findNothing(25, "-XX:+UseParallelGC"), EACH));
    each.forEach(CompletableFuture::join);
  }

  private static void findNothing(int feature, String flags) {
    try (SickJvm target = SickJvm.start(feature, flags, "healthy")) {
      Outcome<ResourceFinding> outcome =
          new MemoryExamination().alone(LIVE, target.pid(), WATCHED, false);
      assertThat(outcome.findings()).isEmpty();
      assertThat(outcome.record().status()).as(outcome.record().toString()).isEqualTo(Status.DONE);
      assertThat(outcome.record().lookedAt()).hasSizeGreaterThan(8);
    }
  }

  @Test
  void shouldSayThatOldOwnersCannotBeToldWithZgc() {
    try (SickJvm target = SickJvm.start(25, "-XX:+UseZGC", "buffers", "100", "60")) {
      Outcome<ResourceFinding> outcome =
          new MemoryExamination().alone(LIVE, target.pid(), SHORT, false);
      assertThat(outcome.findings()).isEmpty();
      assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
      assertThat(outcome.record().couldNot())
          .anySatisfy(line ->
              assertThat(line).contains("which direct buffers belong to old objects", "UseZGC"));
      assertThat(outcome.record().lookedAt())
          .anySatisfy(line -> assertThat(line).startsWith("the Java heap: "));
    }
  }

  @Test
  void shouldAskTheJvmForItsAccountsWhereItMayAttach() {
    try (SickJvm target =
        SickJvm.start(
            25, "-XX:NativeMemoryTracking=detail -XX:+UseSerialGC", "buffers", "10", "0")) {
      Outcome<ResourceFinding> outcome =
          new MemoryExamination().alone(LIVE, target.pid(), SHORT, true);
      assertThat(outcome.record().couldNot()).isEmpty();
      assertThat(outcome.record().lookedAt())
          .anySatisfy(line -> assertThat(line).startsWith("objects take "))
          .anySatisfy(line ->
              assertThat(line).startsWith("by the JVM's own accounts").contains("no account has"));
    }
  }

  @Test
  void shouldSayWhyAJvmWithoutAccountsTellsNone() {
    try (SickJvm target = SickJvm.start(25, "-XX:+UseSerialGC", "healthy")) {
      Outcome<ResourceFinding> outcome =
          new MemoryExamination().alone(LIVE, target.pid(), SHORT, true);
      assertThat(outcome.record().couldNot())
          .anySatisfy(line -> assertThat(line).contains("NativeMemoryTracking=detail"));
    }
  }

  @Test
  void shouldNotAttachToAJvmThatForbidsIt() {
    try (SickJvm target =
        SickJvm.start(25, "-XX:+DisableAttachMechanism -XX:+UseSerialGC", "healthy")) {
      Outcome<ResourceFinding> outcome =
          new MemoryExamination().alone(LIVE, target.pid(), SHORT, true);
      assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
      assertThat(outcome.record().couldNot())
          .singleElement()
          .satisfies(line -> assertThat(line).contains("-XX:+DisableAttachMechanism"));
      assertThat(outcome.record().lookedAt()).isNotEmpty();
    }
  }

  @Test
  void shouldReadAStoppedJvm() throws Exception {
    try (SickJvm target = SickJvm.start(25, "-XX:+UseSerialGC", "healthy")) {
      target.signal("STOP");
      Outcome<ResourceFinding> outcome =
          new MemoryExamination().alone(LIVE, target.pid(), SHORT, true);
      assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
      assertThat(outcome.record().reason()).contains("stopped");
      assertThat(outcome.record().lookedAt())
          .anySatisfy(line -> assertThat(line).startsWith("the Java heap: "));
    }
  }

  @Test
  void shouldEndWhenTheProcessEnds() throws Exception {
    try (SickJvm target = SickJvm.start(25, "-XX:+UseSerialGC", "healthy")) {
      CompletableFuture<Outcome<ResourceFinding>> outcome =
          CompletableFuture.supplyAsync(() ->
              new MemoryExamination().alone(LIVE, target.pid(), Duration.ofSeconds(5), false));
      target.kill();
      assertThat(outcome.get().record().status()).isIn(Status.PARTIAL, Status.UNAVAILABLE);
    }
  }

  @Test
  void shouldSayThatThereIsNoSuchProcess() {
    Outcome<ResourceFinding> outcome = new MemoryExamination().alone(LIVE, NO_PROCESS, SHORT, true);
    assertThat(outcome.record().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(outcome.record().reason()).contains("does not exist");
  }
}
