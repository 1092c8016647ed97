package dev.foliot.pool.machine;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How many threads a pool may have without harm to its process: the least of several limits, each
 * halved, since other threads and processes need their part. Sources: cgroups(7), "Control Group
 * v2" (pids.max, memory.max), proc(5), getrlimit(2). Immutable.
 *
 * @param threads 16 up to {@link #MOST}
 * @param reason the limit that decides, with its figure
 */
public record ThreadLimit(int threads, String reason) {
  /** About the limit of a process by the default of {@code vm.max_map_count}. */
  public static final int MOST = 32_767;

  private static final int LEAST = 16;

  /** The touched part of a stack, with the kernel's own share, in a thread with deep calls. */
  private static final long BYTES_PER_THREAD = 128 << 10;

  private static final String BESIDE = ", half of which is for others";

  /** Reads the limits of this process. */
  public static ThreadLimit ofThisProcess() {
    return read(Path.of("/"), Runtime.getRuntime().maxMemory());
  }

  /**
   * Reads the limits below a root directory.
   *
   * @param heapBytes the maximum heap
   */
  static ThreadLimit read(Path root, long heapBytes) {
    ThreadLimit least = new ThreadLimit(MOST, "about the most threads of a process");
    CpuGroup group = CpuGroup.withController(root, "pids");
    long pids = group == null ? -1 : least(group, "pids.max");
    least = least.or(pids, "pids.max is " + number(pids));
    long user = userProcesses(root);
    least = least.or(user, "ulimit -u is " + number(user));
    long kernel = number(root.resolve("proc/sys/kernel/threads-max"));
    least = least.or(kernel, "kernel.threads-max is " + number(kernel));
    long memory = memoryBytes(root);
    if (memory > 0) {
      long beside = Math.max(0, memory - heapBytes);
      String text = number(beside >> 20) + " MB of memory are left beside the heap";
      least = least.or(beside / BYTES_PER_THREAD, text);
    }
    return least;
  }

  private ThreadLimit or(long limit, String what) {
    if (limit < 0 || limit / 2 >= threads) {
      return this;
    }
    return new ThreadLimit((int) Math.max(LEAST, limit / 2), what + BESIDE);
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** The least value of a file in the groups, -1 without one. */
  private static long least(CpuGroup group, String file) {
    long least = -1;
    for (Path directory : group.directories()) {
      long here = number(directory.resolve(file));
      least = here < 0 ? least : least < 0 ? here : Math.min(least, here);
    }
    return least;
  }

  /** A number from a file; -1 for none, as for {@code max}. */
  private static long number(Path file) {
    String text = KernelFile.text(file);
    return text == null ? -1 : KernelFile.number(text);
  }

  private static long userProcesses(Path root) {
    List<String> lines = KernelFile.lines(root.resolve("proc/self/limits"));
    for (String line : lines) {
      if (line.startsWith("Max processes")) {
        return KernelFile.number(KernelFile.words(line.substring("Max processes".length()))[0]);
      }
    }
    return -1;
  }

  /** The machine's memory, or the groups' if less; -1 if unknown. */
  private static long memoryBytes(Path root) {
    long machine = -1;
    for (String line : KernelFile.lines(root.resolve("proc/meminfo"))) {
      String[] words = KernelFile.words(line);
      if (words.length >= 2 && words[0].equals("MemTotal:")) {
        machine = KernelFile.number(words[1]) << 10;
      }
    }
    @Nullable CpuGroup group = CpuGroup.withController(root, "memory");
    long granted =
        group == null
            ? -1
            : least(group, group.isVersion2() ? "memory.max" : "memory.limit_in_bytes");
    return granted < 0 ? machine : machine < 0 ? granted : Math.min(machine, granted);
  }
}
