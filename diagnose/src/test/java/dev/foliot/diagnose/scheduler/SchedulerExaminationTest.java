package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.hotspot.threads.Child;
import dev.foliot.hotspot.threads.FakeProc;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.LimitedGroup;
import dev.foliot.linux.cgroup.LimitedGroup.Limit;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Programs with known behaviour; the machine may be busy. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class SchedulerExaminationTest {
  private static final Path LIVE = Path.of("/");
  private static final Duration SHORT = Duration.ofMillis(1_500);

  @TempDir private Path folder;

  private static Outcome<ResourceFinding> of(Child child, Duration duration) {
    return new SchedulerExamination().alone(LIVE, child.pid(), duration, false);
  }

  private static Optional<ResourceFinding> found(
      Outcome<ResourceFinding> outcome, FindingKind kind) {
    return outcome.findings().stream().filter(one -> one.kind() == kind).findFirst();
  }

  @Test
  void shouldFindACarrierThatSleepsWhileWorkIsQueued() {
    try (Child child = Child.queuedWork("sick")) {
      Outcome<ResourceFinding> outcome = of(child, SHORT);
      ResourceFinding finding =
          found(outcome, FindingKind.PARKED_WORKER)
              .orElseThrow(() -> new AssertionError(outcome.record().toString()));
      assertThat(finding.subject()).isEqualTo("carriers of virtual threads");
      Evidence longest = finding.evidence().get(1);
      // 12 ms, of which a machine that is busy sees what lies between two looks
      assertThat(Objects.requireNonNull(longest.value()))
          .isGreaterThanOrEqualTo(ParkedIntervals.LEAST_NS / 1e6);
      assertThat(outcome.record().lookedAt())
          .anyMatch(line -> line.contains("looks at the queues of virtual threads"))
          .anyMatch(line -> line.startsWith("carriers of virtual threads ("));
    }
  }

  @Test
  void shouldNotAccuseCarriersThatAreWokenAtOnce() {
    try (Child child = Child.queuedWork("healthy")) {
      Outcome<ResourceFinding> outcome = of(child, SHORT);
      assertThat(found(outcome, FindingKind.PARKED_WORKER)).isEmpty();
      assertThat(outcome.record().lookedAt())
          .anyMatch(line -> line.contains("looks at the queues of virtual threads"));
      assertThat(outcome.record().couldNot()).noneMatch(line -> line.startsWith("carriers"));
    }
  }

  @Test
  void shouldSayWhyItCannotLookAtCarriersWithColouredReferences() {
    try (Child child = Child.queuedWork("sick", "-XX:+UseZGC")) {
      Outcome<ResourceFinding> outcome = of(child, Duration.ofMillis(300));
      assertThat(found(outcome, FindingKind.PARKED_WORKER)).isEmpty();
      assertThat(outcome.record().couldNot())
          .anyMatch(line -> line.startsWith("carriers that sleep") && line.contains("UseZGC"));
      assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
      assertThat(outcome.record().reason())
          .startsWith("could not look at carriers that sleep")
          .contains("UseZGC");
      assertThat(outcome.record().summary()).doesNotContain("no carrier or worker was seen");
    }
  }

  /**
   * On a quiet machine: while this JVM compiles, it may take the CPU itself. Recorded counts are
   * judged by SchedulerJudgeTest.
   */
  @Tag("real-time")
  @Test
  void shouldFindAHogOnTheSameCpu() throws Exception {
    int cpu = Affinity.ofCaller().orElse(CpuList.of(0)).stream().max().orElseThrow();
    Process hog =
        onCpu(
            cpu,
            () ->
                new ProcessBuilder("yes").redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
    try (Child child = onCpu(cpu, () -> Child.busy(1))) {
      Outcome<ResourceFinding> outcome = of(child, SHORT);
      String looked = outcome.record().toString();
      ResourceFinding finding =
          found(outcome, FindingKind.CPU_STARVATION).orElseThrow(() -> new AssertionError(looked));
      assertThat(finding.subject()).isEqualTo("busy");
      // whether others are named depends on this JVM's own activity: see SchedulerJudgeTest
      assertThat(finding.advice().explanation()).doesNotContain("more of them want to run at once");
    } finally {
      hog.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  private static <T> T onCpu(int cpu, Affinity.Action<T, Exception> action) throws Exception {
    Reading<T> done = Affinity.during(CpuList.of(cpu), action);
    assumeTrue(done instanceof Reading.Value, done::toString);
    return done.toOptional().orElseThrow();
  }

  @Test
  void shouldFindNothingOnAnIdleJvm() {
    try (Child child = Child.busy(0)) {
      Outcome<ResourceFinding> outcome = of(child, SHORT);
      // effects of other processes on this machine may also be found
      assertThat(outcome.findings())
          .extracting(ResourceFinding::kind)
          .isSubsetOf(FindingKind.STEAL, FindingKind.LATE_WAKE_UP, FindingKind.CPU_STARVATION);
      assertThat(outcome.record().status()).isEqualTo(Status.DONE);
      assertThat(outcome.record().lookedAt())
          .anyMatch(line -> line.contains("threads in "))
          .anyMatch(line -> line.contains("CPUs that it may use were busy"))
          .contains("no virtual thread was started");
    }
  }

  @Test
  void shouldFindAQuotaThatIsUsedUp() {
    String name = "foliot-throttled-" + ProcessHandle.current().pid();
    Reading<LimitedGroup> made = LimitedGroup.make(LIVE, name, Limit.CPUS, 0.2);
    assumeTrue(made instanceof Reading.Value, made::toString);
    try (LimitedGroup group = made.toOptional().orElseThrow();
        Child child = inside(group)) {
      Outcome<ResourceFinding> outcome = of(child, SHORT);
      ResourceFinding finding =
          found(outcome, FindingKind.THROTTLING)
              .orElseThrow(() -> new AssertionError(outcome.record().toString()));
      assertThat(finding.evidence().getFirst().name()).contains(name);
      assertThat(outcome.record().lookedAt()).anyMatch(line -> line.contains("quota of 0.20 CPUs"));
    }
  }

  /** Everything else is readable and examined. */
  @Test
  void shouldBePartialWhereNothingButThrottlingIsUnreadable() throws Exception {
    try (Child child = Child.busy(0)) {
      Path proc = Files.createDirectories(folder.resolve("proc/" + child.pid()));
      link(LIVE.resolve("proc/stat"), folder.resolve("proc/stat"));
      link(LIVE.resolve("proc/self"), folder.resolve("proc/self"));
      try (Stream<Path> files = Files.list(LIVE.resolve("proc/" + child.pid()))) {
        for (Path file : files.filter(one -> !one.endsWith("cgroup")).toList()) {
          link(file, proc.resolve(file.getFileName()));
        }
      }
      ExaminationRecord record =
          new SchedulerExamination().alone(folder, child.pid(), SHORT, false).record();
      assertThat(record.couldNot())
          .singleElement()
          .asString()
          .startsWith("throttling by a quota: ");
      assertThat(record.status()).isEqualTo(Status.PARTIAL);
      assertThat(record.reason()).startsWith("could not look at throttling by a quota: ");
      assertThat(record.summary()).doesNotContain("no carrier or worker was seen");
    }
  }

  private static void link(Path from, Path at) throws IOException {
    Files.createSymbolicLink(at, from);
  }

  private static Child inside(LimitedGroup group) {
    assertThat(group.enter()).isInstanceOf(Reading.Value.class);
    try {
      Child child = Child.busy(2);
      assertThat(group.add(child.pid())).isInstanceOf(Reading.Value.class);
      return child;
    } finally {
      assertThat(group.leave()).isInstanceOf(Reading.Value.class);
    }
  }

  @Test
  void shouldKeepWhatItSawOfAProcessThatEnds() {
    try (Child child = Child.busy(1);
        Target target =
            Target.open(LIVE, child.pid(), Duration.ofSeconds(20), false, (what, done) -> {})) {
      Outcome<ResourceFinding> outcome = new SchedulerRun(target, new KillingClock(child)).run();
      assertThat(child.process().isAlive()).isFalse();
      assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
      assertThat(outcome.record().reason()).contains("ended");
    }
  }

  /** Kills the child at the first wait, after the first look. */
  private static final class KillingClock implements NanoClock {
    private final Child child;

    KillingClock(Child child) {
      this.child = child;
    }

    @Override
    public long nanos() {
      return SYSTEM.nanos();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
      SYSTEM.sleep(nanos);
    }

    @Override
    public void await(long nanos) {
      if (child.process().isAlive()) {
        child.process().destroyForcibly().onExit().join();
      }
      SYSTEM.await(nanos);
    }
  }

  @Test
  void shouldEndEarlyWhenItIsInterrupted() {
    try (Child child = Child.busy(0)) {
      Thread.currentThread().interrupt();
      Outcome<ResourceFinding> outcome = of(child, Duration.ofSeconds(20));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
      assertThat(outcome.record().reason()).startsWith("interrupted");
    }
  }

  @Test
  void shouldSayThatThereIsNoSuchProcess() {
    Outcome<ResourceFinding> outcome =
        new SchedulerExamination().alone(LIVE, (1 << 22) + 1, SHORT, false);
    assertThat(outcome.record().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(outcome.record().reason()).contains("does not exist");
    assertThat(outcome.findings()).isEmpty();
  }

  @Test
  void shouldJudgeAKernelOfFilesByWhatItTells() {
    FakeProc proc = new FakeProc(folder);
    proc.file("proc/7/stat", "7 (java) S 1" + " 0".repeat(49) + "\n")
        .file("proc/7/status", "Name:\tjava\nState:\tS (sleeping)\n")
        .file("proc/stat", "cpu  1 0 1 1 0 0 0 0 0 0\ncpu0 1 0 1 1 0 0 0 0 0 0\n")
        .thread(7, "java", 1, 1, "10 10 1");
    Outcome<ResourceFinding> outcome =
        new SchedulerExamination().alone(folder, 7, Duration.ofMillis(30), false);
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).startsWith("could not look at ");
    assertThat(outcome.record().summary()).startsWith("nothing found in what was looked at; ");
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().lookedAt().getFirst()).startsWith("1 thread in ");
    assertThat(outcome.record().couldNot())
        .anyMatch(line -> line.startsWith("throttling by a quota: "))
        .anyMatch(line -> line.startsWith("carriers that sleep"));
  }
}
