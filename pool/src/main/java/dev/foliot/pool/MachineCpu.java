package dev.foliot.pool;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/**
 * How busy the machine's CPUs are, whoever uses them, from /proc/stat (proc_stat(5)): those on
 * which this process may run, for a neighbour on other CPUs takes nothing away. Time that a
 * hypervisor gave to others ("steal") was used; waiting for a disk was not. Single caller.
 */
final class MachineCpu {
  private static final int MOST_CPUS = 1 << 16;
  private static final int IDLE = 4;
  private static final int IOWAIT = 5;
  private static final int STEAL = 8;

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
    for (String line : KernelFile.lines(root.resolve("proc/self/status"))) {
      if (line.startsWith("Cpus_allowed_list:")) {
        cpus = cpus(line.substring(line.indexOf(':') + 1).strip());
      }
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
    List<String> lines = KernelFile.lines(root.resolve("proc/stat"));
    for (String line : lines) {
      if (!line.startsWith("cpu")) {
        break;
      }
      String[] words = KernelFile.words(line);
      long cpu = KernelFile.number(words[0].substring("cpu".length()));
      if (cpu >= 0 && cpu < MOST_CPUS && allowed.get((int) cpu)) {
        add(words);
      }
    }
    if (allTicks == 0 && !lines.isEmpty() && lines.get(0).startsWith("cpu ")) {
      add(KernelFile.words(lines.get(0)));
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

  /** Guests' time, in the fields after "steal", is in the user's time already. */
  private void add(String[] words) {
    for (int i = 1; i < words.length && i <= STEAL; i++) {
      long ticks = Math.max(0, KernelFile.number(words[i]));
      allTicks += ticks;
      busyTicks += i == IDLE || i == IOWAIT ? 0 : ticks;
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
