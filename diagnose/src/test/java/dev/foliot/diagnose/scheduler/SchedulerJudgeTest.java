package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.hotspot.threads.ThreadTotals;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SchedulerJudgeTest {
  private static final long MS = 1_000_000;
  private static final long WALL = 5_000 * MS;
  private static final ThreadFamily CARRIERS = ThreadFamily.of("ForkJoinPool-1-");
  private static final ThreadFamily PROGRAM = ThreadFamily.of("http-exec-1");
  private static final ThreadFamily JIT = ThreadFamily.of("C2 CompilerThre");

  private final Map<ThreadFamily, ThreadTotals> families = new LinkedHashMap<>();
  private final Map<ThreadFamily, WakeWaits> wakes = new LinkedHashMap<>();
  private final Map<String, Throttling> throttling = new LinkedHashMap<>();
  private CpuShares cpus = new CpuShares(2, 2, 1.0, 0.8, 0.1, 0, 0);
  private List<ParkedPool> parked = List.of();

  private List<ResourceFinding> findings() {
    return SchedulerJudge.findings(
        new SchedulerObservations(
            WALL,
            WALL,
            families,
            Optional.of(cpus),
            Optional.of(new SchedulerObservations.Pressure("the machine", 0.25)),
            throttling.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(0.5),
            throttling,
            wakes,
            parked));
  }

  private ResourceFinding only() {
    List<ResourceFinding> findings = findings();
    assertThat(findings).hasSize(1);
    ResourceFinding finding = findings.getFirst();
    assertThat(finding.grade().severityReason()).isNotBlank();
    assertThat(finding.evidence()).isNotEmpty();
    assertThat(finding.advice().remedies()).isNotEmpty().allMatch(text -> text.contains("Proof: "));
    return finding;
  }

  private void ran(ThreadFamily family, long waitMs, long onCpuMs, long switchIns, long moves) {
    families.put(
        family, new ThreadTotals(2, switchIns, 5, waitMs * MS, onCpuMs * MS, switchIns, moves));
  }

  @Test
  void shouldFindNothingInAnIdleOrAHealthyBusyJvm() {
    ran(CARRIERS, 0, 1, 20, 3);
    assertThat(findings()).isEmpty();
    ran(CARRIERS, 300, 8_000, 40_000, 9_000);
    wakes.put(CARRIERS, new WakeWaits(5_000, 20_000, 9_000, 900_000, 3 * MS));
    throttling.put("/sys/fs/cgroup/a", new Throttling(0, 0));
    parked = parked(2, 12);
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1100, 4000, MEDIUM", "2900, 4000, HIGH", "900, 300, MEDIUM", "1300, 300, HIGH"})
  void shouldFindThreadsThatWaitForACpu(long waitMs, long onCpuMs, Severity severity) {
    ran(CARRIERS, waitMs, onCpuMs, 1_000, 10);
    cpus = new CpuShares(2, 2, 1.9, 1.7, 0.1, 0, 0);
    ResourceFinding finding = only();
    assertThat(finding.kind()).isEqualTo(FindingKind.CPU_STARVATION);
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.evidence().getLast().name()).isEqualTo("CPU pressure of the machine");
    assertThat(finding.evidence().getLast().value()).isEqualTo(25);
    assertThat(finding.subject()).isEqualTo("carriers of virtual threads");
    assertThat(finding.evidence().getFirst().name())
        .isEqualTo("run-queue wait of carriers of virtual threads");
  }

  @Test
  void shouldNotCountWakeUpsNorWaitsBesideIdleCpus() {
    cpus = new CpuShares(2, 2, 1.9, 1.7, 0.1, 0, 0);
    ran(CARRIERS, 2_900, 4_000, 100_000, 10);
    assertThat(findings()).as("29 us for each time on a CPU").isEmpty();
    ran(CARRIERS, 2_900, 4_000, 1_000, 10);
    assertThat(only().kind()).isEqualTo(FindingKind.CPU_STARVATION);
    cpus = new CpuShares(2, 2, 0.6, 0.5, 0, 0, 0);
    assertThat(findings()).as("CPUs are idle").isEmpty();
  }

  @Test
  void shouldNotBlameWaitsThatFoliotItselfCanHaveCaused() {
    ran(CARRIERS, 900, 4_000, 1_000, 10);
    cpus = new CpuShares(2, 2, 1.3, 0.8, 0.15, 0, 0);
    assertThat(findings()).isEmpty();
  }

  @Test
  void shouldNotMindCompilersThatWait() {
    ran(CARRIERS, 0, 4_000, 1_000, 10);
    ran(JIT, 4_000, 1_000, 1_000, 10);
    assertThat(findings()).isEmpty();
  }

  @Test
  void shouldNameWhoElseUsesTheCpu() {
    ran(CARRIERS, 2_500, 2_500, 1_000, 10);
    cpus = new CpuShares(1, 2, 1.0, 0.5, 0.05, 0, 0);
    ResourceFinding finding = only();
    assertThat(finding.advice().explanation())
        .contains("Other processes used 0.45 of the 1 CPUs")
        .contains("The machine has 2 CPUs; this process may use 1");
    assertThat(finding.advice().remedies().getFirst()).contains("Take the other processes off");
    cpus = new CpuShares(2, 2, 1.95, 1.9, 0.05, 0, 0);
    ran(CARRIERS, 9_500, 9_500, 1_000, 10);
    assertThat(only().advice().remedies())
        .singleElement()
        .asString()
        .contains("fewer threads compute");
  }

  @Test
  void shouldBlameNobodyWhereFoliotItselfMayHaveTakenTheCpu() {
    ran(CARRIERS, 20_000, 2_000, 1_000, 10);
    cpus = new CpuShares(1, 1, 1.0, 0.2, 0.8, 0, 0);
    assertThat(only().advice().remedies())
        .singleElement()
        .asString()
        .startsWith("See with top -H which threads run on these CPUs.");
  }

  @ParameterizedTest
  @CsvSource({"40, LOW", "60, MEDIUM", "600, HIGH"})
  void shouldFindAQuotaThatIsUsedUp(long throttledMs, Severity severity) {
    ran(CARRIERS, 2_000, 1_000, 1_000, 10);
    throttling.put("/sys/fs/cgroup/a/b", new Throttling(12, throttledMs * MS));
    throttling.put("/sys/fs/cgroup/a", new Throttling(0, 0));
    ResourceFinding finding =
        findings().stream()
            .filter(one -> one.kind() == FindingKind.THROTTLING)
            .findFirst()
            .orElseThrow();
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.evidence().getFirst().name()).contains("/sys/fs/cgroup/a/b");
  }

  /** The kernel sums the throttled time of four CPUs. */
  @Test
  void shouldNotStopAGroupForLongerThanTheTime() {
    throttling.put("/a", new Throttling(50, 4 * WALL * 9 / 10));
    assertThat(only().grade().severityReason())
        .startsWith("its group was stopped for up to 1.00 s in each");
    assertThat(only().evidence().getFirst().value()).isEqualTo(3_600);
    assertThat(only().evidence().getFirst().note()).contains("the sum of all CPUs");
  }

  @Test
  void shouldNotTellTheWaitForAQuotaTwice() {
    ran(CARRIERS, 2_000, 1_000, 1_000, 10);
    throttling.put("/sys/fs/cgroup/a", new Throttling(40, 1_800 * MS));
    assertThat(only().kind()).isEqualTo(FindingKind.THROTTLING);
  }

  /** Each of twenty threads waits for as long as the group is throttled. */
  @Test
  void shouldLeaveTheWaitsOfManyThreadsToABindingQuota() {
    ran(CARRIERS, 40_000, 2_400, 1_000, 10);
    throttling.put("/sys/fs/cgroup/a", new Throttling(40, 2_500 * MS));
    cpus = new CpuShares(2, 2, 0.7, 0.48, 0.1, 0, 0);
    assertThat(only().kind()).isEqualTo(FindingKind.THROTTLING);
    cpus = new CpuShares(2, 2, 1.95, 0.48, 0.1, 0, 0);
    assertThat(findings())
        .as("others have the CPUs as well")
        .extracting(ResourceFinding::kind)
        .containsExactly(FindingKind.THROTTLING, FindingKind.CPU_STARVATION);
  }

  /** Those of a deadlocked JVM on a busy machine delay nobody. */
  @Test
  void shouldIgnoreTheWaitsOfHousekeeping() {
    ThreadFamily housekeeping = ThreadFamily.of("VM Periodic Tas");
    ran(housekeeping, 2_000, 100, 1_000, 10);
    wakes.put(housekeeping, new WakeWaits(500, 1e6, MS, 50 * MS, 90 * MS));
    assertThat(findings()).isEmpty();
    ran(ThreadFamily.of("VM Thread"), 2_000, 100, 1_000, 10);
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"2500000, LOW", "5000000, MEDIUM", "13000000, HIGH"})
  void shouldFindLateWakeUps(long p99Ns, Severity severity) {
    wakes.put(JIT, new WakeWaits(500, 1e6, MS, 50 * MS, 90 * MS));
    wakes.put(CARRIERS, new WakeWaits(500, 1e6, 30_000, p99Ns, 90 * MS));
    ResourceFinding finding = only();
    assertThat(finding.kind()).isEqualTo(FindingKind.LATE_WAKE_UP);
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.subject()).isEqualTo("carriers of virtual threads");
  }

  @Test
  void shouldNotJudgeByAHandfulOfWakeUps() {
    wakes.put(CARRIERS, new WakeWaits(99, 1e6, MS, 50 * MS, 90 * MS));
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0.02, 20, LOW", "0.06, 60, MEDIUM", "0.2, 200, HIGH"})
  void shouldFindSteal(double share, double ticks, Severity severity) {
    cpus = new CpuShares(2, 2, 1.0, 0.8, 0.1, share, ticks);
    ResourceFinding finding = only();
    assertThat(finding.kind()).isEqualTo(FindingKind.STEAL);
    assertThat(finding.severity()).isEqualTo(severity);
  }

  @Test
  void shouldNotTakeAFewTicksForSteal() {
    cpus = new CpuShares(1, 1, 1.0, 0.8, 0.1, 0.02, 4);
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"20000, 2000, LOW", "60000, 2000, MEDIUM"})
  void shouldFindThreadsThatAreMovedAllTheTime(long moves, long onCpuMs, Severity severity) {
    ran(CARRIERS, 0, onCpuMs, 2 * moves, moves);
    assertThat(findings())
        .filteredOn(one -> one.kind() == FindingKind.MIGRATIONS)
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(severity);
          assertThat(finding.grade().severityReason()).contains("which is an assumption");
        });
  }

  @ParameterizedTest
  @CsvSource({"65000, LOW", "110000, MEDIUM"})
  void shouldFindThreadsThatHandOverAfterMicroseconds(long switchIns, Severity severity) {
    families.put(PROGRAM, new ThreadTotals(2, 5, switchIns, 0, 2_000 * MS, switchIns, 0));
    ResourceFinding finding = only();
    assertThat(finding.kind()).isEqualTo(FindingKind.HAND_OFFS);
    assertThat(finding.severity()).isEqualTo(severity);
  }

  /** As threads do that wait for packets. */
  @Test
  void shouldRateThreadsLowThatLeaveTheirCpuByThemselves() {
    ran(PROGRAM, 0, 2_000, 110_000, 0);
    assertThat(only().severity()).isEqualTo(Severity.LOW);
  }

  @ParameterizedTest
  @CsvSource({"50000, 2000", "5000, 100"})
  void shouldNotTakeShortOrRareWorkForHandOffs(long switchIns, long onCpuMs) {
    ran(PROGRAM, 0, onCpuMs, switchIns, 0);
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"3, 30, LOW", "10, 100, MEDIUM", "40, 400, HIGH"})
  void shouldFindACarrierThatSleepsWhileWorkIsQueued(int intervals, long ms, Severity severity) {
    parked = parked(intervals, ms);
    ResourceFinding finding = only();
    assertThat(finding.kind()).isEqualTo(FindingKind.PARKED_WORKER);
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.evidence().get(1).value()).isEqualTo(13);
  }

  @ParameterizedTest
  @EnumSource(ThreadPool.Kind.class)
  void shouldNameThePoolWhoseWorkerSleeps(ThreadPool.Kind kind) {
    parked =
        List.of(
            new ParkedPool(kind, "workers of http-*", intervals(10, 100)),
            new ParkedPool(ThreadPool.Kind.EXECUTOR, "workers of healthy-*", intervals(2, 12)));
    ResourceFinding finding = only();
    assertThat(finding.subject()).isEqualTo("workers of http-*");
    assertThat(finding.severity()).isEqualTo(Severity.MEDIUM);
    assertThat(finding.advice().explanation()).contains("slept although");
  }

  @Test
  void shouldPutTheGravestFirst() {
    parked = parked(3, 30);
    throttling.put("/a", new Throttling(40, 1_800 * MS));
    assertThat(findings()).extracting(ResourceFinding::severity).isSorted();
    assertThat(findings().getFirst().kind()).isEqualTo(FindingKind.THROTTLING);
  }

  private static List<ParkedPool> parked(int intervals, long ms) {
    return List.of(ParkedPool.ofCarriers(intervals(intervals, ms)));
  }

  private static ParkedIntervals.Result intervals(int intervals, long ms) {
    return new ParkedIntervals.Result(
        2_400, WALL, WALL / 2, ms * MS, intervals, 11 * MS, 13 * MS, 1, true, 4, 2);
  }
}
