package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Decision.State;
import dev.foliot.pool.control.Unit;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PlatformPoolTest {
  private final FakePoolClock clock = new FakePoolClock();

  @Test
  void shouldStartAThreadOnlyIfATaskWaitsAndNoneIsIdle() throws Exception {
    try (AdaptivePool pool = AdaptivePool.builder().minimum(8).clock(clock).platform()) {
      assertThat(pool.snapshot().threads()).isZero();
      for (int i = 0; i < 100; i++) {
        pool.submit(() -> {}).get();
        Until.holds(() -> pool.snapshot().tasks().active() == 0);
        assertThat(pool.snapshot().threads()).isEqualTo(1);
      }
      occupy(pool, 3).release(3);
      assertThat(pool.snapshot().threads()).isEqualTo(3);
    }
  }

  @Test
  void shouldBeginWithAsManyThreadsAsThereAreCpusAndTwoAtLeast() {
    assertThat(PlatformPool.startSize(1)).isEqualTo(2);
    assertThat(PlatformPool.startSize(2)).isEqualTo(2);
    assertThat(PlatformPool.startSize(512)).isEqualTo(512);
    int cpus = Runtime.getRuntime().availableProcessors();
    try (AdaptivePool pool = AdaptivePool.create()) {
      assertThat(pool.snapshot().size()).isEqualTo(PlatformPool.startSize(cpus));
    }
  }

  /** If the number decided between threads and permits, these would be permits. */
  @Test
  void shouldSayThatItsSizeIsOfThreadsHoweverMany() {
    try (PlatformPool pool = (PlatformPool) AdaptivePool.builder().minimum(600).platform()) {
      assertThat(pool.snapshot().size()).isGreaterThanOrEqualTo(600);
      assertThat(pool.unit).isEqualTo(Unit.THREADS);
    }
  }

  @Test
  void shouldLetAnIdleThreadGoAfterTenSeconds() throws Exception {
    try (AdaptivePool pool = AdaptivePool.builder().maximum(1).clock(clock).platform()) {
      pool.submit(() -> {}).get();
      Until.holds(() -> clock.parked() == 2); // the worker and the control thread
      clock.advance(9 * FakePoolClock.SECOND_NS);
      assertThat(pool.snapshot().threads()).isEqualTo(1);
      Until.holds(
          () -> pool.snapshot().threads() == 0, () -> clock.advance(FakePoolClock.SECOND_NS));
      assertThat(pool.submit(() -> 7).get()).isEqualTo(7);
    }
  }

  @Test
  void shouldWakeNobodyWhileItIsIdleAndLeaveNoControlThread() throws Exception {
    try (AdaptivePool pool = quiet()) {
      pool.submit(() -> {}).get();
      AtomicLong moved = new AtomicLong(-1);
      Until.holds(
          () -> clock.parked() == 2 && pool.snapshot().state().equals("quiet"),
          () -> {
            // the first look may have come before the task ended
            long parks = clock.parks();
            if (clock.parked() == 2 && moved.getAndSet(parks) != parks) {
              clock.advance(FakePoolClock.SECOND_NS / 10);
            }
          });
      long parks = clock.parks();
      for (int i = 0; i < 80; i++) {
        clock.advance(FakePoolClock.SECOND_NS / 10);
      }
      assertThat(clock.parks()).isEqualTo(parks);
      Until.holds(() -> !isThere("quiet-control"), () -> clock.advance(FakePoolClock.SECOND_NS));

      pool.submit(() -> {}).get();
      Until.holds(() -> isThere("quiet-control"));
    }
    Until.holds(() -> !isThere("quiet-control"));
  }

  /** With at most one worker: a second may start for a task that was just taken. */
  private AdaptivePool quiet() {
    return AdaptivePool.builder()
        .name("quiet")
        .maximum(1)
        .clock(clock)
        .decides(seen -> {
          boolean isQuiet = seen.tasks().isNone();
          return new Decision(
              seen.size(),
              isQuiet ? State.IDLE : State.HOLDING,
              isQuiet ? "quiet" : "busy",
              FakePoolClock.SECOND_NS / 10);
        })
        .platform();
  }

  private static boolean isThere(String name) {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals(name));
  }

  /** At high rates few tasks are timed. */
  @Test
  void shouldKnowTheLongestTaskThoughItWasNotTimed() {
    AtomicInteger looks = new AtomicInteger();
    PlatformPool pool =
        (PlatformPool)
            AdaptivePool.builder()
                .maximum(1)
                .clock(clock)
                .decides(seen -> {
                  looks.incrementAndGet();
                  return new Decision(1, State.TRYING, "once", 3600 * FakePoolClock.SECOND_NS);
                })
                .platform();
    Semaphore gate = new Semaphore(0);
    pool.execute(gate::acquireUninterruptibly);
    Until.holds(() -> looks.get() == 1); // and no other one sets how many are timed
    pool.queue.stampEvery(64);
    for (int i = 1; i < 100; i++) {
      long ns = i == 30 ? 200_000_000 : 1_000;
      pool.execute(() -> clock.advance(ns));
    }
    gate.release();
    pool.close();
    DurationSummary times = pool.snapshot().times().taskTime();
    assertThat(times.maxNs()).isBetween(200_000_000L, 200_100_000L);
    assertThat(times.count()).isEqualTo(4); // the first, those of two stamps, and the long one
  }

  @Test
  void shouldRunNoMoreAtOnceThanTheLimitsAllowAndFollowThemAtOnce() throws Exception {
    try (AdaptivePool pool = AdaptivePool.builder().maximum(1).clock(clock).platform()) {
      Semaphore gate = new Semaphore(0);
      for (int i = 0; i < 6; i++) {
        pool.execute(gate::acquireUninterruptibly);
      }
      Until.holds(() -> pool.snapshot().tasks().active() == 1);
      assertThat(pool.snapshot().tasks().queued()).isEqualTo(5);
      pool.limits(4, 4);
      Until.holds(() -> pool.snapshot().tasks().active() == 4);
      assertThat(pool.snapshot().threads()).isEqualTo(4);
      pool.limits(1, 1);
      gate.release(3);
      Until.holds(() -> pool.snapshot().threads() == 1);
      assertThat(pool.snapshot().tasks().completed()).isEqualTo(3);
      assertThat(pool.snapshot().tasks().active()).isEqualTo(1);
      assertThat(pool.snapshot().tasks().queued()).isEqualTo(2);
      gate.release(3);
    }
    try (AdaptivePool pool = AdaptivePool.create()) {
      assertThatThrownBy(() -> pool.limits(3, 2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("3");
    }
  }

  @Test
  void shouldResolveNestedWaits() throws Exception {
    try (AdaptivePool pool = AdaptivePool.builder().maximum(64).platform()) {
      assertThat(nest(pool, 20)).isEqualTo(20);
    }
  }

  private static int nest(AdaptivePool pool, int depth) throws Exception {
    return depth == 0 ? 0 : 1 + pool.submit(() -> nest(pool, depth - 1)).get();
  }

  @Test
  void shouldKeepTheQueuesBoundExactly() throws Exception {
    AdaptivePool pool = AdaptivePool.builder().name("narrow").maximum(1).queueBound(100).platform();
    Semaphore gate = occupy(pool, 1);
    AtomicInteger accepted = new AtomicInteger();
    AtomicReference<String> words = new AtomicReference<>("");
    List<Thread> producers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread producer =
          new Thread(() -> {
            for (int j = 0; j < 1000; j++) {
              try {
                pool.execute(() -> {});
                accepted.incrementAndGet();
              } catch (RejectedExecutionException e) {
                words.set(String.valueOf(e.getMessage()));
              }
            }
          });
      producer.start();
      producers.add(producer);
    }
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(accepted).hasValue(100);
    assertThat(pool.snapshot().tasks().queued()).isEqualTo(100);
    assertThat(pool.snapshot().tasks().rejected()).isEqualTo(3900);
    assertThat(words.get()).contains("narrow", "full", "100");
    gate.release();
    pool.close();
    assertThat(pool.snapshot().tasks().completed()).isEqualTo(101);
  }

  @Test
  void shouldOutliveWhatTasksThrow() throws Exception {
    List<Throwable> caught = new ArrayList<>();
    AtomicInteger made = new AtomicInteger();
    try (AdaptivePool pool =
        AdaptivePool.builder()
            .maximum(1)
            .threadFactory(run -> {
              made.incrementAndGet();
              Thread thread = new Thread(run);
              thread.setUncaughtExceptionHandler((t, e) -> {
                caught.add(e);
                throw new IllegalStateException("the handler throws too");
              });
              return thread;
            })
            .platform()) {
      RuntimeException planted = new RuntimeException("planted");
      StackOverflowError deep = new StackOverflowError();
      pool.execute(() -> {
        throw planted;
      });
      pool.execute(() -> {
        throw deep;
      });
      assertThat(pool.submit(() -> 1).get()).isEqualTo(1);
      assertThat(caught).containsExactly(planted, deep);
      assertThat(made).hasValue(1);
    }
  }

  @Test
  void shouldHandNeitherInterruptNorLoaderOnToTheNextTask() throws Exception {
    try (AdaptivePool pool = AdaptivePool.builder().maximum(1).platform();
        URLClassLoader other = new URLClassLoader(new URL[0])) {
      pool.execute(() -> {
        Thread.currentThread().interrupt();
        Thread.currentThread().setContextClassLoader(other);
      });
      assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get()).isFalse();
      assertThat(pool.submit(() -> Thread.currentThread().getContextClassLoader()).get())
          .isSameAs(Thread.currentThread().getContextClassLoader());
    }
  }

  @Test
  void shouldGiveThreadsTheLoaderOfWhoBuiltThePoolAndNotOfWhoSubmits() throws Exception {
    try (AdaptivePool pool = AdaptivePool.create();
        URLClassLoader other = new URLClassLoader(new URL[0])) {
      CountDownLatch submitted = new CountDownLatch(1);
      AtomicReference<ClassLoader> seen = new AtomicReference<>();
      Thread submitter =
          new Thread(() ->
              pool.execute(() -> {
                seen.set(Thread.currentThread().getContextClassLoader());
                submitted.countDown();
              }));
      submitter.setContextClassLoader(other);
      submitter.start();
      submitted.await();
      assertThat(seen.get()).isSameAs(Thread.currentThread().getContextClassLoader());
    }
  }

  @Test
  void shouldGiveBackWhatWasNotBegun() throws Exception {
    AdaptivePool pool = AdaptivePool.builder().maximum(2).platform();
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch interrupted = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      pool.execute(() -> {
        begun.countDown();
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          interrupted.countDown();
        }
      });
    }
    begun.await();
    Runnable waiting = () -> {};
    pool.execute(waiting);
    pool.execute(waiting);
    assertThat(pool.shutdownNow()).containsExactly(waiting, waiting);
    interrupted.await();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void shouldTellWhatItDoes() throws Exception {
    AdaptivePool pool = AdaptivePool.builder().name("told").minimum(2).maximum(8).platform();
    for (int i = 0; i < 1000; i++) {
      pool.submit(() -> {}).get();
    }
    pool.close();
    PoolSnapshot told = pool.snapshot();
    assertThat(told.name()).isEqualTo("told");
    assertThat(told.size()).isBetween(2, 8);
    assertThat(told.limits().minimum()).isEqualTo(2);
    assertThat(told.limits().maximum()).isEqualTo(8);
    assertThat(told.threads()).isZero();
    assertThat(told.tasks().active()).isZero();
    assertThat(told.tasks().queued()).isZero();
    assertThat(told.tasks().submitted()).isEqualTo(1000);
    assertThat(told.tasks().completed()).isEqualTo(1000);
    assertThat(told.tasks().rejected()).isZero();
    assertThat(told.times().queueWait().count()).isPositive();
    assertThat(told.times().taskTime().maxNs()).isPositive();
    assertThat(pool).asString().contains("told", "terminated");
  }

  /** Runs this many tasks at once, which end when released. */
  private static Semaphore occupy(AdaptivePool pool, int tasks) throws InterruptedException {
    Semaphore gate = new Semaphore(0);
    CountDownLatch begun = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      pool.execute(() -> {
        begun.countDown();
        gate.acquireUninterruptibly();
      });
    }
    begun.await();
    return gate;
  }
}
