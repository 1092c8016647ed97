package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a hypervisor or a container lies between this kernel or process and the machine, with the
 * evidence. It follows what systemd-detect-virt(1) looks at, as far as files tell it. Immutable.
 *
 * @param kind the hypervisor (kvm, firecracker, xen, vmware, hyper-v, virtualbox, qemu, ..., or
 *     unknown) or the container (docker, podman, kubernetes, lxc, ..., or unknown); {@code none}
 *     when nothing was found
 * @param evidence what was seen, or where nothing was
 */
public record Virtualisation(String kind, String evidence) {
  /** The answer when nothing was found. */
  public static final String NONE = "none";

  /** The kind when there is evidence of something without a name. */
  public static final String UNKNOWN = "unknown";

  /** An emulator's name for a machine says little while another clue may say kvm. */
  private static final Set<String> VAGUE = Set.of(UNKNOWN, "qemu");

  /**
   * The hypervisor below the kernel whose files are below {@code root}, usually "/". On aarch64,
   * whose processors have no flag for it, a hypervisor that hides itself reads as none.
   */
  public static Reading<Virtualisation> machine(Path root) {
    return KernelFiles.attempt(root, HypervisorSearch::search);
  }

  /** The container that this process is in, seen in the files below {@code root}, usually "/". */
  public static Reading<Virtualisation> container(Path root) {
    return KernelFiles.attempt(root, ContainerSearch::search);
  }

  /** All the evidence, under the kind of the first clue that is not vague. */
  static Virtualisation concluded(List<Virtualisation> clues, String whereNothingWas) {
    return clues.stream()
        .filter(clue -> !VAGUE.contains(clue.kind))
        .findFirst()
        .or(() -> clues.stream().findFirst())
        .map(first ->
            new Virtualisation(
                first.kind,
                clues.stream().map(Virtualisation::evidence).collect(Collectors.joining("; "))))
        .orElse(new Virtualisation(NONE, whereNothingWas));
  }
}
