package dev.foliot.linux.reason;

import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.util.Collection;
import java.util.List;

/**
 * What limits counts of CPUs and samples of memory accesses.
 *
 * <p>A long file, since it is a list: one record for each reason, next to its text.
 */
public sealed interface CountersReason extends Reason {
  /** The greatest number of names in a text. */
  int MOST_NAMED = 8;

  /** What limits the figures of one capture. */
  sealed interface CaptureNote extends CountersReason {}

  /** A count or sample that was not possible. */
  sealed interface CountersLimit extends CountersReason {}

  private static String advised(Reason why) {
    String reason = Shown.reason(why);
    return why.remedy().isEmpty() ? reason : reason + "; " + Shown.remedy(why);
  }

  /** The first of several names, and the number of further ones. */
  static String named(Collection<String> names) {
    int left = names.size() - MOST_NAMED;
    return String.join(", ", names.stream().limit(MOST_NAMED).toList())
        + (left > 0 ? " and " + left + " more" : "");
  }

  /**
   * Events that had a counter only part of the time.
   *
   * @param events each with its share of the time
   */
  record CountsScaled(List<String> events) implements CaptureNote {
    @Override
    public String text() {
      return "counted for part of the time, and scaled up by perf: the events took turns ("
          + named(events)
          + ")";
    }
  }

  /**
   * Events counted by two kinds of cores.
   *
   * @param events by perf's names
   */
  record CountsAddedUp(List<String> events) implements CaptureNote {
    @Override
    public String text() {
      return "two kinds of cores: their counts are added up, without perf's scaling ("
          + named(events)
          + ")";
    }
  }

  /**
   * Events that exist but were not counted.
   *
   * @param events by perf's names
   */
  record EventsUncounted(List<String> events) implements CaptureNote {
    @Override
    public String text() {
      return "not counted: " + named(events);
    }
  }

  /**
   * Events that the machine lacks.
   *
   * @param events by perf's names
   */
  record EventsUnsupported(List<String> events) implements CaptureNote {
    @Override
    public String text() {
      return "not supported: " + named(events);
    }
  }

  /**
   * Events that leave the kernel out.
   *
   * @param events by perf's names
   */
  record UserModeOnly(List<String> events) implements CaptureNote {
    @Override
    public String text() {
      return "in user mode only: " + named(events);
    }
  }

  /**
   * The same as a limit of an examination.
   *
   * @param events by perf's names
   */
  record ExaminedWithout(List<String> events) implements CountersLimit {
    @Override
    public String text() {
      return "looked without what is not supported: " + named(events);
    }
  }

  /** The processor counts events, but cycles were not counted. */
  record CyclesUncounted() implements CountersLimit {
    @Override
    public String text() {
      return "cycles per instruction, which all else is read beside: perf list shows what can be"
          + " counted here";
    }
  }

  /** Why counting ended early. */
  enum Cut {
    /** The counting thread was interrupted. */
    INTERRUPTED,
    /** The process ended. */
    PROCESS_ENDED,
    /** perf ended. */
    PERF_ENDED
  }

  /**
   * Counting ended early.
   *
   * @param why the cause
   * @param afterS time counted, in seconds
   * @param exitCode exit code of perf
   */
  record CountingCut(Cut why, double afterS, int exitCode) implements CountersLimit {
    @Override
    public String text() {
      String after = " after " + Numbers.duration(afterS * 1e9);
      return switch (why) {
        case INTERRUPTED -> "interrupted" + after + "; let it end by itself";
        case PROCESS_ENDED -> "the process ended" + after + "; choose one that lives longer";
        case PERF_ENDED ->
            "perf ended (exit code " + exitCode + ")" + after + "; choose one that lives longer";
      };
    }
  }

  /**
   * Nothing was counted.
   *
   * @param why the reason, with what to do
   */
  record NothingCounted(Reason why) implements CountersLimit {
    @Override
    public String text() {
      return advised(why);
    }
  }

  /**
   * Switches between threads and CPUs are not permitted to be counted.
   *
   * @param why the reason, with what to do
   */
  record SwitchesUncounted(Reason why) implements CountersLimit {
    @Override
    public String text() {
      return "switches between threads and CPUs: " + advised(why);
    }
  }

  /**
   * The machine shows no hardware counters.
   *
   * @param why the reason, with what to do
   */
  record NoHardwareCounters(Reason why) implements CountersLimit {
    @Override
    public String text() {
      return "cycles, instructions, caches, branches, TLB, machine clears, snoops and the top-down"
          + " levels: "
          + advised(why)
          + "; they are there on bare metal (in AWS instances named *.metal), and in a virtual"
          + " machine to which the hypervisor gives a PMU";
    }
  }

