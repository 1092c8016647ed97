package dev.foliot.pool.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The process's control groups for a controller, of version 1, version 2, or mixed. Sources:
 * cgroups(7) and the kernel documents "Control Group v2" and "CFS Bandwidth Control". A quota
 * limits all groups below it, and the smallest one decides. A process in its own cgroup namespace,
 * as in a container, cannot read the quotas above.
 *
 * @param isVersion2 whether the files have the names of version 2
 * @param directories the process's own directory first, then its ancestors up to the highest
 *     visible
 */
record CpuGroup(boolean isVersion2, List<Path> directories) {
  private static final Pattern OCTAL = Pattern.compile("\\\\([0-3][0-7]{2})");

  /** A line of mountinfo that mounts a directory of a cgroup hierarchy. */
  private record Mount(String root, String point) {}

  /** The groups of this process for the CPU; null if they are not visible. */
  static @Nullable CpuGroup ofThisProcess(Path root) {
    return withController(root, "cpu");
  }

  /** The groups of this process for a controller; null if they are not visible. */
  static @Nullable CpuGroup withController(Path root, String controller) {
    String path1 = null;
    String path2 = null;
    for (String line : KernelFile.lines(root.resolve("proc/self/cgroup"))) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && parts[1].isEmpty()) {
        path2 = parts[2];
      } else if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains(controller)) {
        path1 = parts[2];
      }
    }
    // Mixed: only one hierarchy has the controller, and the line of version 1 names it.
    CpuGroup group = path1 == null ? null : mounted(root, controller, path1);
    return group != null || path2 == null ? group : mounted(root, null, path2);
  }

  /**
   * @param controller of version 1; null for version 2
   */
  private static @Nullable CpuGroup mounted(Path root, @Nullable String controller, String path) {
    CpuGroup found = null;
    for (String line : KernelFile.lines(root.resolve("proc/self/mountinfo"))) {
      Mount mount = mount(line, controller);
      if (mount != null) {
        Path top = below(root, mount.point);
        CpuGroup group = new CpuGroup(controller == null, upwards(own(top, mount.root, path), top));
        if (found == null || group.directories.size() > found.directories.size()) {
          found = group;
        }
      }
    }
    return found;
  }

  private static @Nullable Mount mount(String line, @Nullable String controller) {
    String[] words = KernelFile.words(line);
    int dash = 6;
    while (dash < words.length && !words[dash].equals("-")) {
      dash++;
    }
    if (dash + 3 >= words.length) {
      return null;
    }
    String type = words[dash + 1];
    List<String> options = List.of(words[words.length - 1].split(",", -1));
    boolean fits =
        controller == null
            ? type.equals("cgroup2")
            : type.equals("cgroup") && options.contains(controller);
    return fits ? new Mount(unescaped(words[3]), unescaped(words[4])) : null;
  }

  private static String unescaped(String path) {
    return OCTAL
        .matcher(path)
        .replaceAll(octal ->
            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(octal.group(1), 8))));
  }

  /** The directory of the group; in a container it may be the mount point itself. */
  private static Path own(Path top, String mountRoot, String path) {
    String prefix = mountRoot.equals("/") ? "" : mountRoot;
    if (path.startsWith(prefix + "/") && !List.of(path.split("/", -1)).contains("..")) {
      Path own = below(top, path.substring(prefix.length()));
      if (Files.isDirectory(own)) {
        return own;
      }
    }
    return top;
  }

  private static Path below(Path base, String path) {
    return path.length() <= 1 ? base : base.resolve(path.substring(1));
  }

  private static List<Path> upwards(Path own, Path top) {
    List<Path> directories = new ArrayList<>();
    for (Path at = own; at != null && at.startsWith(top); at = at.getParent()) {
      directories.add(at);
    }
    return List.copyOf(directories);
  }

  /** Returns the groups with a quota. */
  List<Path> limited() {
    List<Path> limited = new ArrayList<>();
    for (Path directory : directories) {
      if (quotaCpus(directory) < Double.MAX_VALUE) {
        limited.add(directory);
      }
    }
    return limited;
  }

  /** The smallest quota of {@link #limited} groups, in fractional CPUs; infinite if empty. */
  double quotaCpus(List<Path> limited) {
    double least = Double.POSITIVE_INFINITY;
    for (Path directory : limited) {
      least = Math.min(least, quotaCpus(directory));
    }
    return least;
  }

  /** A group without the controller, such as the root, has no file and no quota. */
  private double quotaCpus(Path directory) {
    String quota;
    String period;
    if (isVersion2) {
      String[] words = KernelFile.words(textOrNothing(directory.resolve("cpu.max")));
      quota = words[0];
      period = words.length == 2 ? words[1] : "";
    } else {
      quota = textOrNothing(directory.resolve("cpu.cfs_quota_us"));
      period = textOrNothing(directory.resolve("cpu.cfs_period_us"));
    }
    long quotaUs = KernelFile.number(quota);
    long periodUs = KernelFile.number(period);
    return quotaUs > 0 && periodUs > 0 ? (double) quotaUs / periodUs : Double.POSITIVE_INFINITY;
  }

  private static String textOrNothing(Path file) {
    String text = KernelFile.text(file);
    return text == null ? "" : text;
  }

  /** The throttled time of a group so far in nanoseconds, summed over its CPUs; 0 if unknown. */
  long throttledNs(Path directory) {
    String key = isVersion2 ? "throttled_usec" : "throttled_time";
    for (String line : KernelFile.lines(directory.resolve("cpu.stat"))) {
      String[] words = KernelFile.words(line);
      if (words.length == 2 && words[0].equals(key)) {
        long number = Math.max(0, KernelFile.number(words[1]));
        return isVersion2 ? Math.min(number, Long.MAX_VALUE / 1_000) * 1_000 : number;
      }
    }
    return 0;
  }
}
