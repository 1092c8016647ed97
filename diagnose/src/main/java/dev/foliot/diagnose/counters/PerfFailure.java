package dev.foliot.diagnose.counters;

import java.util.List;
import java.util.Locale;

/** The cause of a failed perf run, from its exit code and text, with a remedy. */
enum PerfFailure {
  /** perf is missing, or has no version for this kernel. */
  MISSING(
      "install it (linux-perf, linux-tools or perf, for the running kernel)",
      "perf not found for kernel",
      "you may need to install"),
  /** EACCES and EPERM. */
  NOT_PERMITTED(
      "sysctl kernel.perf_event_paranoid=1, or grant CAP_PERFMON; in a container let its seccomp"
          + " profile allow perf_event_open",
      "permission denied",
      "operation not permitted",
      "operations is limited",
      "may not have permission",
      "no permission",
      "perf_event_paranoid"),
  /** EMFILE and ENFILE. */
  TOO_MANY_FILES("raise the limit: ulimit -n", "too many open files"),
  /** ESRCH: the process, or a thread, ended before perf reached it. */
  NO_SUCH_PROCESS(
      "see whether it still lives, and in which PID namespace; where threads begin and end all the"
          + " time, count the whole machine with perf stat -a",
      "no such process",
      "invalid pid"),
  /** Unknown option. */
  TOO_OLD("use a perf of the kernel's version", "unknown option"),
  /** ENOENT, ENODEV, ENOSYS, EOPNOTSUPP, and names unknown to perf. */
  NOT_SUPPORTED(
      "see what perf list shows here; use a kernel with CONFIG_PERF_EVENTS, and a perf of its"
          + " version",
      "not supported",
      "no pmu supports",
      "no pmu that supports",
      "no such file or directory",
      "no such device",
      "not implemented",
      "event syntax error",
      "unknown tracepoint"),
  /** Any other cause. */
  OTHER("try perf stat -p PID by itself");

  /** Exit codes of the launcher for a program that does not start. */
  private static final List<Integer> NOT_STARTED = List.of(126, 127);

  private final String remedy;

  @SuppressWarnings("ImmutableEnumChecker") // It is: List.of makes it.
  private final List<String> words;

  PerfFailure(String remedy, String... words) {
    this.remedy = remedy;
    this.words = List.of(words);
  }

  /**
   * The cause.
   *
   * @param complaint perf's error output, of any characters
   */
  static PerfFailure of(int exit, String complaint) {
    if (NOT_STARTED.contains(exit)) {
      return MISSING;
    }
    String lower = complaint.toLowerCase(Locale.ROOT);
    for (PerfFailure one : values()) {
      if (one.words.stream().anyMatch(lower::contains)) {
        return one;
      }
    }
    return OTHER;
  }

  /** The remedy. */
  String remedy() {
    return remedy;
  }
}
