package dev.foliot.linux.perf;

import dev.foliot.linux.KernelSettings;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessRights;
import dev.foliot.linux.reason.SystemReason;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The reason for a refusal of perf_event_open(2), from errno and this process's rights.
 *
 * @param event the event
 * @param target its target
 * @param errno the result of the call
 * @param paranoid kernel.perf_event_paranoid, if readable
 * @param privileged whether this process has CAP_PERFMON or CAP_SYS_ADMIN
 * @param filtered whether this process has a seccomp filter
 */
record PerfRefusal(
    PerfEvent event,
    PerfTarget target,
    int errno,
    Optional<Integer> paranoid,
    boolean privileged,
    boolean filtered) {
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
    return Reading.unavailable(reason("perf event " + event.title() + " on " + target));
  }

  private SystemReason reason(String what) {
    return switch (errno) {
      case EPERM, EACCES -> notPermitted(what);
      case ENOENT, ENODEV, EOPNOTSUPP ->
          event instanceof PerfEvent.Hardware
              ? new SystemReason.NoHardwareCounter(what, errno)
              : new SystemReason.NoSuchEvent(what, errno);
      case ESRCH -> new SystemReason.NoSuchThread(what);
      case EBUSY, ENOSPC ->
          event instanceof PerfEvent.Watchpoint
              ? new SystemReason.WatchpointsTaken(what, errno)
              : new SystemReason.CountersTaken(what, errno);
      case EMFILE -> new SystemReason.NoDescriptorLeft(what);
      case ENOSYS -> new SystemReason.NoPerfEvents(what);
      case EINVAL, E2BIG -> new SystemReason.EventNotTaken(what, errno);
      default -> new SystemReason.EventFailed(what, errno);
    };
  }

  private SystemReason notPermitted(String what) {
    int enough = enough();
    boolean levelAllows = paranoid.isPresent() && paranoid.get() <= enough;
    if (errno == EACCES && target.tid() > 0 && levelAllows && !privileged) {
      return new SystemReason.ProcessClosed(what);
    }
    if (privileged || levelAllows) {
      return new SystemReason.EventFiltered(
          what, privileged ? "CAP_PERFMON" : "perf_event_paranoid " + paranoid.get(), filtered);
    }
    return new SystemReason.EventNotPermitted(
        what, paranoid.map(String::valueOf).orElse("unknown"), enough);
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
