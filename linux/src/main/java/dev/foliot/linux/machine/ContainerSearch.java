package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.MountInfo;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks for a container: the files its engine leaves, its control group, its bind mounts. */
final class ContainerSearch {
  private static final List<Map.Entry<String, String>> FILES =
      List.of(
          Map.entry("run/secrets/kubernetes.io", "kubernetes"),
          Map.entry("var/run/secrets/kubernetes.io", "kubernetes"),
          Map.entry("run/.containerenv", "podman"),
          Map.entry(".dockerenv", "docker"));

  /** Markers in the path of a control group, as read outside its namespace. */
  private static final List<Map.Entry<String, String>> GROUPS =
      List.of(
          Map.entry("kubepods", "kubernetes"),
          Map.entry("libpod", "podman"),
          Map.entry("/docker", "docker"),
          Map.entry("docker-", "docker"),
          Map.entry("cri-containerd", "containerd"),
          Map.entry("/lxc", "lxc"));

  /** Where the files that an engine mounts over /etc/hosts and its like come from. */
  private static final List<Map.Entry<String, String>> SOURCES =
      List.of(
          Map.entry("/kubelet/pods/", "kubernetes"),
          Map.entry("/docker/containers/", "docker"),
          Map.entry("/overlay-containers/", "podman"));

  private ContainerSearch() {}

  static Virtualisation search(KernelFiles files) throws UnreadableException {
    List<Virtualisation> clues = new ArrayList<>();
    for (Map.Entry<String, String> file : FILES) {
      if (Files.exists(files.root().resolve(file.getKey()))) {
        clues.add(new Virtualisation(file.getValue(), "/" + file.getKey() + " exists"));
      }
    }
    systemd(files).ifPresent(clues::add);
    group(files).ifPresent(clues::add);
    mount(files).ifPresent(clues::add);
    return Virtualisation.concluded(
        clues,
        "nothing in /.dockerenv, /run/.containerenv, /run/secrets, /run/systemd/container,"
            + " /proc/self/cgroup or the mounts over /etc");
  }

  /** Engines that support systemd write their name here (systemd's "Container Interface"). */
  private static Optional<Virtualisation> systemd(KernelFiles files) throws UnreadableException {
    Optional<KernelText> text = files.textIfPresent("run/systemd/container");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String name = KernelText.shortened(text.get().requiredLine());
    return Optional.of(new Virtualisation(name, "/run/systemd/container is " + name));
  }

  private static Optional<Virtualisation> group(KernelFiles files) throws UnreadableException {
    Optional<KernelText> text = files.textIfPresent("proc/self/cgroup");
    return text.isEmpty() ? Optional.empty() : first(GROUPS, text.get().lines(), "cgroup ");
  }

  private static Optional<Virtualisation> mount(KernelFiles files) throws UnreadableException {
    Optional<KernelText> text = files.textIfPresent("proc/self/mountinfo");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    List<String> overEtc =
        MountInfo.parse(text.get()).stream()
            .filter(mount -> mount.point().startsWith("/etc/"))
            .map(MountInfo::root)
            .toList();
    return first(SOURCES, overEtc, "a mount below /etc from ");
  }

  private static Optional<Virtualisation> first(
      List<Map.Entry<String, String>> table, List<String> texts, String what) {
    for (Map.Entry<String, String> entry : table) {
      for (String text : texts) {
        if (text.contains(entry.getKey())) {
          return Optional.of(
              new Virtualisation(entry.getValue(), what + KernelText.shortened(text)));
        }
      }
    }
    return Optional.empty();
  }
}
