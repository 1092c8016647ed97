package dev.foliot.linux.cgroup;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.MountInfo;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.ControlGroupReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The directories of the control groups that hold one process for one controller.
 *
 * <p>A path in /proc/PID/cgroup is a path in a hierarchy; where that is in the file system is in
 * the mount table. Both are relative to the reader's cgroup namespace. The reader's own mounts come
 * first. The target's, through /proc/PID/root, show a group inside another container.
 *
 * @param isVersion2 whether the files have the names of the second version
 * @param directories the process's own first, then its ancestors up to the highest that is visible
 */
record CgroupLevels(boolean isVersion2, List<Path> directories) {
  private static final String DELETED = " (deleted)";

  static CgroupLevels of(KernelFiles files, long pid, String controller)
      throws UnreadableException {
    CgroupMembership membership = membership(files, pid, controller);
    if (membership.path().endsWith(DELETED)) {
      throw new UnreadableException(new ControlGroupReason.ControlGroupDeleted(pid));
    }
    String target = "proc/" + pid;
    List<Path> directories = search(files, "proc/self/mountinfo", "", membership, controller);
    if (directories.isEmpty()) {
      directories = search(files, target + "/mountinfo", target + "/root", membership, controller);
    }
    if (directories.isEmpty()) {
      throw new UnreadableException(
          new ControlGroupReason.ControlGroupHidden(membership.path(), controller, pid));
    }
    return new CgroupLevels(membership.isVersion2(), directories);
  }

  /** Whether the second version's hierarchy is mounted. */
  static boolean isVersion2Mounted(KernelFiles files) throws UnreadableException {
    Optional<KernelText> text = files.textIfPresent("proc/self/mountinfo");
    return text.isPresent()
        && MountInfo.parse(text.get()).stream().anyMatch(mount -> mount.type().equals("cgroup2"));
  }

  /** The first version's hierarchy that has the controller; else the second version's. */
  private static CgroupMembership membership(KernelFiles files, long pid, String controller)
      throws UnreadableException {
    List<CgroupMembership> all = CgroupMembership.of(files, pid);
    return all.stream()
        .filter(membership -> membership.controllers().contains(controller))
        .findFirst()
        .or(() -> all.stream().filter(CgroupMembership::isVersion2).findFirst())
        .orElseThrow(() ->
            new UnreadableException(new ControlGroupReason.ControllerMissing(pid, controller)));
  }

  private static List<Path> search(
      KernelFiles files, String table, String base, CgroupMembership membership, String controller)
      throws UnreadableException {
    Optional<KernelText> text = files.textIfPresent(table);
    if (text.isEmpty()) {
      return List.of();
    }
    List<MountInfo> mounts = new ArrayList<>(MountInfo.parse(text.get()));
    // The mount with the shortest root shows most ancestors.
    mounts.sort(Comparator.comparingInt(mount -> mount.root().length()));
    for (MountInfo mount : mounts) {
      Optional<String> below = below(mount.root(), membership.path());
      if (below.isPresent() && carries(mount, membership, controller)) {
        Path top = KernelFiles.resolve(files.root().resolve(base), mount.point());
        Path own = KernelFiles.resolve(top, below.get());
        if (Files.isDirectory(own)) {
          return upwards(own, top);
        }
      }
    }
    return List.of();
  }

  private static boolean carries(MountInfo mount, CgroupMembership membership, String controller) {
    return membership.isVersion2()
        ? mount.type().equals("cgroup2")
        : mount.type().equals("cgroup") && mount.options().contains(controller);
  }

  /** What {@code path} adds to {@code root}; empty when it is not below it. */
  private static Optional<String> below(String root, String path) {
    String prefix = root.equals("/") ? "" : root;
    if (!path.equals(prefix) && !path.startsWith(prefix + "/")) {
      return Optional.empty();
    }
    String rest = path.substring(prefix.length());
    return Arrays.asList(rest.split("/", -1)).contains("..") ? Optional.empty() : Optional.of(rest);
  }

  private static List<Path> upwards(Path own, Path top) {
    List<Path> directories = new ArrayList<>();
    for (Path at = own; at != null && at.startsWith(top); at = at.getParent()) {
      directories.add(at);
    }
    return directories;
  }
}
