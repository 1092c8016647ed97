package dev.foliot.linux.proc;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessTimesTest {
  @TempDir private Path root;

  @Test
  void shouldReadTimesWhateverTheName() {
    new FakeKernel(root).file("proc/7/stat", ProcessStatTest.line("a) S (b\nc", 50, 0, 0));
    assertThat(ProcessTimes.of(root, 7))
        .isEqualTo(Reading.of(new ProcessTimes(50, 50, 11, 12, 4, 123_456)));
  }

  @Test
  void shouldRefuseWhatIsMalformed() {
    FakeKernel kernel = new FakeKernel(root).file("proc/7/stat", "7 (java) S 1 2");
    assertThat(reason(ProcessTimes.of(root, 7))).contains("malformed line");
    kernel.file("proc/7/stat", ProcessStatTest.line("java", -1, 0, 0));
    assertThat(reason(ProcessTimes.of(root, 7))).contains("malformed CPU times");
    assertThat(reason(ProcessTimes.of(root, 8))).contains("does not exist");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReadItsOwn() {
    ProcessTimes times = value(ProcessTimes.of(Path.of("/"), ProcessHandle.current().pid()));
    assertThat(times.threads()).isGreaterThan(1);
    assertThat(times.startTicks()).isPositive();
  }
}
