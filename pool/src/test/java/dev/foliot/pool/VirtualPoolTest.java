package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class VirtualPoolTest {
  @Test
  @EnabledForJreRange(max = JRE.JAVA_20)
  void shouldSayThatItNeedsANewerJdk() {
    assertThatThrownBy(AdaptivePool::virtual)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("21")
        .hasMessageContaining("platform()");
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldGiveEachTaskAVirtualThreadOfItsOwn() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    AdaptivePool pool = AdaptivePool.virtual();
    for (int i = 0; i < 1000; i++) {
      pool.execute(() -> threads.add(Thread.currentThread()));
    }
    pool.close();
    assertThat(threads).hasSize(1000).allMatch(VirtualThreads::isVirtual);
    assertThat(pool.snapshot().completed()).isEqualTo(1000);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldRunNoMoreAtOnceThanTheLimitsAllow() {
    AdaptivePool pool = AdaptivePool.builder().maximum(3).virtual();
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Semaphore gate = new Semaphore(0);
    for (int i = 0; i < 300; i++) {
      pool.execute(() -> {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        gate.acquireUninterruptibly();
        running.decrementAndGet();
      });
    }
    Until.holds(() -> running.get() == 3);
    assertThat(pool.snapshot().queued()).isEqualTo(297);
    pool.limits(5, 5);
    Until.holds(() -> running.get() == 5);
    gate.release(300);
    pool.close();
    assertThat(most).hasValue(5);
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldLoseNoTaskToAThreadFactoryThatFails() {
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger runs = new AtomicInteger();
    AdaptivePool pool =
        AdaptivePool.builder()
            .threadFactory(run -> {
              if (calls.getAndIncrement() % 20 == 0) {
                return null;
              }
              return VirtualThreads.factory("own").newThread(run);
            })
            .virtual();
    for (int i = 0; i < 100; i++) {
      pool.execute(runs::incrementAndGet);
    }
    pool.close();
    assertThat(runs).hasValue(100);
  }
}
