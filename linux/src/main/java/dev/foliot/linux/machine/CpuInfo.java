package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.UnreadableException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The content of /proc/cpuinfo (proc_cpuinfo(5)); its fields differ by architecture. */
record CpuInfo(KernelText text) {
  /** Implementer and part of common server cores, from Arm's MIDR_EL1 assignments. */
  private static final Map<String, String> ARM_PARTS =
      Map.ofEntries(
          Map.entry("0x41/0xd08", "ARM Cortex-A72"),
          Map.entry("0x41/0xd0b", "ARM Cortex-A76"),
          Map.entry("0x41/0xd0c", "ARM Neoverse-N1"),
          Map.entry("0x41/0xd40", "ARM Neoverse-V1"),
          Map.entry("0x41/0xd49", "ARM Neoverse-N2"),
          Map.entry("0x41/0xd4f", "ARM Neoverse-V2"),
          Map.entry("0x41/0xd83", "ARM Neoverse-V3AE"),
          Map.entry("0x41/0xd84", "ARM Neoverse-V3"),
          Map.entry("0x41/0xd8e", "ARM Neoverse-N3"),
          Map.entry("0x48/0xd01", "HiSilicon TaiShan v110"),
          Map.entry("0x4e/0x004", "NVIDIA Carmel"),
          Map.entry("0xc0/0xac3", "Ampere-1"),
          Map.entry("0xc0/0xac4", "Ampere-1a"));

  static CpuInfo of(KernelFiles files) throws UnreadableException {
    return new CpuInfo(files.text("proc/cpuinfo", "mount /proc"));
  }

  String modelName() throws UnreadableException {
    Optional<String> name = text.field("model name");
    if (name.isPresent() && !name.get().isEmpty()) {
      return name.get();
    }
    Set<String> kinds = armKinds();
    if (kinds.isEmpty()) {
      throw text.missing("model name, CPU implementer or CPU part");
    }
    return KernelText.shortened(String.join(" + ", kinds));
  }

  /** Whether the processor reports a hypervisor; empty off x86, where it cannot. */
  Optional<Boolean> hypervisorFlag() {
    return text.lines().stream()
        .filter(line -> line.startsWith("flags"))
        .map(line -> (line + " ").contains(" hypervisor "))
        .findFirst();
  }

  /** The distinct kinds of cores in file order; big and little cores give two. */
  private Set<String> armKinds() {
    Set<String> kinds = new LinkedHashSet<>();
    String implementer = "";
    for (String line : text.lines()) {
      if (line.startsWith("CPU implementer")) {
        implementer = afterColon(line);
      } else if (line.startsWith("CPU part") && !implementer.isEmpty()) {
        String part = afterColon(line);
        kinds.add(
            ARM_PARTS.getOrDefault(
                implementer + "/" + part, "implementer " + implementer + " part " + part));
      }
    }
    return kinds;
  }

  private static String afterColon(String line) {
    return line.substring(line.indexOf(':') + 1).strip().toLowerCase(Locale.ROOT);
  }
}
