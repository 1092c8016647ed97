package dev.foliot.linux.machine;

import static dev.foliot.linux.Answers.reason;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.FakeKernel;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpusTest {
  private static final String CPU = "sys/devices/system/cpu/";

  @TempDir private Path root;
  private FakeKernel kernel;
  private Cpus cpus;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
    cpus = new Cpus(root);
  }

  /** Two cores of two hardware threads, as Intel numbers them. */
  private void xeon() {
    kernel
        .file(
            "proc/cpuinfo",
            "processor\t: 0",
            "vendor_id\t: GenuineIntel",
            "model\t\t: 106",
            "model name\t: Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz",
            "flags\t\t: fpu vme de",
            "cache_alignment\t: 64",
            "",
            "processor\t: 1",
            "model name\t: another")
        .file(CPU + "online", "0-3")
        .file(CPU + "smt/active", "1")
        .file(CPU + "isolated", "2-3")
        .file(CPU + "nohz_full", "(null)");
    for (int cpu = 0; cpu < 4; cpu++) {
      String siblings = cpu % 2 + "," + (cpu % 2 + 2);
      kernel
          .file(CPU + "cpu" + cpu + "/topology/core_cpus_list", siblings)
          .file(CPU + "cpu" + cpu + "/cache/index0/coherency_line_size", "64")
          .file(
              CPU + "cpu" + cpu + "/cpufreq/scaling_governor",
              cpu == 3 ? "powersave" : "performance");
    }
  }

  @Test
  void shouldTellTheHardwareThreadsOfEachCore() {
    xeon();
    assertThat(cpus.cores()).isEqualTo(Reading.of(List.of(CpuList.of(0, 2), CpuList.of(1, 3))));
  }

  @Test
  void shouldReadAServerWithSmt() {
    xeon();
    assertThat(cpus.modelName())
        .isEqualTo(Reading.of("Intel(R) Xeon(R) Platinum 8375C CPU @ 2.90GHz"));
    assertThat(cpus.online()).isEqualTo(Reading.of(CpuList.of(0, 1, 2, 3)));
    assertThat(cpus.physicalCores()).isEqualTo(Reading.of(2));
    assertThat(cpus.smtActive()).isEqualTo(Reading.of(true));
    assertThat(cpus.governors()).isEqualTo(Reading.of(List.of("performance", "powersave")));
    assertThat(cpus.isolated()).isEqualTo(Reading.of(CpuList.of(2, 3)));
    assertThat(cpus.nohzFull()).isEqualTo(Reading.of(CpuList.of()));
    assertThat(cpus.cacheLineBytes()).isEqualTo(Reading.of(64));
  }

  /** Graviton2: no model name, no smt directory, no cpufreq, the older topology file. */
  @Test
  void shouldReadAnArmServer() {
    kernel
        .file(
            "proc/cpuinfo",
            "processor\t: 0",
            "BogoMIPS\t: 243.75",
            "Features\t: fp asimd evtstrm aes",
            "CPU implementer\t: 0x41",
            "CPU architecture: 8",
            "CPU variant\t: 0x3",
            "CPU part\t: 0xd0c",
            "CPU revision\t: 1",
            "",
            "processor\t: 1",
            "CPU implementer\t: 0x41",
            "CPU part\t: 0xd0c")
        .file(CPU + "online", "0-1")
        .file(CPU + "cpu0/topology/thread_siblings_list", "0")
        .file(CPU + "cpu1/topology/thread_siblings_list", "1");
    assertThat(cpus.modelName()).isEqualTo(Reading.of("ARM Neoverse-N1"));
    assertThat(cpus.physicalCores()).isEqualTo(Reading.of(2));
    assertThat(cpus.smtActive()).isEqualTo(Reading.of(false));
    assertThat(reason(cpus.governors())).contains("scaling_governor");
    assertThat(reason(cpus.isolated())).contains("isolated").contains("does not exist");
    assertThat(reason(cpus.cacheLineBytes())).contains("cpuinfo").contains("cache_alignment");
  }

  @Test
  void shouldNameEachKindOfCoreOnce() {
    kernel.file(
        "proc/cpuinfo",
        "CPU implementer\t: 0x41",
        "CPU part\t: 0xd08",
        "CPU implementer\t: 0x99",
        "CPU part\t: 0x001",
        "CPU implementer\t: 0x41",
        "CPU part\t: 0xd08");
    assertThat(cpus.modelName())
        .isEqualTo(Reading.of("ARM Cortex-A72 + implementer 0x99 part 0x001"));
  }

  @Test
  void shouldTakeTheCacheLineFromCpuinfoWhenSysfsIsSilent() {
    kernel.file(CPU + "online", "0").file("proc/cpuinfo", "cache_alignment\t: 128");
    assertThat(cpus.cacheLineBytes()).isEqualTo(Reading.of(128));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "15", "1025", "64 64", "-64", "99999999999999999999", "x"})
  void shouldRefuseAnUnbelievableCacheLine(String size) {
    kernel.file(CPU + "online", "0").file(CPU + "cpu0/cache/index0/coherency_line_size", size);
    assertThat(reason(cpus.cacheLineBytes())).contains("coherency_line_size").contains(size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "3-1", "0-99999999999999"})
  void shouldNameTheFileOfAMalformedList(String list) {
    kernel.file(CPU + "online", list);
    assertThat(reason(cpus.online())).contains(root.resolve(CPU + "online").toString());
    assertThat(reason(cpus.physicalCores())).contains("online");
    assertThat(reason(cpus.governors())).contains("online");
  }

  @Test
  void shouldRefuseACoreThatDoesNotHoldItsOwnThread() {
    kernel.file(CPU + "online", "0").file(CPU + "cpu0/topology/core_cpus_list", "");
    assertThat(reason(cpus.physicalCores())).contains("core_cpus_list");
    assertThat(reason(cpus.smtActive())).contains("core_cpus_list");
  }

  @Test
  void shouldRefuseAnSmtSwitchThatIsNoSwitch() {
    kernel.file(CPU + "smt/active", "2");
    assertThat(reason(cpus.smtActive())).contains("smt/active");
  }
}