  /**
   * Events that the machine refuses to count.
   *
   * @param events by perf's names
   */
  record EventsRefused(List<String> events) implements CountersLimit {
    @Override
    public String text() {
      return "looked without "
          + String.join(", ", events)
          + ": this processor, kernel, hypervisor or perf does not count them; perf list shows what"
          + " it does";
    }
  }

  /**
   * Events without enough file descriptors.
   *
   * @param events by perf's names
   */
  record EventsLeftOut(List<String> events) implements CountersLimit {
    @Override
    public String text() {
      return "left out, since each takes a file descriptor for each thread: "
          + String.join(", ", events)
          + "; look at a process with fewer threads";
    }
  }

  /**
   * The top-down levels are unknown.
   *
   * @param why the reason
   */
  record LevelsUnknown(Reason why) implements CountersLimit {
    @Override
    public String text() {
      return "top-down levels: " + advised(why);
    }
  }

  /**
   * Memory accesses could not be sampled, or only some.
   *
   * @param why the reason
   * @param isUnsupported whether the machine lacks support: another attempt is useless then
   */
  record AccessesUnknown(Reason why, boolean isUnsupported) implements CountersLimit {
    @Override
    public String text() {
      return "which memory the threads touch: " + advised(why);
    }
  }

  /**
   * The data at some addresses is unknown.
   *
   * @param why the reason
   */
  record DataPlacesUnknown(Reason why) implements CountersLimit {
    @Override
    public String text() {
      return why.text() + "; diagnose again";
    }
  }

  /** A call on an open perf event. */
  enum EventCall {
    /** To read its count. */
    READ("a counter cannot be read"),
    /** To begin or to end counting. */
    SWITCH("a perf event can be neither started nor stopped"),
    /** To map the memory of its samples. */
    MAP("the ring of a perf event cannot be mapped");

    private final String words;

    EventCall(String words) {
      this.words = words;
    }
  }

  /**
   * This system has no perf events, or the number of the system call is unknown.
   *
   * @param system the operating system
   * @param architecture the processor's architecture
   */
  record PerfEventsUnknown(String system, String architecture) implements CountersReason {
    @Override
    public String text() {
      return "perf_event_open is not known on " + system + " " + architecture;
    }

    @Override
    public String remedy() {
      return "run on Linux on x86-64 or aarch64";
    }
  }

  /** A closed counter was read. */
  record CounterClosed() implements CountersReason {
    @Override
    public String text() {
      return "this counter is closed";
    }

    @Override
    public String remedy() {
      return "open another";
    }
  }

  /**
   * The kernel refused a call on an open event.
   *
   * @param call the call
   * @param errno the error number (errno)
   */
  record EventCallFailed(EventCall call, int errno) implements CountersReason {
    @Override
    public String text() {
      return call.words + ": errno " + errno;
    }

    @Override
    public String remedy() {
      return "see perf_event_open(2)";
    }
  }

  /**
   * An event opens but never counts.
   *
   * @param event its name
   */
  record CounterStandsStill(String event) implements CountersReason {
    @Override
    public String text() {
      return "perf event " + event + " can be opened, but stands still";
    }

    @Override
    public String remedy() {
      return "run on hardware, or let the hypervisor give the guest real counters";
    }
  }

  /**
   * A hardware watchpoint misses writes.
   *
   * @param seen number of writes it counted
   * @param writes number of writes there were
   */
  record WritesUnseen(long seen, long writes) implements CountersReason {
    @Override
    public String text() {
      return "a watchpoint saw " + seen + " of " + writes + " writes";
    }

    @Override
    public String remedy() {
      return "run on hardware, or let the hypervisor give the guest real debug registers";
    }
  }

  /**
   * The kernel's figures of a ring differ from the mapping.
   *
   * @param bytes its mapped size
   * @param saidBytes its size by the kernel
   * @param offset its start by the kernel
   */
  record RingOdd(long bytes, long saidBytes, long offset) implements CountersReason {
    @Override
    public String text() {
      return "a perf event says that its ring of "
          + bytes
          + " bytes has "
          + saidBytes
          + ", at "
          + offset;
    }

    @Override
    public String remedy() {
      return "report this with the kernel's version";
    }
  }

