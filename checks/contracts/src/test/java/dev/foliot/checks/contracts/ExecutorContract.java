package dev.foliot.checks.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The complete contract of an executor service: the behaviour of its threads, and all inherited
 * parts.
 */
abstract class ExecutorContract extends EndContract {
  private static final int PRODUCERS = 4;
  private static final int TASKS = 5_000;

  @Test
  void shouldRunEachTaskOnceWhenManyHandThemOver() throws Exception {
    ExecutorService executor = wide();
    AtomicIntegerArray runs = new AtomicIntegerArray(PRODUCERS * TASKS);
    CountDownLatch ran = new CountDownLatch(PRODUCERS * TASKS);
    handOver(index ->
        executor.execute(() -> {
          runs.incrementAndGet(index);
          ran.countDown();
        }));
    Gate.await(ran);
    executor.shutdown();
    awaitTermination(executor);
    assertThat(values(runs)).containsOnly(1);
  }

  @Test
  void shouldRunEachTaskOnceOrRejectItWhenItIsShutDownMeanwhile() throws Exception {
    ExecutorService executor = wide();
    AtomicIntegerArray runs = new AtomicIntegerArray(PRODUCERS * TASKS);
    AtomicInteger accepted = new AtomicInteger();
    handOver(index -> {
      if (index == TASKS / 2) {
        executor.shutdown();
      }
      try {
        executor.execute(() -> runs.incrementAndGet(index));
        accepted.incrementAndGet();
      } catch (RejectedExecutionException e) {
        runs.set(index, -1);
      }
    });
    awaitTermination(executor);
    assertThat(values(runs)).containsOnly(1, -1);
    assertThat(values(runs).stream().filter(count -> count == 1)).hasSize(accepted.get());
  }

  private interface Producer {
    void produce(int index);
  }

  private static void handOver(Producer producer) throws Exception {
    CyclicBarrier start = new CyclicBarrier(PRODUCERS);
    List<Thread> threads = new ArrayList<>();
    List<Throwable> thrown = new ArrayList<>();
    for (int p = 0; p < PRODUCERS; p++) {
      int first = p * TASKS;
      Thread thread =
          new Thread(() -> {
            try {
              start.await();
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
            for (int i = 0; i < TASKS; i++) {
              producer.produce(first + i);
            }
          });
      thread.setUncaughtExceptionHandler((t, e) -> {
        synchronized (thrown) {
          thrown.add(e);
        }
      });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(thrown).isEmpty();
  }

  private static List<Integer> values(AtomicIntegerArray array) {
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < array.length(); i++) {
      values.add(array.get(i));
    }
    return values;
  }

  @Test
  void shouldRunWhatATaskHandsOver() throws Exception {
    ExecutorService executor = narrow();
    CountDownLatch ran = new CountDownLatch(1);
    executor.execute(() -> executor.execute(() -> executor.execute(ran::countDown)));
    Gate.await(ran);
  }

  @Test
  void shouldRunTasksThatWaitForEachOtherDeeperThanThereAreCpus() throws Exception {
    ExecutorService executor = wide();
    assertThat(get(executor.submit(() -> depth(executor, MANY)))).isEqualTo(MANY);
  }

  private static int depth(ExecutorService executor, int levels) throws Exception {
    return levels == 1 ? 1 : 1 + get(executor.submit(() -> depth(executor, levels - 1)));
  }

  @Test
  void shouldRunAsManyAtOnceAsItMay() throws Exception {
    ExecutorService executor = wide();
    CyclicBarrier together = new CyclicBarrier(MANY);
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      futures.add(executor.submit(() -> together.await(PATIENCE_S, TimeUnit.SECONDS)));
    }
    for (Future<Integer> future : futures) {
      assertThat(get(future)).isBetween(0, MANY - 1);
    }
  }

  @Test
  void shouldShowATaskWhatWasWrittenBeforeAndItsWritesToWhoeverGetsItsResult() throws Exception {
    ExecutorService executor = wide();
    for (int i = 1; i <= 10_000; i++) {
      int[] plain = new int[2];
      int written = i;
      plain[0] = written;
      Future<?> future = executor.submit(() -> plain[1] = plain[0] + 1);
      get(future);
      assertThat(plain).containsExactly(written, written + 1);
    }
  }

