package dev.foliot.text;

import java.util.Collection;
import java.util.List;

/** What limits counts of CPUs and samples of accesses to memory. */
public sealed interface CountersReason extends Reason {
  /** How many names a text has at most. */
  int MOST_NAMED = 8;

  /** What limits the figures of one capture. */
  sealed interface CaptureNote extends CountersReason {}

  /** What could not be counted or sampled. */
  sealed interface CountersLimit extends CountersReason {}

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
   * @param reason why
   * @param advice what to do
   */
  record NothingCounted(String reason, String advice) implements CountersLimit {
    @Override
    public String text() {
      return reason + "; " + advice;
    }
  }

  /**
   * Switches between threads and CPUs may not be counted.
   *
   * @param reason why
   * @param advice what to do
   */
  record SwitchesUncounted(String reason, String advice) implements CountersLimit {
    @Override
    public String text() {
      return "switches between threads and CPUs: " + reason + "; " + advice;
    }
  }

  /**
   * The machine shows no hardware counters.
   *
   * @param reason why
   * @param advice what to do
   */
  record NoHardwareCounters(String reason, String advice) implements CountersLimit {
    @Override
    public String text() {
      return "cycles, instructions, caches, branches, TLB, machine clears, snoops and the top-down"
          + " levels: "
          + reason
          + "; "
          + advice
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
   * @param reason why, with what to do
   */
  record LevelsUnknown(String reason) implements CountersLimit {
    @Override
    public String text() {
      return "top-down levels: " + reason;
    }
  }

  /**
   * Accesses to memory could not be sampled, or not all.
   *
   * @param reason why, with what to do
   * @param isUnsupported whether this machine has nothing for it, so that no other attempt would
   */
  record AccessesUnknown(String reason, boolean isUnsupported) implements CountersLimit {
    @Override
    public String text() {
      return "which memory the threads touch: " + reason;
    }
  }

  /**
   * What lies at some addresses is not known.
   *
   * @param reason which and why, with what to do
   */
  record DataPlacesUnknown(String reason) implements CountersLimit {
    @Override
    public String text() {
      return reason;
    }
  }
}
