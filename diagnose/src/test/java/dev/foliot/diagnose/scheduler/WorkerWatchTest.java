package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.reason.SchedulerReason;
import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadState;
import dev.foliot.text.Examined;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Simulated pools, in simulated time. */
class WorkerWatchTest {
  private static final long MS = 1_000_000;

  private final VirtualClock clock = new VirtualClock();
  private final FakeSource source = new FakeSource();
  private final WorkerWatch watch = new WorkerWatch(Reading.of(source), clock);

  private static final class FakeSource implements WorkerWatch.Source {
    final List<ThreadPool> pools = new ArrayList<>();
    final Map<String, Integer> others = new TreeMap<>();
    final Map<Long, ThreadState> states = new HashMap<>();
    final Map<Long, Long> onCpu = new HashMap<>();
    Optional<Reason> refusal = Optional.empty();
    String name = "http-nio-8080-e";
    int scans;
    int asked;

    @Override
    public Reading<PoolSearch.Found> workers() {
      scans++;
      return refusal
          .<Reading<PoolSearch.Found>>map(Reading::unavailable)
          .orElseGet(() ->
              Reading.of(
                  new PoolSearch.Found(
                      pools, new TreeMap<>(others), new TreeMap<>(), List.of(), 0)));
    }

    @Override
    public Reading<ThreadState> stateOf(long tid) {
      asked++;
      return Reading.of(states.getOrDefault(tid, ThreadState.ASLEEP));
    }

    @Override
    public Reading<Long> onCpuNs(long tid) {
      return Reading.of(onCpu.getOrDefault(tid, 7L));
    }

    @Override
    public Reading<String> nameOf(long tid) {
      return Reading.of(name);
    }
  }

  /** A pool whose state a test sets. */
  private final class FakePool {
    final ThreadPool pool;
    final int threads;
    List<Long> idle = List.of();
    int queued;
    long taken;
    long costNs;
    int looks;
    Optional<Reason> refusal = Optional.empty();

    FakePool(long first, int threads) {
      this.threads = threads;
      List<Long> tids = LongStream.range(first, first + threads).boxed().toList();
      pool = new ThreadPool(ThreadPool.Kind.EXECUTOR, tids, this::look);
      source.pools.add(pool);
    }

    private Reading<Optional<PoolSample>> look() {
      looks++;
      clock.await(costNs);
      return refusal
          .<Reading<Optional<PoolSample>>>map(Reading::unavailable)
          .orElseGet(() ->
              Reading.of(
                  Optional.of(
                      new PoolSample(
                          threads,
                          threads - idle.size(),
                          threads,
                          !idle.isEmpty(),
                          idle,
                          new PoolSample.Tasks(
                              queued == 0 ? Map.of() : Map.of(0, taken), taken, queued),
                          new PoolSample.Stops(0, 0)))));
    }
  }

  private void watchFor(long ms) {
    for (long end = clock.nanos() + ms * MS; clock.nanos() < end; ) {
      watch.look();
      clock.await(Math.max(1, watch.untilNextNs(end - clock.nanos())));
    }
    watch.look();
  }

