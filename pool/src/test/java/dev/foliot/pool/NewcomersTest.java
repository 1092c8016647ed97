package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Decision.State;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads of the user's factory that come late, or never. */
class NewcomersTest {
  private static final long LOOK_NS = 50_000_000;

  private final FakePoolClock clock = new FakePoolClock();
  private final AtomicLong moved = new AtomicLong(-1);
  private final AtomicInteger made = new AtomicInteger();
  private final Semaphore gate = new Semaphore(0);
  private final Queue<String> uncaught = new ConcurrentLinkedQueue<>();
  private Thread.@Nullable UncaughtExceptionHandler before;

  @BeforeEach
  void catchAll() {
    before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> uncaught.add(String.valueOf(e.getMessage())));
  }

  @AfterEach
  void catchNoMore() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  private AdaptivePool pool(int size, ThreadFactory factory) {
    return AdaptivePool.builder()
        .maximum(size)
        .clock(clock)
        .threadFactory(factory)
        .decides(seen -> new Decision(size, State.IDLE, "as the test says", LOOK_NS))
        .platform();
  }

  /**
   * Moves the clock to the next look, once this many threads wait, including the control thread.
   */
  private void look(int parked) {
    long parks = clock.parks();
    if (clock.parked() >= parked && moved.getAndSet(parks) != parks) {
      clock.advance(LOOK_NS);
    }
  }

  /** One worker has come and parked; another was started for the second task and is missing. */
  private void parkOneBesideANewcomer(AdaptivePool pool) throws Exception {
    pool.execute(gate::acquireUninterruptibly);
    Until.holds(() -> pool.snapshot().tasks().active() == 1);
    Future<?> second = pool.submit(() -> {});
    assertThat(made).hasValue(2);
    gate.release();
    second.get();
    Until.holds(() -> clock.parked() == 2); // the worker and the control thread
  }

  /** While one worker searches, no other is woken: the task would wait for the newcomer. */
  @Test
  void shouldWakeAParkedWorkerThoughAnotherOneIsStillToCome() throws Exception {
    CountDownLatch mayCome = new CountDownLatch(1);
    ThreadFactory factory =
        run -> made.incrementAndGet() == 2 ? comingAfter(mayCome, run) : new Thread(run);
    try (AdaptivePool pool = pool(2, factory)) {
      try {
        parkOneBesideANewcomer(pool);
        Future<Integer> third = pool.submit(() -> 42);
        Until.holds(third::isDone, () -> look(2));
        assertThat(third.get()).isEqualTo(42);
        assertThat(made).hasValue(2); // it was the parked one
      } finally { // or the pool would wait for it
        mayCome.countDown();
      }
      // and once it has come it is one of them
      Until.holds(() -> clock.parked() == 3);
      pool.execute(gate::acquireUninterruptibly);
      pool.execute(gate::acquireUninterruptibly);
      Until.holds(() -> pool.snapshot().tasks().active() == 2, () -> look(1));
      assertThat(pool.snapshot().threads()).isEqualTo(2);
      assertThat(made).hasValue(2);
      gate.release(2);
    }
    assertThat(uncaught).isEmpty();
  }

  private static Thread comingAfter(CountDownLatch mayCome, Runnable run) {
    return new Thread(() -> {
      await(mayCome);
      run.run();
    });
  }

  /** Otherwise its mark and its place would stay taken. */
  @Test
  void shouldReplaceAThreadThatEndedWithoutDoingItsWork() throws Exception {
    try (AdaptivePool pool =
        pool(1, run -> made.incrementAndGet() == 1 ? new Thread(() -> {}) : new Thread(run))) {
      Future<Integer> task = pool.submit(() -> 42);
      Until.holds(task::isDone, () -> look(1));
      assertThat(task.get()).isEqualTo(42);
      assertThat(pool.snapshot().threads()).isEqualTo(1);
      Until.holds(() -> uncaught.size() == 1);
    }
    assertThat(uncaught).containsExactly("a thread of the factory's ended without doing its work");
  }

  /** It was counted as there, so nothing was ever over. */
  @Test
  void shouldEndThoughAThreadEndedWithoutDoingItsWork() throws Exception {
    CountDownLatch mayEnd = new CountDownLatch(1);
    AdaptivePool pool =
        pool(
            2,
            run -> made.incrementAndGet() == 2 ? comingAfter(mayEnd, () -> {}) : new Thread(run));
    parkOneBesideANewcomer(pool); // before it is replaced
    mayEnd.countDown();
    pool.shutdown();
    Until.holds(pool::isTerminated, () -> look(1));
    assertThat(pool.snapshot().threads()).isZero();
  }

  @Test
  void shouldRunNothingThatWasGivenUp() throws Exception {
    CountDownLatch mayCome = new CountDownLatch(1);
    CountDownLatch hasCome = new CountDownLatch(1);
    ThreadFactory factory =
        run -> made.incrementAndGet() == 1 ? leaving(mayCome, hasCome, run) : new Thread(run);
    try (AdaptivePool pool = pool(1, factory)) {
      Future<Integer> task = pool.submit(() -> 42);
      Until.holds(task::isDone, () -> look(1));
      mayCome.countDown(); // on a thread unknown to the pool
      hasCome.await();
      assertThat(pool.snapshot().threads()).isEqualTo(1);
      pool.execute(gate::acquireUninterruptibly);
      pool.execute(gate::acquireUninterruptibly);
      Until.holds(() -> pool.snapshot().tasks().active() == 1);
      assertThat(pool.snapshot().tasks().queued()).isEqualTo(1);
      gate.release(2);
    }
  }

  /** A thread that leaves its work to another one and ends. */
  private static Thread leaving(CountDownLatch mayCome, CountDownLatch hasCome, Runnable run) {
    Runnable later =
        () -> {
          await(mayCome);
          run.run();
          hasCome.countDown();
        };
    return new Thread(() -> new Thread(later).start());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
