package dev.foliot.diagnose.runtime;

import static dev.foliot.diagnose.runtime.Observed.MIB;
import static dev.foliot.diagnose.runtime.Observed.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.reason.RuntimeReason.SlowCode.Mode;
import dev.foliot.diagnose.runtime.CpuWork.Compilers;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RuntimeJudgeTest {
  private final Observed observed = new Observed();

  private List<ResourceFinding> findings() {
    RuntimeObservations all = observed.get();
    return RuntimeJudge.findings(all, GcFigures.of(all.samples()));
  }

  private ResourceFinding only(FindingKind kind) {
    List<ResourceFinding> findings = findings();
    assertThat(findings).hasSize(1);
    ResourceFinding finding = findings.getFirst();
    assertThat(finding.kind()).isEqualTo(kind);
    assertThat(finding.evidence()).isNotEmpty();
    assertThat(finding.advice().remedies()).isNotEmpty().allMatch(text -> text.contains("Proof: "));
    return finding;
  }

  @Test
  void shouldFindNothingInAHealthyJvm() {
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(JvmSettings.Collector.class)
  void shouldFindNothingInAHealthyJvmOfAnyCollector(JvmSettings.Collector collector) {
    observed.collector = collector;
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"300, LOW", "600, MEDIUM", "1500, HIGH"})
  void shouldFindCollectionsThatStopTheProgram(long pauseMs, Severity severity) {
    observed.work = Observed.COLLECTING;
    observed.youngMs = pauseMs;
    observed.safepointMs = pauseMs + 10;
    ResourceFinding finding = only(FindingKind.GC_PRESSURE);
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.subject()).isEqualTo("G1");
    assertThat(finding.evidence())
        .extracting(Evidence::name)
        .contains("young", "live set, at most", "greatest heap", "allocation rate, about");
    // two collections a second, each after 100 MiB of eden
    assertThat(finding.evidence())
        .filteredOn(one -> one.name().startsWith("allocation rate"))
        .singleElement()
        .satisfies(one -> assertThat(one.value()).isEqualTo(200));
  }

  @ParameterizedTest
  @CsvSource({"900, MEDIUM", "1200, HIGH"})
  void shouldAddUpTheCollectorsOfAJvm(long wholeMs, Severity severity) {
    observed.work = Observed.COLLECTING;
    observed.old = 5;
    observed.oldMs = wholeMs - observed.youngMs;
    observed.safepointMs = wholeMs + 10;
    assertThat(only(FindingKind.GC_PRESSURE).severity()).isEqualTo(severity);
  }

  @Test
  void shouldSayWhatMakesItCollect() {
    observed.work = Observed.COLLECTING;
    observed.youngMs = 800;
    observed.safepointMs = 810;
    assertThat(only(FindingKind.GC_PRESSURE).advice().explanation()).contains("allocates fast");
    observed.cause = "System.gc()";
    assertThat(only(FindingKind.GC_PRESSURE).advice().explanation()).contains("System.gc()");
    assertThat(only(FindingKind.GC_PRESSURE).advice().remedies().getFirst())
        .contains("-XX:+DisableExplicitGC");
    observed.survivedFrom = 900 * MIB;
    observed.survivedTo = 900 * MIB;
    assertThat(only(FindingKind.GC_PRESSURE).advice().explanation())
        .contains("nearly fills the heap");
  }

  @ParameterizedTest
  @EnumSource(
      value = JvmSettings.Collector.class,
      names = {"Z", "SHENANDOAH"})
  void shouldFindAConcurrentCollectorThatTakesTheCpus(JvmSettings.Collector collector) {
    observed.collector = collector;
    observed.work = new CpuWork(9_000 * MS, 2_000 * MS, 0, 0, 2, Compilers.OPTIMISING);
    assertThat(only(FindingKind.GC_PRESSURE).severity()).isEqualTo(Severity.LOW);
    observed.work = new CpuWork(9_000 * MS, 5_000 * MS, 0, 0, 2, Compilers.OPTIMISING);
    assertThat(only(FindingKind.GC_PRESSURE).severity()).isEqualTo(Severity.HIGH);
  }

  /** No pause shows that a thread stalls for memory. */
  @ParameterizedTest
  @CsvSource({"200, MEDIUM", "3000, HIGH"})
  void shouldFindThreadsThatStallForMemory(long gcMs, Severity severity) {
    observed.collector = JvmSettings.Collector.Z;
    observed.cause = "Allocation Stall";
    observed.work = new CpuWork(9_000 * MS, gcMs * MS, 0, 0, 2, Compilers.OPTIMISING);
    ResourceFinding finding = only(FindingKind.GC_PRESSURE);
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.advice().explanation()).contains("it stalls until");
    assertThat(finding.advice().remedies().getFirst()).startsWith("Give it a larger heap");
  }

  /** On a busy machine a pause lasts longer than its work. */
  @Test
  void shouldDoubtPausesInWhichTheCollectorWaitedForACpu() {
    observed.youngMs = 800;
    observed.safepointMs = 810;
    ResourceFinding starved = only(FindingKind.GC_PRESSURE);
    assertThat(starved.advice().confidence()).isEqualTo(0.5);
    assertThat(starved.severity()).as("by its work, 120 ms of 5 s").isEqualTo(Severity.LOW);
    assertThat(starved.advice().explanation()).contains("waited for a CPU");
    observed.work = new CpuWork(5_000 * MS, 1_200 * MS, 50 * MS, 20 * MS, 2, Compilers.OPTIMISING);
    ResourceFinding sure = only(FindingKind.GC_PRESSURE);
    assertThat(sure.advice().confidence()).isEqualTo(0.9);
    assertThat(sure.advice().explanation()).doesNotContain("waited for a CPU");
    assertThat(sure.severity()).isEqualTo(Severity.MEDIUM);
  }

  /** A full heap is collected all the time, with or without a CPU. */
  @Test
  void shouldGradeByTheWorkOfACollectorThatWaitedForACpu() {
    observed.youngMs = 3_500;
    observed.safepointMs = 3_510;
    observed.work = new CpuWork(5_000 * MS, 1_400 * MS, 50 * MS, 20 * MS, 2, Compilers.OPTIMISING);
    assertThat(only(FindingKind.GC_PRESSURE).severity()).isEqualTo(Severity.HIGH);
  }

  @Test
  void shouldNotBlameAConcurrentCollectorOfAnIdleProgram() {
    observed.collector = JvmSettings.Collector.Z;
    observed.work = new CpuWork(500 * MS, 400 * MS, 0, 0, 2, Compilers.OPTIMISING);
    assertThat(findings()).isEmpty();
  }

  @Test
  void shouldNotTakeTheCpuTimeOfParallelThreadsForLostTime() {
    observed.work = new CpuWork(9_000 * MS, 5_000 * MS, 0, 0, 2, Compilers.OPTIMISING);
    assertThat(findings()).isEmpty();
  }

  @Test
  void shouldEstimatePausesWithoutCounters() {
    observed.hasCounters = false;
    observed.work = new CpuWork(6_000 * MS, 2_400 * MS, 0, 0, 2, Compilers.OPTIMISING);
    ResourceFinding finding = only(FindingKind.GC_PRESSURE);
    assertThat(finding.severity()).isEqualTo(Severity.HIGH);
    assertThat(finding.advice().confidence()).isEqualTo(0.5);
    assertThat(finding.evidence().getFirst().note()).startsWith("at least");
    observed.collector = JvmSettings.Collector.SERIAL;
    observed.work = new CpuWork(6_000 * MS, 0, 0, 600 * MS, 0, Compilers.OPTIMISING);
    assertThat(only(FindingKind.GC_PRESSURE).severity()).isEqualTo(Severity.MEDIUM);
  }

  @ParameterizedTest
  @CsvSource({"100, LOW", "400, MEDIUM", "1000, HIGH"})
  void shouldFindSafepointsThatAreNoCollections(long othersMs, Severity severity) {
    observed.safepoints = 300;
    observed.safepointMs = observed.youngMs + observed.syncMs + othersMs;
    assertThat(only(FindingKind.SAFEPOINTS).severity()).isEqualTo(severity);
  }

  @ParameterizedTest
  @CsvSource({"100, LOW", "400, MEDIUM", "1000, HIGH"})
  void shouldFindThreadsThatStopLate(long syncMs, Severity severity) {
    observed.syncMs = syncMs;
    observed.safepointMs = observed.youngMs + syncMs + 5;
    ResourceFinding finding = only(FindingKind.TIME_TO_SAFEPOINT);
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.subject()).isEqualTo("all threads");
    assertThat(finding.evidence().getFirst().value()).isNull();
    observed.late =
        List.of(new LateThreads.Late("checksum-1", 9, 10, Map.of("com.acme.Sum.of:7", 30)));
    finding = only(FindingKind.TIME_TO_SAFEPOINT);
    assertThat(finding.subject()).isEqualTo("com.acme.Sum.of:7");
    assertThat(finding.evidence().getFirst().value()).isEqualTo(90);
  }

  /** A thread that was seen to run on is late, whatever others wait for. */
  @ParameterizedTest
  @CsvSource({"0, LOW", "2, LOW", "3, HIGH"})
  void shouldAskWhetherTheLateThreadRan(int samples, Severity severity) {
    observed.syncMs = 1_000;
    observed.safepointMs = observed.youngMs + 1_005;
    observed.lateCpuWait = OptionalDouble.of(2);
    observed.late =
        List.of(new LateThreads.Late("checksum-1", 9, 10, Map.of("com.acme.Sum.of:7", samples)));
    assertThat(only(FindingKind.TIME_TO_SAFEPOINT).severity()).isEqualTo(severity);
  }

  @Test
  void shouldNotCallManyShortSafepointsLate() {
    observed.safepoints = 5_000;
    observed.syncMs = 60;
    observed.safepointMs = 165;
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"20, MEDIUM", "5, HIGH"})
  void shouldFindAFullCodeCache(long freeMib, Severity severity) {
    observed.code =
        new CodeCacheUse(
            List.of(new CodeCacheUse.Heap(240 * MIB, 240 * MIB, (240 - freeMib) * MIB)),
            OptionalLong.of(0));
    assertThat(only(FindingKind.CODE_CACHE_FULL).severity()).isEqualTo(severity);
  }

  @Test
  void shouldNotCountTheRoomOfStubsAsRoomForMethods() {
    CodeCacheUse.Heap full = new CodeCacheUse.Heap(120 * MIB, 120 * MIB, 119 * MIB);
    CodeCacheUse.Heap stubs = new CodeCacheUse.Heap(60 * MIB, 3 * MIB, 3 * MIB);
    observed.code = new CodeCacheUse(List.of(full, full, stubs), OptionalLong.empty());
    assertThat(only(FindingKind.CODE_CACHE_FULL).severity()).isEqualTo(Severity.HIGH);
  }

  private CodeCacheUse fragmented(long times) {
    return new CodeCacheUse(
        List.of(new CodeCacheUse.Heap(10 * MIB, 10 * MIB, 8 * MIB)), OptionalLong.of(times));
  }

  /** A fragmented cache has no room for a method, although a fifth of it is free. */
  @Test
  void shouldFindACodeCacheThatWasFullInThisTime() {
    observed.code = fragmented(3);
    assertThat(only(FindingKind.CODE_CACHE_FULL).severity()).isEqualTo(Severity.HIGH);
    observed.timesFullBefore = OptionalLong.of(3);
    assertThat(only(FindingKind.CODE_CACHE_FULL).severity()).isEqualTo(Severity.MEDIUM);
  }

  @Test
  void shouldFindCompilersThatStoppedAfterAFullCodeCache() {
    observed.code = fragmented(3);
    observed.timesFullBefore = OptionalLong.of(3);
    observed.work = new CpuWork(5_000 * MS, 0, 1 * MS, 0, 2, Compilers.OPTIMISING);
    assertThat(findings())
        .filteredOn(one -> one.kind() == FindingKind.COMPILER_DISABLED)
        .singleElement()
        .satisfies(one -> assertThat(one.severity()).isEqualTo(Severity.MEDIUM));
    observed.code =
        new CodeCacheUse(
            List.of(new CodeCacheUse.Heap(10 * MIB, 10 * MIB, 5 * MIB)), OptionalLong.of(3));
    assertThat(findings()).noneMatch(one -> one.kind() == FindingKind.COMPILER_DISABLED);
  }

  @ParameterizedTest
  @CsvSource({
    "INTERPRETED, INTERPRETED, HIGH",
    "COMPILERS_OFF, COMPILER_DISABLED, HIGH",
    "C1_ONLY, INTERPRETED, MEDIUM"
  })
  void shouldFindMissingCompilers(Mode mode, FindingKind kind, Severity severity) {
    observed.slow = Optional.of(mode);
    assertThat(only(kind).severity()).isEqualTo(severity);
    observed.work = new CpuWork(500 * MS, 0, 0, 0, 2, Compilers.OPTIMISING);
    assertThat(only(kind).severity()).isEqualTo(Severity.LOW);
  }

  @Test
  void shouldKnowC1AloneByTheThreads() {
    observed.work = new CpuWork(5_000 * MS, 0, 0, 0, 2, Compilers.C1);
    assertThat(only(FindingKind.INTERPRETED).advice().explanation()).contains("C1 alone");
  }

  @Test
  void shouldFindAHeapThatCollectionsOfTheWholeHeapDoNotFree() {
    observed.old = 25;
    observed.survivedTo = observed.survivedFrom + 100 * MIB;
    ResourceFinding finding = only(FindingKind.HEAP_GROWTH);
    assertThat(finding.severity()).isEqualTo(Severity.HIGH);
    assertThat(finding.advice().confidence()).isEqualTo(0.6);
  }

  @Test
  void shouldNotTakePromotedGarbageForALeak() {
    observed.young = 25;
    observed.survivedTo = observed.survivedFrom + 30 * MIB;
    assertThat(findings()).as("five seconds").isEmpty();
    observed.wallNs = 40_000 * MS;
    observed.survivedTo = observed.survivedFrom + 80 * MIB;
    assertThat(only(FindingKind.HEAP_GROWTH).severity()).isEqualTo(Severity.LOW);
    assertThat(only(FindingKind.HEAP_GROWTH).advice().confidence()).isEqualTo(0.4);
    observed.maxHeap = 16_384 * MIB;
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"50, LOW", "200, MEDIUM", "700, HIGH"})
  void shouldFindGcThreadsOfAnotherMachine(long pauseMs, Severity severity) {
    observed.gcThreads = 16;
    observed.youngMs = pauseMs;
    observed.safepointMs = pauseMs + 10;
    assertThat(findings())
        .filteredOn(one -> one.kind() == FindingKind.GC_THREADS)
        .singleElement()
        .satisfies(one -> assertThat(one.severity()).isEqualTo(severity));
  }

  @Test
  void shouldCompareGcThreadsWithTheQuotaAndNotWithTheMachine() {
    observed.cpus = new GrantedCpus(16, OptionalDouble.of(1.5));
    observed.gcThreads = 2;
    assertThat(findings()).isEmpty();
    observed.gcThreads = 13;
    assertThat(only(FindingKind.GC_THREADS).advice().explanation()).contains("more threads");
    observed.cpus = new GrantedCpus(16, OptionalDouble.empty());
    assertThat(findings()).isEmpty();
    observed.gcThreads = 2;
    observed.youngMs = 150;
    observed.safepointMs = 160;
    assertThat(only(FindingKind.GC_THREADS).advice().explanation()).contains("far fewer");
  }

  @Test
  void shouldPutTheMostSevereFirst() {
    observed.gcThreads = 16;
    observed.slow = Optional.of(Mode.INTERPRETED);
    assertThat(findings())
        .extracting(ResourceFinding::severity)
        .containsExactly(Severity.HIGH, Severity.MEDIUM);
  }
}
