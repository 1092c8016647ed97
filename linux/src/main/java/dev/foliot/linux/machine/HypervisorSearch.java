package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.UnreadableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks for a hypervisor: its own files, the firmware's tables, the clocks, the processor. */
final class HypervisorSearch {
  private static final String DMI = "sys/class/dmi/id/";

  /** The firmware's name of the machine: a part of its text, and the hypervisor it means. */
  private static final List<Map.Entry<String, String>> PRODUCTS =
      List.of(
          Map.entry("Amazon EC2", "kvm"),
          Map.entry("Google Compute Engine", "kvm"),
          Map.entry("KubeVirt", "kvm"),
          Map.entry("OpenStack", "kvm"),
          Map.entry("KVM", "kvm"),
          Map.entry("VMware", "vmware"),
          Map.entry("VirtualBox", "virtualbox"),
          Map.entry("Microsoft Corporation Virtual Machine", "hyper-v"),
          Map.entry("Apple Virtualization", "apple"),
          Map.entry("Parallels", "parallels"),
          Map.entry("BHYVE", "bhyve"),
          Map.entry("Xen", "xen"),
          Map.entry("QEMU", "qemu"));

  /** Markers in the name of a clock source or a device tree. */
  private static final List<Map.Entry<String, String>> INTERFACES =
      List.of(Map.entry("kvm", "kvm"), Map.entry("xen", "xen"), Map.entry("hyperv", "hyper-v"));

  private HypervisorSearch() {}

  static Virtualisation search(KernelFiles files) throws UnreadableException {
    Optional<Boolean> flag = CpuInfo.of(files).hypervisorFlag();
    List<Virtualisation> clues = new ArrayList<>();
    hypervisorFile(files).ifPresent(clues::add);
    firmware(files).ifPresent(clues::add);
    if (flag.orElse(true)) { // A bare machine of a cloud has the cloud's name, too.
      product(files).ifPresent(clues::add);
    }
    clockSource(files).ifPresent(clues::add);
    deviceTree(files).ifPresent(clues::add);
    if (flag.orElse(false)) {
      clues.add(
          new Virtualisation(Virtualisation.UNKNOWN, "/proc/cpuinfo has the flag hypervisor"));
    }
    return Virtualisation.concluded(
        clues,
        "nothing in /proc/cpuinfo, /sys/hypervisor, DMI, ACPI, device tree or clock sources");
  }

  private static Optional<Virtualisation> hypervisorFile(KernelFiles files)
      throws UnreadableException {
    Optional<KernelText> type = files.textIfPresent("sys/hypervisor/type");
    if (type.isEmpty()) {
      return Optional.empty();
    }
    String name = KernelText.shortened(type.get().requiredLine());
    return Optional.of(new Virtualisation(name, "/sys/hypervisor/type is " + name));
  }

  /**
   * Firecracker signs its ACPI tables, which only root may read; for other users it looks like KVM.
   */
  private static Optional<Virtualisation> firmware(KernelFiles files) {
    String path = "sys/firmware/acpi/tables/FACP";
    try {
      return files
          .textIfPresent(path)
          .filter(table -> table.text().contains("FIRECK"))
          .map(table -> new Virtualisation("firecracker", "/" + path + " is made by FIRECK"));
    } catch (UnreadableException e) {
      return Optional.empty();
    }
  }

  private static Optional<Virtualisation> product(KernelFiles files) throws UnreadableException {
    String product = (dmi(files, "sys_vendor") + " " + dmi(files, "product_name")).strip();
    if (product.endsWith("metal")) {
      return Optional.empty();
    }
    return match(PRODUCTS, product)
        .map(kind -> new Virtualisation(kind, "DMI calls the machine " + product));
  }

  private static String dmi(KernelFiles files, String name) throws UnreadableException {
    Optional<KernelText> text = files.textIfPresent(DMI + name);
    return text.isPresent() ? KernelText.shortened(text.get().firstLine()) : "";
  }

  private static Optional<Virtualisation> clockSource(KernelFiles files)
      throws UnreadableException {
    Optional<KernelText> text =
        files.textIfPresent("sys/devices/system/clocksource/clocksource0/available_clocksource");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String available = KernelText.shortened(text.get().firstLine());
    return match(INTERFACES, available)
        .map(kind -> new Virtualisation(kind, "the clock sources are " + available));
  }

  private static Optional<Virtualisation> deviceTree(KernelFiles files) throws UnreadableException {
    Optional<KernelText> text = files.textIfPresent("proc/device-tree/hypervisor/compatible");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    // A list of strings that each end with NUL.
    String compatible = KernelText.shortened(text.get().firstLine().replace('\0', ' ').strip());
    return match(INTERFACES, compatible)
        .map(kind -> new Virtualisation(kind, "the device tree's hypervisor is " + compatible));
  }

  private static Optional<String> match(List<Map.Entry<String, String>> table, String text) {
    return table.stream()
        .filter(entry -> text.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
