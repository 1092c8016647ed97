package dev.foliot.watch.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
      List<String> lines = new ArrayList<>();
      do {
        lines.addAll(follower.lines());
      } while (follower.isBehind());
      assertThat(lines).containsExactly("short");
    }
  }

  /**
   * Cut and grown beyond the old end before it is looked at again, as by logrotate copytruncate.
   */
  @Test
  void shouldFollowAFileThatWasCutAndHasGrownAgain() throws IOException {
    append("old 1\n");
    try (LogFollower follower = new LogFollower(file())) {
      append("old 2\n");
      assertThat(follower.lines()).containsExactly("old 2");
      Files.writeString(file(), "new 1\nnew 2\nnew 3\n", StandardOpenOption.TRUNCATE_EXISTING);
      assertThat(follower.lines()).containsExactly("new 1", "new 2", "new 3");
    }
  }

  /** A writer that does not append goes on at its old place. */
  @Test
  void shouldPassOverTheZerosBeforeAWriterThatGoesOn() throws IOException {
    append("");
    try (LogFollower follower = new LogFollower(file());
        FileChannel writer = FileChannel.open(file(), StandardOpenOption.WRITE)) {
      writer.write(bytes("one\n".repeat(5_000)));
      assertThat(follower.lines()).hasSize(5_000);
      try (FileChannel other = FileChannel.open(file(), StandardOpenOption.WRITE)) {
        other.truncate(0);
      }
      writer.write(bytes("two\nthree\n"));
      assertThat(follower.lines()).containsExactly("two", "three");
    }
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldFollowAFileThatIsDeletedAndMadeAgain() throws IOException {
    append("before\n");
    try (LogFollower follower = new LogFollower(file())) {
      append("one\n");
      Files.delete(file());
      assertThat(follower.lines()).containsExactly("one");
      assertThat(follower.lines()).isEmpty();
      append("two\n");
      assertThat(follower.lines()).containsExactly("two");
    }
  }

  /** What a rotation cut in half is no line of the next file. */
  @Test
  void shouldForgetAHalfLineOfTheOldFile() throws IOException {
    append("");
    try (LogFollower follower = new LogFollower(file())) {
      append("whole\nhal");
      assertThat(follower.lines()).containsExactly("whole");
      Files.move(file(), folder.resolve("access.log.1"));
      append("new\n");
      assertThat(follower.lines()).containsExactly("new");
    }
  }

  @Test
  void shouldTakeTheSameRoomForALineOfAHundredMegabytes() throws IOException {
    append("");
    try (LogFollower follower = new LogFollower(file());
        FileChannel writer = FileChannel.open(file(), StandardOpenOption.APPEND)) {
      byte[] some = new byte[1 << 20];
      Arrays.fill(some, (byte) 'x');
      for (int i = 0; i < 100; i++) {
        writer.write(ByteBuffer.wrap(some));
        do {
          assertThat(follower.lines()).isEmpty();
        } while (follower.isBehind());
      }
      append("\nshort\n");
      assertThat(follower.lines()).containsExactly("short");
    }
  }

  /** It is sparse: it takes no room. */
  @Test
  void shouldPassOverWhatIsFarBehind() throws IOException {
    append("");
    try (LogFollower follower = new LogFollower(file());
        FileChannel writer = FileChannel.open(file(), StandardOpenOption.WRITE)) {
      assertThat(follower.lines()).isEmpty();
      long bytes = 10L << 30;
      writer.write(bytes("\n"), bytes - 1);
      assertThat(follower.lines()).isEmpty();
      assertThat(follower.takePassedOver()).isEqualTo(bytes);
      assertThat(follower.takePassedOver()).isZero();
      append("the rest of a line\nnext\n");
      assertThat(follower.lines()).containsExactly("next");
    }
  }
}
