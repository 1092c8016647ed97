package dev.foliot.linux;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Why perf_event_open(2) refused, as far as its errno and the rights of this process tell.
 *
 * @param event what was asked for
 * @param target whom it would have watched
 * @param errno what the call gave
 * @param paranoid kernel.perf_event_paranoid, where it can be read
 * @param privileged whether this process has CAP_PERFMON or CAP_SYS_ADMIN
 * @param filtered whether a seccomp filter is on this process
 */
record PerfRefusal(
    PerfEvent event,
    PerfTarget target,
    int errno,
    Optional<Integer> paranoid,
    boolean privileged,
    boolean filtered) {
  static final String TAKEN = "all hardware watchpoints are taken";

  private static final int EPERM = 1;
  private static final int ENOENT = 2;
  private static final int ESRCH = 3;
  private static final int E2BIG = 7;
  private static final int EACCES = 13;
  private static final int EBUSY = 16;
  private static final int ENODEV = 19;
  private static final int EINVAL = 22;
  private static final int EMFILE = 24;
  private static final int ENOSPC = 28;
  private static final int ENOSYS = 38;
  private static final int EOPNOTSUPP = 95;

  /** The highest level that lets a user without capabilities count their own threads. */
  private static final int OWN_THREADS = 2;

  static PerfRefusal read(Path root, PerfEvent event, PerfTarget target, int errno) {
    Optional<ProcessRights> rights = ProcessRights.ofSelf(root).toOptional();
    return new PerfRefusal(
        event,
        target,
        errno,
        new KernelSettings(root).perfEventParanoid().toOptional(),
        rights.isPresent() && rights.get().mayWatchEverything(),
        rights.isPresent() && rights.get().seccomp() != ProcessRights.Seccomp.NONE);
  }

  <T> Reading<T> reading() {
    String what = "perf event " + event.title() + " on " + target;
    return switch (errno) {
      case EPERM, EACCES -> notPermitted(what);
      case ENOENT, ENODEV, EOPNOTSUPP ->
          event instanceof PerfEvent.Hardware
              ? Reading.unavailable(
                  what + ": this machine shows no such counter (errno " + errno + ")",
                  "run on hardware, or let the hypervisor show its PMU to the guest")
              : Reading.unavailable(
                  what + ": this kernel has no such event (errno " + errno + ")",
                  "use a kernel with CONFIG_PERF_EVENTS, and a processor that has it");
      case ESRCH ->
          Reading.unavailable(
              what + ": there is no such thread", "see whether it lives, and in which namespace");
      case EBUSY, ENOSPC ->
          event instanceof PerfEvent.Watchpoint
              ? Reading.unavailable(
                  what
                      + ": "
                      + TAKEN
                      + ", of which a processor has few, four on x86-64 (errno "
                      + errno
                      + ")",
                  "end the debugger or profiler that holds them, or watch fewer words")
              : Reading.unavailable(
                  what + ": all counters of this kind are taken (errno " + errno + ")",
                  "end the debugger or profiler that holds them");
      case EMFILE ->
          Reading.unavailable(
              what + ": this process has no file descriptor left", "raise the limit: ulimit -n");
      case ENOSYS ->
          Reading.unavailable(
              what + ": the kernel or a sandbox has no perf_event_open",
              "use a kernel with CONFIG_PERF_EVENTS, outside a sandbox such as gVisor");
      case EINVAL, E2BIG ->
          Reading.unavailable(
              what + ": the kernel or the processor does not take it (errno " + errno + ")",
              "use a newer kernel; see perf_event_open(2)");
      default -> Reading.unavailable(what + ": errno " + errno, "see perf_event_open(2)");
    };
  }

  private <T> Reading<T> notPermitted(String what) {
    int enough = enough();
    boolean levelAllows = paranoid.isPresent() && paranoid.get() <= enough;
    if (errno == EACCES && target.tid() > 0 && levelAllows && !privileged) {
      return Reading.unavailable(
          what + ": this user may not look into that process",
          "run as the process's user or as root, or grant CAP_PERFMON");
    }
    if (privileged || levelAllows) {
      return Reading.unavailable(
          what
              + ": refused although "
              + (privileged ? "CAP_PERFMON" : "perf_event_paranoid " + paranoid.get())
              + " allows it"
              + (filtered ? "; a seccomp filter is on this process" : ""),
          "let the container's seccomp profile or the security module allow perf_event_open");
    }
    return Reading.unavailable(
        what
            + ": not permitted; perf_event_paranoid is "
            + paranoid.map(String::valueOf).orElse("unknown")
            + ", and this process has no CAP_PERFMON",
        "sysctl kernel.perf_event_paranoid=" + enough + ", or grant CAP_PERFMON");
  }

  /** Up to which level the kernel lets this event be counted without a capability. */
  private int enough() {
    if (event instanceof PerfEvent.Tracepoint) {
      return -1;
    }
    if (target.tid() == -1) {
      return 0;
    }
    return target.kernel() ? 1 : OWN_THREADS;
  }
}
