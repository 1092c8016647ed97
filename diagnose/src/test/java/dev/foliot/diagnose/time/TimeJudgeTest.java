package dev.foliot.diagnose.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.time.ThreadObservations.Alone;
import dev.foliot.diagnose.time.ThreadObservations.Circle;
import dev.foliot.diagnose.time.ThreadObservations.Occupied;
import dev.foliot.diagnose.time.ThreadObservations.Serving;
import dev.foliot.diagnose.time.ThreadObservations.Signs;
import dev.foliot.diagnose.time.ThreadObservations.Still;
import dev.foliot.diagnose.time.ThreadObservations.Where;
import dev.foliot.store.diagnosis.Doing;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.ThreadTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimeJudgeTest {
  private static final String MINE = "com.acme.Orders.find:41";

  private final List<Still> still = new ArrayList<>();
  private final List<Circle> circles = new ArrayList<>();
  private final List<Alone> alone = new ArrayList<>();
  private final List<Serving> serving = new ArrayList<>();
  private final List<ThreadTime.Group> groups = new ArrayList<>();
  private final List<Occupied> occupied = new ArrayList<>();
  private final Map<String, Double> collisions = new HashMap<>();
  private double startedPerS;
  private double seconds = 5;

  private List<ResourceFinding> findings() {
    return TimeJudge.findings(
        new ThreadObservations(
            new ThreadTime(seconds, 30, groups),
            still,
            circles,
            alone,
            serving,
            occupied,
            collisions,
            new ThreadObservations.Started(startedPerS, Map.of(), Map.of())));
  }

  private static final Signs IN_TASK = new Signs(false, false, true, false);
  private static final Signs ALONE = new Signs(false, false, false, false);

  private static Still still(Doing doing, String library, String awaited, int threads, int others) {
    return still(IN_TASK, doing, library, awaited, threads, others);
  }

  private static Still still(
      Signs signs, Doing doing, String library, String awaited, int threads, int others) {
    return new Still(
        "http-exec-*",
        new Where(doing, MINE, library),
        signs,
        awaited,
        Collections.nCopies(threads, "http-exec"),
        List.of(),
        others);
  }

  private static Still initialises(String type) {
    return new Still(
        "init",
        new Where(Doing.STOPPED, MINE, ""),
        new Signs(true, false, false, false),
        "",
        List.of("init-1"),
        List.of(type),
        0);
  }

  @Test
  void shouldFindThreadsWhosePermitNeverComes() {
    still.add(still(Doing.PERMIT, "java.util.concurrent.Semaphore.acquire", "", 20, 0));
    assertThat(findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.kind()).isEqualTo(FindingKind.STUCK_THREADS);
          assertThat(found.severity()).isEqualTo(Severity.HIGH);
          assertThat(found.subject()).isEqualTo(MINE);
        });
  }

  @Test
  void shouldFindVirtualThreadsThatWaitForEachOther() {
    circles.add(
        new Circle(
            List.of(
                new Circle.Member("a", MINE, "Sync", "b"),
                new Circle.Member("b", "com.acme.Cart.add:7", "Sync", "a")),
            Set.of(1L, 2L, 3L),
            6));
    assertThat(findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.kind()).isEqualTo(FindingKind.DEADLOCK);
          assertThat(found.subject()).isEqualTo("com.acme.Cart.add:7 and " + MINE);
          assertThat(found.evidence()).hasSize(2);
        });
  }

  /** Of platform threads, who has the lock is known, and found elsewhere. */
  @Test
  void shouldFindVirtualThreadsThatGetNoLock() {
    Still plain = still(Doing.LOCK, "java.util.concurrent.locks.ReentrantLock.lock", "Sync", 9, 0);
    Signs owned = new Signs(false, true, false, false);
    still.add(
        new Still("virtual threads", plain.place(), owned, "Sync", plain.names(), List.of(), 0));
    still.add(new Still("http-*", plain.place(), owned, "Sync", plain.names(), List.of(), 0));
    assertThat(findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.kind()).isEqualTo(FindingKind.STUCK_THREADS);
          assertThat(found.severity()).isEqualTo(Severity.HIGH);
          assertThat(found.evidence().getFirst().toString()).contains("virtual threads");
        });
  }

  @Test
  void shouldFindAPoolWithoutAFreeThread() {
    Where place = new Where(Doing.SOCKET, MINE, "java.net.Socket.read");
    occupied.add(new Occupied("DefaultDispatcher-worker-*", 4, 0.97, place));
    occupied.add(new Occupied("computing-*", 4, 0.4, place));
    assertThat(findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.kind()).isEqualTo(FindingKind.SATURATED_POOL);
          assertThat(found.severity()).isEqualTo(Severity.MEDIUM);
          assertThat(found.subject()).isEqualTo(MINE);
        });
  }

  @Test
  void shouldFindKeysThatCollide() {
    groups.add(new ThreadTime.Group("main", 1, Map.of(Doing.RUNNING, 1.0), List.of()));
    collisions.put(MINE, 0.7);
    collisions.put("com.acme.Cart.add:7", 0.1);
    assertThat(findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.kind()).isEqualTo(FindingKind.HASH_COLLISIONS);
          assertThat(found.severity()).isEqualTo(Severity.HIGH);
          assertThat(found.subject()).isEqualTo(MINE);
        });
  }

  @Test
  void shouldNotFindKeysThatCollideInAnIdleProgram() {
    groups.add(new ThreadTime.Group("main", 1, Map.of(Doing.RUNNING, 0.01), List.of()));
    collisions.put(MINE, 0.9);
    assertThat(findings()).isEmpty();
  }

  @Test
  void shouldNotTakeASignalForALostPermit() {
    String acquire = "java.util.concurrent.Semaphore.acquire";
    still.add(still(ALONE, Doing.PERMIT, acquire, "", 3, 0));
    assertThat(findings())
        .singleElement()
        .extracting(ResourceFinding::severity)
        .isEqualTo(Severity.LOW);
    still.clear();
    still.add(still(ALONE, Doing.PERMIT, acquire, "", 20, 0));
    assertThat(findings())
        .singleElement()
        .extracting(ResourceFinding::severity)
        .isEqualTo(Severity.HIGH);
  }

  @Test
  void shouldFindAQueueThatNobodyReads() {
    String put = "java.util.concurrent.ArrayBlockingQueue.put";
    still.add(still(ALONE, Doing.PERMIT, put, "", 3, 0));
    assertThat(findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.severity()).isEqualTo(Severity.HIGH);
          assertThat(found.advice().explanation()).contains("queue that is full");
        });
  }

  @Test
  void shouldLeaveThreadsAloneThatWaitForTheEndOrForATime() {
    still.add(still(ALONE, Doing.RESULT, "", "java.util.concurrent.CountDownLatch$Sync", 2, 0));
    Signs limited = new Signs(false, false, true, true);
    still.add(still(limited, Doing.RESULT, "", "java.util.concurrent.CompletableFuture", 3, 0));
    assertThat(findings()).isEmpty();
    still.add(still(Doing.RESULT, "", "java.util.concurrent.CountDownLatch$Sync", 2, 0));
    assertThat(findings()).hasSize(1);
  }

  @Test
  void shouldFindVirtualThreadsThatWaitForALock() {
    groups.add(
        new ThreadTime.Group(
            "virtual threads",
            200,
            Map.of(Doing.LOCK, 1.0),
            List.of(new ThreadTime.Place(Doing.LOCK, 1.0, MINE, "", 0))));
    assertThat(findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.kind()).isEqualTo(FindingKind.LOCK_CONTENTION);
          assertThat(found.severity()).isEqualTo(Severity.HIGH);
          assertThat(found.subject()).isEqualTo(MINE);
        });
  }

  @Test
  void shouldNotJudgeAfterAShortLook() {
    still.add(still(Doing.PERMIT, "", "", 20, 0));
    seconds = 0.5;
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"SOCKET", "SLEEPING", "FILE", "RESULT", "UNKNOWN"})
  void shouldLeaveThreadsAloneThatMayWaitForHours(Doing doing) {
    still.add(still(doing, "", "com.acme.Mailbox", 20, 0));
    assertThat(findings()).isEmpty();
  }

  @Test
  void shouldFindAResultThatNeverComes() {
    still.add(still(Doing.RESULT, "", "java.util.concurrent.CompletableFuture$Signaller", 2, 0));
    assertThat(findings()).extracting(ResourceFinding::severity).containsExactly(Severity.MEDIUM);
    still.clear();
    still.add(still(Doing.RESULT, "", "java.util.concurrent.CompletableFuture$Signaller", 1, 0));
    assertThat(findings()).as("one thread, as main, may wait for the end").isEmpty();
  }

  @Test
  void shouldCallTwoClassesThatInitialiseEachOtherADeadlock() {
    still.add(initialises("com.acme.A"));
    still.add(initialises("com.acme.B"));
    assertThat(findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.kind()).isEqualTo(FindingKind.DEADLOCK);
          assertThat(found.subject()).isEqualTo("initialisation of com.acme.A and com.acme.B");
        });
  }

  @Test
  void shouldNameTheThreadThatUpgradesAReadLockFirst() {
    String sync = "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync";
    still.add(still(Doing.LOCK, "java.util.concurrent.locks.ReadLock.lock", sync, 8, 0));
    still.add(still(Doing.LOCK, "java.util.concurrent.locks.WriteLock.lock", sync, 1, 0));
    assertThat(findings())
        .singleElement()
        .satisfies(
            found -> assertThat(found.advice().explanation()).contains("cannot be upgraded"));
  }

  @Test
  void shouldFindALoopOnlyBesideAThreadThatWorksAndWaits() {
    alone.add(new Alone("http-1", "http-*", "com.acme.Map.get", 1, 200, 1, 0, 1));
    assertThat(findings()).extracting(ResourceFinding::subject).containsExactly("com.acme.Map.get");
    alone.set(0, new Alone("spin-1", "spin-*", "com.acme.Ring.poll", 1, 200, 1, 0, 0));
    assertThat(findings()).as("a design that means to spin").isEmpty();
    alone.set(0, new Alone("http-1", "http-*", "com.acme.Json.parse", 0.6, 200, 1, 0, 1));
    assertThat(findings()).as("different work").isEmpty();
  }

  @Test
  void shouldFindASelectorThatReturnsAtOnce() {
    alone.add(new Alone("nio", "nio", "com.acme.Loop.run", 1, 200, 1, 0.8, 0));
    assertThat(findings())
        .extracting(ResourceFinding::kind)
        .containsExactly(FindingKind.SPINNING_THREAD);
  }

  @Test
  void shouldFindATimerThatIsNeverWithoutWork() {
    Where slow = new Where(Doing.SLEEPING, MINE, "");
    serving.add(new Serving("Timer-0", ServingLoop.TIMER, 0.7, slow));
    assertThat(findings()).isEmpty();
    serving.set(0, new Serving("Timer-0", ServingLoop.TIMER, 1, slow));
    assertThat(findings())
        .extracting(ResourceFinding::kind)
        .containsExactly(FindingKind.OVERLOADED_THREAD);
  }

  @Test
  void shouldFindThreadsThatAreStartedAllTheTime() {
    startedPerS = 50;
    assertThat(findings()).isEmpty();
    startedPerS = 12_000;
    assertThat(findings()).extracting(ResourceFinding::severity).containsExactly(Severity.HIGH);
  }

  @Test
  void shouldFindWhatAGroupWaitsForMostOfItsTime() {
    groups.add(
        new ThreadTime.Group(
            "http-exec-*",
            20,
            Map.of(Doing.PERMIT, 0.8, Doing.RUNNING, 0.2),
            List.of(new ThreadTime.Place(Doing.PERMIT, 0.8, MINE, "com.acme.Pool.borrow", 0))));
    assertThat(findings())
        .singleElement()
        .satisfies(found -> {
          assertThat(found.kind()).isEqualTo(FindingKind.SHARED_WAIT);
          assertThat(found.severity()).isEqualTo(Severity.HIGH);
        });
  }

  @Test
  void shouldTellDirectMemoryAtItsLimitByItsAllocations() {
    groups.add(
        new ThreadTime.Group(
            "io-*",
            2,
            Map.of(Doing.STOPPED, 0.8, Doing.RUNNING, 0.2),
            List.of(
                new ThreadTime.Place(
                    Doing.STOPPED, 0.8, MINE, "java.nio.ByteBuffer.allocateDirect", 0))));
    assertThat(findings())
        .extracting(ResourceFinding::kind)
        .containsExactly(FindingKind.DIRECT_MEMORY_LIMIT);
  }
}
