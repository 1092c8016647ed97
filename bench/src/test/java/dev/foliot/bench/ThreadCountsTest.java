package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThreadCountsTest extends SharedRecorderContract {
  private static final int CPUS = 2;

  @Override
  Recorder newRecorder() {
    return recorder(new ThreadCounts(CPUS));
  }

  private static Recorder recorder(ThreadCounts counts) {
    return new Recorder() {
      @Override
      public void record(long ns) {
        counts.record(ns);
      }

      @Override
      public Durations read() {
        return counts.read();
      }
    };
  }

  @Test
  void shouldLoseNothingWhateverTheNumberOfCpus() throws InterruptedException {
    for (int cpus : new int[] {1, 2, 3, 7, 64, 192}) {
      ThreadCounts counts = new ThreadCounts(cpus);
      for (int i = 0; i < 20; i++) {
        inAThread(() -> record(counts, 100));
      }
      assertThat(counts.read().count()).as("%d CPUs", cpus).isEqualTo(2_000);
    }
  }

  @Test
  void shouldNotGrowWithTheNumberOfThreads() throws InterruptedException {
    ThreadCounts counts = new ThreadCounts(CPUS);
    for (int i = 0; i < 50; i++) {
      inAThread(() -> record(counts, 1));
    }
    AtomicLong bytes = new AtomicLong();
    for (int i = 0; i < 300; i++) {
      inAThread(() -> bytes.addAndGet(Allocation.bytesOf(() -> record(counts, 10))));
    }
    // counts of one more thread would be more than a hundred thousand
    assertThat(bytes.get()).as("bytes that 300 further threads allocate").isLessThan(100_000);
    assertThat(counts.read().count()).isEqualTo(3_050);
  }

  @Test
  void shouldAllocateNothingOnceAThreadIsKnown() {
    ThreadCounts counts = new ThreadCounts(CPUS);
    record(counts, 10);
    assertThat(Allocation.bytesOf(() -> record(counts, 100_000))).isZero();
  }

  private static void record(ThreadCounts counts, int times) {
    for (int i = 0; i < times; i++) {
      counts.record(i);
    }
  }

  private static void inAThread(Runnable action) throws InterruptedException {
    Thread thread = new Thread(action);
    thread.start();
    thread.join();
  }
}
