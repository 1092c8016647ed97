package dev.foliot.watch.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFollowerTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("access.log");
  }

  private void append(String text) throws IOException {
    Files.writeString(file(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Test
  void shouldReadWholeLinesFromTheEndOn() throws IOException {
    append("before\n");
    try (LogFollower follower = new LogFollower(file())) {
      assertThat(follower.lines()).isEmpty();
      append("one\r\ntwo\nthr");
      assertThat(follower.lines()).containsExactly("one", "two");
      assertThat(follower.lines()).isEmpty();
      append("ee\n");
      assertThat(follower.lines()).containsExactly("three");
    }
  }

  @Test
  void shouldFollowAFileThatIsRenamedAndBegunAnew() throws IOException {
    append("");
    try (LogFollower follower = new LogFollower(file())) {
      append("old 1\n");
      Files.move(file(), folder.resolve("access.log.1"));
      Files.writeString(folder.resolve("access.log.1"), "old 2\n", StandardOpenOption.APPEND);
      append("new 1\n");
      assertThat(follower.lines()).containsExactly("old 1", "old 2", "new 1");
      append("new 2\n");
      assertThat(follower.lines()).containsExactly("new 2");
    }
  }

  @Test
  void shouldFollowAFileThatIsCut() throws IOException {
    append("a long line before\n");
    try (LogFollower follower = new LogFollower(file())) {
      Files.writeString(file(), "new\n", StandardOpenOption.TRUNCATE_EXISTING);
      assertThat(follower.lines()).containsExactly("new");
    }
  }

  @Test
  void shouldWaitForAFileThatIsNotThereYet() throws IOException {
    try (LogFollower follower = new LogFollower(file())) {
      assertThat(follower.lines()).isEmpty();
      append("first\n");
      assertThat(follower.lines()).containsExactly("first");
    }
  }

  @Test
  void shouldLeaveOutALineThatNeverEnds() throws IOException {
    append("");
    try (LogFollower follower = new LogFollower(file())) {
      Files.write(
          file(),
          "x".repeat(200_000).getBytes(StandardCharsets.US_ASCII),
          StandardOpenOption.APPEND);
      append("\nshort\n");
      assertThat(follower.lines()).containsExactly("short");
    }
  }
}
