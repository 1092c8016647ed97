package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Submits tasks at the end of a stack, at each level of the way back. */
final class Dive {
  private static final int STACK_BYTES = 256 * 1024;
  private static final int DIVES = 100;
  private static final int TASKS = 200;

  private Dive() {}

  /** Dives, and has the pool run a task after each dive. */
  static void outlives(AdaptivePool pool) throws Exception {
    // a class whose initialisation overflows is lost to the JVM
    assertThat(pool.submit(() -> 42).get()).isEqualTo(42);
    for (int i = 0; i < DIVES; i++) {
      Thread deep = new Thread(null, () -> dive(pool, new int[1]), "deep", STACK_BYTES);
      deep.start();
      deep.join();
      assertThat(pool.submit(() -> 42).get(1, TimeUnit.MINUTES)).isEqualTo(42);
    }
  }

  @SuppressWarnings("InfiniteRecursion") // that is the point
  private static void dive(AdaptivePool pool, int[] submitted) {
    try {
      dive(pool, submitted);
    } catch (StackOverflowError e) {
      // each level of the way back has a little more room
    }
    try {
      if (submitted[0] < TASKS) {
        pool.execute(() -> {});
        submitted[0]++;
      }
    } catch (StackOverflowError e) {
      // of no account here
    }
  }
}
