package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoolFailureTest {
  private static final long HOUR_NS = 3_600 * FakePoolClock.SECOND_NS;

  private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
  private Thread.@Nullable UncaughtExceptionHandler before;

  @BeforeEach
  void catchAll() {
    before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
  }

  @AfterEach
  void catchNoMore() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  @Test
  void shouldLoseNoTaskToAThreadFactoryThatFails() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (AdaptivePool pool =
        AdaptivePool.builder()
            .threadFactory(run ->
                switch (calls.getAndIncrement()) {
                  case 0 -> throw new IllegalStateException("no thread today");
                  case 1 -> throw new OutOfMemoryError("unable to create native thread");
                  case 2 -> null;
                  default -> new Thread(run);
                })
            .platform()) {
      assertThat(pool.submit(() -> 42).get()).isEqualTo(42);
      Until.holds(() -> uncaught.size() == 3);
    }
    assertThat(uncaught)
        .extracting(Throwable::getMessage)
        .containsExactly(
            "no thread today",
            "unable to create native thread",
            "the thread factory returned null");
  }

  @Test
  void shouldRunNothingOnAThreadThatTheFactoryStarted() throws Exception {
    FakePoolClock clock = new FakePoolClock();
    AtomicInteger calls = new AtomicInteger();
    try (AdaptivePool pool =
        AdaptivePool.builder()
            .clock(clock)
            .threadFactory(run -> {
              Thread thread = new Thread(run);
              if (calls.getAndIncrement() == 0) {
                thread.start();
              }
              return thread;
            })
            .platform()) {
      Future<Integer> answer = pool.submit(() -> 42);
      // time moves until the look that starts the other thread, which then may take long to come
      Until.holds(() -> calls.get() >= 2, () -> clock.advance(1_000_000));
      assertThat(answer.get()).isEqualTo(42);
      assertThat(pool.snapshot().threads()).isEqualTo(1);
      Until.holds(() -> uncaught.size() == 1, () -> clock.advance(1_000_000));
    }
    assertThat(uncaught)
        .extracting(Throwable::getMessage)
        .allMatch(message -> message.contains("started already"));
  }

  @Test
  void shouldCountAThreadWhoseStartFailsAfterItWasStarted() throws Exception {
    AdaptivePool pool =
        AdaptivePool.builder()
            .maximum(1)
            .threadFactory(run ->
                new Thread(run) {
                  @Override
                  public synchronized void start() {
                    super.start();
                    throw new IllegalStateException("too late");
                  }
                })
            .platform();
    assertThat(pool.submit(() -> 42).get()).isEqualTo(42);
    assertThat(pool.snapshot().threads()).isEqualTo(1);
    Until.holds(() -> uncaught.size() == 1);
    pool.close();
    assertThat(pool.snapshot().threads()).isZero();
    assertThat(uncaught).extracting(Throwable::getMessage).containsExactly("too late");
  }

  @Test
  void shouldOutliveAFailureThatCannotBeToldOf() {
    AtomicInteger looks = new AtomicInteger();
    Semaphore gate = new Semaphore(0);
    try (AdaptivePool pool =
        AdaptivePool.builder()
            .decides(seen -> {
              looks.incrementAndGet();
              throw new Untold();
            })
            .platform()) {
      pool.execute(gate::acquireUninterruptibly);
      Until.holds(() -> looks.get() >= 2);
      assertThat(pool.snapshot().state()).contains("Untold");
      gate.release();
    }
  }

  @Test
  void shouldStartAnotherControlThreadAfterOneThatDied() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    try (AdaptivePool pool =
        AdaptivePool.builder()
            .name("mortal")
            .clock(new DeadlyClock("mortal-control"))
            .decides(seen -> {
              looks.incrementAndGet();
              return new Decision(2, Decision.State.TRYING, "as the test says", 1_000_000);
            })
            .platform()) {
      pool.submit(() -> {}).get();
      Until.holds(() -> uncaught.size() == 1);
      Until.holds(() -> looks.get() >= 2, () -> pool.execute(() -> {}));
    }
    assertThat(uncaught).extracting(Throwable::getMessage).containsExactly("planted");
  }

  /** Its text cannot be read. */
  private static final class Untold extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("planted");
    }
  }

  /** The real time, except for the first thread of this name that parks. */
  private static final class DeadlyClock implements NanoClock {
    private final String name;
    private final AtomicInteger parks = new AtomicInteger();

    DeadlyClock(String name) {
      this.name = name;
    }

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public void park(@Nullable Object blocker, long atMostNs) {
      if (Thread.currentThread().getName().equals(name) && parks.getAndIncrement() == 0) {
        throw new IllegalStateException("planted");
      }
      LockSupport.parkNanos(blocker, atMostNs);
    }
  }

  @Test
  void shouldOutliveAListenerThatThrows() throws Exception {
    List<Resize> heard = new CopyOnWriteArrayList<>();
    RuntimeException planted = new RuntimeException("planted");
    try (AdaptivePool pool =
        AdaptivePool.builder()
            .maximum(2)
            .listener(
                new PoolListener() {
                  @Override
                  public void resized(Resize resize) {
                    heard.add(resize);
                    throw planted;
                  }
                })
            .platform()) {
      int size = pool.snapshot().size();
      pool.limits(5, 5);
      Until.holds(() -> heard.size() == 1);
      pool.limits(6, 6);
      Until.holds(() -> heard.size() == 2);
      assertThat(heard.get(0).from()).isEqualTo(size);
      assertThat(heard.get(0).to()).isEqualTo(5);
      assertThat(heard.get(0).reason()).contains("limits", "5");
      assertThat(pool.submit(() -> 1).get()).isEqualTo(1);
      assertThat(pool.snapshot().resizes()).hasSize(2).containsAll(heard);
      Until.holds(() -> uncaught.size() == 2);
    }
    assertThat(uncaught).containsOnly(planted);
  }

  @Test
  void shouldRefuseSettingsThatMakeNoSense() {
    PoolBuilder builder = AdaptivePool.builder();
    refused(() -> builder.name(" ")).hasMessageContaining("name");
    assertThatThrownBy(() -> builder.name(no())).hasMessage("the name of a pool is not null");
    refused(() -> builder.queueBound(0)).hasMessageContaining("0");
    refused(() -> AdaptivePool.builder().minimum(0).platform()).hasMessageContaining("0");
    refused(() -> AdaptivePool.builder().minimum(3).maximum(2).platform())
        .hasMessageContaining("3")
        .hasMessageContaining("2");
  }

  /** What a caller may give that is not checked for nulls. */
  @SuppressWarnings("NullAway")
  private static String no() {
    return null;
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(ThrowingCallable call) {
    return assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class);
  }

  /** It would wait for the next task, and a caller that waits for its own submits none. */
  @Test
  void shouldRefuseATaskThatNobodyCouldLookAfter() throws Exception {
    AtomicInteger missing = new AtomicInteger(2);
    PoolSettings settings =
        AdaptivePool.builder()
            .name("poor")
            .maximum(1)
            .queueBound(100)
            .keepAlive(Duration.ofNanos(1))
            .threadFactory(run -> {
              if (missing.get() > 0) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return new Thread(run);
            })
            .settings();
    try (PlatformPool pool =
        new PlatformPool(settings) {
          @Override
          void startControl(Thread made) {
            if (missing.getAndDecrement() > 0) {
              throw new OutOfMemoryError("unable to create native thread");
            }
            super.startControl(made);
          }
        }) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> pool.submit(() -> 1))
            .isInstanceOf(RejectedExecutionException.class)
            .hasMessageContaining("the pool poor can start no thread: unable")
            .hasCauseInstanceOf(OutOfMemoryError.class);
      }
      assertThat(pool.submit(() -> 42).get()).isEqualTo(42);
      assertThat(pool.snapshot().tasks().rejected()).isEqualTo(2);
    }
  }

  /** Submits at the end of a stack: the mark of a broken search would stop all searches. */
  @Test
  void shouldGoOnAfterStacksThatOverflowed() throws Exception {
    try (AdaptivePool pool = AdaptivePool.builder().maximum(4).platform()) {
      Dive.outlives(pool);
    }
  }

  /** The control thread would sleep, and the task would wait beside the worker for the next one. */
  @Test
  void shouldRunATaskThatWasAcceptedThoughNobodyCouldBeTold() throws Exception {
    FakePoolClock clock = new FakePoolClock();
    AtomicBoolean isToFail = new AtomicBoolean();
    AtomicInteger runs = new AtomicInteger();
    PoolSettings settings =
        AdaptivePool.builder()
            .name("told")
            .maximum(1)
            .queueBound(100)
            .keepAlive(Duration.ofNanos(100 * HOUR_NS))
            .clock(clock)
            .decides(PoolFailureTest::lookNoMoreOnceQuiet)
            .settings();
    try (PlatformPool pool =
        new PlatformPool(settings) {
          @Override
          void dispatch() {
            if (isToFail.getAndSet(false)) {
              throw new StackOverflowError("planted");
            }
            super.dispatch();
          }
        }) {
      pool.submit(() -> {}).get();
      awaitSleep(pool, clock);
      isToFail.set(true);
      assertThatThrownBy(() -> pool.execute(runs::incrementAndGet))
          .isInstanceOf(StackOverflowError.class);
      Until.holds(() -> runs.get() == 1, () -> clock.advance(HOUR_NS / 60));
    }
  }

  /** The task that was put back waited for the next one that came. */
  @Test
  void shouldLookAgainWhenAThreadFailsWhileTheControlThreadSleeps() throws Exception {
    FakePoolClock clock = new FakePoolClock();
    AtomicInteger looks = new AtomicInteger();
    try (PlatformPool pool =
        (PlatformPool)
            AdaptivePool.builder()
                .maximum(1)
                .clock(clock)
                .decides(seen -> {
                  looks.incrementAndGet();
                  return lookNoMoreOnceQuiet(seen);
                })
                .platform()) {
      pool.submit(() -> {}).get();
      awaitSleep(pool, clock);
      int before = looks.get();
      pool.threadFailed(new OutOfMemoryError("planted"));
      Until.holds(() -> looks.get() > before, () -> clock.advance(HOUR_NS / 60));
      Until.holds(() -> uncaught.size() == 1);
    }
    assertThat(uncaught).extracting(Throwable::getMessage).containsExactly("planted");
  }

  private static Decision lookNoMoreOnceQuiet(Observation seen) {
    boolean isQuiet = seen.tasks().isNone();
    return isQuiet
        ? new Decision(1, Decision.State.IDLE, "quiet", HOUR_NS)
        : new Decision(1, Decision.State.HOLDING, "busy", 1_000_000);
  }

  /**
   * Waits until the control thread sleeps and the worker has parked. The time moves once for each
   * parking thread, and only as far as the control thread needs. After ten seconds the worker and
   * the control thread would end.
   */
  private static void awaitSleep(PlatformPool pool, FakePoolClock clock) {
    AtomicLong moved = new AtomicLong();
    Until.holds(
        () -> clock.parked() == 2 && isQuiet(pool),
        () -> {
          long parks = clock.parks();
          if (parks != moved.get() && clock.parked() == 2 && !isQuiet(pool)) {
            moved.set(parks);
            clock.advance(1_000_000);
          }
        });
  }

  private static boolean isQuiet(PlatformPool pool) {
    return pool.snapshot().state().equals("quiet");
  }
}
