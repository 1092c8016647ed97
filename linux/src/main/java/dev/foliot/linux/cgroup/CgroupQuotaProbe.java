package dev.foliot.linux.cgroup;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import dev.foliot.linux.reason.ControlGroupReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Tests whether a process may get a CPU quota here. It makes an empty group below the group of this
 * process or an ancestor, gives it a quota, and removes it. See the kernel documents "Control Group
 * v2", "Delegation", and "CFS Bandwidth Control". No process ever enters the group. Safe for any
 * thread.
 */
public final class CgroupQuotaProbe {
  private static final String REMEDY =
      "run as root, or in a delegated group: systemd-run --user --scope -p Delegate=yes COMMAND; in"
          + " a container mount /sys/fs/cgroup writable";

  private CgroupQuotaProbe() {}

  /**
   * Makes the attempt for process {@code pid}.
   *
   * @param root where the kernel's file systems are, usually "/"
   * @return the directory below which a quota can be set
   */
  public static Reading<Path> attempt(Path root, long pid) {
    return KernelFiles.attempt(
        root,
        files -> {
          CgroupLevels levels = CgroupLevels.of(files, pid, "cpu");
          Optional<UnreadableException> first = Optional.empty();
          for (Path directory : levels.directories()) {
            try {
              return attempt(files, directory, levels.isVersion2());
            } catch (UnreadableException e) {
              first = first.or(() -> Optional.of(e));
            }
          }
          throw first.orElseThrow();
        });
  }

  private static Path attempt(KernelFiles files, Path parent, boolean isVersion2)
      throws UnreadableException {
    Path group = parent.resolve("foliot-probe-" + ProcessHandle.current().pid());
    try {
      Files.createDirectory(group);
    } catch (IOException e) {
      throw KernelFiles.failed(group, "made", e, REMEDY);
    }
    try {
      set(files, parent, group.resolve(isVersion2 ? "cpu.max" : "cpu.cfs_quota_us"), isVersion2);
      return parent;
    } finally {
      remove(group);
    }
  }

  private static void set(KernelFiles files, Path parent, Path quota, boolean isVersion2)
      throws UnreadableException {
    if (files.textIfPresent(quota).isEmpty()) {
      throw new UnreadableException(
          new ControlGroupReason.QuotaFileMissing(
              parent.toString(), isVersion2 ? "cpu.max" : "cpu.cfs_quota_us", REMEDY));
    }
    byte[] half = (isVersion2 ? "50000 100000" : "50000").getBytes(StandardCharsets.US_ASCII);
    try {
      Files.write(quota, half, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw KernelFiles.failed(quota, "written", e, REMEDY);
    }
  }

  /** The maker of a group without processes can always remove it. */
  private static void remove(Path group) throws UnreadableException {
    try {
      Files.deleteIfExists(group);
    } catch (IOException e) {
      throw KernelFiles.failed(group, "removed", e, "remove the empty group: rmdir");
    }
  }
}
