package dev.foliot.pool.machine;

import java.nio.file.Path;
import java.util.BitSet;

/**
 * Measures how busy the CPUs allowed for this process are, from /proc/stat (proc_stat(5)). A
 * neighbour on other CPUs does not compete with it. Time taken by a hypervisor ("steal") counts as
 * used; waiting for a disk does not. Single caller.
 */
final class MachineCpu {
  static final int MOST_CPUS = 1 << 16;
  private static final String ALLOWED = "Cpus_allowed_list:";

  private final Path root;
  private BitSet allowed = new BitSet();
  private long busyTicks;
  private long allTicks;

  MachineCpu(Path root) {
    this.root = root;
  }

  /** Reads again which CPUs this process may use. */
  void refresh() {
    BitSet cpus = new BitSet();
    String status = KernelFile.text(root.resolve("proc/self/status"));
    int at = status == null ? -1 : status.indexOf(ALLOWED);
    if (status != null && at >= 0) {
      int end = status.indexOf('\n', at);
      cpus = cpus(status.substring(at + ALLOWED.length(), end < 0 ? status.length() : end).strip());
    }
    if (!cpus.equals(allowed)) {
      // Counts of other CPUs are not comparable.
      allowed = cpus;
      allTicks = 0;
    }
  }

  /** The busy share since the previous call, 0 to 1; NaN on the first call and if unknown. */
  double busy() {
    long busyBefore = busyTicks;
    long allBefore = allTicks;
    busyTicks = 0;
    allTicks = 0;
    byte[] stat = KernelFile.bytes(root.resolve("proc/stat"));
    if (stat != null) {
      addAllowed(new CpuTicks(stat));
    }
    long all = allTicks - allBefore;
    if (allBefore == 0 || allTicks == 0 || all <= 0) {
      return Double.NaN;
    }
    // A removed CPU, or a faulty counter of idle time, can distort the differences.
    return Math.max(0, Math.min(1, (double) (busyTicks - busyBefore) / all));
  }

  /** Whether the previous call of {@link #busy} found any counts. */
  boolean isThere() {
    return allTicks > 0;
  }

  private void addAllowed(CpuTicks ticks) {
    long sumBusy = 0;
    long sumAll = 0;
    while (ticks.next()) {
      if (ticks.cpu() == CpuTicks.SUM) {
        sumBusy = ticks.busy();
        sumAll = ticks.all();
      } else if (allowed.get(ticks.cpu())) {
        busyTicks += ticks.busy();
        allTicks += ticks.all();
      }
    }
    if (allTicks == 0) {
      busyTicks = sumBusy;
      allTicks = sumAll;
    }
  }

  /** Parses a list such as "0-3,8"; empty if invalid. */
  private static BitSet cpus(String list) {
    BitSet cpus = new BitSet();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", 2);
      long first = KernelFile.number(ends[0]);
      long last = KernelFile.number(ends[ends.length - 1]);
      if (first < 0 || last < first || last >= MOST_CPUS) {
        return new BitSet();
      }
      cpus.set((int) first, (int) last + 1);
    }
    return cpus;
  }
}
