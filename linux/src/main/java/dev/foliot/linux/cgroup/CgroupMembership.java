package dev.foliot.linux.cgroup;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.UnreadableException;
import java.util.ArrayList;
import java.util.List;

/**
 * One line of /proc/PID/cgroup: the process is in group {@code path} of one hierarchy (cgroups(7)).
 *
 * @param controllers what the hierarchy controls; empty for the second version's only hierarchy
 * @param path relative to the reader's cgroup namespace; begins with /.. when it lies outside
 */
record CgroupMembership(List<String> controllers, String path) {
  /** All memberships of process {@code pid}. */
  static List<CgroupMembership> of(KernelFiles files, long pid) throws UnreadableException {
    KernelText text =
        files.text(
            "proc/" + pid + "/cgroup",
            "see whether the process still lives; the kernel needs CONFIG_CGROUPS");
    List<CgroupMembership> memberships = new ArrayList<>();
    for (String line : text.lines()) {
      if (!line.isBlank()) {
        String[] parts = line.split(":", 3);
        if (parts.length < 3 || !parts[2].startsWith("/")) {
          throw text.malformed("line", line);
        }
        memberships.add(
            new CgroupMembership(
                parts[1].isEmpty() ? List.of() : List.of(parts[1].split(",", -1)), parts[2]));
      }
    }
    return memberships;
  }

  boolean isVersion2() {
    return controllers.isEmpty();
  }

  /** Whether it controls a resource; a hierarchy with only a name does not. */
  boolean controlsAnything() {
    return controllers.stream().anyMatch(controller -> !controller.startsWith("name="));
  }
}
