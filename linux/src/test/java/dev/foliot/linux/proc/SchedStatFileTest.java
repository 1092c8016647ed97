package dev.foliot.linux.proc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SchedStatFileTest {
  @TempDir Path root;

  @Test
  void shouldReadTheWaitAgainAndAgain() throws IOException {
    Path file = write("1000 77 3\n");
    try (SchedStatFile open = new SchedStatFile(root, 7, 8)) {
      assertThat(open.runQueueWaitNs()).isEqualTo(Reading.of(77L));
      Files.writeString(file, "2000 12345678901 4\n");
      assertThat(open.runQueueWaitNs()).isEqualTo(Reading.of(12_345_678_901L));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "12", "12 ", "a b c", "1 -5 3", "1 99999999999999999999 2"})
  void shouldNotReadWhatTheKernelDoesNotWrite(String text) throws IOException {
    write(text);
    try (SchedStatFile open = new SchedStatFile(root, 7, 8)) {
      Reading<Long> read = open.runQueueWaitNs();
      if (read instanceof Reading.Value<Long>(Long ns)) {
        // an overflow may read as any number, but never below zero
        assertThat(ns).isNotNegative();
      }
    }
  }

  @Test
  void shouldSayWhereThereIsNoSuchThread() {
    try (SchedStatFile none = new SchedStatFile(root, 7, 8)) {
      assertThat(none.runQueueWaitNs()).isInstanceOf(Reading.Unavailable.class);
    }
  }

  private Path write(String text) throws IOException {
    Path folder = Files.createDirectories(root.resolve("proc/7/task/8"));
    return Files.writeString(folder.resolve("schedstat"), text);
  }
}