  @Test
  void shouldShowWhoeverSeesItTerminatedWhatItsTasksWrote() throws Exception {
    for (int i = 0; i < 100; i++) {
      int[] plain = new int[1];
      ExecutorService executor = narrow();
      executor.execute(() -> plain[0] = 1);
      executor.shutdown();
      awaitTermination(executor);
      assertThat(plain).containsExactly(1);
    }
  }

  @Test
  void shouldTellTheHandlerWhatATaskThrewAndGoOn() throws Exception {
    LinkedBlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> told.add(thrown));
    try {
      ExecutorService executor = narrow();
      for (int i = 0; i < 20; i++) {
        executor.execute(() -> {
          throw new PlantedError();
        });
        assertThat(get(executor.submit(() -> "next"))).isEqualTo("next");
        assertThat(told.poll(PATIENCE_S, TimeUnit.SECONDS)).isInstanceOf(PlantedError.class);
      }
      executor.shutdown();
      awaitTermination(executor);
      assertThat(told).as("told twice").isEmpty();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void shouldNotLetATaskSeeTheInterruptOfAnother() throws Exception {
    ExecutorService executor = narrow();
    for (int i = 0; i < 1_000; i++) {
      executor.execute(() -> Thread.currentThread().interrupt());
      Future<Boolean> next = executor.submit(() -> Thread.currentThread().isInterrupted());
      if (clearsInterrupts()) {
        assertThat(get(next)).as("interrupted").isFalse();
      } else {
        assertThat(get(next)).isIn(true, false);
      }
    }
  }

  @Test
  void shouldNotLetATaskFeelThatTheOneBeforeItWasCancelled() throws Exception {
    ExecutorService executor = narrow();
    for (int i = 0; i < 2_000; i++) {
      Future<?> cancelled = executor.submit(Thread::onSpinWait);
      Future<Boolean> next = executor.submit(() -> Thread.currentThread().isInterrupted());
      cancelled.cancel(true);
      if (clearsInterrupts()) {
        assertThat(get(next)).as("interrupted").isFalse();
      } else {
        assertThat(get(next)).isIn(true, false);
      }
    }
  }

  @Test
  void shouldNotLetATaskSeeTheContextClassLoaderOfAnother() throws Exception {
    ExecutorService executor = narrow();
    ClassLoader first = get(executor.submit(ExecutorContract::contextClassLoader));
    try (URLClassLoader planted = new URLClassLoader(new URL[0], first)) {
      for (int i = 0; i < 100; i++) {
        get(executor.submit(() -> Thread.currentThread().setContextClassLoader(planted)));
        ClassLoader next = get(executor.submit(ExecutorContract::contextClassLoader));
        if (restoresTheContextClassLoader()) {
          assertThat(next).isSameAs(first);
        } else {
          assertThat(next).isIn(first, planted);
        }
      }
    }
  }

  private static @Nullable ClassLoader contextClassLoader() {
    return Thread.currentThread().getContextClassLoader();
  }

  @Test
  void shouldLeaveNoThreadBehind() throws Exception {
    Set<Thread> before = LiveThreads.now();
    ExecutorService executor = wide();
    Set<Thread> used = ConcurrentHashMap.newKeySet();
    CountDownLatch ran = new CountDownLatch(1_000);
    for (int i = 0; i < 1_000; i++) {
      executor.execute(() -> {
        used.add(Thread.currentThread());
        ran.countDown();
      });
    }
    Gate.await(ran);
    executor.shutdown();
    awaitTermination(executor);
    LiveThreads.awaitEndOfAllBut(before);
    for (Thread thread : used) {
      thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_S));
      assertThat(thread.isAlive()).as("left behind: %s", thread).isFalse();
    }
  }

  @Test
  void shouldLeaveNoThreadBehindWhenManyBeginAndEnd() throws Exception {
    Set<Thread> before = LiveThreads.now();
    for (int i = 0; i < 200; i++) {
      ExecutorService executor = open(2);
      assertThat(get(executor.submit(() -> "result"))).isEqualTo("result");
      if (i % 2 == 0) {
        executor.shutdown();
      } else {
        executor.shutdownNow();
      }
      awaitTermination(executor);
    }
    LiveThreads.awaitEndOfAllBut(before);
  }
}
