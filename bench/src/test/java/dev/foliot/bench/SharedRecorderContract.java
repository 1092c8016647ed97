package dev.foliot.bench;

import static dev.foliot.bench.Refused.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Further rules for a recorder that several threads may fill. */
abstract class SharedRecorderContract extends RecorderContract {
  private static final int PER_THREAD = 2_000;

  @Test
  void shouldLoseNothingOfManyPlatformThreads() throws Exception {
    for (int threads : new int[] {2, 8, 64}) {
      ExecutorService pool = Executors.newFixedThreadPool(threads);
      try {
        assertNothingLost(pool, threads, threads);
      } finally {
        pool.shutdownNow();
      }
    }
  }

  @Test
  void shouldLoseNothingOfManyVirtualThreads() throws Exception {
    if (Runtime.version().feature() < 21) {
      refused(VirtualThreads::newExecutor).contains("need JDK 21");
      return;
    }
    ExecutorService virtual = VirtualThreads.newExecutor();
    try {
      assertNothingLost(virtual, 1_000, 0);
    } finally {
      virtual.shutdownNow();
    }
  }

  @Test
  void shouldLoseNothingOfThreadsThatComeOneAfterTheOther() throws Exception {
    Recorder recorder = newRecorder();
    for (int i = 0; i < 500; i++) {
      long ns = i;
      Thread thread = new Thread(() -> recorder.record(ns));
      thread.start();
      thread.join();
    }
    assertThat(recorder.read().count()).isEqualTo(500);
    assertThat(recorder.read().maxNs()).isEqualTo(499);
    assertThat(recorder.read().sumNs()).isEqualTo(BigInteger.valueOf(499 * 250));
  }

  /** Runs tasks that begin together and record at once, given a thread for each. */
  private void assertNothingLost(ExecutorService threads, int tasks, int together)
      throws Exception {
    Recorder recorder = newRecorder();
    CountDownLatch start = new CountDownLatch(together);
    List<Future<Histogram>> parts = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      long seed = task;
      parts.add(
          threads.submit(() -> {
            start.countDown();
            start.await();
            return record(recorder, seed);
          }));
    }
    Histogram all = new Histogram(Counts.SIGNIFICANT_DIGITS);
    BigInteger sum = BigInteger.ZERO;
    for (int task = 0; task < tasks; task++) {
      all.add(parts.get(task).get());
      sum = sum.add(BigInteger.valueOf(sumOf(task)));
    }
    Durations recorded = recorder.read();
    assertThat(recorded.count()).isEqualTo((long) tasks * PER_THREAD);
    assertThat(recorded.histogram()).isEqualTo(all);
    assertThat(recorded.sumNs()).isEqualTo(sum);
    assertThat(recorded.minNs()).isEqualTo(1);
    assertThat(recorded.maxNs()).isEqualTo(greatest(tasks - 1));
  }

  private static Histogram record(Recorder recorder, long seed) {
    Histogram mine = new Histogram(Counts.SIGNIFICANT_DIGITS);
    for (long ns : values(seed)) {
      recorder.record(ns);
      mine.recordValue(ns);
    }
    return mine;
  }

  private static long sumOf(long seed) {
    long sum = 0;
    for (long ns : values(seed)) {
      sum += ns;
    }
    return sum;
  }

  /** The least of all is the first task's, the greatest the last one's. */
  private static long[] values(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] values = new long[PER_THREAD];
    Arrays.setAll(values, i -> 2 + random.nextLong(1L << random.nextInt(1, 40)));
    values[PER_THREAD / 2] = seed == 0 ? 1 : 2;
    values[PER_THREAD - 1] = greatest(seed);
    return values;
  }

  private static long greatest(long seed) {
    return (1L << 41) + seed;
  }
}
