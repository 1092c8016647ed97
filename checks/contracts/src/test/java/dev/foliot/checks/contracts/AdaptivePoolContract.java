package dev.foliot.checks.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.Hang;
import dev.foliot.pool.PoolBuilder;
import dev.foliot.pool.PoolListener;
import dev.foliot.pool.PoolSnapshot;
import dev.foliot.pool.Resize;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** The pool's promises beyond an executor's contract, in both implementations. */
abstract class AdaptivePoolContract extends ExecutorContract {
  /** Strongly held: loggers are collected otherwise. */
  private static final Logger LOG = Logger.getLogger("dev.foliot.pool");

  abstract AdaptivePool build(PoolBuilder builder);

  @Override
  final ExecutorService open(int most) {
    return build(AdaptivePool.builder().name("contract").maximum(most));
  }

  final AdaptivePool pool(PoolBuilder builder) {
    AdaptivePool pool = build(builder);
    keep(pool);
    return pool;
  }

  @Test
  void shouldCloseItselfOnEveryJdk() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    try (AdaptivePool pool = build(AdaptivePool.builder())) {
      for (int i = 0; i < 100; i++) {
        pool.execute(ran::incrementAndGet);
      }
    }
    assertThat(ran).hasValue(100);
  }

  /** It would wait for itself. */
  @Test
  void shouldRefuseToWaitForATaskThatClosesIt() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder());
    Future<?> closes = pool.submit(pool::close);
    assertThatThrownBy(closes::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("call shutdown() there");
    assertThat(pool.isShutdown()).isTrue();
    assertThat(pool.awaitTermination(Gate.PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    pool.close();
  }

  @Test
  void shouldKeepTheInterruptOfWhoClosesItOnEveryJdk() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder());
    Gate gate = gate();
    pool.execute(gate);
    gate.awaitBegin();
    Thread.currentThread().interrupt();
    pool.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(gate.wasInterrupted()).isTrue();
    assertThat(pool.isTerminated()).isTrue();
  }

  @Test
  void shouldLeaveNoThreadOfItsOwnWhenItIsClosed() throws Exception {
    for (int i = 0; i < 40; i++) {
      AdaptivePool pool = build(AdaptivePool.builder().name("closed"));
      CountDownLatch ran = new CountDownLatch(20);
      for (int k = 0; k < 20; k++) {
        pool.execute(ran::countDown);
      }
      if (i % 2 == 0) {
        Gate.await(ran);
      }
      pool.close();
      assertThat(LiveThreads.now())
          .extracting(Thread::getName)
          .noneMatch(name -> name.startsWith("closed-control"));
    }
  }

  /** An unstarted thread of the pool's kind that ends without running any task. */
  abstract Thread threadThatDoesNothing();

  private AdaptivePool poolWithout(ThreadFactory threads, List<Hang> stalls) {
    return pool(
        AdaptivePool.builder()
            .name("threadless")
            .threadFactory(threads)
            .listener(
                new PoolListener() {
                  @Override
                  public void hung(Hang stall) {
                    stalls.add(stall);
                  }
                }));
  }

  @Test
  @SuppressWarnings("NullAway") // what it tests
  void shouldReportOnceThatItsFactoryMakesNoThread() throws Exception {
    List<Hang> stalls = new CopyOnWriteArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
    List<String> warnings = new CopyOnWriteArrayList<>();
    Filter catching =
        record -> {
          warnings.add(record.getMessage());
          return false;
        };
    LOG.setFilter(catching);
    try {
      AdaptivePool pool = poolWithout(run -> null, stalls);
      for (int i = 0; i < 50; i++) {
        pool.execute(() -> {});
      }
      until(() -> !stalls.isEmpty());
      assertThat(stalls).hasSize(1);
      assertThat(stalls.get(0).reason()).contains("factory returned null");
      until(() -> pool.snapshot().state().contains("factory returned null"));
      until(() -> !warnings.isEmpty()); // after the listener
      assertThat(pool.shutdownNow()).hasSize(50);
      awaitTermination(pool);
      assertThat(stalls).hasSize(1);
      assertThat(warnings).hasSize(1).first().asString().contains("factory returned null");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
      LOG.setFilter(null);
    }
  }

  @Test
  void shouldLoseNoTaskToThreadsThatDoNothing() throws Exception {
    List<Hang> stalls = new CopyOnWriteArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
    try {
      AdaptivePool pool = poolWithout(run -> threadThatDoesNothing(), stalls);
      for (int i = 0; i < 50; i++) {
        pool.execute(() -> {});
      }
      until(() -> !stalls.isEmpty());
      assertThat(stalls.get(0).reason()).contains("ended without doing its work");
      until(() -> pool.snapshot().tasks().queued() == 50);
      pool.shutdownNow();
      awaitTermination(pool);
      assertThat(pool.snapshot().tasks().active()).isZero();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  /** The first burst of the day: the size rises while the tasks wait. */
  @Test
  void shouldAcceptABurstThatItsMaximumHasPlacesFor() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().maximum(200).queueBound(50));
    List<Gate> gates = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Gate gate = gate();
      gates.add(gate);
      pool.execute(gate);
    }
    assertThat(pool.snapshot().tasks().rejected()).isZero();
    for (Gate gate : gates) {
      gate.open();
      gate.awaitEnd();
    }
  }

  @Test
  void shouldKeepNoThreadForEachUnusedPool() throws Exception {
    Set<Thread> before = LiveThreads.now();
    List<AdaptivePool> pools = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      pools.add(pool(AdaptivePool.builder().name("unused")));
    }
    assertThat(LiveThreads.newSince(before)).hasSizeLessThanOrEqualTo(2);
    pools.forEach(AdaptivePool::close);
  }

  /** As a ThreadPoolExecutor does. */
  @Test
  void shouldNotThrowIfInterruptedAfterItsEnd() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder());
    pool.close();
    Thread.currentThread().interrupt();
    try {
      assertThat(pool.awaitTermination(1, TimeUnit.SECONDS)).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void shouldRejectWhatItsQueueHasNoPlaceFor() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().maximum(1).queueBound(2));
    Gate gate = gate();
    pool.execute(gate);
    gate.awaitBegin();
    CountDownLatch ran = new CountDownLatch(2);
    pool.execute(ran::countDown);
    pool.execute(ran::countDown);
    assertThatThrownBy(() -> pool.execute(ran::countDown))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(pool.snapshot().tasks().rejected()).isEqualTo(1);
    assertThat(pool.snapshot().tasks().queued()).isEqualTo(2);
    gate.open();
    Gate.await(ran);
    assertThat(get(pool.submit(() -> "next"))).isEqualTo("next");
  }

  @Test
  void shouldRejectNothingWhileItHasPlacesWhateverTheBound() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().minimum(100).maximum(100).queueBound(10));
    List<Gate> gates = new ArrayList<>();
    for (int i = 0; i < 110; i++) {
      Gate gate = gate();
      gates.add(gate);
      pool.execute(gate);
    }
    until(() -> pool.snapshot().tasks().active() == 100);
    assertThat(pool.snapshot().tasks().queued()).isEqualTo(10);
    assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    for (Gate gate : gates) {
      gate.open();
      gate.awaitEnd();
    }
    assertThat(get(pool.submit(() -> "next"))).isEqualTo("next");
    assertThat(pool.snapshot().tasks().rejected()).isEqualTo(1);
  }

  @Test
  void shouldRunNoMoreAtOnceThanItsMaximum() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().maximum(3));
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Future<?>> futures = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      futures.add(
          pool.submit(() -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            running.decrementAndGet();
          }));
    }
    for (Future<?> future : futures) {
      get(future);
    }
    assertThat(most).hasValueBetween(1, 3);
  }

  @Test
  void shouldRunMoreAtOnceAsSoonAsItsLimitsRise() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().maximum(1));
    List<Gate> gates = List.of(gate(), gate(), gate(), gate());
    gates.forEach(pool::execute);
    gates.get(0).awaitBegin();
    pool.limits(4, 4);
    for (Gate gate : gates) {
      gate.awaitBegin();
    }
    assertThat(pool.snapshot().size()).isEqualTo(4);
    assertThat(pool.snapshot().limits().minimum()).isEqualTo(4);
    assertThat(pool.snapshot().limits().maximum()).isEqualTo(4);
  }

  @Test
  void shouldRunFewerAtOnceAfterItsLimitsFell() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().minimum(4).maximum(4));
    List<Gate> gates = List.of(gate(), gate(), gate(), gate());
    gates.forEach(pool::execute);
    for (Gate gate : gates) {
      gate.awaitBegin();
    }
    pool.limits(1, 1);
    Gate first = gate();
    Gate second = gate();
    pool.execute(first);
    pool.execute(second);
    gates.subList(1, 4).forEach(Gate::open);
    until(() -> pool.snapshot().tasks().active() == 1);
    assertThat(first.hasBegun()).isFalse();
    gates.get(0).open();
    first.awaitBegin();
    assertThat(second.hasBegun()).isFalse();
    first.open();
    second.awaitBegin();
  }

  @Test
  void shouldRefuseLimitsThatLeaveNoSize() {
    AdaptivePool pool = pool(AdaptivePool.builder().maximum(8));
    assertThatIllegalArgumentException().isThrownBy(() -> pool.limits(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> pool.limits(3, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> build(AdaptivePool.builder().minimum(3).maximum(2)));
    assertThat(pool.snapshot().limits().maximum()).isEqualTo(8);
  }

  @Test
  void shouldTakeLimitsAfterItHasEnded() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder());
    pool.close();
    pool.limits(20, 30);
    assertThat(pool.snapshot().threads()).isZero();
  }

  @Test
  void shouldShowWhatRunsAndWhatWaits() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().name("shown").maximum(1));
    Gate gate = gate();
    pool.execute(gate);
    gate.awaitBegin();
    pool.execute(() -> {});
    PoolSnapshot snapshot = pool.snapshot();
    assertThat(snapshot.name()).isEqualTo("shown");
    assertThat(snapshot.size()).isEqualTo(1);
    assertThat(snapshot.tasks().active()).isEqualTo(1);
    assertThat(snapshot.tasks().queued()).isEqualTo(1);
    assertThat(snapshot.tasks().submitted()).isEqualTo(2);
    assertThat(snapshot.tasks().completed()).isZero();
    gate.open();
    pool.close();
    PoolSnapshot last = pool.snapshot();
    assertThat(last.tasks().active()).isZero();
    assertThat(last.tasks().queued()).isZero();
    assertThat(last.threads()).isZero();
    assertThat(last.tasks().submitted()).isEqualTo(2);
    assertThat(last.tasks().completed()).isEqualTo(2);
  }

  @Test
  void shouldCountWhatWasGivenBackAsSubmitted() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().maximum(1));
    Gate gate = gate();
    pool.execute(gate);
    gate.awaitBegin();
    for (int i = 0; i < 10; i++) {
      pool.execute(() -> {});
    }
    assertThat(pool.snapshot().tasks().submitted()).isEqualTo(11);
    assertThat(pool.shutdownNow()).hasSize(10);
    awaitTermination(pool);
    assertThat(pool.snapshot().tasks().submitted()).isEqualTo(11);
    assertThat(pool.snapshot().tasks().completed()).isEqualTo(1);
  }

  @Test
  void shouldTellOfAResizeAndGoOnThoughTheListenerThrows() throws Exception {
    LinkedBlockingQueue<Resize> told = new LinkedBlockingQueue<>();
    LinkedBlockingQueue<Throwable> handed = new LinkedBlockingQueue<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> handed.add(thrown));
    try {
      AdaptivePool pool =
          pool(
              AdaptivePool.builder()
                  .maximum(1)
                  .listener(
                      new PoolListener() {
                        @Override
                        public void resized(Resize resize) {
                          told.add(resize);
                          throw new PlantedError();
                        }
                      }));
      for (int size = 2; size < 10; size++) {
        pool.limits(size, size);
        Resize resize = told.poll(PATIENCE_S, TimeUnit.SECONDS);
        assertThat(resize).isNotNull();
        assertThat(resize.from()).isEqualTo(size - 1);
        assertThat(resize.to()).isEqualTo(size);
        assertThat(resize.reason()).isNotBlank();
        assertThat(handed.poll(PATIENCE_S, TimeUnit.SECONDS)).isInstanceOf(PlantedError.class);
        assertThat(get(pool.submit(() -> "next"))).isEqualTo("next");
      }
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void shouldGiveItsThreadsTheContextClassLoaderOfWhoBuiltItAndNotOfWhoSubmits() throws Exception {
    Thread caller = Thread.currentThread();
    ClassLoader builders = caller.getContextClassLoader();
    AdaptivePool pool = pool(AdaptivePool.builder());
    try (URLClassLoader submitters = new URLClassLoader(new URL[0], builders)) {
      caller.setContextClassLoader(submitters);
      assertThat(get(pool.submit(() -> Thread.currentThread().getContextClassLoader())))
          .isSameAs(builders);
    } finally {
      caller.setContextClassLoader(builders);
    }
  }

  @Test
  void shouldNotHandTheThreadLocalsOfWhoSubmitsToItsThreads() throws Exception {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    local.set("planted");
    try {
      assertThat((Object) get(pool(AdaptivePool.builder()).submit(local::get))).isNull();
    } finally {
      local.remove();
    }
  }

  /** Polls a condition. */
  static void until(BooleanSupplier condition) {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("in time").isLessThan(endNs);
      LockSupport.parkNanos(100_000);
    }
  }
}
