package dev.foliot.linux.machine;

import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.SystemReason;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The machine's processors, from /proc/cpuinfo and /sys/devices/system/cpu. See proc_cpuinfo(5) and
 * the kernel documents "sysfs-devices-system-cpu", "How CPU topology info is exported via sysfs"
 * and "CPU Performance Scaling". For the part that a process may use, see {@link
 * dev.foliot.linux.cgroup.Cgroup} and {@link Affinity}. Each method reads the kernel anew. Safe for
 * any thread.
 */
public final class Cpus {
  private static final String CPU = "sys/devices/system/cpu/";
  private static final String NEEDS_SYS = "mount /sys";

  private final Path root;

  /** The processors of a kernel with its /proc and /sys below {@code root}, usually "/". */
  public Cpus(Path root) {
    this.root = root;
  }

  /**
   * The model. On x86 it is the {@code model name}; on aarch64 the name of implementer and part, or
   * their numbers.
   */
  public Reading<String> modelName() {
    return KernelFiles.attempt(root, files -> CpuInfo.of(files).modelName());
  }

  /** The CPUs that are online; their number is the count of hardware threads. */
  public Reading<CpuList> online() {
    return KernelFiles.attempt(root, Cpus::online);
  }

  /** The number of cores online, at least 1; the hardware threads of a core count once. */
  public Reading<Integer> physicalCores() {
    return KernelFiles.attempt(root, files -> cores(files).size());
  }

  /** The hardware threads of each core, by its lowest CPU; offline ones are included. */
  public Reading<List<CpuList>> cores() {
    return KernelFiles.attempt(
        root,
        files ->
            cores(files).stream()
                .sorted(Comparator.comparingInt(core -> core.stream().findFirst().orElseThrow()))
                .toList());
  }

  /** Whether more than one hardware thread of some core is online. */
  public Reading<Boolean> smtActive() {
    return KernelFiles.attempt(root, Cpus::smtActive);
  }

  /** The frequency governors in use, each once, in alphabetical order; one is usual. */
  public Reading<List<String>> governors() {
    return KernelFiles.attempt(root, Cpus::governors);
  }

  /** The CPUs excluded from the scheduler's balancing by {@code isolcpus} or a cpuset partition. */
  public Reading<CpuList> isolated() {
    return KernelFiles.attempt(
        root, files -> list(files.text(CPU + "isolated", "use Linux 4.2 or later")));
  }

  /** The CPUs without a timer tick while they run one thread ({@code nohz_full}). */
  public Reading<CpuList> nohzFull() {
    return KernelFiles.attempt(
        root, files -> list(files.text(CPU + "nohz_full", "use a kernel with CONFIG_NO_HZ_FULL")));
  }

  /** The bytes in a line of the first-level cache, from 16 to 1,024. */
  public Reading<Integer> cacheLineBytes() {
    return KernelFiles.attempt(root, Cpus::cacheLineBytes);
  }

  private static CpuList online(KernelFiles files) throws UnreadableException {
    KernelText text = files.text(CPU + "online", NEEDS_SYS);
    CpuList online = list(text);
    if (online.isEmpty()) {
      throw text.malformed("list of CPUs", "");
    }
    return online;
  }

  /** For each core the list of its hardware threads. */
  private static Set<CpuList> cores(KernelFiles files) throws UnreadableException {
    Set<CpuList> cores = new HashSet<>();
    for (int cpu : online(files).stream().toArray()) {
      String topology = CPU + "cpu" + cpu + "/topology/";
      Optional<KernelText> newer = files.textIfPresent(topology + "core_cpus_list");
      KernelText siblings =
          newer.isPresent()
              ? newer.get()
              : files.text(topology + "thread_siblings_list", NEEDS_SYS);
      CpuList core = list(siblings);
      if (!core.contains(cpu)) {
        throw siblings.malformed("list of CPUs", core.toString());
      }
      cores.add(core);
    }
    return cores;
  }

  private static boolean smtActive(KernelFiles files) throws UnreadableException {
    Optional<KernelText> active = files.textIfPresent(CPU + "smt/active");
    if (active.isEmpty()) {
      return cores(files).stream().anyMatch(core -> core.size() > 1);
    }
    long value = active.get().number();
    if (value > 1) {
      throw active.get().malformed("switch", active.get().firstLine());
    }
    return value == 1;
  }

  private static List<String> governors(KernelFiles files) throws UnreadableException {
    Set<String> governors = new TreeSet<>();
    Set<String> there =
        Set.copyOf(files.namesIfPresent(files.root().resolve(CPU)).orElse(List.of()));
    for (int cpu : online(files).stream().toArray()) {
      if (there.contains("cpu" + cpu)) {
        Optional<KernelText> governor =
            files.textIfPresent(CPU + "cpu" + cpu + "/cpufreq/scaling_governor");
        if (governor.isPresent()) {
          governors.add(governor.get().requiredLine());
        }
      }
    }
    if (governors.isEmpty()) {
      throw new UnreadableException(
          new SystemReason.FrequencyNotShown(
              SystemReason.FrequencySetting.GOVERNOR, files.root().resolve(CPU).toString()));
    }
    return List.copyOf(governors);
  }

  private static int cacheLineBytes(KernelFiles files) throws UnreadableException {
    int cpu = online(files).stream().findFirst().orElseThrow();
    Optional<KernelText> size =
        files.textIfPresent(CPU + "cpu" + cpu + "/cache/index0/coherency_line_size");
    KernelText text = size.isPresent() ? size.get() : CpuInfo.of(files).text();
    String digits = size.isPresent() ? text.requiredLine() : text.requiredField("cache_alignment");
    long bytes = text.number("cache line size", digits);
    if (bytes < 16 || bytes > 1_024) {
      throw text.malformed("cache line size", digits);
    }
    return (int) bytes;
  }

  private static CpuList list(KernelText text) throws UnreadableException {
    // The output of older kernels for a mask that was never made, such as nohz_full.
    return text.text().startsWith("(null)") ? CpuList.of() : text.cpuList();
  }
}
