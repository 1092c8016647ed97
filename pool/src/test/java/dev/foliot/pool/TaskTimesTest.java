package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class TaskTimesTest {
  private static final long S = 1_000_000_000;

  private final TaskTimes times = new TaskTimes(2, 0);

  @Test
  void shouldBeEmptyAtFirst() {
    assertThat(times.summary(0)).isEqualTo(new DurationSummary(0, 0, 0, 0, 0, 0));
  }

  @Test
  void shouldMergeAllWorkers() {
    for (int worker = 0; worker < 1_000; worker++) {
      times.record(worker, 50);
    }
    times.record(Integer.MIN_VALUE, 63);
    times.record(-1, 63);
    DurationSummary summary = times.summary(0);
    assertThat(summary.count()).isEqualTo(1_002);
    assertThat(summary.p50Ns()).isEqualTo(50);
    assertThat(summary.p99Ns()).isEqualTo(50);
    assertThat(summary.maxNs()).isEqualTo(63);
  }

  @Test
  void shouldForgetAfterAMinuteAndNotBefore() {
    times.record(0, 60);
    for (long s = 10; s <= 50; s += 10) {
      times.rotate(s * S);
      times.record(0, 20);
    }
    assertThat(times.summary(59 * S).count()).isEqualTo(6);
    assertThat(times.summary(59 * S).maxNs()).isEqualTo(60);
    assertThat(times.summary(60 * S).count()).isEqualTo(5);
    assertThat(times.summary(60 * S).maxNs()).isEqualTo(20);
  }

  @Test
  void shouldForgetAllAfterALongRest() {
    times.record(0, 60);
    assertThat(times.summary(3_600 * S)).isEqualTo(new DurationSummary(0, 0, 0, 0, 0, 0));
    times.record(0, 30);
    assertThat(times.summary(3_659 * S).count()).isEqualTo(1);
    assertThat(times.summary(3_660 * S).count()).isZero();
  }

  @Test
  void shouldKeepTheGreatestForItsOwnWindowWhenSeveralEndAtOnce() {
    times.record(0, 60);
    times.rotate(35 * S);
    assertThat(times.summary(59 * S).maxNs()).isEqualTo(60);
    assertThat(times.summary(60 * S).maxNs()).isZero();
  }

  @Test
  void shouldLoseNothingWhileItIsRotatedAndRead() throws Exception {
    int workers = 4;
    int each = 100_000;
    CountDownLatch begin = new CountDownLatch(1);
    ExecutorService executor = Executors.newFixedThreadPool(workers);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int worker = 0; worker < workers; worker++) {
        // All in one stripe.
        int index = 4 * worker;
        all.add(
            executor.submit(() -> {
              begin.await();
              for (int i = 1; i <= each; i++) {
                times.record(index, i);
              }
              return null;
            }));
      }
      begin.countDown();
      long nowNs = 0;
      while (!all.stream().allMatch(Future::isDone)) {
        nowNs = Math.min(50 * S, nowNs + S);
        times.rotate(nowNs);
        assertThat(times.summary(nowNs).count()).isBetween(0L, (long) workers * each);
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(times.summary(59 * S).count()).isEqualTo((long) workers * each);
    assertThat(times.summary(59 * S).maxNs()).isEqualTo(each);
  }
}
