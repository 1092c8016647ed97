package dev.foliot.linux.machine;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTest {
  @TempDir private Path root;
  private FakeKernel files;
  private Kernel kernel;

  @BeforeEach
  void create() {
    files = new FakeKernel(root);
    kernel = new Kernel(root);
  }

  @Test
  void shouldReadReleaseAndVersion() {
    files
        .file("proc/sys/kernel/osrelease", "6.8.0-45-generic")
        .file("proc/sys/kernel/version", "#45-Ubuntu SMP PREEMPT_DYNAMIC");
    assertThat(kernel.release()).isEqualTo(Reading.of("6.8.0-45-generic"));
    assertThat(kernel.version()).isEqualTo(Reading.of("#45-Ubuntu SMP PREEMPT_DYNAMIC"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"Debian GNU/Linux 12 (bookworm)\" | Debian GNU/Linux 12 (bookworm)",
        "'Alpine Linux v3.20'               | Alpine Linux v3.20",
        "Arch                               | Arch",
        "\"a \\\"quoted\\\" \\$name\"       | a \"quoted\" $name",
        "\"                                 | \""
      })
  void shouldTakeTheDistributionOutOfItsQuotes(String value, String name) {
    files.file("etc/os-release", "NAME=x", "PRETTY_NAME=" + value, "ID=x");
    assertThat(kernel.distribution()).isEqualTo(Reading.of(name));
  }

  @Test
  void shouldFallBackToTheVendorsOsRelease() {
    assertThat(reason(kernel.distribution())).contains("usr/lib/os-release");
    files.file("usr/lib/os-release", "ID=x");
    assertThat(reason(kernel.distribution())).contains("PRETTY_NAME");
    files.file("usr/lib/os-release", "PRETTY_NAME=\"\"");
    assertThat(reason(kernel.distribution())).contains("malformed PRETTY_NAME");
    files.file("usr/lib/os-release", "PRETTY_NAME=\"Fedora Linux 42\"");
    assertThat(kernel.distribution()).isEqualTo(Reading.of("Fedora Linux 42"));
  }

  @Test
  void shouldTakeOnlyTheBootFlagsThatMoveLatency() {
    files.file(
        "proc/cmdline",
        "BOOT_IMAGE=/vmlinuz root=UUID=1 ro  mitigations=auto,nosmt password=secret isolcpus=2-3"
            + " intel-pstate=disable \"transparent_hugepage=madvise\" tsc=\"reliable\" quiet"
            + " -- mitigations=off");
    assertThat(kernel.bootFlags())
        .isEqualTo(
            Reading.of(
                List.of(
                    "mitigations=auto,nosmt",
                    "isolcpus=2-3",
                    "intel-pstate=disable",
                    "transparent_hugepage=madvise",
                    "tsc=reliable")));
  }

  @Test
  void shouldCountNumaNodes() {
    assertThat(reason(kernel.numaNodes())).contains("cpu/online").contains("does not exist");
    files.file("sys/devices/system/cpu/online", "0");
    assertThat(kernel.numaNodes()).isEqualTo(Reading.of(1));
    files.file("sys/devices/system/node/online", "0-1,4");
    assertThat(kernel.numaNodes()).isEqualTo(Reading.of(3));
    files.file("sys/devices/system/node/online", "");
    assertThat(reason(kernel.numaNodes())).contains("node/online");
  }

  @Test
  void shouldReadTheClockSource() {
    String directory = "sys/devices/system/clocksource/clocksource0/";
    files
        .file(directory + "available_clocksource", "tsc kvm-clock acpi_pm ")
        .file(directory + "current_clocksource", "tsc");
    assertThat(ClockSource.of(root))
        .isEqualTo(Reading.of(new ClockSource("tsc", List.of("tsc", "kvm-clock", "acpi_pm"))));
    files.file(directory + "current_clocksource", "");
    assertThat(reason(ClockSource.of(root))).contains("current_clocksource");
  }

  @Test
  void shouldReadTheChoiceInBrackets() {
    String directory = "sys/kernel/mm/transparent_hugepage/";
    assertThat(reason(TransparentHugePages.of(root))).contains("enabled");
    files
        .file(directory + "enabled", "always [madvise] never")
        .file(directory + "defrag", "always defer [defer+madvise] madvise never");
    assertThat(TransparentHugePages.of(root))
        .isEqualTo(Reading.of(new TransparentHugePages("madvise", "defer+madvise")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "always madvise never", "[]", "[<script>]", "[always"})
  void shouldRefuseAChoiceWithoutBrackets(String choice) {
    String directory = "sys/kernel/mm/transparent_hugepage/";
    files.file(directory + "enabled", choice).file(directory + "defrag", "[never]");
    assertThat(reason(TransparentHugePages.of(root))).contains("enabled").contains("malformed");
  }

  @Test
  void shouldReadSwap() {
    files.file("proc/meminfo", "MemTotal: 1 kB", "SwapTotal:  2048 kB", "SwapFree:  1024 kB");
    assertThat(Swap.of(root)).isEqualTo(Reading.of(new Swap(2L << 20, 1L << 20)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SwapFree: 1", "SwapFree: 4096 kB", "SwapFree: 9223372036854775807 kB", "x: 1 kB"})
  void shouldRefuseMalformedSwap(String line) {
    files.file("proc/meminfo", "SwapTotal: 2048 kB", line);
    assertThat(reason(Swap.of(root))).contains("meminfo").contains("SwapFree");
  }

  @Test
  void shouldReadLoadUptimeAndPressure() {
    files
        .file("proc/loadavg", "0.52 1.25 12.00 2/345 6789")
        .file("proc/uptime", "817.08 1609.95")
        .file(
            "proc/pressure/cpu",
            "some avg10=0.05 avg60=0.11 avg300=0.04 total=2372940",
            "full avg10=0.00 avg60=0.00 avg300=0.00 total=0");
    assertThat(LoadAverage.of(root)).isEqualTo(Reading.of(new LoadAverage(0.52, 1.25, 12)));
    assertThat(Uptime.of(root)).isEqualTo(Reading.of(new Uptime(817.08)));
    assertThat(CpuPressure.of(root)).isEqualTo(Reading.of(new CpuPressure(2_372_940)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1.0 2.0", "NaN NaN NaN", "1e9 0.0 0.0", "-1.0 0.0 0.0"})
  void shouldRefuseMalformedNumbers(String line) {
    files
        .file("proc/loadavg", line)
        .file("proc/uptime", "x" + line)
        .file("proc/pressure/cpu", line);
    assertThat(reason(LoadAverage.of(root))).contains("loadavg");
    assertThat(reason(Uptime.of(root))).contains("uptime");
    assertThat(reason(CpuPressure.of(root))).contains("pressure/cpu");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldAgreeWithTheJvmOnTheLiveKernel() {
    Path live = Path.of("/");
    assertThat(new Kernel(live).release()).isEqualTo(Reading.of(System.getProperty("os.version")));
    assertThat(value(Uptime.of(live)).seconds()).isPositive();
    assertThat(value(LoadAverage.of(live)).oneMinute()).isNotNegative();
    assertThat(value(Swap.of(live)).usedBytes()).isNotNegative();
    value(new Kernel(live).bootFlags());
  }
}
