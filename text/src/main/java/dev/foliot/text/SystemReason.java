package dev.foliot.text;

import java.util.List;

/**
 * Why the operating system did not give or do what was asked of it.
 *
 * <p>A long file, since it is a list: one record for each reason, with its text beside it.
 */
public sealed interface SystemReason extends Reason {

  /** What was to be examined has ended. */
  sealed interface Gone extends SystemReason {}

  /** perf_event_open(2) refused an event. */
  sealed interface PerfRefused extends SystemReason {}

  /**
   * There is no /proc here.
   *
   * @param path where it should be
   * @param system the name of the operating system
   */
  record NoProcFileSystem(String path, String system) implements SystemReason {
    @Override
    public String text() {
      return path + " is not a directory, on " + system;
    }

    @Override
    public String remedy() {
      return "run on Linux with /proc mounted";
    }
  }

  /**
   * The JVM forbids native calls.
   *
   * @param call what was to be called
   */
  record NativeCallsForbidden(String call) implements SystemReason {
    @Override
    public String text() {
      return "this JVM forbids native calls, and " + call + " is one";
    }

    @Override
    public String remedy() {
      return "start it with --enable-native-access=ALL-UNNAMED";
    }
  }

  /**
   * The C library lacks a function.
   *
   * @param function its name
   * @param system the name of the operating system
   */
  record NoSuchFunction(String function, String system) implements SystemReason {
    @Override
    public String text() {
      return function + " is not in the C library of " + system;
    }

    @Override
    public String remedy() {
      return "run on 64-bit Linux";
    }
  }

  /**
   * A file is not there.
   *
   * @param file its path
   * @param advice what brings it
   */
  record FileMissing(String file, String advice) implements SystemReason {
    @Override
    public String text() {
      return file + " does not exist";
    }

    @Override
    public String remedy() {
      return advice;
    }
  }

  /**
   * This user may not open a file.
   *
   * @param file its path
   * @param advice who may open it
   */
  record FileClosed(String file, String advice) implements SystemReason {
    @Override
    public String text() {
      return file + " is closed to this user";
    }

    @Override
    public String remedy() {
      return advice;
    }
  }

  /**
   * The system refused to do something with a file.
   *
   * @param file its path
   * @param operation {@code read}, {@code written} or another
   * @param why the system's words
   * @param advice what would help
   */
  record FileFailed(String file, String operation, String why, String advice)
      implements SystemReason {
    @Override
    public String text() {
      return file + " cannot be " + operation + ": " + why;
    }

    @Override
    public String remedy() {
      return advice;
    }
  }

  /**
   * A process has ended or never was.
   *
   * @param path what is missing
   * @param pid its number
   */
  record NoSuchProcess(String path, long pid) implements Gone {
    @Override
    public String text() {
      return path + " does not exist: there is no process " + pid;
    }

    @Override
    public String remedy() {
      return "see whether it still lives, and in which PID namespace";
    }
  }

  /**
   * The threads that were to be examined have ended.
   *
   * @param pid the number of their process
   */
  record NoThreadLives(long pid) implements Gone {
    @Override
    public String text() {
      return "none of these threads of process " + pid + " lives";
    }

    @Override
    public String remedy() {
      return "list its threads again";
    }
  }

  /**
   * Programs that start others safely are missing.
   *
   * @param program the one that is missing
   * @param needed all that are needed
   */
  record ProgramMissing(String program, List<String> needed) implements SystemReason {
    @Override
    public String text() {
      return "other programs are started by "
          + String.join(", ", needed)
          + ", so that they end with foliot, and "
          + program
          + " is missing";
    }

    @Override
    public String remedy() {
      return "install util-linux, procps and findutils, on Linux";
    }
  }

  /**
   * No folder can be made for temporary files.
   *
   * @param folder where they usually are
   * @param why the system's words
   */
  record NoScratchFolder(String folder, String why) implements SystemReason {
    @Override
    public String text() {
      return "no folder can be made for temporary files: " + why;
    }

