package dev.foliot.pool.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.pool.control.CpuReading;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CpuMeterTest {
  private static final String V2 = "31 23 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate";
  private static final long S = 1_000_000_000;

  @TempDir private Path root;
  private FakeTree tree;
  private int processors = 8;
  private long processNs;
  private double load = -1;
  private CpuMeter meter;

  @BeforeEach
  void create() {
    tree = new FakeTree(root);
    meter = new CpuMeter(root, () -> processors, () -> processNs, () -> load);
  }

  private double cpus() {
    return meter.read(0).cpus();
  }

  @Test
  void shouldKnowNothingButTheCpusWithoutAnyFile() {
    processNs = -1;
    assertThat(meter.read(0)).isEqualTo(CpuReading.unknown(8));
    assertThat(meter.read(S)).isEqualTo(CpuReading.unknown(8));
  }

  @Test
  void shouldTakeAFractionOfACpuFromAContainersOwnNamespace() {
    tree.file("proc/self/cgroup", "0::/").file("proc/self/mountinfo", V2);
    tree.file("sys/fs/cgroup/cpu.max", "50000 100000");
    assertThat(cpus()).isEqualTo(0.5);
  }

  @Test
  void shouldTakeTheLeastQuotaUpToTheRoot() {
    tree.file("proc/self/cgroup", "0::/a.slice/b.service").file("proc/self/mountinfo", V2);
    tree.file("sys/fs/cgroup/a.slice/cpu.max", "150000 100000");
    tree.file("sys/fs/cgroup/a.slice/b.service/cpu.max", "400000 100000");
    assertThat(cpus()).isEqualTo(1.5);
  }

  @Test
  void shouldReadTheFirstVersion() {
    tree.file("proc/self/cgroup", "9:name=systemd:/", "4:cpu,cpuacct:/docker/0a", "0::/");
    tree.file(
        "proc/self/mountinfo",
        "32 31 0:29 /docker/0a /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct");
    tree.file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "250000");
    tree.file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
    assertThat(cpus()).isEqualTo(2.5);
  }

  @Test
  void shouldReadTheFirstVersionWhereBothAreMounted() {
    tree.file("proc/self/cgroup", "1:cpu:/x", "0::/");
    tree.file(
        "proc/self/mountinfo",
        "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu",
        "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw");
    tree.file("sys/fs/cgroup/unified/cpu.max", "100000 100000");
    tree.file("sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "300000");
    tree.file("sys/fs/cgroup/cpu/x/cpu.cfs_period_us", "100000");
    assertThat(cpus()).isEqualTo(3);
  }

  @Test
  void shouldTakeTheMountPointWhereTheGroupIsOutsideIt() {
    tree.file("proc/self/cgroup", "0::/../../elsewhere").file("proc/self/mountinfo", V2);
    tree.file("sys/fs/cgroup/cpu.max", "200000 100000");
    assertThat(cpus()).isEqualTo(2);
  }

  @Test
  void shouldFindAMountPointWithASpace() {
    tree.file("proc/self/cgroup", "0::/");
    tree.file("proc/self/mountinfo", "31 23 0:28 / /my\\040groups rw - cgroup2 cgroup2 rw");
    tree.file("my groups/cpu.max", "200000 100000");
    assertThat(cpus()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max 100000",
        "",
        "rubbish",
        "1e3 100000",
        "-1 100000",
        "0 100000",
        "100000 0",
        "100000",
        "99999999999999999999999999 100000",
        "9223372036854775807 1",
        "800000 100000"
      })
  void shouldTakeAllProcessorsUnlessAQuotaIsLess(String max) {
    tree.file("proc/self/cgroup", "0::/").file("proc/self/mountinfo", V2);
    tree.file("sys/fs/cgroup/cpu.max", max);
    assertThat(cpus()).isEqualTo(8);
  }

  @Test
  void shouldTakeAllProcessorsWhenAFileIsADirectory() throws Exception {
    tree.file("proc/self/cgroup", "0::/").file("proc/self/mountinfo", "short", "", V2);
    Files.createDirectories(root.resolve("sys/fs/cgroup/cpu.max"));
    Files.createDirectories(root.resolve("proc/stat"));
    assertThat(cpus()).isEqualTo(8);
    assertThat(meter.read(S).machineBusy()).isNaN();
  }

  @Test
  void shouldSeeAChangedQuotaAndChangedProcessorsWithinASecond() {
    tree.file("proc/self/cgroup", "0::/").file("proc/self/mountinfo", V2);
    tree.file("sys/fs/cgroup/cpu.max", "50000 100000");
    assertThat(cpus()).isEqualTo(0.5);
    tree.file("sys/fs/cgroup/cpu.max", "max 100000");
    processors = 4;
    assertThat(meter.read(S / 2).cpus()).isEqualTo(0.5);
    assertThat(meter.read(S).cpus()).isEqualTo(4);
  }

  @Test
  void shouldPassOnThatMoreCpusWereUsedThanThereAre() {
    processors = 1;
    meter.read(0);
    processNs = 110_000_000;
    assertThat(meter.read(100_000_000).processCpus()).isEqualTo(1.1, within(1e-9));
  }

  @Test
  void shouldRepeatItselfUntilTheTicksOfTheClockSaySomething() {
    meter.read(0);
    processNs = S;
    assertThat(meter.read(S).processCpus()).isEqualTo(1);
    processNs = S + 10_000_000;
    assertThat(meter.read(S + 10_000_000).processCpus()).isEqualTo(1);
    processNs = S + 20_000_000;
    assertThat(meter.read(S + 40_000_000).processCpus()).isEqualTo(0.5);
  }

  @Test
  void shouldNotKnowTheProcessWhoseClockIsMissingOrGoesBack() {
    processNs = 5;
    meter.read(0);
    processNs = 4;
    assertThat(meter.read(S).processCpus()).isNaN();
    processNs = -1;
    assertThat(meter.read(2 * S).processCpus()).isNaN();
    processNs = S;
    assertThat(meter.read(3 * S).processCpus()).isNaN();
  }

  @Test
  void shouldCountStolenTimeAsBusyAndWaitingForADiskAsIdle() {
    tree.file("proc/stat", "cpu  100 0 0 1000 0 0 0 0 0 0", "intr 5");
    meter.read(0);
    // 10 for the user, of them 4 for a guest; 20 stolen; 30 idle; 40 waiting for a disk.
    tree.file("proc/stat", "cpu  110 0 0 1030 40 0 0 20 4 0", "intr 5");
    assertThat(meter.read(S).machineBusy()).isEqualTo(0.3, within(1e-9));
  }

  @Test
  void shouldLookOnlyAtTheCpusOnWhichTheProcessMayRun() {
    tree.file("proc/self/status", "Name:\tjava", "Cpus_allowed_list:\t1,3-4");
    stat(0, 0, 0, 0);
    meter.read(0);
    stat(100, 50, 100, 0);
    assertThat(meter.read(S).machineBusy()).isEqualTo(0.25, within(1e-9));
  }

  /** Writes figures of four CPUs: each has 100 ticks more, with this many of them busy. */
  private void stat(int... busy) {
    int before = busy[0] == 0 ? 100 : 0;
    String[] lines = new String[busy.length + 2];
    lines[0] = "cpu  1 2 3 4";
    for (int i = 0; i < busy.length; i++) {
      lines[i + 1] = "cpu%d %d 0 0 %d".formatted(i, 100 + busy[i], 300 - before - busy[i]);
    }
    lines[busy.length + 1] = "ctxt 1";
    tree.file("proc/stat", lines);
  }

  @ParameterizedTest
  @CsvSource({"0.25, 0.25", "-1, NaN", "NaN, NaN", "1.5, NaN"})
  void shouldAskTheJvmForTheLoadWhereThereIsNoStat(double said, Double expected) {
    load = said;
    meter.read(0);
    assertThat(meter.read(S).machineBusy()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cpu",
        "cpu  a b c d",
        "rubbish",
        "cpu  0 0 0 0",
        "cpu -1 99999999999999999999999"
      })
  void shouldNotKnowTheMachineWhenStatIsRubbish(String line) {
    tree.file("proc/stat", line);
    meter.read(0);
    assertThat(meter.read(S).machineBusy()).isNaN();
  }

  @Test
  void shouldTellTheShareOfTimeInWhichAQuotaHeldItBack() {
    tree.file("proc/self/cgroup", "0::/a").file("proc/self/mountinfo", V2);
    tree.file("sys/fs/cgroup/a/cpu.max", "50000 100000");
    tree.file("sys/fs/cgroup/a/cpu.stat", "nr_throttled 3", "throttled_usec 7000000");
    // Without a quota, the root is not read.
    tree.file("sys/fs/cgroup/cpu.stat", "throttled_usec 0");
    meter.read(0);
    tree.file("sys/fs/cgroup/a/cpu.stat", "nr_throttled 4", "throttled_usec 7250000");
    tree.file("sys/fs/cgroup/cpu.stat", "throttled_usec 500000");
    assertThat(meter.read(S).throttled()).isEqualTo(0.25, within(1e-9));
    tree.file("sys/fs/cgroup/a/cpu.stat", "throttled_usec 99000000");
    assertThat(meter.read(2 * S).throttled()).isEqualTo(1);
    tree.remove("sys/fs/cgroup/a/cpu.stat");
    assertThat(meter.read(3 * S).throttled()).isZero();
  }

  @Test
  void shouldReadThrottlingOfTheFirstVersion() {
    tree.file("proc/self/cgroup", "1:cpu:/");
    tree.file("proc/self/mountinfo", "32 31 0:29 / /cpu rw - cgroup cgroup rw,cpu");
    tree.file("cpu/cpu.cfs_quota_us", "300000").file("cpu/cpu.cfs_period_us", "100000");
    tree.file("cpu/cpu.stat", "throttled_time 1000");
    meter.read(0);
    tree.file("cpu/cpu.stat", "throttled_time 500001000");
    assertThat(meter.read(S).throttled()).isEqualTo(0.5, within(1e-9));
  }

  @Test
  void shouldNotBeThrottledWithoutAQuota() {
    tree.file("proc/self/cgroup", "0::/").file("proc/self/mountinfo", V2);
    meter.read(0);
    assertThat(meter.read(S).throttled()).isZero();
  }

  /** Spins for a fifth of a second: the figures must exist, not be precise. */
  @Test
  void shouldReadThisProcess() {
    CpuMeter real = CpuMeter.ofThisProcess();
    assertThat(real.read(System.nanoTime()).cpus()).isPositive();
    long endNs = System.nanoTime() + 200_000_000;
    while (System.nanoTime() < endNs) {
      Thread.onSpinWait();
    }
    assertThat(real.read(System.nanoTime()).processCpus()).isPositive();
  }
}
