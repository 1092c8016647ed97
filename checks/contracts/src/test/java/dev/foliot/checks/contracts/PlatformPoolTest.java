package dev.foliot.checks.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolBuilder;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PlatformPoolTest extends OptionContract {
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
  void shouldStartThreadsBeforeTasksComeAndKeepThem() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().minimum(5).keepAlive(Duration.ofDays(999_999)));
    assertThat(pool.prestart()).isEqualTo(5);
    assertThat(pool.snapshot().threads()).isEqualTo(5);
    assertThat(pool.prestart()).isZero();
    assertThat(get(pool.submit(() -> "result"))).isEqualTo("result");
    assertThat(pool.snapshot().threads()).isEqualTo(5);
  }

  @Test
  void shouldEndIdleThreadsAfterTheKeepAlive() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().keepAlive(Duration.ofMillis(10)));
    get(pool.submit(() -> "result"));
    until(() -> pool.snapshot().threads() == 0);
    assertThat(get(pool.submit(() -> "next"))).isEqualTo("next");
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
