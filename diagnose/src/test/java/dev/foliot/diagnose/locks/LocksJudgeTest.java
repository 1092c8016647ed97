package dev.foliot.diagnose.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.locks.LockObservations.BlockedLoops;
import dev.foliot.diagnose.locks.LockObservations.BlockedPool;
import dev.foliot.diagnose.locks.LockObservations.Carriers;
import dev.foliot.diagnose.locks.LockObservations.Deadlock;
import dev.foliot.diagnose.locks.LockObservations.Finalizers;
import dev.foliot.diagnose.locks.LockObservations.Member;
import dev.foliot.diagnose.locks.LockObservations.SharedWait;
import dev.foliot.diagnose.locks.LockObservations.WaitedLock;
import dev.foliot.diagnose.time.Blocked.In;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.FindingCauses;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocksJudgeTest {
  private static final long S = 1_000_000_000;
  private static final String NONE = "NONE";

  private final List<Deadlock> deadlocks = new ArrayList<>();
  private final List<WaitedLock> locks = new ArrayList<>();
  private final List<BlockedPool> pools = new ArrayList<>();
  private final List<SharedWait> shared = new ArrayList<>();
  private Optional<BlockedLoops> eventLoops = Optional.empty();
  private Optional<Carriers> carriers = Optional.empty();
  private Optional<Finalizers> finalizers = Optional.empty();

  private List<ResourceFinding> findings() {
    return LocksJudge.findings(
        new LockObservations(
            21, 100, 5 * S, 20, deadlocks, locks, pools, shared, eventLoops, carriers, finalizers),
        List.of());
  }

  private String severity() {
    List<ResourceFinding> all = findings();
    assertThat(all).hasSizeLessThan(2);
    return all.isEmpty() ? NONE : all.getFirst().severity().name();
  }

  private static Deadlock deadlock(int samples) {
    return new Deadlock(
        List.of(
            new Member("a", Wait.Kind.MONITOR, "acme.Account", "b", "acme.Bank.pay:7"),
            new Member("b", Wait.Kind.LOCK, "java.util.concurrent.locks.ReentrantLock", "a", "")),
        Set.of(1L, 2L, 3L),
        1,
        samples,
        4 * S);
  }

  private static WaitedLock lock(long waited, int inSamples, int threads, long owner) {
    return new WaitedLock(
        Wait.Kind.MONITOR,
        "acme.Account",
        "acme.Bank.pay:7",
        waited,
        inSamples,
        3,
        List.of("a", "b"),
        threads,
        Map.of("at acme.Bank.write:9", 10),
        List.of("c"),
        Set.of(owner));
  }

  private static BlockedPool pool(int workers, int stuck, boolean hasProgress, In in) {
    return pool(ThreadPool.Kind.EXECUTOR, workers, stuck, hasProgress, in);
  }

  private static BlockedPool pool(
      ThreadPool.Kind kind, int workers, int stuck, boolean hasProgress, In in) {
    return new BlockedPool(
        kind,
        "workers of http-*",
        workers,
        100,
        stuck,
        7,
        new LockObservations.Progress(hasProgress, Double.POSITIVE_INFINITY),
        Map.of(in, 1.0),
        Map.of("acme.Client.read:3", stuck * workers));
  }

  @Test
  void shouldReportADeadlockThatStays() {
    deadlocks.add(deadlock(5));
    ResourceFinding finding = findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.DEADLOCK);
    assertThat(finding.severity()).isEqualTo(Severity.HIGH);
    assertThat(finding.subject()).isEqualTo("acme.Bank.pay:7");
    assertThat(finding.evidence())
        .extracting(Evidence::name)
        .containsExactly(
            "a waits for the monitor of acme.Account",
            "b waits for java.util.concurrent.locks.ReentrantLock");
    assertThat(finding.evidence())
        .extracting(Evidence::note)
        .containsExactly("owned by b; at acme.Bank.pay:7", "owned by a");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void shouldNotTakeAFewSamplesForADeadlock(int samples) {
    deadlocks.add(deadlock(samples));
    assertThat(severity()).isEqualTo(NONE);
  }

  @Test
  void shouldCountTheWaitsOfADeadlockOnce() {
    deadlocks.add(deadlock(50));
    locks.add(lock(300, 100, 3, 1));
    assertThat(findings()).extracting(ResourceFinding::kind).containsExactly(FindingKind.DEADLOCK);
    locks.add(lock(300, 100, 3, 44));
    assertThat(findings())
        .extracting(ResourceFinding::kind)
        .containsExactlyInAnyOrder(FindingKind.DEADLOCK, FindingKind.LOCK_CONTENTION);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 4, 2, NONE",
    "4, 5, 2, NONE",
    "5, 5, 2, LOW",
    "30, 30, 4, LOW",
    "40, 30, 4, MEDIUM",
    "40, 30, 8, LOW",
    "120, 90, 4, HIGH",
    "120, 90, 6, MEDIUM",
  })
  void shouldGradeContentionByLostTime(long waited, int inSamples, int threads, String severity) {
    locks.add(lock(waited, inSamples, threads, 44));
    assertThat(severity()).isEqualTo(severity);
  }

  @Test
  void shouldNameLockOwnerAndPlace() {
    locks.add(lock(120, 90, 4, 44));
    ResourceFinding finding = findings().getFirst();
    assertThat(finding.subject()).isEqualTo("acme.Account at acme.Bank.pay:7");
    assertThat(finding.evidence())
        .extracting(Evidence::name)
        .contains("threads that wait for the monitor of acme.Account", "held at acme.Bank.write:9");
  }

  @ParameterizedTest
  @CsvSource({
    "8, 4, false, NONE",
    "8, 5, false, LOW",
    "8, 30, false, MEDIUM",
    "8, 60, false, HIGH",
    "8, 60, true, HIGH",
    "1, 60, true, LOW",
    "1, 60, false, HIGH",
  })
  void shouldGradeABlockedPool(int workers, int stuck, boolean hasProgress, String severity) {
    pools.add(pool(workers, stuck, hasProgress, In.SOCKET));
    assertThat(severity()).isEqualTo(severity);
  }

  /** The causes of findings know these by their names. */
  @ParameterizedTest
  @EnumSource(In.class)
  void shouldNameWorkersThatWaitForNoOtherThread(In in) {
    pools.add(pool(8, 60, false, in));
    boolean isByItself = in == In.SLEEP || in == In.SOCKET || in == In.FILE;
    assertThat(findings().getFirst().evidence())
        .filteredOn(one -> FindingCauses.BY_THEMSELVES.contains(one.name()))
        .hasSize(isByItself ? 1 : 0);
  }

  /** Batches of short tasks fill a pool for some milliseconds. */
  @ParameterizedTest
  @CsvSource({"9e6, LOW", "11e6, HIGH"})
  void shouldGradeAPoolByHowLongItsTasksWait(double waitNs, String severity) {
    BlockedPool pool = pool(8, 60, true, In.SLEEP);
    pools.add(
        new BlockedPool(
            pool.kind(),
            pool.name(),
            pool.workers(),
            pool.samples(),
            pool.stuck(),
            pool.mostQueued(),
            new LockObservations.Progress(true, waitNs),
            pool.blockedIn(),
            pool.places()));
    assertThat(severity()).isEqualTo(severity);
  }

  /** The common pool of a machine with two CPUs has one worker. */
  @ParameterizedTest
  @EnumSource(names = {"SCHEDULED", "FORK_JOIN"})
  void shouldGradeOtherPoolsOfOneThreadByTheirShare(ThreadPool.Kind kind) {
    pools.add(pool(kind, 1, 60, true, In.SLEEP));
    assertThat(severity()).isEqualTo("HIGH");
  }

  @Test
  void shouldSayThatAPoolWaitsForItself() {
    pools.add(pool(8, 100, false, In.OWN_TASK));
    ResourceFinding finding = findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.EXHAUSTED_POOL);
    assertThat(finding.subject()).isEqualTo("workers of http-*");
    assertThat(finding.advice().explanation()).contains("the pool waits for itself");
    assertThat(finding.evidence().getFirst().name())
        .isEqualTo("workers blocked in a task in the queue of their own pool");
    pools.set(0, pool(8, 100, false, In.UNBEGUN_TASK));
    assertThat(findings().getFirst().advice().explanation()).doesNotContain("waits for itself");
    pools.set(0, pool(8, 100, false, In.SOCKET));
    assertThat(findings().getFirst().advice().explanation()).doesNotContain("waits for itself");
  }

  @ParameterizedTest
  @CsvSource({
    "4, 4, NONE",
    "10, 5, NONE",
    "20, 20, LOW",
    "80, 60, MEDIUM",
    "300, 90, HIGH",
  })
  void shouldGradePinnedCarriers(long pinned, int inSamples, String severity) {
    carriers =
        Optional.of(
            new Carriers(
                4,
                pinned,
                inSamples,
                0,
                30,
                Map.of(In.SLEEP, (int) pinned),
                Map.of("acme.Bank.pay:7", (int) pinned)));
    assertThat(severity()).isEqualTo(severity);
  }

  private static Finalizers finalizers(long from, long to, double blocked) {
    return new Finalizers(
        LongStream.rangeClosed(0, 20).map(i -> from + (to - from) * i / 20).boxed().toList(),
        5 * S,
        blocked,
        blocked > 0 ? Map.of("acme.File.finalize:9", 20) : Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 900, 0, NONE",
    "900, 5000, 0, MEDIUM",
    "5000, 1500, 0, LOW",
    "150000, 200000, 0, HIGH",
    "90, 95, 1, NONE",
    "110, 400, 1, HIGH",
    "400, 110, 1, LOW",
  })
  void shouldGradeObjectsThatWaitForTheirFinalizer(
      long from, long to, double blocked, String severity) {
    finalizers = Optional.of(finalizers(from, to, blocked));
    assertThat(severity()).isEqualTo(severity);
  }

  /** After each collection many objects wait for a moment. */
  @Test
  void shouldNotTakeAQueueThatIsEmptiedForABacklog() {
    finalizers =
        Optional.of(
            new Finalizers(
                List.of(0L, 9_000L, 4_000L, 0L, 9_500L, 4_000L, 0L, 9_000L), S, 0, Map.of()));
    assertThat(severity()).isEqualTo(NONE);
  }

  @Test
  void shouldPutTheMostSevereFirst() {
    locks.add(lock(40, 30, 8, 44));
    pools.add(pool(8, 30, false, In.LOCK));
    deadlocks.add(deadlock(50));
    assertThat(findings()).extracting(ResourceFinding::severity).isSorted();
    assertThat(findings().getFirst().kind()).isEqualTo(FindingKind.DEADLOCK);
  }

  private static SharedWait shared(long waited, int inSamples, long running) {
    return new SharedWait(
        "workers of http-*",
        "java.util.concurrent.Semaphore$NonfairSync",
        "acme.Connections.take:7",
        waited,
        inSamples,
        9,
        running,
        9,
        Map.of("acme.Query.run:9", 100));
  }

  @ParameterizedTest
  @CsvSource({
    "300, 100, 400, HIGH",
    "300, 100, 700, MEDIUM",
    "150, 100, 200, MEDIUM",
    "90, 100, 100, LOW",
    "300, 100, 2000, LOW",
    "40, 100, 50, NONE",
    "300, 100, 4000, NONE",
    "100, 4, 100, NONE"
  })
  void shouldGradeSharedWaitsByTasksAndShare(
      long waited, int inSamples, long running, String severity) {
    shared.add(shared(waited, inSamples, running));
    assertThat(severity()).isEqualTo(severity);
  }

  @Test
  void shouldNameThePlaceOfASharedWaitAndWhereTheOthersAre() {
    shared.add(shared(300, 100, 400));
    ResourceFinding finding = findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.SHARED_WAIT);
    assertThat(finding.subject()).isEqualTo("acme.Connections.take:7");
    assertThat(finding.evidence())
        .extracting(Evidence::name)
        .containsExactly(
            "tasks that wait for one java.util.concurrent.Semaphore$NonfairSync",
            "the other tasks were at acme.Query.run:9");
  }

  private static BlockedLoops loops(int blocked) {
    return new BlockedLoops(
        4,
        1,
        "loop-2",
        100,
        blocked,
        Map.of(In.SLEEP, blocked),
        Map.of("acme.Api.handle:41", blocked));
  }

  @ParameterizedTest
  @CsvSource({"4, NONE", "5, LOW", "19, LOW", "20, MEDIUM", "49, MEDIUM", "50, HIGH", "100, HIGH"})
  void shouldGradeEventLoopsByTheMostBlockedOne(int blocked, String severity) {
    eventLoops = Optional.of(loops(blocked));
    assertThat(severity()).isEqualTo(severity);
  }

  @Test
  void shouldNameWhereAnEventLoopIsBlocked() {
    eventLoops = Optional.of(loops(60));
    ResourceFinding finding = findings().getFirst();
    assertThat(finding.kind()).isEqualTo(FindingKind.BLOCKED_EVENT_LOOP);
    assertThat(finding.subject()).isEqualTo("acme.Api.handle:41");
    assertThat(finding.evidence())
        .extracting(Evidence::name)
        .containsExactly("event loops blocked in a sleep", "blocked at acme.Api.handle:41");
  }

  /** The finding on the pool says what its workers wait for. */
  @Test
  void shouldReportAnExhaustedPoolOnce() {
    shared.add(shared(300, 100, 400));
    pools.add(pool(4, 60, true, In.CONDITION));
    assertThat(findings())
        .extracting(ResourceFinding::kind)
        .containsExactly(FindingKind.EXHAUSTED_POOL);
  }
}
