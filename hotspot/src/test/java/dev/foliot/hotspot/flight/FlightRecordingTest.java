package dev.foliot.hotspot.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.hotspot.reason.RecordingReason;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whether a JVM can write a file that this process reads. */
@EnabledOnOs(OS.LINUX)
class FlightRecordingTest {
  private static final int NOBODY = 65_534;

  @TempDir Path folder;
  private Path proc;
  private Path scratch;

  @BeforeEach
  void makeAProcess() throws IOException {
    proc = folder.resolve("proc");
    scratch = Files.createDirectories(folder.resolve("scratch"));
    Files.createDirectories(proc.resolve("self"));
    Files.createDirectories(proc.resolve("4711"));
  }

  @Test
  void shouldAskAProcessWithTheSameFiles() {
    long self = ProcessHandle.current().pid();

    assertThat(FlightRecording.separate(Path.of("/proc"), self, scratch)).isEmpty();
  }

  @Test
  void shouldNotAskAProcessInAContainer() throws IOException {
    Path root = Files.createDirectories(proc.resolve("4711/root"));
    assertThat(FlightRecording.separate(proc, 4711, scratch))
        .contains(new RecordingReason.RecordingInContainer(4711));

    Files.createDirectories(root.resolve(Path.of("/").relativize(scratch)));

    assertThat(FlightRecording.separate(proc, 4711, scratch))
        .as("a folder of the same name")
        .contains(new RecordingReason.RecordingInContainer(4711));
  }

  @Test
  void shouldNotAskAProcessOfAnotherUser() throws IOException {
    try {
      Files.setAttribute(proc.resolve("4711"), "unix:uid", NOBODY);
    } catch (FileSystemException e) {
      assumeTrue(false, "only root gives files away");
    }

    assertThat(FlightRecording.separate(proc, 4711, scratch))
        .contains(new RecordingReason.RecordingOfOtherUser(4711, NOBODY));
  }

  /** No process has this number: it is beyond pid_max. */
  private static final long ENDED = 4_194_305;

  private Path left(long pid, String name) throws IOException {
    Path left = Files.createDirectories(folder.resolve("foliot-flight-" + pid + "-" + name));
    Files.writeString(left.resolve("abandoned.jfr"), "FLR");
    return left;
  }

  @Test
  void shouldRemoveWhatKilledProcessesLeftAndNothingElse() throws IOException {
    Path ended = left(ENDED, "1");
    Path inUse = left(ENDED, "2");
    Files.createDirectories(inUse.resolve("2026_11_29_10_00_00_4711"));
    Path own = left(ProcessHandle.current().pid(), "3");
    Path other = Files.createDirectories(folder.resolve("foliot-flight-of-another"));

    FlightRecording.removeAbandoned(folder, Instant.now().minusSeconds(600));
    assertThat(ended).as("it was touched just now").exists();

    FlightRecording.removeAbandoned(folder, Instant.now().plusSeconds(600));
    assertThat(ended).doesNotExist();
    assertThat(inUse).exists();
    assertThat(own.resolve("abandoned.jfr")).exists();
    assertThat(other).exists();
  }

  @Test
  void shouldLeaveAnEndedProcessToItsAnswer() {
    assertThat(FlightRecording.separate(proc, 4712, scratch)).isEmpty();
  }
}