    @Override
    public String remedy() {
      return "free some space in " + folder + ", or set TMPDIR to a folder that can be written";
    }
  }

  /**
   * The path of temporary files cannot stand in a flag of a JVM.
   *
   * @param path the path
   */
  record ScratchPathNotPlain(String path) implements SystemReason {
    @Override
    public String text() {
      return "a JVM's flags take no path with blanks or signs such as " + path;
    }

    @Override
    public String remedy() {
      return "set TMPDIR to a plain one";
    }
  }

  /**
   * Only some of the CPUs may be used.
   *
   * @param cpus those that were asked for
   * @param granted those of them that may be used
   */
  record CpusNotGranted(String cpus, String granted) implements SystemReason {
    @Override
    public String text() {
      return "of CPUs " + cpus + " only " + granted + " may be used here";
    }

    @Override
    public String remedy() {
      return "choose CPUs that are online and in the cpuset; see /sys/devices/system/cpu/online";
    }
  }

  /**
   * The processor or the hypervisor has no such counter.
   *
   * @param event what was to be counted, and where
   * @param errno the number of the error
   */
  record NoHardwareCounter(String event, int errno) implements PerfRefused {
    @Override
    public String text() {
      return event + ": this machine shows no such counter (errno " + errno + ")";
    }

    @Override
    public String remedy() {
      return "run on hardware, or let the hypervisor show its PMU to the guest";
    }
  }

  /**
   * The kernel has no such event.
   *
   * @param event what was to be counted, and where
   * @param errno the number of the error
   */
  record NoSuchEvent(String event, int errno) implements PerfRefused {
    @Override
    public String text() {
      return event + ": this kernel has no such event (errno " + errno + ")";
    }

    @Override
    public String remedy() {
      return "use a kernel with CONFIG_PERF_EVENTS, and a processor that has it";
    }
  }

  /**
   * The thread to count on is not there.
   *
   * @param event what was to be counted, and where
   */
  record NoSuchThread(String event) implements PerfRefused {
    @Override
    public String text() {
      return event + ": there is no such thread";
    }

    @Override
    public String remedy() {
      return "see whether it lives, and in which namespace";
    }
  }

  /**
   * Others hold all hardware watchpoints.
   *
   * @param event what was to be counted, and where
   * @param errno the number of the error
   */
  record WatchpointsTaken(String event, int errno) implements PerfRefused {
    @Override
    public String text() {
      return event
          + ": all hardware watchpoints are taken, of which a processor has few, four on x86-64"
          + " (errno "
          + errno
          + ")";
    }

    @Override
    public String remedy() {
      return "end the debugger or profiler that holds them, or watch fewer words";
    }
  }

  /**
   * Others hold all counters of a kind.
   *
   * @param event what was to be counted, and where
   * @param errno the number of the error
   */
  record CountersTaken(String event, int errno) implements PerfRefused {
    @Override
    public String text() {
      return event + ": all counters of this kind are taken (errno " + errno + ")";
    }

    @Override
    public String remedy() {
      return "end the debugger or profiler that holds them";
    }
  }

  /**
   * This process may open no more files.
   *
   * @param event what was to be counted, and where
   */
  record NoDescriptorLeft(String event) implements PerfRefused {
    @Override
    public String text() {
      return event + ": this process has no file descriptor left";
    }

    @Override
    public String remedy() {
      return "raise the limit: ulimit -n";
    }
  }

  /**
   * There is no perf_event_open here.
   *
   * @param event what was to be counted, and where
   */
  record NoPerfEvents(String event) implements PerfRefused {
    @Override
    public String text() {
      return event + ": the kernel or a sandbox has no perf_event_open";
    }

    @Override
    public String remedy() {
      return "use a kernel with CONFIG_PERF_EVENTS, outside a sandbox such as gVisor";
    }
  }

