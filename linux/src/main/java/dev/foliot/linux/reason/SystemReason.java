package dev.foliot.linux.reason;

import dev.foliot.text.Reason;
import java.util.List;

/**
 * Why the operating system refused a request.
 *
 * <p>A long file, since it is a list: one record for each reason, next to its text.
 */
public sealed interface SystemReason extends Reason {

  /** The object of an examination has ended. */
  sealed interface Gone extends SystemReason {}

  /** perf_event_open(2) refused an event. */
  sealed interface PerfRefused extends SystemReason {}

  /**
   * This system has no /proc.
   *
   * @param path its expected path
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
   * @param call the function
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
   * A file does not exist.
   *
   * @param file its path
   * @param advice how to get it
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
   * An operation on a file failed.
   *
   * @param file its path
   * @param operation the operation: {@code read}, {@code written} or another
   * @param why the system's message
   * @param advice the advice
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
   * A process has ended or never existed.
   *
   * @param path the missing path
   * @param pid the process id
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
   * The threads to examine have ended.
   *
   * @param pid the id of their process
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
   * Programs that safely start other programs are missing.
   *
   * @param program the missing program
   * @param needed all programs needed
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
      return "install util-linux and findutils, on Linux";
    }
  }

  /**
   * A folder for temporary files cannot be made.
   *
   * @param folder their usual folder
   * @param why the system's message
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
   * The path of temporary files is not usable in a flag of a JVM.
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
   * Only some of the CPUs are allowed.
   *
   * @param cpus the requested CPUs
   * @param granted the allowed CPUs among them
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
   * The processor or the hypervisor lacks such a counter.
   *
   * @param event the event, and its target
   * @param errno the error number (errno)
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
   * The kernel lacks such an event.
   *
   * @param event the event, and its target
   * @param errno the error number (errno)
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
   * The thread to count on does not exist.
   *
   * @param event the event, and its target
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
   * Other programs hold all hardware watchpoints.
   *
   * @param event the event, and its target
   * @param errno the error number (errno)
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
   * Other programs hold all counters of a kind.
   *
   * @param event the event, and its target
   * @param errno the error number (errno)
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
   * This process has too many open files.
   *
   * @param event the event, and its target
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
   * This system has no perf_event_open.
   *
   * @param event the event, and its target
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
   * The kernel or the processor refuses an event.
   *
   * @param event the event, and its target
   * @param errno the error number (errno)
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
   * perf_event_open failed with an unexpected error.
   *
   * @param event the event, and its target
   * @param errno the error number (errno)
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
   * @param event the event, and its target
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
   * A filter beside the permissions refuses perf_event_open.
   *
   * @param event the event, and its target
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
   * @param event the event, and its target
   * @param paranoid the setting; {@code unknown} if unreadable
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

  /** The time of an interruption. */
  enum Interruption {
    /** Before it began. */
    BEFORE("interrupted before it began", "start it again"),
    /** While something was watched. */
    WATCHING("interrupted while watching", "ask again"),
    /** While events were traced. */
    TRACING("it was interrupted", "look again"),
    /** While the levels of the top-down method were counted. */
    LEVELS("interrupted", "let it end by itself"),
    /** While sampling memory accesses. */
    SAMPLING("it was interrupted", "let it end by itself"),
    /** Before events were counted. */
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

  /** The deviation of a file from the kernel's usual form. */
  enum Oddity {
    /** It is a pipe, a device or a directory. */
    NO_REGULAR_FILE,
    /** It has too many bytes. */
    TOO_LONG,
    /** It is a directory with too many entries. */
    TOO_MANY_ENTRIES,
    /** It is not a valid path. */
    NO_PATH
  }

  /** A setting that decides the frequency of CPUs. */
  enum FrequencySetting {
    /** The governor of a CPU. */
    GOVERNOR,
    /** Permission for CPUs to exceed their nominal frequency. */
    TURBO
  }

  /**
   * It was interrupted.
   *
   * @param when the time of the interruption
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
   * A file is unlike the kernel's usual files.
   *
   * @param file its path
   * @param how the deviation
   * @param most the greatest number of bytes or entries; 0 if neither matters
   * @param advice the advice
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
   * The content of a file is malformed.
   *
   * @param file its path
   * @param what the expected content
   * @param found the start of the actual content
   * @param advice the advice
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
   * A file lacks an entry that other kernels have.
   *
   * @param file its path
   * @param what the missing entry
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
   * @param list its start
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
   * The kernel does not show a frequency setting.
   *
   * @param what the setting
   * @param folder its expected folder
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
   * The store is not writable.
   *
   * @param folder the store, or its parent folder
   * @param error the exception
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
   * A process for a trial does not start.
   *
   * @param why the system's message
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
