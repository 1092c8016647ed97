package dev.foliot.linux.proc;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class ProcessStatTest {
  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
  }

  /** A line of the file: user and system time of {@code ticks} each. */
  public static String line(String name, long ticks, int nice, int policy) {
    return "7 ("
        + name
        + ") S 1 2 3 0 -1 4194304 5 6 7 8 "
        + (ticks + " " + ticks + " 11 12 20 ")
        + (nice + " 4 0 123456 9 10 18446744073709551615 1 1 1 1 1 1 1 1 1 1 0 0 17 0 0 ")
        + (policy + " 0 0 0 1 1 1 1 1 1 1 0");
  }

  @Test
  void shouldReadTimesAndPriority() {
    kernel.file("proc/7/stat", line("java", 50, 10, 3));
    assertThat(ProcessStat.of(root, 7))
        .isEqualTo(Reading.of(new ProcessStat(7, "java", 100, 123_456, 10, 3)));
    kernel.file("proc/7/stat", line("java", 0, -20, 0));
    assertThat(value(ProcessStat.of(root, 7)).nice()).isEqualTo(-20);
  }

  @ParameterizedTest
  @ValueSource(strings = {")", "a) S 1 2", "((x", "\u001b[2J", "a\nb", ""})
  void shouldTakeAnyName(String name) {
    kernel.file("proc/7/stat", line(name, 1, 0, 0));
    assertThat(value(ProcessStat.of(root, 7)).name()).isEqualTo(name);
  }

  @Test
  void shouldRefuseWhatIsMalformed() {
    kernel.file("proc/7/stat", line("java", 1, 20, 0));
    assertThat(reason(ProcessStat.of(root, 7))).contains("malformed nice '20'");
    kernel.file("proc/7/stat", line("java", 1, -21, 0));
    assertThat(reason(ProcessStat.of(root, 7))).contains("malformed nice");
    kernel.file("proc/7/stat", line("java", Long.MAX_VALUE, 0, 0));
    assertThat(reason(ProcessStat.of(root, 7))).contains("malformed utime");
    kernel.file("proc/7/stat", line("java", 1, 0, 1000));
    assertThat(reason(ProcessStat.of(root, 7))).contains("malformed policy");
    kernel.file("proc/7/stat", "7 (java) S 1");
    assertThat(reason(ProcessStat.of(root, 7))).contains("malformed line");
    assertThat(reason(ProcessStat.of(root, 8))).contains("does not exist");
  }

  @Test
  void shouldLeaveOutProcessesThatCannotBeRead() {
    kernel
        .file("proc/7/stat", line("java", 1, 0, 0))
        .file("proc/8/stat", "gone")
        .directory("proc/9")
        .directory("proc/x");
    assertThat(value(ProcessStat.all(root))).extracting(ProcessStat::pid).containsExactly(7L);
  }

  @Test
  void shouldSayThatNoProcessCanBeSeen() {
    assertThat(reason(ProcessStat.all(root))).contains("no process");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldSeeItselfOnTheLiveKernel() {
    Path live = Path.of("/");
    long pid = ProcessHandle.current().pid();
    assertThat(value(ProcessStat.all(live)))
        .anySatisfy(process -> {
          assertThat(process.pid()).isEqualTo(pid);
          assertThat(process.startTicks()).isPositive();
        });
  }
}
