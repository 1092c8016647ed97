package dev.foliot.linux.machine;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel and the distribution (proc_sys_kernel(5), proc_cmdline(5), os-release(5), kernel
 * document "The kernel's command-line parameters"). Each method reads again. Safe for any thread.
 */
public final class Kernel {
  /**
   * The parameters that affect latency. All others are not read: a command line may contain
   * secrets.
   */
  private static final Set<String> RELEVANT =
      Set.of(
          "amd_pstate",
          "clocksource",
          "cpufreq.default_governor",
          "cpuidle.off",
          "default_hugepagesz",
          "delayacct",
          "hpet",
          "hugepages",
          "hugepagesz",
          "idle",
          "intel_idle.max_cstate",
          "intel_pstate",
          "irqaffinity",
          "isolcpus",
          "l1tf",
          "maxcpus",
          "mds",
          "mem",
          "mitigations",
          "nmi_watchdog",
          "nohz",
          "nohz_full",
          "nopti",
          "nosmt",
          "nosoftlockup",
          "nowatchdog",
          "nr_cpus",
          "numa_balancing",
          "preempt",
          "processor.max_cstate",
          "psi",
          "pti",
          "rcu_nocbs",
          "retbleed",
          "skew_tick",
          "spec_store_bypass_disable",
          "spectre_v2",
          "threadirqs",
          "transparent_hugepage",
          "tsc",
          "tsx");

  /** A word; parts of it may be in double quotes. */
  private static final Pattern WORD = Pattern.compile("(?:[^\\s\"]|\"[^\"]*+\"?)++");

  private final Path root;

  /** The kernel with its /proc below {@code root}, usually "/". */
  public Kernel(Path root) {
    this.root = root;
  }

  /** The release, as {@code uname -r} prints it. */
  public Reading<String> release() {
    return line("proc/sys/kernel/osrelease");
  }

  /** The version, as {@code uname -v} prints it: build number, preemption model, date. */
  public Reading<String> version() {
    return line("proc/sys/kernel/version");
  }

  /** The name of this host, as {@code uname -n} prints it; in a container the container's. */
  public Reading<String> hostname() {
    return line("proc/sys/kernel/hostname");
  }

  /** The name of the distribution, PRETTY_NAME of os-release(5); in a container the container's. */
  public Reading<String> distribution() {
    return KernelFiles.attempt(root, Kernel::distribution);
  }

  /**
   * The parameters on the kernel's command line that affect latency. They concern mitigations,
   * isolation, idle states, clock and huge pages. They are in order, each as {@code name} or {@code
   * name=value}.
   */
  public Reading<List<String>> bootFlags() {
    return KernelFiles.attempt(root, Kernel::bootFlags);
  }

  /** The number of NUMA nodes online, at least 1; a kernel without NUMA has 1. */
  public Reading<Integer> numaNodes() {
    return KernelFiles.attempt(root, Kernel::numaNodes);
  }

  private Reading<String> line(String path) {
    return KernelFiles.attempt(root, files -> files.text(path, "mount /proc").requiredLine());
  }

  private static String distribution(KernelFiles files) throws UnreadableException {
    Optional<KernelText> etc = files.textIfPresent("etc/os-release");
    KernelText text =
        etc.isPresent() ? etc.get() : files.text("usr/lib/os-release", "install os-release");
    for (String line : text.lines()) {
      if (line.startsWith("PRETTY_NAME=")) {
        String name = unquoted(line.substring("PRETTY_NAME=".length()).strip());
        if (name.isBlank() || name.length() > 200) {
          throw text.malformed("PRETTY_NAME", name);
        }
        return name;
      }
    }
    throw text.missing("PRETTY_NAME");
  }

  /** Undoes the quotes and the backslashes of a shell. */
  private static String unquoted(String value) {
    boolean quoted =
        value.length() >= 2
            && (value.startsWith("\"") || value.startsWith("'"))
            && value.charAt(value.length() - 1) == value.charAt(0);
    String inside = quoted ? value.substring(1, value.length() - 1) : value;
    return value.startsWith("'") ? inside : inside.replaceAll("\\\\(.)", "$1");
  }

  private static List<String> bootFlags(KernelFiles files) throws UnreadableException {
    List<String> flags = new ArrayList<>();
    Matcher words = WORD.matcher(files.text("proc/cmdline", "mount /proc").text());
    while (words.find()) {
      String word = words.group().replace("\"", "");
      if (word.equals("--")) {
        break; // Later words are for the first process.
      }
      // The kernel takes a dash in a name for an underscore.
      String name = word.split("=", 2)[0].replace('-', '_');
      if (RELEVANT.contains(name) && word.length() <= 500) {
        flags.add(word);
      }
    }
    return List.copyOf(flags);
  }

  private static int numaNodes(KernelFiles files) throws UnreadableException {
    Optional<KernelText> nodes = files.textIfPresent("sys/devices/system/node/online");
    if (nodes.isPresent()) {
      KernelText text = nodes.get();
      CpuList list = text.cpuList();
      if (list.isEmpty()) {
        throw text.malformed("list of nodes", "");
      }
      return list.size();
    }
    files.text("sys/devices/system/cpu/online", "mount /sys");
    return 1;
  }
}
