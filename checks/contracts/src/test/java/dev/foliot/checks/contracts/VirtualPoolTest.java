package dev.foliot.checks.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.Hang;
import dev.foliot.pool.PoolBuilder;
import dev.foliot.pool.PoolListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class VirtualPoolTest extends OptionContract {
  @BeforeAll
  static void needsVirtualThreads() {
    VirtualThreads.assumeThatThereAre();
  }

  @Override
  AdaptivePool build(PoolBuilder builder) {
    return builder.virtual();
  }

  @Override
  Thread threadThatDoesNothing() {
    return VirtualThreads.unstarted(() -> {});
  }

  /** Blocks in its initializer, which pins carriers up to JDK 25 at least. */
  private static final class Pinning {
    static final CountDownLatch OPEN = new CountDownLatch(1);

    private static final class Slow {
      static final long OPENED_NS = opened();

      private static long opened() {
        try {
          Gate.await(OPEN);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return System.nanoTime();
      }
    }
  }

  @Test
  void shouldReportThatItsCarriersArePinned() throws Exception {
    assumeThat(Runtime.version().feature()).as("the JDK").isLessThanOrEqualTo(25);
    List<Hang> stalls = new CopyOnWriteArrayList<>();
    PoolListener listener =
        new PoolListener() {
          @Override
          public void hung(Hang stall) {
            stalls.add(stall);
          }
        };
    AdaptivePool pool = build(AdaptivePool.builder().listener(listener));
    try {
      int cpus = Runtime.getRuntime().availableProcessors();
      for (int i = 0; i < 2 * cpus + 10; i++) {
        pool.execute(() -> assertThat(Pinning.Slow.OPENED_NS).isNotZero());
      }
      until(() -> !stalls.isEmpty());
      assertThat(stalls.get(0).reason()).contains("carriers are pinned");
    } finally {
      Pinning.OPEN.countDown();
      pool.close();
    }
  }

  @Test
  void shouldRunEachTaskInAVirtualThreadOfItsOwn() throws Exception {
    try (AdaptivePool pool = build(AdaptivePool.builder())) {
      Thread first = get(pool.submit(Thread::currentThread));
      Thread second = get(pool.submit(Thread::currentThread));
      assertThat(first).isNotSameAs(second);
      assertThat(first.getClass().getSimpleName()).contains("Virtual");
      assertThat(second.isDaemon()).isTrue();
    }
  }

  @Test
  void shouldNotLetATaskSeeTheThreadLocalsOfAnother() throws Exception {
    ThreadLocal<String> local = new ThreadLocal<>();
    CountDownLatch set = new CountDownLatch(1);
    try (AdaptivePool pool = build(AdaptivePool.builder().maximum(1))) {
      pool.execute(() -> {
        local.set("planted");
        set.countDown();
      });
      Gate.await(set);
      assertThat((Object) get(pool.submit(local::get))).isNull();
    }
  }
}
