package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.bench.cpus.StartCpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task pins its own thread to a CPU, and the harness goes on as if it had not. */
class PinnedTaskTest {
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** Takes the pin, since it ends with the test. */
  private final ExecutorService caller = Executors.newSingleThreadExecutor();

  private int cpus;
  private String allCpus = "";

  @BeforeEach
  void readCpus() {
    StartCpus.keep();
    cpus = Runtime.getRuntime().availableProcessors();
    allCpus = allowed(Path.of("/proc/thread-self/status"));
    assumeTrue(cpus > 1 && Files.isExecutable(Path.of("/usr/bin/taskset")), "no CPU to pin to");
  }

  @AfterEach
  void endTheThread() {
    caller.shutdown();
  }

  private static String allowed(Path status) {
    try (Stream<String> lines = Files.lines(status)) {
      return lines.filter(line -> line.startsWith(ALLOWED)).findFirst().orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Pins the calling thread to the first of its CPUs. */
  private static void pin() {
    String first = allowed(Path.of("/proc/thread-self/status")).replaceAll("^\\D*(\\d+).*", "$1");
    try {
      Process taskset =
          new ProcessBuilder("taskset", "-pc", first, Long.toString(Crew.osThreadId()))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(taskset.waitFor()).isZero();
      assertThat(allowed(Path.of("/proc/thread-self/status"))).endsWith("\t" + first);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The CPUs of the threads of this process whose name begins so. */
  private static List<String> cpusOf(String name) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      return threads
          .filter(thread -> read(thread.resolve("comm")).startsWith(name))
          .map(thread -> allowed(thread.resolve("status")))
          .toList();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      // that thread has ended
      return "";
    }
  }

  /** Pins itself once, and reads which CPUs the threads of the harness have. */
  private static final class Pinned extends CountingTask {
    private final String where;
    private List<String> pacers = List.of();
    private List<String> workers = List.of();
    private List<String> pauses = List.of();

    Pinned(String where) {
      this.where = where;
      at("constructor");
    }

    private void at(String place) {
      if (place.equals(where)) {
        pin();
      }
    }

    @Override
    public void setUp(Bench bench) throws Exception {
      at("setUp");
      super.setUp(bench);
    }

    @Override
    public void warmedUp() throws Exception {
      super.warmedUp();
      pacers = cpusOf(Crew.THREAD_NAME);
      workers = cpusOf(ExecutorDispatcher.WORKER_NAME);
      pauses = cpusOf(PauseMeter.THREAD_NAME);
    }
  }

  private static BenchConfig config(String dispatch) {
    return BenchConfig.DEFAULT.with(
        Map.of("rate", "5k/s", "warmup", "50ms", "duration", "100ms", "dispatch", dispatch));
  }

  private <T> T inOneThread(Callable<T> call) throws Exception {
    Future<T> result = caller.submit(call);
    return result.get();
  }

  @ParameterizedTest
  @ValueSource(strings = {"constructor", "setUp"})
  void shouldSpinAndCountAllCpusInATaskThatPinsItsThread(String where) throws Exception {
    Pinned[] task = new Pinned[1];

    Measurement m =
        inOneThread(() -> {
          task[0] = new Pinned(where);
          return BenchRunner.run(task[0], config("threads:2"));
        });

    assertThat(m.failure()).isNull();
    assertThat(m.conditions().grantedCpus()).isEqualTo(cpus);
    assertThat(m.conditions().waitMode()).isEqualTo("spin");
    assertThat(task[0].pacers).containsExactly(allCpus);
    assertThat(task[0].workers).hasSize(2).containsOnly(allCpus);
    assertThat(task[0].pauses).containsExactly(allCpus);
  }

  @Test
  void shouldSpinOnTheCpuOfTheThreadThatMeasures() throws Exception {
    Pinned[] task = new Pinned[1];

    Measurement m =
        inOneThread(() -> {
          pin();
          task[0] = new Pinned("nowhere");
          return BenchRunner.runHere(task[0], config("inline"), null, BenchListener.NONE);
        });

    assertThat(m.conditions().grantedCpus()).isEqualTo(cpus);
    assertThat(m.conditions().waitMode()).isEqualTo("spin");
    assertThat(task[0].pauses).containsExactly(allCpus);
    assertThat(inOneThread(() -> allowed(Path.of("/proc/thread-self/status"))))
        .as("the task's own pin")
        .isNotEqualTo(allCpus);
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "virtual", "adaptive-virtual"})
  void shouldSizePoolsByAllCpus(String dispatch) throws Exception {
    assumeTrue(dispatch.equals("adaptive") || Runtime.version().feature() >= 21, "no such threads");

    Measurement m =
        inOneThread(() -> {
          pin();
          return BenchRunner.run(new CountingTask(), config(dispatch));
        });

    assertThat(m.conditions().grantedCpus()).isEqualTo(cpus);
    assertThat(m.failure()).isNull();
  }
}