  /**
   * The kernel or the processor does not take an event.
   *
   * @param event what was to be counted, and where
   * @param errno the number of the error
   */
  record EventNotTaken(String event, int errno) implements PerfRefused {
    @Override
    public String text() {
      return event + ": the kernel or the processor does not take it (errno " + errno + ")";
    }

    @Override
    public String remedy() {
      return "use a newer kernel; see perf_event_open(2)";
    }
  }

  /**
   * perf_event_open failed in a way that has no name here.
   *
   * @param event what was to be counted, and where
   * @param errno the number of the error
   */
  record EventFailed(String event, int errno) implements PerfRefused {
    @Override
    public String text() {
      return event + ": errno " + errno;
    }

    @Override
    public String remedy() {
      return "see perf_event_open(2)";
    }
  }

  /**
   * The process belongs to another user.
   *
   * @param event what was to be counted, and where
   */
  record ProcessClosed(String event) implements PerfRefused {
    @Override
    public String text() {
      return event + ": this user may not look into that process";
    }

    @Override
    public String remedy() {
      return "run as the process's user or as root, or grant CAP_PERFMON";
    }
  }

  /**
   * Something beside the permissions refuses perf_event_open.
   *
   * @param event what was to be counted, and where
   * @param allowedBy the permission that allows it
   * @param seccomp whether the process has a filter
   */
  record EventFiltered(String event, String allowedBy, boolean seccomp) implements PerfRefused {
    @Override
    public String text() {
      return event
          + ": refused although "
          + allowedBy
          + " allows it"
          + (seccomp ? "; a seccomp filter is on this process" : "");
    }

    @Override
    public String remedy() {
      return "let the container's seccomp profile or the security module allow perf_event_open";
    }
  }

  /**
   * perf_event_paranoid is too high.
   *
   * @param event what was to be counted, and where
   * @param paranoid the setting; {@code unknown} where it cannot be read
   * @param enough the highest setting that allows it
   */
  record EventNotPermitted(String event, String paranoid, int enough) implements PerfRefused {
    @Override
    public String text() {
      return event
          + ": not permitted; perf_event_paranoid is "
          + paranoid
          + ", and this process has no CAP_PERFMON";
    }

    @Override
    public String remedy() {
      return "sysctl kernel.perf_event_paranoid=" + enough + ", or grant CAP_PERFMON";
    }
  }

  /** When something was interrupted, and so did not end. */
  enum Interruption {
    /** Before it began. */
    BEFORE("interrupted before it began", "start it again"),
    /** While something was watched. */
    WATCHING("interrupted while watching", "ask again"),
    /** While events were traced. */
    TRACING("it was interrupted", "look again"),
    /** While the levels of the top-down method were counted. */
    LEVELS("interrupted", "let it end by itself"),
    /** While accesses to memory were sampled. */
    SAMPLING("it was interrupted", "let it end by itself"),
    /** While events were to be counted. */
    COUNTING("interrupted before anything was counted", "let it end by itself"),
    /** While a profiler was tried. */
    TRYING_PROFILER(
        "trying async-profiler was interrupted", "use --profile=jfr, which needs nothing");

    private final String words;
    private final String remedy;

    Interruption(String words, String remedy) {
      this.words = words;
      this.remedy = remedy;
    }
  }

  /** How a file differs from what the kernel shows. */
  enum Oddity {
    /** It is a pipe, a device or a directory. */
    NO_REGULAR_FILE,
    /** It has more bytes than any. */
    TOO_LONG,
    /** It is a directory with more entries than any. */
    TOO_MANY_ENTRIES,
    /** It cannot be a path at all. */
    NO_PATH
  }

  /** What sets the frequency of CPUs. */
  enum FrequencySetting {
    /** The governor of a CPU. */
    GOVERNOR,
    /** Whether CPUs may run faster than what they are sold for. */
    TURBO
  }