  private ParkedPool only() {
    List<ParkedPool> all = watch.end();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  void shouldFindAWorkerThatSleepsWhileTasksAreQueued() {
    FakePool pool = new FakePool(1, 3);
    watch.seldom();
    watchFor(4);
    pool.idle = List.of(2L, 3L);
    pool.queued = 5;
    watchFor(12);
    pool.queued = 0;
    watchFor(4);
    ParkedPool parked = only();
    assertThat(parked.name()).isEqualTo("workers of http-nio-8080-e*");
    assertThat(parked.kind()).isEqualTo(ThreadPool.Kind.EXECUTOR);
    assertThat(parked.result().intervals()).isEqualTo(1);
    assertThat(parked.result().longestNs()).isEqualTo(8 * MS);
    assertThat(parked.result().mostQueued()).isEqualTo(5);
    assertThat(parked.result().parallelism()).isEqualTo(3);
  }

  /** It was woken, and has no CPU: that is run-queue wait. */
  @Test
  void shouldNotTakeAWorkerThatWaitsForACpuForOneThatSleeps() {
    FakePool pool = new FakePool(1, 3);
    pool.idle = List.of(2L, 3L);
    pool.queued = 5;
    source.states.put(3L, ThreadState.RUNNABLE);
    watch.seldom();
    watchFor(50);
    ParkedIntervals.Result seen = only().result();
    assertThat(seen.intervals()).isZero();
    assertThat(seen.queuedShare()).isEqualTo(1);
  }

  @Test
  void shouldNotAccuseAPoolThatIsServedOrBusy() {
    FakePool served = new FakePool(1, 2);
    FakePool busy = new FakePool(10, 2);
    served.idle = List.of(1L);
    served.queued = 1;
    busy.queued = 100;
    watch.seldom();
    for (int i = 0; i < 100; i++) {
      served.taken++;
      watchFor(1);
    }
    assertThat(watch.end()).hasSize(2).allMatch(one -> one.result().intervals() == 0);
    assertThat(source.asked).isZero();
  }

  @Test
  void shouldAskFewThreadsAtALook() {
    FakePool pool = new FakePool(1, 500);
    pool.idle = pool.pool.tids();
    pool.queued = 1;
    watch.seldom();
    watchFor(2);
    assertThat(source.asked).isEqualTo(SleepCheck.MOST_ASKED);
  }

  @Test
  void shouldSeldomLookAtAPoolThatIsNotUsed() {
    FakePool pool = new FakePool(1, 2);
    watch.seldom();
    watchFor(1_000);
    assertThat(pool.looks).isBetween(80, 110);
    pool.looks = 0;
    for (int i = 0; i < 50; i++) {
      pool.taken++;
      watchFor(20);
    }
    assertThat(pool.looks).isGreaterThan(450);
  }

  @Test
  void shouldSpendASmallPartOfTheTimeOnAllPoolsTogether() {
    FakePool one = new FakePool(1, 2);
    FakePool other = new FakePool(10, 2);
    one.queued = 3;
    other.queued = 3;
    one.costNs = MS / 5;
    other.costNs = MS / 5;
    watch.seldom();
    watchFor(1_000);
    assertThat(one.looks).isBetween(58, 63);
    assertThat(other.looks).isBetween(58, 63);
  }

  /** A possible interval is sampled as often as possible, for a limited time. */
  @Test
  void shouldLookOftenWhileAWorkerIdlesBesideTasks() {
    FakePool pool = new FakePool(1, 2);
    pool.queued = 3;
    pool.idle = List.of(2L);
    pool.costNs = MS / 2;
    watch.seldom();
    watchFor(250);
    assertThat(pool.looks).isBetween(98, 102);
    watchFor(2_000);
    assertThat(pool.looks).isLessThan(480);
  }

  /** A sample of an empty queue is cheap, of a full one expensive. */
  @Test
  void shouldCountWhatEachLookCosts() {
    FakePool pool = new FakePool(1, 50);
    watch.seldom();
    long costNs = 0;
    int looks = 0;
    while (clock.nanos() < 2_000 * MS) {
      boolean full = looks % 2 == 0;
      pool.queued = full ? 3 : 0;
      pool.taken++;
      pool.costNs = full ? MS / 2 : MS / 50;
      int before = pool.looks;
      watch.look();
      if (pool.looks > before) {
        looks++;
        costNs += pool.costNs;
      }
      clock.await(Math.max(1, watch.untilNextNs(100 * MS)));
    }
    assertThat(costNs).isLessThan(2_000 * MS / 35);
  }

  /** It is sampled as often as others. */
  @Test
  void shouldNotLookCloserForAPoolThatIsServed() {
    FakePool served = new FakePool(1, 2);
    FakePool sick = new FakePool(10, 2);
    served.idle = List.of(1L);
    served.queued = 1;
    served.costNs = MS / 2;
    watch.seldom();
    for (int i = 0; i < 2_000; i++) {
      served.taken++;
      watchFor(2);
    }
    served.idle = List.of();
    sick.queued = 1;
    sick.idle = List.of(10L, 11L);
    watchFor(1_000);
    assertThat(watch.end().stream().mapToInt(one -> one.result().intervals()).sum()).isEqualTo(1);
  }

  /** Another pool, with threads at the addresses of the first pool's. */
  @Test
  void shouldNotTakeAnotherPoolForOneThatHasEnded() {
    FakePool first = new FakePool(1, 2);
    first.queued = 4;
    watch.seldom();
    watchFor(10);
    source.pools.clear();
    first.refusal = Optional.of(new JvmReason.PoolMoved());
    watchFor(3_000);
    FakePool second = new FakePool(1, 2);
    second.queued = 9;
    watch.seldom();
    watchFor(100);
    assertThat(watch.end()).extracting(one -> one.result().mostQueued()).containsExactly(4, 9);
  }

  /** A search may find a pool once more, after a collection has moved it. */
  @Test
  void shouldNotMissAPoolThatItExaminedLater() {
    FakePool first = new FakePool(1, 2);
    first.refusal = Optional.of(new JvmReason.PoolMoved());
    watch.seldom();
    watchFor(10);
    source.pools.clear();
    watchFor(3_000);
    assertThat(watch.limits()).hasSize(1);
    FakePool again = new FakePool(1, 2);
    watch.seldom();
    watchFor(100);
    assertThat(again.looks).isPositive();
    assertThat(watch.limits()).isEmpty();
  }

  @Test
  void shouldGiveThePlaceOfAPoolThatIsNotUsedToOneThatHasWork() {
    List<FakePool> pools = new ArrayList<>();
    for (int i = 0; i < WorkerWatch.MOST_POOLS; i++) {
      pools.add(new FakePool(100L * (i + 1), 20));
    }
    FakePool late = new FakePool(10, 2);
    watch.seldom();
    watchFor(2_000);
    assertThat(late.looks).isLessThan(3);
    late.queued = 5;
    watch.seldom();
    watchFor(100);
    // back again
    FakePool first = pools.getFirst();
    late.queued = 0;
    watchFor(2_000);
    first.queued = 8;
    watch.seldom();
    watchFor(100);
    assertThat(watch.end())
        .hasSize(WorkerWatch.MOST_POOLS + 1)
        .anyMatch(one -> one.result().mostQueued() == 5)
        .anyMatch(one -> one.result().mostQueued() == 8);
  }

  /** A slow sample has lost its CPU; it delays the next ones only a little. */
  @Test
  void shouldNotWaitForLongAfterALookThatTookLong() {
    FakePool pool = new FakePool(1, 2);
    pool.queued = 3;
    pool.costNs = MS / 50;
    watch.seldom();
    watchFor(10);
    pool.costNs = 8 * MS;
    watchFor(2);
    pool.costNs = MS / 50;
    pool.looks = 0;
    watchFor(100);
    assertThat(pool.looks).as("of 50").isGreaterThan(35);
  }

  @Test
  void shouldLookForThreadsAgainWhereALookFailed() {
    FakePool pool = new FakePool(1, 2);
    watch.seldom();
    watchFor(10);
    pool.refusal = Optional.of(new JvmReason.PoolWorkersUnknown(3, 2));
    watchFor(1_000);
    assertThat(source.scans).isBetween(4, 6);
    source.pools.clear();
    FakePool grown = new FakePool(2, 3);
    watchFor(1_000);
    assertThat(grown.looks).isGreaterThan(10);
    assertThat(only().result().parallelism()).isEqualTo(3);
  }

  @Test
  void shouldLookAtFewPoolsAndSayHowManyMoreThereAre() {
    for (int i = 0; i < 10; i++) {
      new FakePool(100L * (i + 1), 1 + i);
    }
    FakePool used = new FakePool(10, 1);
    used.queued = 7;
    source.others.put("java.util.concurrent.SynchronousQueue", 2);
    watch.seldom();
    watchFor(10);
    assertThat(watch.end())
        .hasSize(WorkerWatch.MOST_POOLS)
        .anyMatch(one -> one.result().mostQueued() == 7);
    assertThat(watch.besides())
        .containsExactly(
            "2 pools of threads not looked at: the queue is a"
                + " java.util.concurrent.SynchronousQueue, which holds no task");
    assertThat(watch.limits())
        .containsExactly(new SchedulerReason.PoolsUnwatched(5, WorkerWatch.MOST_POOLS));
  }

  @Test
  void shouldSayThatItCouldNotLookAtAQueueOfTheProgramsOwn() {
    source.others.put("com.example.Lanes", 1);
    source.others.put("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", 1);
    watch.seldom();
    watchFor(10);
    assertThat(watch.besides()).singleElement().asString().endsWith("wait for their time");
    assertThat(watch.limits())
        .containsExactly(new SchedulerReason.QueueUnknown(1, "com.example.Lanes"));
  }

  @Test
  void shouldKeepWhatItSawOfAPoolThatEnds() {
    FakePool pool = new FakePool(1, 2);
    pool.idle = List.of(1L);
    pool.queued = 1;
    watch.seldom();
    watchFor(10);
    source.pools.clear();
    pool.refusal = Optional.of(new JvmReason.PoolMoved());
    watchFor(1_000);
    pool.looks = 0;
    watchFor(1_000);
    assertThat(pool.looks).isZero();
    assertThat(only().result().intervals()).isEqualTo(1);
  }

  @Test
  void shouldSayWhyItCouldNotLook() {
    source.refusal = Optional.of(new JvmReason.ReferencesOpaque("UseZGC"));
    watch.seldom();
    watchFor(10);
    assertThat(watch.end()).isEmpty();
    assertThat(watch.besides()).isEmpty();
    assertThat(watch.limits())
        .singleElement()
        .isInstanceOfSatisfying(
            ExaminationReason.NotExamined.class,
            why -> {
              assertThat(why.what()).isEqualTo(Examined.SLEEPING_WORKERS);
              assertThat(why.why()).isEqualTo(new JvmReason.ReferencesOpaque("UseZGC"));
            });
  }

  @Test
  void shouldSayThatThereIsNoPool() {
    watch.seldom();
    watchFor(10);
    assertThat(watch.besides())
        .singleElement()
        .asString()
        .startsWith("no pool of threads with a queue was found (of ThreadPoolExecutors");
  }
}
