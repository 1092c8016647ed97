package dev.foliot.pool.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadLimitTest {
  private static final long MB = 1 << 20;

  @TempDir Path root;
  private FakeTree tree;

  @BeforeEach
  void writeAMachineWithoutLimits() {
    tree = new FakeTree(root);
    tree.file("proc/meminfo", "MemTotal:       67108864 kB", "MemFree: 1 kB");
    tree.file("proc/sys/kernel/threads-max", "500000");
    tree.file(
        "proc/self/limits",
        "Limit                     Soft Limit           Hard Limit           Units",
        "Max processes             unlimited            unlimited            processes");
    tree.file("proc/self/cgroup", "0::/app");
    tree.file("proc/self/mountinfo", "30 20 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw");
    tree.file("sys/fs/cgroup/app/pids.max", "max");
    tree.file("sys/fs/cgroup/app/memory.max", "max");
  }

  private ThreadLimit read() {
    return ThreadLimit.read(root, 256 * MB);
  }

  @Test
  void shouldBeTheMostOfAProcessWithoutLimits() {
    assertThat(read().threads()).isEqualTo(ThreadLimit.MOST);
    assertThat(ThreadLimit.ofThisProcess().threads()).isBetween(16, ThreadLimit.MOST);
  }

  @Test
  void shouldLeaveHalfOfTheProcessesToOthers() {
    tree.file("sys/fs/cgroup/app/pids.max", "1000");
    assertThat(read())
        .isEqualTo(new ThreadLimit(500, "pids.max is 1,000, half of which is for others"));
    tree.file("sys/fs/cgroup/pids.max", "200");
    assertThat(read().threads()).isEqualTo(100);
  }

  @Test
  void shouldReadVersionOneToo() {
    tree.file("proc/self/cgroup", "8:pids:/app", "5:memory:/app", "0::/");
    tree.file(
        "proc/self/mountinfo",
        "30 20 0:26 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids",
        "31 20 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory");
    tree.file("sys/fs/cgroup/pids/app/pids.max", "64");
    assertThat(read().threads()).isEqualTo(32);
    tree.file("sys/fs/cgroup/memory/app/memory.limit_in_bytes", "260046848");
    assertThat(read().threads()).isEqualTo(16);
    assertThat(read().reason()).contains("MB of memory");
  }

  @Test
  void shouldKnowTheLimitsOfTheUserAndTheKernel() {
    tree.file("proc/sys/kernel/threads-max", "7000");
    assertThat(read().reason()).startsWith("kernel.threads-max is 7,000");
    tree.file(
        "proc/self/limits", "Max processes             1024                 2048        processes");
    assertThat(read())
        .isEqualTo(new ThreadLimit(512, "ulimit -u is 1,024, half of which is for others"));
  }

  @Test
  void shouldLeaveTheHeapItsMemory() {
    tree.file("sys/fs/cgroup/app/memory.max", String.valueOf(512 * MB));
    assertThat(read().threads()).isEqualTo(1024);
    assertThat(ThreadLimit.read(root, 1024 * MB).threads()).isEqualTo(16);
  }

  @Test
  void shouldNotFailWhereNothingCanBeRead() {
    assertThat(ThreadLimit.read(root.resolve("nothing"), MB).threads()).isEqualTo(ThreadLimit.MOST);
  }
}
