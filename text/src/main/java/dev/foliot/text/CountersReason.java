package dev.foliot.text;

import java.util.Collection;
import java.util.List;

/**
 * What limits counts of CPUs and samples of accesses to memory.
 *
 * <p>A long file, since it is a list: one record for each reason, with its text beside it.
 */
public sealed interface CountersReason extends Reason {
  /** How many names a text has at most. */
  int MOST_NAMED = 8;

  /** What limits the figures of one capture. */
  sealed interface CaptureNote extends CountersReason {}

  /** What could not be counted or sampled. */
  sealed interface CountersLimit extends CountersReason {}

  private static String advised(Reason why) {
    String reason = Shown.reason(why);
    return why.remedy().isEmpty() ? reason : reason + "; " + Shown.remedy(why);
  }

  /** The first names of several, and how many more there are. */
  static String named(Collection<String> names) {
    int left = names.size() - MOST_NAMED;
    return String.join(", ", names.stream().limit(MOST_NAMED).toList())
        + (left > 0 ? " and " + left + " more" : "");
  }

  /**
   * Events that had a counter for part of the time.
   *
   * @param events each with the share of the time
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
   * Events that two kinds of cores counted.
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
   * Events that are there and were not counted.
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
   * Events that the machine does not have.
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

  /** The processor counts, and cycles were not. */
  record CyclesUncounted() implements CountersLimit {
    @Override
    public String text() {
      return "cycles per instruction, which all else is read beside: perf list shows what can be"
          + " counted here";
    }
  }

  /** Why less than what was asked for was counted. */
  enum Cut {
    /** Who asked was interrupted. */
    INTERRUPTED,
    /** The process ended. */
    PROCESS_ENDED,
    /** perf ended. */
    PERF_ENDED
  }

  /**
   * Less was counted than what was asked for.
   *
   * @param why what ended it
   * @param afterS how long was counted, in seconds
   * @param exitCode of perf
   */
  record CountingCut(Cut why, double afterS, int exitCode) implements CountersLimit {
    @Override
    public String text() {
      String after = " after " + Numbers.duration(afterS * 1e9);
      return switch (why) {
        case INTERRUPTED -> "interrupted" + after + "; let it end by itself";
        case PROCESS_ENDED -> "the process ended" + after + "; diagnose one that lives longer";
        case PERF_ENDED ->
            "perf ended (exit code " + exitCode + ")" + after + "; diagnose one that lives longer";
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
   * Switches between threads and CPUs may not be counted.
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
   * Events that the machine does not count.
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
   * Events for which there were not enough file descriptors.
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
   * The top-down levels are not known.
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
   * Accesses to memory could not be sampled, or not all.
   *
   * @param why the reason
   * @param isUnsupported whether this machine has nothing for it, so that no other attempt would
   */
  record AccessesUnknown(Reason why, boolean isUnsupported) implements CountersLimit {
    @Override
    public String text() {
      return "which memory the threads touch: " + advised(why);
    }
  }

  /**
   * What lies at some addresses is not known.
   *
   * @param why the reason
   */
  record DataPlacesUnknown(Reason why) implements CountersLimit {
    @Override
    public String text() {
      return why.text() + "; diagnose again";
    }
  }

  /** What was asked of an open perf event. */
  enum EventCall {
    /** To read its count. */
    READ("a counter cannot be read"),
    /** To begin or to end counting. */
    SWITCH("a perf event can be neither started nor stopped"),
    /** To map the memory that its samples come in. */
    MAP("the ring of a perf event cannot be mapped");

    private final String words;

    EventCall(String words) {
      this.words = words;
    }
  }

  /**
   * This system has no perf events, or its number for the call is not known.
   *
   * @param system the operating system
   * @param architecture the processor's
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

  /** A counter that was given back is asked. */
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
   * The kernel refused something about an open event.
   *
   * @param call what was asked
   * @param errno the number of the error
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
   * An event can be opened and never counts.
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
   * @param seen how many it counted
   * @param writes how many there were
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
   * The kernel says something else about a ring than what was mapped.
   *
   * @param bytes how large it was mapped
   * @param saidBytes how large it is by the kernel
   * @param offset where it begins by the kernel
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
   * @param group as {@code sched}
   * @param name as {@code sched_switch}
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
   * Trace points cannot be found.
   *
   * @param path where they should be
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
   * There is no perf to count with.
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
   * perf is there and cannot be started.
   *
   * @param why the system's words
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
      return "diagnose a live one";
    }
  }

  /**
   * perf ended and had counted nothing.
   *
   * @param exitCode its exit code
   * @param complaint what it wrote; empty for nothing
   * @param advice what would help
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
   * perf gave none of the top-down levels.
   *
   * @param groups what it was asked for
   * @param exitCode its exit code
   * @param complaint what it wrote; empty for nothing
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
   * perf samples no accesses to memory.
   *
   * @param complaint what it wrote
   * @param advice what would help
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

  /** There were more samples than are kept. */
  record SamplesCut() implements CountersReason {
    @Override
    public String text() {
      return "there was no room for all samples; those kept are the first";
    }
  }

  /**
   * perf printed lines that are no samples.
   *
   * @param lines how many
   * @param first the first
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
   * @param error what was thrown; empty where that is not known
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
