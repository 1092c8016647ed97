package dev.foliot.linux.cgroup;

import static dev.foliot.linux.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CgroupQuotaProbeTest {
  private static final long PID = ProcessHandle.current().pid();

  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
  }

  private void group(String type, String options, String line) {
    kernel
        .file("proc/7/cgroup", line)
        .file("proc/self/mountinfo", "30 24 0:26 / /cg rw - " + type + " x " + options)
        .directory("cg/a/b");
  }

  @Test
  void shouldSayThatTheControllerIsNotDelegated() throws IOException {
    group("cgroup2", "rw", "0::/a/b");
    Reading<Path> answer = CgroupQuotaProbe.attempt(root, 7);
    assertThat(reason(answer)).contains("below " + root.resolve("cg/a/b")).contains("no cpu.max");
    assertThat(answer.toString()).contains("cgroup.subtree_control", "Delegate=yes");
    assertThat(nothingIsLeftBelow(root)).isTrue();
  }

  @Test
  void shouldKnowTheFirstVersion() throws IOException {
    group("cgroup", "rw,cpu", "1:cpu:/a/b");
    assertThat(reason(CgroupQuotaProbe.attempt(root, 7))).contains("no cpu.cfs_quota_us");
    assertThat(nothingIsLeftBelow(root)).isTrue();
  }

  @Test
  void shouldSayWhatIsInTheWay() {
    group("cgroup2", "rw", "0::/");
    kernel.file("cg/foliot-probe-" + PID, "in the way");
    assertThat(reason(CgroupQuotaProbe.attempt(root, 7))).contains("cannot be made");
  }

  @Test
  void shouldSayThatThereIsNoSuchController() {
    kernel.file("proc/7/cgroup", "1:memory:/");
    assertThat(reason(CgroupQuotaProbe.attempt(root, 7))).contains("controller cpu");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldLeaveNothingOnTheLiveKernel() throws IOException {
    switch (CgroupQuotaProbe.attempt(Path.of("/"), PID)) {
      case Reading.Value<Path>(Path parent) ->
          assertThat(parent.resolve("foliot-probe-" + PID)).doesNotExist();
      case Reading.Unavailable<Path> none -> assertThat(none.remedy()).isNotBlank();
    }
  }

  private static boolean nothingIsLeftBelow(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.noneMatch(path -> path.getFileName().toString().startsWith("foliot-probe"));
    }
  }
}