  /** No more memory may be locked. */
  record NoRoomForRing() implements CountersReason {
    @Override
    public String text() {
      return "the limit on locked memory leaves no room for the ring of a perf event";
    }

    @Override
    public String remedy() {
      return "raise kernel.perf_event_mlock_kb or ulimit -l, or grant CAP_IPC_LOCK";
    }
  }

  /**
   * The kernel has no such trace point.
   *
   * @param group such as {@code sched}
   * @param name such as {@code sched_switch}
   */
  record NoTracePoint(String group, String name) implements CountersReason {
    @Override
    public String text() {
      return "this kernel has no trace point " + group + ":" + name;
    }

    @Override
    public String remedy() {
      return "use a kernel with CONFIG_EVENT_TRACING and CONFIG_SCHEDSTATS";
    }
  }

  /**
   * Trace points are not available.
   *
   * @param path their usual path
   */
  record TracingNotMounted(String path) implements CountersReason {
    @Override
    public String text() {
      return "the trace file system is not mounted at " + path;
    }

    @Override
    public String remedy() {
      return "as root: mount -t tracefs tracefs /sys/kernel/tracing";
    }
  }

  /**
   * perf is not installed.
   *
   * @param advice how to install it
   */
  record PerfNotInstalled(String advice) implements CountersReason {
    @Override
    public String text() {
      return "perf is not installed";
    }

    @Override
    public String remedy() {
      return advice;
    }
  }

  /**
   * perf is installed but does not start.
   *
   * @param why the system's message
   */
  record PerfNotStarted(String why) implements CountersReason {
    @Override
    public String text() {
      return "perf cannot be started: " + why;
    }

    @Override
    public String remedy() {
      return "try it by itself";
    }
  }

  /** The process ended too early for counting. */
  record EndedUncounted() implements CountersReason {
    @Override
    public String text() {
      return "the process ended before anything was counted";
    }

    @Override
    public String remedy() {
      return "choose a live one";
    }
  }

  /**
   * perf ended without any count.
   *
   * @param exitCode its exit code
   * @param complaint its output; empty if it wrote nothing
   * @param advice the advice
   */
  record PerfCountedNothing(int exitCode, String complaint, String advice)
      implements CountersReason {
    @Override
    public String text() {
      return "perf counted nothing (exit code "
          + exitCode
          + ")"
          + (complaint.isEmpty() ? "" : ": " + complaint);
    }

    @Override
    public String remedy() {
      return advice;
    }
  }

  /**
   * perf gave no top-down levels.
   *
   * @param groups the requested groups
   * @param exitCode its exit code
   * @param complaint its output; empty if it wrote nothing
   */
  record NoLevels(String groups, int exitCode, String complaint) implements CountersReason {
    @Override
    public String text() {
      return "perf stat "
          + groups
          + " told no share of the slots (exit code "
          + exitCode
          + ")"
          + (complaint.isEmpty() ? "" : ": " + complaint);
    }

    @Override
    public String remedy() {
      return "look at a process that is at work, with a perf of 6.0 or later";
    }
  }

  /**
   * perf samples no memory accesses.
   *
   * @param complaint its output
   * @param advice the advice
   */
  record AccessesRefused(String complaint, String advice) implements CountersReason {
    @Override
    public String text() {
      return complaint;
    }

    @Override
    public String remedy() {
      return advice;
    }
  }

  /** The samples have no addresses. */
  record NoDataAddresses() implements CountersReason {
    @Override
    public String text() {
      return "perf mem takes samples here, and none of them has an address";
    }

    @Override
    public String remedy() {
      return "on AMD Linux 6.1 or later tells them";
    }
  }

  /** More samples came than are kept. */
  record SamplesCut() implements CountersReason {
    @Override
    public String text() {
      return "there was no room for all samples; those kept are the first";
    }
  }

  /**
   * perf printed lines that are not samples.
   *
   * @param lines their number
   * @param first the first line
   */
  record SamplesUnreadable(int lines, String first) implements CountersReason {
    @Override
    public String text() {
      return lines + " lines of perf script are no samples, the first: " + first;
    }

    @Override
    public String remedy() {
      return "report this with the version of perf";
    }
  }

  /**
   * Sampling broke.
   *
   * @param error the exception; empty if unknown
   */
  record SamplingFailed(String error) implements CountersReason {
    @Override
    public String text() {
      return "it failed" + (error.isEmpty() ? "" : ": " + error);
    }

    @Override
    public String remedy() {
      return "report this";
    }
  }
}
