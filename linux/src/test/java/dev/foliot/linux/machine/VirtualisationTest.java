package dev.foliot.linux.machine;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.FakeKernel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VirtualisationTest {
  private static final String DMI = "sys/class/dmi/id/";
  private static final String CLOCKS =
      "sys/devices/system/clocksource/clocksource0/available_clocksource";

  @TempDir private Path root;
  private FakeKernel kernel;

  @BeforeEach
  void create() {
    kernel = new FakeKernel(root);
  }

  private Virtualisation machine() {
    return value(Virtualisation.machine(root));
  }

  private Virtualisation container() {
    return value(Virtualisation.container(root));
  }

  @ParameterizedTest
  @CsvSource({
    "Amazon EC2, c7i.large, kvm",
    "Google, Google Compute Engine, kvm",
    "QEMU, Standard PC (i440FX + PIIX 1996), qemu",
    "Red Hat, KVM, kvm",
    "'VMware, Inc.', 'VMware7,1', vmware",
    "Microsoft Corporation, Virtual Machine, hyper-v",
    "innotek GmbH, VirtualBox, virtualbox",
    "Xen, HVM domU, xen",
    "Dell Inc., PowerEdge R750, unknown"
  })
  void shouldNameTheHypervisorByTheFirmwaresProduct(String vendor, String product, String kind) {
    kernel
        .file("proc/cpuinfo", "flags\t\t: fpu hypervisor lahf_lm")
        .file(DMI + "sys_vendor", vendor)
        .file(DMI + "product_name", product);
    assertThat(machine().kind()).isEqualTo(kind);
    assertThat(machine().evidence()).contains("flag hypervisor");
  }

  @Test
  void shouldNotTakeABareMachineOfACloudForAVirtualOne() {
    kernel
        .file("proc/cpuinfo", "flags\t\t: fpu lahf_lm")
        .file(DMI + "sys_vendor", "Amazon EC2")
        .file(DMI + "product_name", "c7i.metal-24xl");
    assertThat(machine().kind()).isEqualTo(Virtualisation.NONE);
    kernel.file("proc/cpuinfo", "Features\t: fp asimd").file(DMI + "product_name", "m6g.metal");
    assertThat(machine().kind()).isEqualTo(Virtualisation.NONE);
    kernel.file(DMI + "product_name", "m6g.large");
    assertThat(machine().kind()).isEqualTo("kvm");
  }

  @Test
  void shouldKnowFirecrackerByItsFirmware() {
    kernel
        .file("proc/cpuinfo", "flags : hypervisor")
        .file(CLOCKS, "tsc kvm-clock")
        .bytes(
            "sys/firmware/acpi/tables/FACP",
            "FACP\u0014\u0001\0\0\u0006fFIRECKFCVMFADT".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(machine().kind()).isEqualTo("firecracker");
    assertThat(machine().evidence())
        .isEqualTo(
            "/sys/firmware/acpi/tables/FACP is made by FIRECK; the clock sources are tsc kvm-clock;"
                + " /proc/cpuinfo has the flag hypervisor");
  }

  @Test
  void shouldPreferTheClockOverTheEmulatorsName() {
    kernel
        .file("proc/cpuinfo", "flags : hypervisor")
        .file(DMI + "sys_vendor", "QEMU")
        .file(CLOCKS, "kvm-clock tsc acpi_pm");
    assertThat(machine().kind()).isEqualTo("kvm");
  }

  @Test
  void shouldReadXensOwnFileAndTheDeviceTree() {
    kernel
        .file("proc/cpuinfo", "Features : fp")
        .bytes(
            "proc/device-tree/hypervisor/compatible",
            "xen,xen-4.17\0xen,xen\0".getBytes(StandardCharsets.US_ASCII));
    assertThat(machine())
        .isEqualTo(
            new Virtualisation("xen", "the device tree's hypervisor is xen,xen-4.17 xen,xen"));
    kernel.file("sys/hypervisor/type", "xen");
    assertThat(machine().evidence()).startsWith("/sys/hypervisor/type is xen");
  }

  @Test
  void shouldSayWhereNothingWas() {
    kernel.file("proc/cpuinfo", "flags : fpu");
    assertThat(machine().kind()).isEqualTo("none");
    assertThat(machine().evidence()).contains("/proc/cpuinfo");
    assertThat(container().kind()).isEqualTo("none");
    assertThat(container().evidence()).contains("/.dockerenv");
  }

  @Test
  void shouldNotSayNoneWithoutHavingLooked() {
    assertThat(reason(Virtualisation.machine(root))).contains("cpuinfo");
  }

  @ParameterizedTest
  @CsvSource({
    ".dockerenv, docker",
    "run/.containerenv, podman",
    "run/secrets/kubernetes.io/serviceaccount/token, kubernetes"
  })
  void shouldKnowAContainerByTheFileOfItsEngine(String file, String kind) {
    kernel.file(file);
    assertThat(container().kind()).isEqualTo(kind);
    assertThat(container().evidence()).contains("exists");
  }

  @ParameterizedTest
  @CsvSource({
    "0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-2.scope, kubernetes",
    "4:cpu:/docker/0123, docker",
    "0::/system.slice/docker-0123.scope, docker",
    "0::/machine.slice/libpod-0123.scope, podman",
    "1:cpu:/lxc/web, lxc",
    "0::/user.slice/user-1000.slice, none"
  })
  void shouldKnowAContainerByItsControlGroup(String line, String kind) {
    kernel.file("proc/self/cgroup", line);
    assertThat(container().kind()).isEqualTo(kind);
  }

  @Test
  void shouldKnowAContainerByWhatIsMountedOverEtc() {
    kernel
        .file("proc/self/cgroup", "0::/")
        .file(
            "proc/self/mountinfo",
            "1 0 8:1 /var/lib/kubelet/pods/1/etc-hosts /etc/hosts rw - ext4 /dev/sda rw");
    assertThat(container().kind()).isEqualTo("kubernetes");
    assertThat(container().evidence()).contains("etc-hosts");
  }

  @Test
  void shouldTakeTheNameThatAnEngineTellsSystemd() {
    kernel.file("run/systemd/container", "systemd-nspawn");
    assertThat(container().kind()).isEqualTo("systemd-nspawn");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldAlwaysHaveEvidenceOnTheLiveKernel() {
    assertThat(value(Virtualisation.machine(Path.of("/"))).evidence()).isNotBlank();
    assertThat(value(Virtualisation.container(Path.of("/"))).evidence()).isNotBlank();
  }
}
