package dev.foliot.lab.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadTallyTest {
  @TempDir private Path root;
  private ThreadTally tally;

  @BeforeEach
  void create() {
    tally = new ThreadTally(root);
  }

  private void thread(int tid, String name, long voluntary, long involuntary, String sched)
      throws IOException {
    Path folder = Files.createDirectories(root.resolve("proc/7/task/" + tid));
    Files.writeString(
        folder.resolve("status"),
        "Name:\t"
            + name
            + "\nCpus_allowed_list:\t0-1\nvoluntary_ctxt_switches:\t"
            + voluntary
            + "\nnonvoluntary_ctxt_switches:\t"
            + involuntary
            + "\n");
    Files.writeString(folder.resolve("schedstat"), sched + "\n");
  }

  private void end(int tid) throws IOException {
    Path folder = root.resolve("proc/7/task/" + tid);
    Files.delete(folder.resolve("status"));
    Files.delete(folder.resolve("schedstat"));
    Files.delete(folder);
  }

  private void look() {
    tally.look(Set.of(7L));
  }

  @Test
  void shouldKeepWhatWasSeenOfThreadsThatEnded() throws IOException {
    thread(7, "java", 100, 10, "5000 300 1");
    look();
    thread(7, "java", 103, 11, "5500 310 2");
    thread(8, "ForkJoinPool-1-", 40, 4, "900 70 3");
    look();
    assertThat(tally.threads()).isEqualTo(2);
    assertThat(tally.carriers()).isEqualTo(1);
    end(8);
    look();

    assertThat(tally.voluntary()).isEqualTo(3 + 40);
    assertThat(tally.involuntary()).isEqualTo(1 + 4);
    assertThat(tally.waitNs()).isEqualTo(10 + 70);
    assertThat(tally.onCpuNs()).isEqualTo(500 + 900);
    assertThat(tally.ended()).isEqualTo(1);
    assertThat(tally.threads()).isEqualTo(1);
    assertThat(tally.carriers()).isZero();
  }

  @Test
  void shouldTakeSmallerCountsForAnotherThreadOfThatNumber() throws IOException {
    thread(7, "java", 100, 10, "5000 300 1");
    thread(8, "a", 50, 5, "900 90 1");
    look();
    thread(8, "b", 2, 1, "20 7 1");
    look();

    assertThat(tally.voluntary()).isEqualTo(2);
    assertThat(tally.waitNs()).isEqualTo(7);
    assertThat(tally.ended()).isEqualTo(1);
  }

  @Test
  void shouldSayThatTheKernelTellsNoWaits() throws IOException {
    thread(7, "java", 100, 10, "0 0 0");
    look();
    thread(7, "java", 104, 10, "0 0 0");
    look();
    assertThat(tally.isScheduled()).isFalse();
    assertThat(tally.voluntary()).isEqualTo(4);
  }
}
