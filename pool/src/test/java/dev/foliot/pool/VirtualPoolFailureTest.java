package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Tasks and permits when memory or threads run out, and state that threads inherit. */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualPoolFailureTest {
  private static PoolSettings settings(@Nullable ThreadFactory factory) {
    PoolBuilder builder = AdaptivePool.builder().name("fails").maximum(1);
    return (factory == null ? builder : builder.threadFactory(factory)).settings();
  }

  /** The permit would be lost when an ending task hands over, and close() would hang. */
  @Test
  void shouldLoseNoTaskForWantOfMemoryToTakeItOut() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    AtomicInteger failed = new AtomicInteger();
    Semaphore gate = new Semaphore(0);
    try (VirtualPool pool =
        new VirtualPool(settings(null)) {
          @Override
          QueuedTask holder() {
            if (fails.get() && failed.getAndIncrement() < 3) {
              throw new OutOfMemoryError("planted");
            }
            return super.holder();
          }
        }) {
      pool.execute(gate::acquireUninterruptibly);
      Future<Integer> first = pool.submit(() -> 1);
      Future<Integer> second = pool.submit(() -> 2);
      fails.set(true);
      gate.release();
      assertThat(first.get(1, TimeUnit.MINUTES)).isEqualTo(1);
      assertThat(second.get(1, TimeUnit.MINUTES)).isEqualTo(2);
      Until.holds(() -> pool.running() == 0);
    }
    assertThat(failed).hasValueGreaterThanOrEqualTo(3);
  }

  /** Otherwise it would count as submitted for good, and its thread as running. */
  @Test
  void shouldForgetATaskThatCouldNeitherBeginNorWait() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    AtomicReference<Thread> failed = new AtomicReference<>();
    VirtualPool pool =
        new VirtualPool(settings(null)) {
          @Override
          void start(Thread thread) {
            if (fails.get()) {
              failed.set(thread);
              throw new OutOfMemoryError("unable to create native thread");
            }
            super.start(thread);
          }

          @Override
          QueuedTask holder() {
            if (fails.get()) {
              throw new OutOfMemoryError("planted");
            }
            return super.holder();
          }
        };
    fails.set(true);
    assertThatThrownBy(() -> pool.execute(() -> {}))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("planted");
    fails.set(false);
    assertThat(pool.submit(() -> 42).get(1, TimeUnit.MINUTES)).isEqualTo(42);
    assertThat(pool.snapshot().tasks().submitted()).isEqualTo(1);
    assertThat(pool.shutdownNow()).isEmpty();
    assertThat(Objects.requireNonNull(failed.get()).isInterrupted()).isFalse();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  /** The count of carriers comes before the task runs, which was lost with it. */
  @Test
  void shouldRunATaskWhoseBeginCannotBeCounted() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (VirtualPool pool =
        new VirtualPool(settings(null)) {
          @Override
          void countEntered() {
            if (calls.getAndIncrement() == 0) {
              throw new OutOfMemoryError("planted");
            }
            super.countEntered();
          }
        }) {
      assertThat(pool.submit(() -> 1).get(1, TimeUnit.MINUTES)).isEqualTo(1);
      assertThat(pool.submit(() -> 2).get(1, TimeUnit.MINUTES)).isEqualTo(2);
      Until.holds(() -> pool.running() == 0);
    }
  }

  /** Otherwise the task would run twice and return its permit twice. */
  @Test
  void shouldRunATaskOnceWhoseThreadWasStartedThoughTheStartFailed() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Semaphore hasRun = new Semaphore(0);
    VirtualPool pool =
        new VirtualPool(settings(null)) {
          @Override
          void start(Thread thread) {
            super.start(thread);
            hasRun.acquireUninterruptibly();
            throw new OutOfMemoryError("unable to create native thread");
          }
        };
    pool.execute(() -> {
      runs.incrementAndGet();
      hasRun.release(1_000);
    });
    pool.close();
    assertThat(runs).hasValue(1);
    assertThat(pool.running()).isZero();
    assertThat(pool.snapshot().tasks().completed()).isEqualTo(1);
  }

  /** It was the system's. */
  @Test
  void shouldGiveTasksTheContextClassLoaderOfWhoBuiltThePool() throws Exception {
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    try (URLClassLoader builders = new URLClassLoader(new URL[0], before)) {
      caller.setContextClassLoader(builders);
      try (AdaptivePool pool = AdaptivePool.virtual()) {
        caller.setContextClassLoader(before);
        assertThat(pool.submit(() -> Thread.currentThread().getContextClassLoader()).get())
            .isSameAs(builders);
      }
    } finally {
      caller.setContextClassLoader(before);
    }
  }

  /** A task that waited inherited from the one that ended before it. */
  @Test
  void shouldInheritFromWhoSubmitsAndNotFromAnotherTask() throws Exception {
    InheritableThreadLocal<String> tenant = new InheritableThreadLocal<>();
    tenant.set("submits");
    Semaphore gate = new Semaphore(0);
    ThreadFactory inheriting =
        (ThreadFactory)
            Class.forName("java.lang.Thread$Builder")
                .getMethod("factory")
                .invoke(Thread.class.getMethod("ofVirtual").invoke(null));
    try (VirtualPool pool = new VirtualPool(settings(inheriting))) {
      pool.execute(() -> {
        tenant.set("another task");
        gate.acquireUninterruptibly();
      });
      Future<String> waits = pool.submit(tenant::get);
      gate.release();
      assertThat(waits.get(1, TimeUnit.MINUTES)).isEqualTo("submits");
    } finally {
      tenant.remove();
    }
  }
}