  /**
   * Somebody interrupted it.
   *
   * @param when at which point
   */
  record Interrupted(Interruption when) implements SystemReason {
    @Override
    public String text() {
      return when.words;
    }

    @Override
    public String remedy() {
      return when.remedy;
    }
  }

  /**
   * A file is not as the kernel's are.
   *
   * @param file its path
   * @param how how it differs
   * @param most the most bytes or entries that are read; 0 where neither matters
   * @param advice what would help
   */
  record FileOdd(String file, Oddity how, long most, String advice) implements SystemReason {
    @Override
    public String text() {
      return switch (how) {
        case NO_REGULAR_FILE -> file + " is not a regular file";
        case TOO_LONG -> file + " is longer than " + most + " bytes";
        case TOO_MANY_ENTRIES -> file + " has more than " + most + " entries";
        case NO_PATH -> "'" + file + "' is no path";
      };
    }

    @Override
    public String remedy() {
      return advice;
    }
  }

  /**
   * What a file holds cannot be read.
   *
   * @param file its path
   * @param what what it should be
   * @param found the beginning of what it is
   * @param advice what would help
   */
  record FileMalformed(String file, String what, String found, String advice)
      implements SystemReason {
    @Override
    public String text() {
      return file + ": malformed " + what + " '" + found + "'";
    }

    @Override
    public String remedy() {
      return advice;
    }
  }

  /**
   * A file does not have what other kernels write there.
   *
   * @param file its path
   * @param what what is not in it
   */
  record FileLacks(String file, String what) implements SystemReason {
    @Override
    public String text() {
      return file + " has no " + what;
    }

    @Override
    public String remedy() {
      return "this needs a kernel that tells it; see the file";
    }
  }

  /**
   * This is another operating system.
   *
   * @param system its name
   */
  record NotLinux(String system) implements SystemReason {
    @Override
    public String text() {
      return "this is " + system;
    }

    @Override
    public String remedy() {
      return "run on Linux with /proc mounted";
    }
  }

  /**
   * A text is not a list of CPUs.
   *
   * @param list its beginning
   */
  record NotCpuList(String list) implements SystemReason {
    @Override
    public String text() {
      return "'" + list + "' is not a list of CPUs";
    }

    @Override
    public String remedy() {
      return "write numbers and ranges, as in 0-3,8";
    }
  }

  /** Two readings of the CPU times were too close to each other. */
  record NoTickPassed() implements SystemReason {
    @Override
    public String text() {
      return "no tick passed between the two readings of /proc/stat";
    }

    @Override
    public String remedy() {
      return "read them at least 10 ms apart, the earlier first";
    }
  }

  /**
   * The kernel does not show what sets the frequency.
   *
   * @param what which setting
   * @param folder where it should be
   */
  record FrequencyNotShown(FrequencySetting what, String folder) implements SystemReason {
    @Override
    public String text() {
      return switch (what) {
        case GOVERNOR -> "no CPU below " + folder + " has a cpufreq/scaling_governor";
        case TURBO -> "neither cpufreq/boost nor intel_pstate/no_turbo is below " + folder;
      };
    }

    @Override
    public String remedy() {
      return "the hypervisor or the firmware sets the frequency: look there";
    }
  }

  /**
   * Nothing can be written into the store.
   *
   * @param folder the store, or the folder that it would be in
   * @param error what was thrown
   */
  record StoreNotWritable(String folder, String error) implements SystemReason {
    @Override
    public String text() {
      return folder + " cannot be written: " + error;
    }

    @Override
    public String remedy() {
      return "name a folder that can with --store or FOLIOT_STORE";
    }
  }

  /**
   * A process on which something is tried cannot be started.
   *
   * @param why the system's words
   */
  record NoTrialProcess(String why) implements SystemReason {
    @Override
    public String text() {
      return "no child process can be started to try this on: " + why;
    }

    @Override
    public String remedy() {
      return "see that cat is on the PATH, and raise ulimit -u";
    }
  }
}
