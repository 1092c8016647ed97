package dev.foliot.linux.cgroup;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The container and the Kubernetes pod of a process, by the names of its control groups. Immutable.
 *
 * <p>Docker, containerd, CRI-O and Podman put the 64 digits of the container's id into the name,
 * the kubelet the pod's UID [1]. From inside the container the names are not seen.
 *
 * <p>[1] Kubernetes, pkg/kubelet/cm, cgroup names {@code kubepods.slice/…-podUID.slice}
 *
 * @param container the container's id; empty if unknown
 * @param pod the UID of the pod, with hyphens; empty if unknown
 */
public record ContainerIds(String container, String pod) {
  /** None that is known. */
  public static final ContainerIds NONE = new ContainerIds("", "");

  private static final Pattern CONTAINER = Pattern.compile("(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])");
  private static final Pattern POD =
      Pattern.compile("pod([0-9a-f]{8}(?:[-_][0-9a-f]{4}){3}[-_][0-9a-f]{12})");

  /** As many digits of an id as docker ps prints. */
  private static final int SHOWN = 12;

  /** A shorter beginning of an id may mean another word. */
  private static final int SHORTEST = 6;

  /** Those of a process; none if its groups cannot be read. */
  public static ContainerIds of(Path root, long pid) {
    try {
      return of(
          CgroupMembership.of(new KernelFiles(root), pid).stream()
              .map(CgroupMembership::path)
              .toList());
    } catch (UnreadableException e) {
      return NONE;
    }
  }

  /** Those in the paths of groups: the innermost container counts. */
  static ContainerIds of(List<String> paths) {
    String container = "";
    String pod = "";
    for (String path : paths) {
      Matcher ids = CONTAINER.matcher(path);
      while (ids.find()) {
        container = ids.group();
      }
      Matcher uid = POD.matcher(path);
      if (uid.find()) {
        pod = uid.group(1).replace('_', '-');
      }
    }
    return new ContainerIds(container, pod);
  }

  /** Whether a user means it: by the beginning of the container's id, or the pod's UID. */
  public boolean isMeant(String name) {
    String id = name.toLowerCase(Locale.ROOT);
    return id.length() >= SHORTEST && (container.startsWith(id) || pod.startsWith(id));
  }

  /** The beginning of the container's id; empty if unknown. */
  public String shortId() {
    return container.substring(0, Math.min(SHOWN, container.length()));
  }
}
