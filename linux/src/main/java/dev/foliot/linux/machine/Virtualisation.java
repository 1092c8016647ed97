package dev.foliot.linux.machine;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The hypervisor or container between this process and the machine, with the evidence. It uses the
 * evidence of systemd-detect-virt(1), as far as files contain it. Immutable.
 *
 * @param kind the hypervisor (kvm, firecracker, xen, vmware, hyper-v, virtualbox, qemu, ..., or
 *     unknown) or the container (docker, podman, kubernetes, lxc, ..., or unknown); {@code none} if
 *     none was found
 * @param evidence the evidence, or the places searched
 */
public record Virtualisation(String kind, String evidence) {
  /** The answer when nothing was found. */
  public static final String NONE = "none";

  /** The kind if evidence exists but names no product. */
  public static final String UNKNOWN = "unknown";

  /** An emulator's name for a machine is weak evidence, since another clue may show kvm. */
  private static final Set<String> VAGUE = Set.of(UNKNOWN, "qemu");

  /**
   * The hypervisor below the kernel with files below {@code root}, usually "/". The processors of
   * aarch64 have no flag for it; a hidden hypervisor reads as none there.
   */
  public static Reading<Virtualisation> machine(Path root) {
    return KernelFiles.attempt(root, HypervisorSearch::search);
  }

  /** The container of this process, from the files below {@code root}, usually "/". */
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
