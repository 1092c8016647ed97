package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationMeterTest {
  private static final int MESSAGES = 4_000;

  /** An array of 1000 bytes with its header, in steps of eight bytes. */
  private static final long LEAST_ARRAY = 1_008;

  private static final long MOST_ARRAY = 1_024;

  /** The JVM's own threads and the first use of a class allocate now and then. */
  private static final long NOISE_PER_MESSAGE = 100;

  private static double perMessage(BenchTask task, String... options) {
    BenchConfig config =
        BenchConfig.DEFAULT.with(
            Map.of("rate", "20k/s", "warmup", "100ms", "messages", "" + MESSAGES, "alloc", "true"));
    for (int i = 0; i < options.length; i += 2) {
      config = config.with(Map.of(options[i], options[i + 1]));
    }
    Measurement m = BenchRunner.run(task, config);
    assertThat(m.failure()).isNull();
    Measurement.Allocation allocation = Objects.requireNonNull(m.conditions().work().allocation());
    assertThat(allocation.isCounted()).isTrue();
    return (double) allocation.bytes() / m.totals().completed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"inline", "threads:2"})
  void shouldCountWhatAMessageAllocatesInAnyThread(String dispatch) {
    double bytes = perMessage(new Allocating(1_000), "dispatch", dispatch);

    assertThat(bytes).isBetween((double) LEAST_ARRAY, (double) MOST_ARRAY + NOISE_PER_MESSAGE);
  }

  @Test
  void shouldCountAThreadOfTheTask() {
    double bytes = perMessage(new HandingOver(1_000));

    assertThat(bytes).isBetween((double) LEAST_ARRAY, (double) MOST_ARRAY + 2 * NOISE_PER_MESSAGE);
  }

  /** The harness itself allocates nothing for a message; what is left is once for a load. */
  @Test
  void shouldCountNextToNothingOfTheHarness() {
    assertThat(perMessage(new Allocating(0))).isLessThan(NOISE_PER_MESSAGE);
  }

  @Test
  void shouldNotCountUnlessAsked() {
    Measurement m =
        BenchRunner.run(
            new Allocating(0),
            BenchConfig.DEFAULT.with(Map.of("warmup", "0s", "duration", "50ms")));

    assertThat(m.conditions().work().allocation()).isNull();
  }

  @Test
  void shouldCountTheCollectionsOfTheMeasuredLoadByCollector() {
    Measurement m =
        BenchRunner.run(
            new Allocating(0) {
              @Override
              public void send(long id) {
                if (id % 100 == 50) {
                  System.gc();
                }
                super.send(id);
              }
            },
            BenchConfig.DEFAULT.with(Map.of("rate", "1k/s", "warmup", "0s", "messages", "300")));

    assertThat(m.failure()).isNull();
    assertThat(m.conditions().work().gcCount()).isGreaterThanOrEqualTo(3);
    assertThat(m.conditions().work().collectors()).anyMatch(one -> one.count() >= 3);
    assertThat(m.conditions().work().collectors())
        .extracting(Measurement.Collector::name)
        .doesNotHaveDuplicates();
  }

  private static class Allocating implements BenchTask {
    private final int bytes;
    private Bench bench;

    Allocating(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public void setUp(Bench made) {
      bench = made;
    }

    @Override
    public void send(long id) {
      if (bytes > 0) {
        bench.consume(new byte[bytes]);
      }
      bench.done(id);
    }
  }

  /** Works in a thread of its own. */
  private static final class HandingOver implements BenchTask {
    private final int bytes;
    private final BlockingQueue<Long> queue = new LinkedBlockingQueue<>();
    private Thread thread;

    HandingOver(int bytes) {
      this.bytes = bytes;
    }

    @Override
    public void setUp(Bench bench) {
      thread =
          new Thread(() -> {
            try {
              while (true) {
                long id = queue.take();
                bench.consume(new byte[bytes]);
                bench.done(id);
              }
            } catch (InterruptedException e) {
              // the end of the task
            }
          });
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void send(long id) {
      queue.add(id);
    }

    @Override
    public void tearDown() {
      thread.interrupt();
    }
  }
}
