package dev.foliot.pool;

import java.nio.file.Path;
import java.util.BitSet;

/**
 * How busy the machine's CPUs are, whoever uses them, from /proc/stat (proc_stat(5)): those on
 * which this process may run, for a neighbour on other CPUs takes nothing away. Time that a
 * hypervisor gave to others ("steal") was used; waiting for a disk was not. Single caller.
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

  /** Looks again on which CPUs this process may run. */
  void refresh() {
    BitSet cpus = new BitSet();
    String status = KernelFile.text(root.resolve("proc/self/status"));
    int at = status == null ? -1 : status.indexOf(ALLOWED);
    if (status != null && at >= 0) {
      int end = status.indexOf('\n', at);
      cpus = cpus(status.substring(at + ALLOWED.length(), end < 0 ? status.length() : end).strip());
    }
    if (!cpus.equals(allowed)) {
      // What was counted for other CPUs cannot be compared.
      allowed = cpus;
      allTicks = 0;
    }
  }

  /** The busy share since the call before, 0 to 1; NaN at first and when it cannot be known. */
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
    // A CPU that was taken away, and some counters of idle time, make the differences odd.
    return Math.max(0, Math.min(1, (double) (busyTicks - busyBefore) / all));
  }

  /** Whether the call of {@link #busy} before found counts at all. */
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

  /** A list as "0-3,8"; empty when it is none. */
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
