package dev.foliot.linux.proc;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.Reading;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A process's rights beyond its user's, and its restrictions (capabilities(7), seccomp(2),
 * proc_pid_status(5)). Immutable.
 *
 * @param effective the bits of its effective capabilities
 * @param seccomp the filter on its system calls
 * @param noNewPrivileges whether programs that it starts can gain no rights
 */
public record ProcessRights(long effective, Seccomp seccomp, boolean noNewPrivileges) {
  private static final int RADIX = 16;

  /** The capabilities that measuring may take. */
  public enum Capability {
    /** Reading and tracing processes of others. */
    SYS_PTRACE(19),
    /** Nearly all rights; on kernels before 5.8 it includes PERFMON. */
    SYS_ADMIN(21),
    /** Priorities, affinities and timer slack of others. */
    SYS_NICE(23),
    /** Addresses of the kernel. */
    SYSLOG(34),
    /** Every performance counter. */
    PERFMON(38);

    private final int bit;

    Capability(int bit) {
      this.bit = bit;
    }
  }

  /** How the process's system calls are filtered. */
  public enum Seccomp {
    /** Not at all. */
    NONE,
    /** Only read, write and exit. */
    STRICT,
    /** By a program, as containers do. */
    FILTER
  }

  /** Reads it for process {@code pid} from the kernel below {@code root}, usually "/". */
  public static Reading<ProcessRights> of(Path root, long pid) {
    return KernelFiles.attempt(root, files -> read(files, "proc/" + pid + "/status"));
  }

  /** Reads it for this process. */
  public static Reading<ProcessRights> ofSelf(Path root) {
    return KernelFiles.attempt(root, files -> read(files, "proc/self/status"));
  }

  private static ProcessRights read(KernelFiles files, String path) throws UnreadableException {
    KernelText text = files.text(path, "see whether the process still lives");
    String hex = text.requiredField("CapEff");
    long bits;
    try {
      bits = Long.parseUnsignedLong(hex, RADIX);
    } catch (NumberFormatException e) {
      throw text.malformed("CapEff", hex);
    }
    return new ProcessRights(bits, seccomp(text), flag(text, "NoNewPrivs"));
  }

  /** A kernel without seccomp has no such line. */
  private static Seccomp seccomp(KernelText text) throws UnreadableException {
    Optional<String> mode = text.field("Seccomp");
    return switch (mode.orElse("0")) {
      case "0" -> Seccomp.NONE;
      case "1" -> Seccomp.STRICT;
      case "2" -> Seccomp.FILTER;
      default -> throw text.malformed("Seccomp", mode.orElse(""));
    };
  }

  private static boolean flag(KernelText text, String key) throws UnreadableException {
    Optional<String> value = text.field(key);
    return value.isPresent() && text.number(key, value.get()) != 0;
  }

  /** Whether it has a capability. */
  public boolean has(Capability capability) {
    return (effective >>> capability.bit & 1) != 0;
  }

  /** The capabilities of {@link Capability} that it has. */
  public List<Capability> held() {
    return Arrays.stream(Capability.values()).filter(this::has).toList();
  }

  /** Whether no level of perf_event_paranoid holds it back. */
  public boolean mayWatchEverything() {
    return has(Capability.PERFMON) || has(Capability.SYS_ADMIN);
  }
}
