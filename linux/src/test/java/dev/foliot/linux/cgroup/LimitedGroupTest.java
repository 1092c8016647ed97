package dev.foliot.linux.cgroup;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.LimitedGroup.Limit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitedGroupTest {
  private static final Path LIVE = Path.of("/");

  @TempDir private Path root;

  @Test
  void shouldHoldAProcessThatIsStartedInside() throws Exception {
    String name = "foliot-test-" + ProcessHandle.current().pid();
    Reading<LimitedGroup> made = LimitedGroup.make(LIVE, name, Limit.CPUS, 0.5);
    assumeTrue(made instanceof Reading.Value, "groups can be made here");
    Process sleeper;
    try (LimitedGroup group = value(made)) {
      value(group.enter());
      sleeper = new ProcessBuilder("sleep", "100").start();
      value(group.leave());
      value(group.add(sleeper.pid()));
      try {
        assertThat(value(new Cgroup(LIVE, sleeper.pid()).cpuQuotaCpus()).orElse(9)).isEqualTo(0.5);
        assertThat(value(new Cgroup(LIVE, ProcessHandle.current().pid()).cpuQuotaCpus()).orElse(9))
            .isGreaterThan(0.5);
      } finally {
        sleeper.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      }
    }
    // the group has gone: another of that name can be made
    value(LimitedGroup.make(LIVE, name, Limit.CPUS, 0.5)).close();
  }

  @Test
  void shouldLimitMemory() {
    String name = "foliot-test-memory-" + ProcessHandle.current().pid();
    Reading<LimitedGroup> made = LimitedGroup.make(LIVE, name, Limit.MEMORY_BYTES, 64 << 20);
    assumeTrue(made instanceof Reading.Value, "groups can be made here");
    value(made).close();
  }

  @Test
  void shouldSayWhyNoGroupCanBeMade() throws Exception {
    new FakeKernel(root)
        .file("proc/" + ProcessHandle.current().pid() + "/cgroup", "0::/a")
        .file("proc/self/mountinfo", "1 2 0:3 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw")
        .directory("sys/fs/cgroup/a");

    // a directory of a plain file system gets no control files
    assertThat(reason(LimitedGroup.make(root, "x", Limit.CPUS, 1))).contains("cpu.max");
    assertThat(Files.exists(root.resolve("sys/fs/cgroup/a/x"))).isFalse();
  }

  @Test
  void shouldRefuseWhatIsNoLimit() {
    assertThatThrownBy(() -> LimitedGroup.make(root, "x", Limit.CPUS, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LimitedGroup.make(root, "../x", Limit.CPUS, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LimitedGroup.make(root, "x", Limit.MEMORY_BYTES, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
