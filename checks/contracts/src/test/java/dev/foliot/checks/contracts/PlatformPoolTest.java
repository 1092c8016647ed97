package dev.foliot.checks.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolBuilder;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PlatformPoolTest extends AdaptivePoolContract {
  @Override
  AdaptivePool build(PoolBuilder builder) {
    return builder.platform();
  }

  @Override
  Thread threadThatDoesNothing() {
    return new Thread(() -> {});
  }

  @Test
  void shouldNameItsThreadsAfterItself() throws Exception {
    try (AdaptivePool pool = build(AdaptivePool.builder().name("named"))) {
      assertThat(get(pool.submit(() -> Thread.currentThread().getName()))).startsWith("named-");
    }
  }

  @Test
  void shouldRunItsTasksThoughThreadsCannotBeMadeForAWhile() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
    try (AdaptivePool pool =
        build(
            AdaptivePool.builder()
                .threadFactory(task -> {
                  if (asked.incrementAndGet() < 4) {
                    throw new PlantedError();
                  }
                  return new Thread(task);
                }))) {
      assertThat(get(pool.submit(() -> "result"))).isEqualTo("result");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}
