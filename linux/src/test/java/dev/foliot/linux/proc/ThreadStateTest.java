package dev.foliot.linux.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadStateTest {
  @TempDir private Path root;

  private Reading<ThreadState> read(String stat) throws IOException {
    Path folder = Files.createDirectories(root.resolve("proc/7/task/8"));
    Files.writeString(folder.resolve("stat"), stat);
    return ThreadState.of(root, 7, 8);
  }

  @ParameterizedTest
  @CsvSource({"R, RUNNABLE", "S, ASLEEP", "D, BLOCKED", "t, STOPPED", "T, STOPPED", "Z, ENDED"})
  void shouldReadWhatAThreadDoes(String letter, ThreadState state) throws IOException {
    assertThat(read("8 (a (b) c) R) " + letter + " 1 2 3\n")).isEqualTo(Reading.of(state));
  }

  @ParameterizedTest
  @CsvSource({"8 (a) ? 1 2", "8 (a)", "8"})
  void shouldRefuseWhatMakesNoSense(String stat) throws IOException {
    assertThat(read(stat + "\n")).isInstanceOf(Reading.Unavailable.class);
  }

  @Test
  void shouldSayThatAThreadHasEnded() {
    assertThat(ThreadState.of(root, 7, 9)).isInstanceOf(Reading.Unavailable.class);
  }
}
