package dev.foliot.linux.cgroup;

import static dev.foliot.linux.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CgroupTest {
  private static final String V2_MOUNT =
      "30 24 0:26 / /sys/fs/cgroup rw,nosuid,nodev shared:4 - cgroup2 cgroup2 rw,nsdelegate";

  @TempDir private Path root;
  private FakeKernel kernel;
  private Cgroup cgroup;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
    cgroup = new Cgroup(root, 42);
  }

  /** The reader and process 42 share their mounts. */
  private void mounts(String... lines) {
    kernel.file("proc/self/mountinfo", lines).file("proc/42/mountinfo", lines);
  }

  @Test
  void shouldReadAHostOfTheSecondVersionWithoutLimits() {
    mounts("22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw", V2_MOUNT);
    kernel
        .file("proc/42/cgroup", "0::/user.slice/user-1000.slice/session-2.scope")
        .directory("sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope")
        .file("sys/fs/cgroup/cpuset.cpus.effective", "0-7")
        .file("sys/fs/cgroup/cpu.stat", "usage_usec 123", "user_usec 100", "system_usec 23")
        .file("sys/fs/cgroup/user.slice/memory.max", "max")
        .file("sys/fs/cgroup/user.slice/cpu.max", "max 100000");
    assertThat(cgroup.version()).isEqualTo(Reading.of(Cgroup.Version.V2));
    assertThat(cgroup.cpuQuotaCpus()).isEqualTo(Reading.of(OptionalDouble.empty()));
    assertThat(cgroup.memoryLimitBytes()).isEqualTo(Reading.of(OptionalLong.empty()));
    assertThat(cgroup.cpuset()).hasToString("Value[value=0-7]");
    assertThat(cgroup.throttling()).isEqualTo(Reading.of(new Throttling(0, 0)));
  }

  @Test
  void shouldReadThePressureOfTheOwnGroup() {
    mounts(V2_MOUNT);
    kernel
        .file("proc/42/cgroup", "0::/a/b")
        .file("sys/fs/cgroup/cpu.pressure", "some avg10=0.00 total=999")
        .file("sys/fs/cgroup/a/b/cpu.pressure", "some avg10=1.00 total=123", "full total=4");
    assertThat(cgroup.cpuPressureUs()).isEqualTo(Reading.of(123L));
    kernel.file("sys/fs/cgroup/a/b/cpu.pressure", "none");
    assertThat(reason(cgroup.cpuPressureUs())).contains("cpu.pressure");
    kernel.file("proc/42/cgroup", "0::/a");
    assertThat(reason(cgroup.cpuPressureUs())).contains("cpu.pressure");
  }

  @Test
  void shouldFindAQuotaInAnAncestorSlice() {
    mounts(V2_MOUNT);
    String slice = "sys/fs/cgroup/foliot.slice/";
    String service = slice + "foliot-lab.slice/bench.service/";
    kernel
        .file("proc/42/cgroup", "0::/foliot.slice/foliot-lab.slice/bench.service")
        .file(slice + "cpu.max", "150000 100000")
        .file(slice + "memory.max", "8589934592")
        .file(
            slice + "cpu.stat",
            "usage_usec 9",
            "nr_periods 50",
            "nr_throttled 7",
            "throttled_usec 1200")
        .file(slice + "foliot-lab.slice/cpu.max", "400000 100000")
        .file(slice + "foliot-lab.slice/cpuset.cpus.effective", "2-3")
        .file(service + "cpu.max", "max 100000")
        .file(service + "memory.max", "17179869184")
        .file(
            service + "cpu.stat",
            "usage_usec 9",
            "nr_periods 0",
            "nr_throttled 1",
            "throttled_usec 3");
    assertThat(cgroup.cpuQuotaCpus()).isEqualTo(Reading.of(OptionalDouble.of(1.5)));
    assertThat(cgroup.memoryLimitBytes()).isEqualTo(Reading.of(OptionalLong.of(8L << 30)));
    assertThat(cgroup.cpuset()).isEqualTo(Reading.of(CpuList.of(2, 3)));
    assertThat(cgroup.throttling()).isEqualTo(Reading.of(new Throttling(8, 1_203_000)));
    assertThat(cgroup.throttlingByGroup())
        .isEqualTo(
            Reading.of(
                Map.of(
                    root.resolve(service.substring(0, service.length() - 1)),
                    new Throttling(1, 3_000),
                    root.resolve(slice.substring(0, slice.length() - 1)),
                    new Throttling(7, 1_200_000))));
  }

  @Test
  void shouldMeterTheThrottlingOfTheGroupsThatAProcessWasMovedTo() {
    mounts("22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw", V2_MOUNT);
    kernel
        .file("proc/42/cgroup", "0::/a")
        .file("sys/fs/cgroup/a/cpu.stat", "nr_throttled 1", "throttled_usec 3")
        .file("sys/fs/cgroup/b/cpu.stat", "nr_throttled 9", "throttled_usec 5");
    ThrottlingMeter meter = cgroup.throttlingMeter();
    assertThat(meter.read()).isEqualTo(Reading.of(new Throttling(1, 3_000)));
    kernel
        .file("proc/42/cgroup", "0::/b")
        .file("sys/fs/cgroup/a/cpu.stat", "nr_throttled 2", "throttled_usec 4");
    for (int i = 0; i < ThrottlingMeter.READINGS; i++) {
      assertThat(meter.read()).isEqualTo(Reading.of(new Throttling(2, 4_000)));
    }
    assertThat(meter.read()).isEqualTo(Reading.of(new Throttling(9, 5_000)));
  }

  @Test
  void shouldReadAContainerWithItsOwnNamespace() {
    mounts(
        "700 650 0:50 / / rw,relatime - overlay overlay rw,lowerdir=/a:/b",
        "711 710 0:26 / /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - cgroup2 cgroup rw");
    kernel
        .file("proc/42/cgroup", "0::/")
        .file("sys/fs/cgroup/cpu.max", "50000 100000")
        .file("sys/fs/cgroup/memory.max", "536870912")
        .file("sys/fs/cgroup/cpuset.cpus.effective", "0-3,8")
        .file("sys/fs/cgroup/cpu.stat", "nr_periods 10", "nr_throttled 2", "throttled_usec 5");
    assertThat(cgroup.version()).isEqualTo(Reading.of(Cgroup.Version.V2));
    assertThat(cgroup.cpuQuotaCpus()).isEqualTo(Reading.of(OptionalDouble.of(0.5)));
    assertThat(cgroup.memoryLimitBytes()).isEqualTo(Reading.of(OptionalLong.of(512L << 20)));
    assertThat(cgroup.cpuset()).isEqualTo(Reading.of(CpuList.of(0, 1, 2, 3, 8)));
    assertThat(cgroup.throttling()).isEqualTo(Reading.of(new Throttling(2, 5_000)));
  }

  /** The mounted root is not the hierarchy's: the container's group appears as the mount point. */
  @Test
  void shouldReadADockerContainerOfTheFirstVersion() {
    String group = "/docker/0123456789ab";
    mounts(
        "630 629 0:31 %s /sys/fs/cgroup/cpu,cpuacct ro master:11 - cgroup cgroup rw,cpu,cpuacct"
            .formatted(group),
        "631 629 0:32 %s /sys/fs/cgroup/cpuset ro master:12 - cgroup cgroup rw,cpuset"
            .formatted(group),
        "632 629 0:33 %s /sys/fs/cgroup/memory ro master:13 - cgroup cgroup rw,memory"
            .formatted(group));
    kernel
        .file(
            "proc/42/cgroup",
            "12:memory:" + group,
            "4:cpu,cpuacct:" + group,
            "3:cpuset:" + group,
            "1:name=systemd:" + group,
            "0::" + group)
        .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "250000")
        .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000")
        .file(
            "sys/fs/cgroup/cpu,cpuacct/cpu.stat",
            "nr_periods 100",
            "nr_throttled 3",
            "throttled_time 987654321")
        .file("sys/fs/cgroup/cpuset/cpuset.cpus", "4-7")
        .file("sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824")
        .file("sys/fs/cgroup/memory/memory.stat", "cache 1", "hierarchical_memory_limit 805306368");
    assertThat(cgroup.version()).isEqualTo(Reading.of(Cgroup.Version.V1));
    assertThat(cgroup.cpuQuotaCpus()).isEqualTo(Reading.of(OptionalDouble.of(2.5)));
    assertThat(cgroup.cpuset()).isEqualTo(Reading.of(CpuList.of(4, 5, 6, 7)));
    assertThat(cgroup.memoryLimitBytes()).isEqualTo(Reading.of(OptionalLong.of(768L << 20)));
    assertThat(cgroup.throttling()).isEqualTo(Reading.of(new Throttling(3, 987_654_321)));
  }

  @Test
  void shouldReadTheFirstVersionWithoutLimits() {
    mounts(
        "31 24 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct",
        "32 24 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory");
    kernel
        .file("proc/42/cgroup", "2:memory:/job", "1:cpu,cpuacct:/job")
        .file("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1")
        .file("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000")
        .file(
            "sys/fs/cgroup/cpu/job/cpu.stat", "nr_periods 0", "nr_throttled 0", "throttled_time 0")
        .file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712")
        .file("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "9223372036854710272");
    assertThat(cgroup.version()).isEqualTo(Reading.of(Cgroup.Version.V1));
    assertThat(cgroup.cpuQuotaCpus()).isEqualTo(Reading.of(OptionalDouble.empty()));
    assertThat(cgroup.memoryLimitBytes()).isEqualTo(Reading.of(OptionalLong.empty()));
    assertThat(cgroup.throttling()).isEqualTo(Reading.of(new Throttling(0, 0)));
    assertThat(reason(cgroup.cpuset())).contains("controller cpuset");
  }

  @Test
  void shouldReadControllersOfTheFirstVersionBesideAnEmptySecond() {
    mounts(
        "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755",
        "32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu",
        "34 31 0:31 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset",
        "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory",
        "40 31 0:37 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,name=systemd",
        "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw");
    kernel
        .file(
            "proc/42/cgroup", "9:name=systemd:/", "4:memory:/a/b", "3:cpuset:/", "1:cpu:/", "0::/")
        .file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1")
        .file("sys/fs/cgroup/cpuset/cpuset.cpus", "0-1")
        .file("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "4096")
        .file("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712")
        .file("sys/fs/cgroup/unified/cpu.stat", "usage_usec 1");
    assertThat(cgroup.version()).isEqualTo(Reading.of(Cgroup.Version.HYBRID));
    assertThat(cgroup.cpuQuotaCpus()).isEqualTo(Reading.of(OptionalDouble.empty()));
    assertThat(cgroup.memoryLimitBytes()).isEqualTo(Reading.of(OptionalLong.of(4096)));
    assertThat(cgroup.cpuset()).isEqualTo(Reading.of(CpuList.of(0, 1)));
  }

  @Test
  void shouldSayWhenThereAreNoControlGroups() {
    mounts("22 1 8:1 / / rw - ext4 /dev/sda1 rw");
    for (Reading<?> reading : everything()) {
      assertThat(reason(reading)).contains("proc/42/cgroup").contains("does not exist");
    }
    kernel.file("proc/42/cgroup");
    for (Reading<?> reading : everything()) {
      assertThat(reason(reading)).contains("process 42");
    }
  }

  @Test
  void shouldReachAnotherContainersGroupThroughItsOwnMounts() {
    kernel
        .file("proc/42/cgroup", "0::/../cri-containerd-b.scope")
        .file("proc/self/mountinfo", V2_MOUNT)
        .file(
            "proc/42/mountinfo",
            "91 90 0:26 /../cri-containerd-b.scope /sys/fs/cgroup ro - cgroup2 cgroup rw")
        .file("sys/fs/cgroup/cpu.max", "100000 100000")
        .file("proc/42/root/sys/fs/cgroup/cpu.max", "300000 100000");
    assertThat(cgroup.cpuQuotaCpus()).isEqualTo(Reading.of(OptionalDouble.of(3)));
  }

  @Test
  void shouldSayWhenAGroupLiesOutsideTheNamespace() {
    mounts(V2_MOUNT);
    kernel.file("proc/42/cgroup", "0::/../other").directory("sys/fs/other");
    assertThat(reason(cgroup.cpuQuotaCpus())).contains("/../other");
    kernel.file("proc/42/cgroup", "0::/gone (deleted)");
    assertThat(reason(cgroup.cpuQuotaCpus())).contains("deleted");
  }

  @Test
  void shouldPreferTheMountThatShowsMostAncestors() {
    mounts(
        "30 24 0:26 /pod/app /mnt/app\\040one rw - cgroup2 cgroup2 rw",
        "31 24 0:26 /pod /mnt/pod rw - cgroup2 cgroup2 rw");
    kernel
        .file("proc/42/cgroup", "0::/pod/app")
        .file("mnt/app one/cpu.max", "200000 100000")
        .file("mnt/pod/app/cpu.max", "200000 100000")
        .file("mnt/pod/cpu.max", "100000 100000");
    assertThat(cgroup.cpuQuotaCpus()).isEqualTo(Reading.of(OptionalDouble.of(1)));
    kernel.file(
        "proc/self/mountinfo", "30 24 0:26 /pod/app /mnt/app\\040one rw - cgroup2 cgroup2 rw");
    assertThat(cgroup.cpuQuotaCpus()).isEqualTo(Reading.of(OptionalDouble.of(2)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "100000",
        "x 100000",
        "100000 0",
        "0 100000",
        "-5 100000",
        "1 99999999999999999999"
      })
  void shouldNameTheFileOfAMalformedQuota(String max) {
    mounts(V2_MOUNT);
    kernel.file("proc/42/cgroup", "0::/").file("sys/fs/cgroup/cpu.max", max);
    assertThat(reason(cgroup.cpuQuotaCpus()))
        .contains("sys/fs/cgroup/cpu.max")
        .contains("malformed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nr_throttled",
        "nr_throttled x",
        "nr_throttled 1 2",
        "throttled_usec 9223372036854775807"
      })
  void shouldNameTheFileOfMalformedCounters(String line) {
    mounts(V2_MOUNT);
    kernel.file("proc/42/cgroup", "0::/").file("sys/fs/cgroup/cpu.stat", line);
    assertThat(reason(cgroup.throttling())).contains("cpu.stat").contains("malformed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"30 24 0:26 / /x rw - cgroup2", "30", "a b c d e f g h i j"})
  void shouldNameTheMountTableWhenItIsMalformed(String line) {
    mounts(line);
    kernel.file("proc/42/cgroup", "0::/");
    assertThat(reason(cgroup.cpuQuotaCpus())).contains("mountinfo").contains("malformed");
  }

  @Test
  void shouldGiveWhatWasAddedBetweenTwoReadings() {
    assertThat(new Throttling(5, 900).since(new Throttling(3, 100)))
        .isEqualTo(new Throttling(2, 800));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldReadThisProcessOnTheLiveKernel() {
    Cgroup own = new Cgroup(Path.of("/"), ProcessHandle.current().pid());
    boolean hasGroups = Files.exists(Path.of("/proc/self/cgroup"));
    assertThat(own.version().toOptional().isPresent()).isEqualTo(hasGroups);
    assertThat(own.cpuQuotaCpus().map(q -> q.orElse(1)).orElse(1.0)).isGreaterThan(0);
    assertThat(own.memoryLimitBytes().map(m -> m.orElse(1 << 30)).orElse(1L << 30))
        .isGreaterThan(1 << 20);
    assertThat(own.cpuset().map(CpuList::size).orElse(1)).isPositive();
  }

  private List<Reading<?>> everything() {
    return List.of(
        cgroup.version(),
        cgroup.cpuQuotaCpus(),
        cgroup.memoryLimitBytes(),
        cgroup.cpuset(),
        cgroup.throttling());
  }
}
