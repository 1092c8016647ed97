package dev.foliot.linux;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Settings below /proc/sys that limit measurements. See sysctl(8), proc_sys_kernel(5), and the
 * kernel documents "perf_event_paranoid", "Yama", "Documentation for /proc/sys/vm". Each method
 * reads anew. Safe for any thread.
 */
public final class KernelSettings {
  private static final int LEAST = -1;
  private static final int MOST = 1_000;

  private final Path root;

  /** The settings of a kernel with its /proc below {@code root}, usually "/". */
  public KernelSettings(Path root) {
    this.root = root;
  }

  /**
   * The limit on counting for a user without CAP_PERFMON. It is -1 for no limit, 0 no trace points
   * with their data, 1 no whole CPUs, 2 not the kernel, 3 and more (some distributions) no
   * counting.
   */
  public Reading<Integer> perfEventParanoid() {
    return number("proc/sys/kernel/perf_event_paranoid", "use a kernel with CONFIG_PERF_EVENTS");
  }

  /** Access to the kernel's addresses: 0 for all users, 1 with CAP_SYSLOG, 2 for none. */
  public Reading<Integer> kptrRestrict() {
    return number("proc/sys/kernel/kptr_restrict", "mount /proc");
  }

  /**
   * The processes that a process may read the memory of, besides its user's rights. It is 0 for
   * any, 1 for its descendants, 2 with CAP_SYS_PTRACE only, 3 for none. Without the security module
   * Yama it is 0.
   */
  public Reading<Integer> ptraceScope() {
    return KernelFiles.attempt(
        root,
        files -> {
          Optional<KernelText> text = files.textIfPresent("proc/sys/kernel/yama/ptrace_scope");
          if (text.isEmpty()) {
            files.text("proc/sys/kernel/osrelease", "mount /proc");
          }
          return text.isEmpty() ? 0 : number(text.get());
        });
  }

  /** Whether the kernel moves pages between NUMA nodes on its own: 0 for no. */
  public Reading<Integer> numaBalancing() {
    return KernelFiles.attempt(
        root,
        files -> {
          Optional<KernelText> text = files.textIfPresent("proc/sys/kernel/numa_balancing");
          return text.isEmpty() ? 0 : number(text.get());
        });
  }

  private Reading<Integer> number(String path, String remedy) {
    return KernelFiles.attempt(root, files -> number(files.text(path, remedy)));
  }

  private static int number(KernelText text) throws UnreadableException {
    String line = text.requiredLine();
    long number = line.equals("-1") ? LEAST : text.number("number", line);
    if (number > MOST) {
      throw text.malformed("number", line);
    }
    return (int) number;
  }
}
