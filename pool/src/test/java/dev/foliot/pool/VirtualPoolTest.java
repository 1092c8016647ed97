package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Unit;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class VirtualPoolTest {
  @Test
  @EnabledForJreRange(max = JRE.JAVA_20)
  void shouldSayThatItNeedsANewerJdk() {
    assertThatThrownBy(AdaptivePool::virtual)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("21")
        .hasMessageContaining("platform()");
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldGiveEachTaskAVirtualThreadOfItsOwn() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    AdaptivePool pool = AdaptivePool.virtual();
    for (int i = 0; i < 1000; i++) {
      pool.execute(() -> threads.add(Thread.currentThread()));
    }
    pool.close();
    assertThat(threads).hasSize(1000).allMatch(VirtualThreads::isVirtual);
    assertThat(pool.snapshot().tasks().completed()).isEqualTo(1000);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldBeginWithManyPermits() {
    try (VirtualPool pool = (VirtualPool) AdaptivePool.virtual()) {
      assertThat(pool.snapshot().size()).isEqualTo(4096);
      assertThat(pool.unit).isEqualTo(Unit.PERMITS);
    }
    try (VirtualPool pool = (VirtualPool) AdaptivePool.builder().maximum(100).virtual()) {
      assertThat(pool.snapshot().size()).isEqualTo(100);
      assertThat(pool.unit).isEqualTo(Unit.PERMITS);
    }
  }

  /** If identifiers of threads were all even or all odd, all tasks would be samples or none. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldTakeHalfOfTheTasksAsSamplesThoughEachMakesOneMoreThread() throws Exception {
    int tasks = 1_000;
    ThreadFactory virtual = VirtualThreads.factory("samples");
    AtomicInteger looks = new AtomicInteger();
    VirtualPool pool =
        (VirtualPool)
            AdaptivePool.builder()
                .threadFactory(run -> {
                  assertThat(virtual.newThread(() -> {})).isNotNull(); // takes an identifier
                  return virtual.newThread(run);
                })
                .decides(seen -> {
                  looks.incrementAndGet();
                  return new Decision(100, Decision.State.TRYING, "once", 3_600_000_000_000L);
                })
                .virtual();
    pool.submit(() -> {}).get();
    Until.holds(() -> looks.get() == 1); // and no further look changes the sampling distance
    Until.holds(() -> pool.running() == 0);
    pool.queue.stampEvery(2);
    for (int i = 0; i < tasks; i++) {
      pool.submit(() -> {}).get();
    }
    pool.close();
    assertThat(pool.snapshot().times().queueWait().count()).isBetween(tasks / 4L, tasks * 3L / 4);
    assertThat(pool.snapshot().times().taskTime().count()).isBetween(tasks / 4L, tasks * 3L / 2);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldCountTheWaitsOfThoseThatDoNotWait() throws Exception {
    FakePoolClock clock = new FakePoolClock();
    AdaptivePool pool = AdaptivePool.builder().maximum(1).clock(clock).virtual();
    Semaphore gate = new Semaphore(0);
    pool.execute(gate::acquireUninterruptibly);
    Future<?> late = pool.submit(() -> {});
    clock.advance(200_000_000);
    gate.release();
    late.get();
    for (int i = 0; i < 98; i++) {
      pool.submit(() -> {}).get();
    }
    pool.close();
    DurationSummary waits = pool.snapshot().times().queueWait();
    assertThat(waits.count()).isEqualTo(100);
    assertThat(waits.p90Ns()).isZero();
    assertThat(waits.maxNs()).isEqualTo(200_000_000);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldRunNoMoreAtOnceThanTheLimitsAllow() {
    AdaptivePool pool = AdaptivePool.builder().maximum(3).virtual();
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Semaphore gate = new Semaphore(0);
    for (int i = 0; i < 300; i++) {
      pool.execute(() -> {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        gate.acquireUninterruptibly();
        running.decrementAndGet();
      });
    }
    Until.holds(() -> running.get() == 3);
    assertThat(pool.snapshot().tasks().queued()).isEqualTo(297);
    pool.limits(5, 5);
    Until.holds(() -> running.get() == 5);
    gate.release(300);
    pool.close();
    assertThat(most).hasValue(5);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldRefuseAFactoryOfPlatformThreads() {
    AdaptivePool pool = AdaptivePool.builder().threadFactory(Thread::new).virtual();
    assertThatThrownBy(() -> pool.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("platform threads")
        .hasMessageContaining("platform()");
    pool.close();
    assertThat(pool.snapshot().tasks().rejected()).isEqualTo(1);
    assertThat(pool.snapshot().tasks().submitted()).isZero();
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldLoseNoTaskToASchedulerThatRefusesAThread() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    ThreadFactory virtual = VirtualThreads.factory("refused");
    Semaphore gate = new Semaphore(0);
    try (AdaptivePool pool =
        AdaptivePool.builder()
            .maximum(1)
            .threadFactory(run -> {
              int call = calls.getAndIncrement();
              if (call == 0 || call == 2) { // once at once, once out of the queue
                throw new RejectedExecutionException("planted");
              }
              return virtual.newThread(run);
            })
            .virtual()) {
      pool.execute(gate::acquireUninterruptibly);
      Future<Integer> second = pool.submit(() -> 42);
      gate.release();
      assertThat(second.get(1, TimeUnit.MINUTES)).isEqualTo(42);
      Until.holds(() -> pool.snapshot().tasks().completed() == 2);
      assertThat(calls).hasValueGreaterThanOrEqualTo(4);
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldBeginTheTaskThatMissedAPermitWhichWasGivenBack() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    AtomicReference<AdaptivePool> pool = new AtomicReference<>();
    AtomicReference<Future<Integer>> missed = new AtomicReference<>();
    ThreadFactory virtual = VirtualThreads.factory("missed");
    Semaphore looks = new Semaphore(0);
    pool.set(
        AdaptivePool.builder()
            .maximum(1)
            .decides(seen -> { // prevents a look from repairing the failure
              looks.acquireUninterruptibly();
              return new Decision(1, Decision.State.TRYING, "as the test says", 1_000_000);
            })
            .threadFactory(run -> {
              if (calls.getAndIncrement() > 0) {
                return virtual.newThread(run);
              }
              missed.set(Objects.requireNonNull(pool.get()).submit(() -> 42));
              return new Thread(run);
            })
            .virtual());
    try (AdaptivePool built = Objects.requireNonNull(pool.get())) {
      assertThatThrownBy(() -> built.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class);
      assertThat(Objects.requireNonNull(missed.get()).get(1, TimeUnit.MINUTES)).isEqualTo(42);
    } finally {
      looks.release(1_000_000);
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldStrandNoTaskWhoseThreadFailsWhileThePoolIsStopped() throws Exception {
    AtomicReference<AdaptivePool> pool = new AtomicReference<>();
    AtomicBoolean isInterrupted = new AtomicBoolean();
    pool.set(
        AdaptivePool.builder()
            .threadFactory(run -> {
              // the waiting tasks are returned before this one is
              assertThat(Objects.requireNonNull(pool.get()).shutdownNow()).isEmpty();
              throw new OutOfMemoryError("planted");
            })
            .virtual());
    AdaptivePool stopped = Objects.requireNonNull(pool.get());
    stopped.execute(() -> isInterrupted.set(Thread.currentThread().isInterrupted()));
    assertThat(isInterrupted).isTrue();
    assertThat(Thread.interrupted()).isFalse();
    assertThat(stopped.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(stopped.snapshot().tasks().completed()).isEqualTo(1);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldTellTheListenerAndLeaveNothingBehindWhenIdle() throws Exception {
    FakePoolClock clock = new FakePoolClock();
    List<Resize> heard = new CopyOnWriteArrayList<>();
    AdaptivePool pool =
        AdaptivePool.builder()
            .name("still")
            .clock(clock)
            .listener(
                new PoolListener() {
                  @Override
                  public void resized(Resize resize) {
                    heard.add(resize);
                  }
                })
            .virtual();
    pool.submit(() -> {}).get();
    pool.limits(7, 7);
    Until.holds(() -> heard.size() == 1, () -> clock.advance(FakePoolClock.SECOND_NS));
    assertThat(heard.get(0).to()).isEqualTo(7);
    Until.holds(
        () -> pool.snapshot().threads() == 0 && !isThere("still-control"),
        () -> clock.advance(FakePoolClock.SECOND_NS));
    pool.close();
  }

  private static boolean isThere(String name) {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals(name));
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldLoseNoTaskToAThreadFactoryThatFails() {
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    AdaptivePool pool =
        AdaptivePool.builder()
            .threadFactory(run -> {
              if (calls.getAndIncrement() % 20 == 0) {
                return null;
              }
              return VirtualThreads.factory("own").newThread(run);
            })
            .virtual();
    for (int i = 0; i < 100; i++) {
      pool.execute(runs::incrementAndGet);
    }
    pool.close();
    assertThat(runs).hasValue(100);
  }

  /**
   * The JDK's scheduler prefers the threads of one submitter as long as it has any. Without care,
   * the task from outside comes last of the thousand.
   */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_24) // the scheduler has a bean since then
  void shouldNotKeepATaskFromOutsideWaitingForThoseThatTasksBegin() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName scheduler = new ObjectName("jdk.management:type=VirtualThreadScheduler");
    Object before = server.getAttribute(scheduler, "Parallelism");
    server.setAttribute(scheduler, new Attribute("Parallelism", 1));
    int tasks = 1_000;
    Queue<Integer> order = new ConcurrentLinkedQueue<>();
    CountDownLatch isReached = new CountDownLatch(1);
    AtomicBoolean isOn = new AtomicBoolean();
    try (AdaptivePool pool = AdaptivePool.builder().maximum(1).virtual()) {
      for (int i = 0; i < tasks; i++) {
        int number = i;
        pool.execute(() -> {
          if (number == 100) {
            isReached.countDown();
            while (!isOn.get()) {
              Thread.onSpinWait(); // keeps the carrier
            }
          }
          order.add(number);
        });
      }
      isReached.await();
      pool.limits(1, 2); // begins the next one from here
      isOn.set(true);
    } finally {
      server.setAttribute(scheduler, new Attribute("Parallelism", before));
    }
    int at = 0;
    for (int number : order) {
      assertThat(Math.abs(number - at)).as("task %d was number %d", number, at).isLessThan(10);
      at++;
    }
  }
}
