package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** What becomes of tasks and permits where the stack of who submits overflows. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualPoolStackTest {
  /** The real time, but for one reading by one thread, whose stack overflows there. */
  private static final class ShallowClock implements NanoClock {
    private final long shallowId = Thread.currentThread().getId();
    private final AtomicBoolean isToFail = new AtomicBoolean();

    void fail() {
      isToFail.set(true);
    }

    @Override
    public long nanoTime() {
      if (Thread.currentThread().getId() == shallowId && isToFail.getAndSet(false)) {
        throw new StackOverflowError("planted");
      }
      return SystemNanoClock.INSTANCE.nanoTime();
    }

    @Override
    public void park(@Nullable Object blocker, long atMostNs) {
      SystemNanoClock.INSTANCE.park(this, atMostNs);
    }
  }

  private final ShallowClock clock = new ShallowClock();

  private PoolSettings settings(int maximum) {
    return new PoolSettings(
        "shallow",
        1,
        maximum,
        Integer.MAX_VALUE,
        null,
        new PoolListener() {},
        1,
        clock,
        null,
        null);
  }

  private static void end(VirtualPool pool) throws InterruptedException {
    pool.shutdown();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(pool.running()).isZero();
  }

  /** It was kept for good: one task fewer could run at once, and close() never returned. */
  @Test
  void shouldGiveBackThePermitOfATaskThatWasNotBegun() throws Exception {
    VirtualPool pool = new VirtualPool(settings(1));
    assertThat(pool.submit(() -> 1).get(1, TimeUnit.MINUTES)).isEqualTo(1);
    Until.holds(() -> pool.running() == 0);
    clock.fail();
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(StackOverflowError.class);
    assertThat(pool.submit(() -> 2).get(1, TimeUnit.MINUTES)).isEqualTo(2);
    end(pool);
    assertThat(pool.snapshot().submitted()).isEqualTo(2);
    assertThat(pool.snapshot().completed()).isEqualTo(2);
  }

  @Test
  void shouldEndThoughThePermitWasOfTheLastTask() throws Exception {
    VirtualPool pool = new VirtualPool(settings(1));
    assertThat(pool.submit(() -> 1).get(1, TimeUnit.MINUTES)).isEqualTo(1);
    Until.holds(() -> pool.running() == 0);
    clock.fail();
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(StackOverflowError.class);
    end(pool);
  }

  /** It was lost: taken out of the queue, and begun by nobody. */
  @Test
  void shouldBeginATaskThatWasTakenOutOfTheQueue() throws Exception {
    VirtualPool pool = new VirtualPool(settings(1));
    Semaphore gate = new Semaphore(0);
    pool.execute(gate::acquireUninterruptibly);
    Future<Integer> waits = pool.submit(() -> 42);
    clock.fail();
    assertThatThrownBy(() -> pool.limits(2, 2)).isInstanceOf(StackOverflowError.class);
    assertThat(waits.get(1, TimeUnit.MINUTES)).isEqualTo(42);
    gate.release();
    end(pool);
    assertThat(pool.snapshot().completed()).isEqualTo(2);
  }

  /** Not at all where its submitter has the error, whether its thread was started or not. */
  @Test
  void shouldRunATaskOnceOrNotWhoseStartWasBrokenOff() throws Exception {
    AtomicInteger starts = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    VirtualPool pool =
        new VirtualPool(settings(2)) {
          @Override
          void start(Thread thread) {
            int number = starts.getAndIncrement();
            if (number == 1) {
              throw new StackOverflowError("before");
            }
            super.start(thread);
            if (number == 2) {
              throw new StackOverflowError("after");
            }
          }
        };
    int accepted = 0;
    for (int i = 0; i < 5; i++) {
      try {
        pool.execute(runs::incrementAndGet);
        accepted++;
      } catch (StackOverflowError e) {
        assertThat(starts.get()).isBetween(2, 3);
      }
    }
    assertThat(accepted).isBetween(3, 4);
    end(pool);
    assertThat(runs).hasValue(accepted);
    assertThat(pool.snapshot().submitted()).isEqualTo(accepted);
    assertThat(pool.snapshot().completed()).isEqualTo(accepted);
  }
}
