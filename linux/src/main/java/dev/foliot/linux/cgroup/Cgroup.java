package dev.foliot.linux.cgroup;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.ControlGroupReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resources that control groups grant a process, in version 1, version 2 and mixed. See
 * cgroups(7), cgroup_namespaces(7), and the kernel documents "Control Group v2", "CFS Bandwidth
 * Control", "CPUSETS" and "Memory Resource Controller".
 *
 * <p>A limit covers all groups below it. Each answer is the tightest limit of the process's group
 * and its ancestors. In a container with its own cgroup namespace, ancestors end at the container:
 * limits above it are not visible. Each method reads the kernel anew; safe for any thread.
 */
public final class Cgroup {
  /** The version of the hierarchies that hold the process. */
  public enum Version {
    /** The first version: one hierarchy for each controller or group of controllers. */
    V1,
    /** The second version: one hierarchy. */
    V2,
    /** Version 1 for the controllers, with version 2 mounted beside it. */
    HYBRID
  }

  /** A limit above 2^62 bytes means none in version 1; its exact value depends on the page size. */
  private static final long NO_MEMORY_LIMIT = 1L << 62;

  private static final Pattern PRESSURE = Pattern.compile("some .*total=([0-9]+)");

  private final Path root;
  private final long pid;

  /**
   * The control groups of process {@code pid}.
   *
   * @param root where the kernel's file systems are, usually "/"
   */
  public Cgroup(Path root, long pid) {
    this.root = root;
    this.pid = pid;
  }

  /** The version of control groups here. */
  public Reading<Version> version() {
    return KernelFiles.attempt(root, this::version);
  }

  /**
   * The granted CPU time in CPUs: 1.5 is the time of one and a half CPUs in each period. Empty if
   * no group sets a quota.
   */
  public Reading<OptionalDouble> cpuQuotaCpus() {
    return KernelFiles.attempt(root, this::cpuQuotaCpus);
  }

  /** The CPUs that the process may use. */
  public Reading<CpuList> cpuset() {
    return KernelFiles.attempt(root, this::cpuset);
  }

  /** The memory granted, in bytes. Empty when no group sets a limit. */
  public Reading<OptionalLong> memoryLimitBytes() {
    return KernelFiles.attempt(root, this::memoryLimitBytes);
  }

  /** How often and how long the process's group or an ancestor exhausted its CPU quota. */
  public Reading<Throttling> throttling() {
    return KernelFiles.attempt(
        root, files -> Throttling.read(files, CgroupLevels.of(files, pid, "cpu")));
  }

  /**
   * The same for many readings: where the groups are is looked up now and then only. For one
   * thread.
   */
  public ThrottlingMeter throttlingMeter() {
    return new ThrottlingMeter(root, pid);
  }

  /**
   * The throttling of each group by directory: the process's own first, then its visible ancestors.
   * Groups without throttling are left out.
   */
  public Reading<Map<Path, Throttling>> throttlingByGroup() {
    return KernelFiles.attempt(
        root, files -> Throttling.readEach(files, CgroupLevels.of(files, pid, "cpu")));
  }

  /**
   * The microseconds since the group's start in which some thread of the process's own group was
   * ready to run without a CPU (kernel document "PSI - Pressure Stall Information"). Only in
   * version 2, below its root, and where the kernel counts it.
   */
  public Reading<Long> cpuPressureUs() {
    return KernelFiles.attempt(root, this::cpuPressureUs);
  }

  private long cpuPressureUs(KernelFiles files) throws UnreadableException {
    Path directory = CgroupLevels.of(files, pid, "cpu").directories().getFirst();
    KernelText text =
        files.text(
            directory.resolve("cpu.pressure"),
            "use control groups of version 2 and a kernel with CONFIG_PSI, started with psi=1");
    Matcher total = PRESSURE.matcher(text.firstLine());
    if (!total.matches()) {
      throw text.malformed("line", text.firstLine());
    }
    return text.number("total", total.group(1));
  }

