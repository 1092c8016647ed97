package dev.foliot.watch.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foliot.linux.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ThreadWaitsTest {
  private static final long PID = 100;

  @TempDir Path root;

  private void thread(long tid, String name, long waitedNs) {
    try {
      Path task = Files.createDirectories(root.resolve("proc/" + PID + "/task/" + tid));
      Files.writeString(task.resolve("comm"), name + "\n");
      Files.writeString(task.resolve("schedstat"), "5 " + waitedNs + " 7\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void end(long tid) throws IOException {
    Path task = root.resolve("proc/" + PID + "/task/" + tid);
    Files.delete(task.resolve("comm"));
    Files.delete(task.resolve("schedstat"));
    Files.delete(task);
  }

  @Test
  void shouldAddUpTheWaitsOfTheProgramsThreads() throws IOException {
    thread(100, "java", 1_000);
    thread(101, "http-1", 10);
    thread(102, "C2 CompilerThre", 10);
    try (ThreadWaits waits = new ThreadWaits(root, PID)) {
      assertThat(waits.grownNs()).isEqualTo(Reading.of(0L));
      thread(101, "http-1", 15);
      thread(102, "C2 CompilerThre", 1_000_000);
      thread(103, "http-2", 3);
      assertThat(waits.grownNs()).isEqualTo(Reading.of(8L));
      end(103);
      thread(100, "java", 1_001);
      assertThat(waits.grownNs()).isEqualTo(Reading.of(1L));
      assertThat(waits.readings()).isEqualTo(3);
    }
  }

  /** Those that wait are seen in the end, however many threads there are. */
  @Test
  void shouldGiveThePlacesOfIdleThreadsToOthers() {
    int many = 2 * ThreadWaits.MOST;
    for (int i = 0; i < many; i++) {
      thread(PID + i, "http-" + i, 1);
    }
    try (ThreadWaits waits = new ThreadWaits(root, PID)) {
      assertThat(waits.grownNs()).isEqualTo(Reading.of(0L));
      long seenNs = 0;
      for (int i = 2; i < ThreadWaits.IDLE_READINGS + 4; i++) {
        thread(PID + many - 1, "http-" + (many - 1), i);
        seenNs += waits.grownNs().orElse(0L);
      }
      // of the time before it had a place nothing is known
      assertThat(seenNs).isBetween(1L, 3L);
    }
  }

  @Test
  void shouldSayThatTheKernelDoesNotCount() throws IOException {
    thread(PID, "java", 0);
    Files.writeString(root.resolve("proc/" + PID + "/task/" + PID + "/schedstat"), "0 0 0\n");
    try (ThreadWaits waits = new ThreadWaits(root, PID);
        ThreadWaits ofNone = new ThreadWaits(root, PID + 1)) {
      assertThat(waits.grownNs()).isInstanceOf(Reading.Unavailable.class);
      assertThat(ofNone.grownNs()).isInstanceOf(Reading.Unavailable.class);
      assertThat(waits.readings()).isZero();
    }
  }

  @Test
  @Timeout(60)
  void shouldSeeThreadsThatShareTheCpus() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    List<Thread> spinning = new ArrayList<>();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      spinning.add(
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                while (!isOver.get()) {
                  Thread.onSpinWait();
                }
              }));
    }
    try (ThreadWaits waits = new ThreadWaits(Path.of("/"), ProcessHandle.current().pid())) {
      assumeThat(waits.grownNs()).isInstanceOf(Reading.Value.class);
      while (waits.grownNs().orElse(0L) < 1_000_000) {
        Thread.onSpinWait();
      }
    } finally {
      isOver.set(true);
      for (Thread one : spinning) {
        one.join();
      }
    }
  }
}
