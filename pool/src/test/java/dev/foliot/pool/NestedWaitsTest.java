package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A chain of tasks that each wait for the next, in a pool with other work before. */
class NestedWaitsTest {
  private static final int DEPTH = 100;

  @Test
  void shouldRunADeepChainInAPoolOfPlatformThreads() throws Exception {
    try (AdaptivePool pool = AdaptivePool.platform()) {
      runOn(pool);
    }
  }

  @Test
  void shouldRunADeepChainInAPoolOfVirtualThreads() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21);
    try (AdaptivePool pool = AdaptivePool.virtual()) {
      pool.limits(1, 4);
      pool.limits(1, 10_000);
      runOn(pool);
    }
  }

  private static void runOn(AdaptivePool pool) throws Exception {
    for (int i = 0; i < 200; i++) {
      pool.submit(() -> {}).get();
    }
    assertThat(pool.submit(() -> chain(pool, DEPTH)).get(1, TimeUnit.MINUTES)).isEqualTo(DEPTH);
  }

  private static int chain(AdaptivePool pool, int depth) throws Exception {
    if (depth == 0) {
      return 0;
    }
    Future<Integer> next = pool.submit(() -> chain(pool, depth - 1));
    try {
      return 1 + next.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