  private Version version(KernelFiles files) throws UnreadableException {
    List<CgroupMembership> memberships = CgroupMembership.of(files, pid);
    if (memberships.isEmpty()) {
      throw new UnreadableException(new ControlGroupReason.NoControlGroup(pid));
    }
    boolean has2 = memberships.stream().anyMatch(CgroupMembership::isVersion2);
    if (has2 && memberships.stream().noneMatch(CgroupMembership::controlsAnything)) {
      return Version.V2;
    }
    return has2 && CgroupLevels.isVersion2Mounted(files) ? Version.HYBRID : Version.V1;
  }

  private OptionalDouble cpuQuotaCpus(KernelFiles files) throws UnreadableException {
    CgroupLevels levels = CgroupLevels.of(files, pid, "cpu");
    double least = Double.POSITIVE_INFINITY;
    for (Path directory : levels.directories()) {
      least =
          Math.min(
              least, levels.isVersion2() ? quota2(files, directory) : quota1(files, directory));
    }
    return least == Double.POSITIVE_INFINITY ? OptionalDouble.empty() : OptionalDouble.of(least);
  }

  /** A group without the controller, such as the root, has no file and no quota. */
  private static double quota2(KernelFiles files, Path directory) throws UnreadableException {
    Optional<KernelText> max = files.textIfPresent(directory.resolve("cpu.max"));
    if (max.isEmpty() || max.get().words().getFirst().equals("max")) {
      return Double.POSITIVE_INFINITY;
    }
    long[] quotaAndPeriod = max.get().numbers("quota and period", max.get().words(), 2);
    return share(max.get(), quotaAndPeriod[0], quotaAndPeriod[1]);
  }

  private static double quota1(KernelFiles files, Path directory) throws UnreadableException {
    Optional<KernelText> quota = files.textIfPresent(directory.resolve("cpu.cfs_quota_us"));
    if (quota.isEmpty() || quota.get().firstLine().equals("-1")) {
      return Double.POSITIVE_INFINITY;
    }
    KernelText period =
        files.text(directory.resolve("cpu.cfs_period_us"), "look at what is mounted");
    return share(period, quota.get().number(), period.number());
  }

  private static double share(KernelText text, long quotaUs, long periodUs)
      throws UnreadableException {
    if (quotaUs == 0 || periodUs == 0) {
      throw text.malformed("quota and period", quotaUs + " " + periodUs);
    }
    return (double) quotaUs / periodUs;
  }

  /** The nearest group that has the controller decides. */
  private CpuList cpuset(KernelFiles files) throws UnreadableException {
    CgroupLevels levels = CgroupLevels.of(files, pid, "cpuset");
    List<String> names =
        levels.isVersion2()
            ? List.of("cpuset.cpus.effective")
            : List.of("cpuset.effective_cpus", "cpuset.cpus");
    for (Path directory : levels.directories()) {
      for (String name : names) {
        Optional<KernelText> text = files.textIfPresent(directory.resolve(name));
        CpuList cpus = text.isPresent() ? text.get().cpuList() : CpuList.of();
        if (!cpus.isEmpty()) {
          return cpus;
        }
      }
    }
    throw new UnreadableException(new ControlGroupReason.CpusetMissing(pid, names.getFirst()));
  }

  private OptionalLong memoryLimitBytes(KernelFiles files) throws UnreadableException {
    CgroupLevels levels = CgroupLevels.of(files, pid, "memory");
    long least = Long.MAX_VALUE;
    for (Path directory : levels.directories()) {
      Optional<KernelText> text =
          files.textIfPresent(
              directory.resolve(levels.isVersion2() ? "memory.max" : "memory.limit_in_bytes"));
      if (text.isPresent() && !text.get().firstLine().equals("max")) {
        least = Math.min(least, text.get().number());
      }
    }
    if (!levels.isVersion2()) {
      least = Math.min(least, hierarchicalLimit(files, levels.directories().getFirst()));
    }
    return least >= NO_MEMORY_LIMIT ? OptionalLong.empty() : OptionalLong.of(least);
  }

  /** Version 1 reports the tightest limit of all ancestors, including invisible ones. */
  private static long hierarchicalLimit(KernelFiles files, Path directory)
      throws UnreadableException {
    Optional<KernelText> stat = files.textIfPresent(directory.resolve("memory.stat"));
    return stat.isEmpty()
        ? Long.MAX_VALUE
        : stat.get().keyed("hierarchical_memory_limit").orElse(Long.MAX_VALUE);
  }
}
