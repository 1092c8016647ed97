package dev.foliot.checks.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolBuilder;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class VirtualPoolTest extends AdaptivePoolContract {
  @BeforeAll
  static void needsVirtualThreads() {
    VirtualThreads.assumeThatThereAre();
  }

  @Override
  AdaptivePool build(PoolBuilder builder) {
    return builder.virtual();
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
