package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Decision.State;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How often what fails is tried again. */
class RetryTest {
  private static final long MS = 1_000_000;
  private static final long LOOK_NS = 50 * MS;

  private final Retry retry = new Retry();

  @Test
  void shouldBeDueAtOnceAfterTheFirstFailureAndThenEverLater() {
    long[] afterMs = {0, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000};
    long nowNs = -3_600_000 * MS; // a clock may begin anywhere
    for (long ms : afterMs) {
      retry.failed(nowNs);
      assertThat(retry.isDue(nowNs + ms * MS - 1)).as("%d ms", ms).isFalse();
      nowNs += ms * MS;
      assertThat(retry.isDue(nowNs)).as("%d ms", ms).isTrue();
    }
    retry.succeeded();
    retry.failed(nowNs);
    assertThat(retry.isDue(nowNs)).isTrue();
  }

  @Test
  void shouldTakeSeveralThatFailAtOnceForOneFailureAndForgetItWhenOneComes() {
    retry.failed(0);
    retry.failed(0);
    for (int i = 0; i < 9; i++) {
      retry.failed(1); // nine threads of one burst
    }
    assertThat(retry.isDue(50 * MS)).isFalse();
    assertThat(retry.isDue(100 * MS + 1)).isTrue();
    retry.failed(100 * MS + 1);
    retry.succeeded();
    assertThat(retry.isDue(100 * MS + 2)).isTrue();
  }

  /** Asking at each look would make the JVM warn each time. */
  @Test
  void shouldAskEverMoreRarelyForAThreadThatCannotBeHad() throws Exception {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {});
    FakePoolClock clock = new FakePoolClock();
    AtomicInteger calls = new AtomicInteger();
    AtomicBoolean isThere = new AtomicBoolean();
    AtomicLong moved = new AtomicLong(-1);
    try (AdaptivePool pool =
        AdaptivePool.builder()
            .maximum(1)
            .clock(clock)
            .decides(seen -> new Decision(1, State.TRYING, "as the test says", LOOK_NS))
            .threadFactory(run -> {
              calls.incrementAndGet();
              if (!isThere.get()) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return new Thread(run);
            })
            .platform()) {
      Future<Integer> task = pool.submit(() -> 42);
      Until.holds(() -> clock.nanoTime() > 60 * FakePoolClock.SECOND_NS, () -> look(clock, moved));
      assertThat(calls).hasValueBetween(8, 16);
      isThere.set(true);
      Until.holds(task::isDone, () -> look(clock, moved));
      assertThat(task.get()).isEqualTo(42);
      assertThat(clock.nanoTime()).isLessThan(72 * FakePoolClock.SECOND_NS);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** Moves the clock to the control thread's next look, once it waits for that. */
  private static void look(FakePoolClock clock, AtomicLong moved) {
    long parks = clock.parks();
    if (clock.parked() > 0 && moved.getAndSet(parks) != parks) {
      clock.advance(LOOK_NS);
    }
  }
}
