package dev.foliot.linux.reason;

import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;

/**
 * Why a process, a thread or its memory cannot be read or changed.
 *
 * <p>A long file, since it is a list: one record for each reason, next to its text.
 */
public sealed interface ProcessReason extends Reason {
  /** A kernel figure of the threads under load. */
  enum KernelFigure {
    /** The allowed delay of its wake-ups. */
    TIMER_SLACK("timer slack"),
    /** The time threads waited for a CPU. */
    RUN_QUEUE_WAIT("run-queue wait"),
    /** The number of times threads left their CPU. */
    CONTEXT_SWITCHES("context switches"),
    /** The CPU time the hypervisor took. */
    STEAL("steal"),
    /** The time a CPU limit stopped threads. */
    THROTTLING("throttling");

    private final String words;

    KernelFigure(String words) {
      this.words = words;
    }
  }

  /**
   * The kernel did not report a figure of the threads under load.
   *
   * @param figure the figure
   * @param why the reason
   */
  record FigureNotRead(KernelFigure figure, Reason why) implements ProcessReason {
    @Override
    public String text() {
      return figure.words + ": " + why.sentence();
    }
  }

  /**
   * The calling thread is not in /proc.
   *
   * @param path its expected path
   */
  record ThreadNotShown(String path) implements ProcessReason {
    @Override
    public String text() {
      return path + " does not lead to a thread";
    }

    @Override
    public String remedy() {
      return "run on Linux with /proc mounted";
    }
  }

  /**
   * The operation needs a kernel thread, not a virtual one.
   *
   * @param what {@code affinity} or {@code counters}
   */
  record VirtualThread(String what) implements ProcessReason {
    @Override
    public String text() {
      return "a virtual thread has no " + what + " of its own";
    }

    @Override
    public String remedy() {
      return "call this from a platform thread";
    }
  }

  /**
   * A number that cannot identify a thread.
   *
   * @param tid the number
   */
  record NoThreadId(long tid) implements ProcessReason {
    @Override
    public String text() {
      return tid + " is no thread id";
    }

    @Override
    public String remedy() {
      return "take one from /proc/PID/task";
    }
  }

  /**
   * A thread does not exist.
   *
   * @param thread {@code thread} with its number, or {@code the calling thread}
   */
  record ThreadAbsent(String thread) implements ProcessReason {
    @Override
    public String text() {
      return "there is no " + thread;
    }

    @Override
    public String remedy() {
      return "see whether it still lives, and in which PID namespace";
    }
  }

  /** A thread started after the measurement began. */
  record ThreadTooNew() implements ProcessReason {
    @Override
    public String text() {
      return "a thread was not there yet";
    }

    @Override
    public String remedy() {
      return "none needed";
    }
  }

  /**
   * This user may not read or set a thread's CPUs.
   *
   * @param verb {@code read} or {@code set}
   * @param thread the thread
   */
  record AffinityNotPermitted(String verb, String thread) implements ProcessReason {
    @Override
    public String text() {
      return "not permitted to " + verb + " the affinity of " + thread;
    }

    @Override
    public String remedy() {
      return "run as the user that owns it, or with CAP_SYS_NICE";
    }
  }

  /**
   * The kernel refused to read or set a thread's CPUs.
   *
   * @param verb {@code read} or {@code set}
   * @param thread the thread
   * @param errno the error number (errno)
   */
  record AffinityFailed(String verb, String thread, int errno) implements ProcessReason {
    @Override
    public String text() {
      return "cannot " + verb + " the affinity of " + thread + ": errno " + errno;
    }

    @Override
    public String remedy() {
      return "see sched_setaffinity(2); a sandbox may forbid the call";
    }
  }

  /**
   * The process may use none of these CPUs.
   *
   * @param cpus the requested CPUs
   */
  record CpusNotUsable(String cpus) implements ProcessReason {
    @Override
    public String text() {
      return "none of CPUs '" + cpus + "' may be used here";
    }

    @Override
    public String remedy() {
      return "choose CPUs that are online and in the cpuset; see /sys/devices/system/cpu/online";
    }
  }

  /**
   * A thread's run and wait times are not counted, or not yet.
   *
   * @param file the expected file
   */
  record ScheduleUncounted(String file) implements ProcessReason {
    @Override
    public String text() {
      return file + " is all zero: not counted, or the thread has not run yet";
    }

    @Override
    public String remedy() {
      return "read it again later; else use a kernel with CONFIG_SCHEDSTATS or sysctl"
          + " kernel.task_delayacct=1";
    }
  }

  /**
   * No process is visible.
   *
   * @param path the folder that should list them
   */
  record NoProcessShown(String path) implements ProcessReason {
    @Override
    public String text() {
      return "no process can be seen below " + path;
    }

    @Override
    public String remedy() {
      return "mount /proc";
    }
  }

  /** The process to examine does not exist. */
  record NoProcess() implements ProcessReason {
    @Override
    public String text() {
      return "there is no process";
    }

    @Override
    public String remedy() {
      return "look at one";
    }
  }

  /**
   * The process id now belongs to another process.
   *
   * @param pid the process id
   */
  record ProcessReplaced(long pid) implements ProcessReason {
    @Override
    public String text() {
      return "process " + pid + " is another one now";
    }

    @Override
    public String remedy() {
      return "see whether it still lives";
    }
  }

  /**
   * No thread of a process is readable.
   *
   * @param pid the process id
   */
  record NoThreadReadable(long pid) implements ProcessReason {
    @Override
    public String text() {
      return "process " + pid + " has no thread that can be read";
    }

    @Override
    public String remedy() {
      return "look at a live process";
    }
  }

  /**
   * A process has no memory of its own.
   *
   * @param file the file that should list it
   */
  record NoMemoryMapped(String file) implements ProcessReason {
    @Override
    public String text() {
      return file + " is empty: a process that has ended, or a thread of the kernel";
    }

    @Override
    public String remedy() {
      return "see whether the process still lives";
    }
  }

  /**
   * No memory of a process is readable.
   *
   * @param pid the process id
   */
  record NoMemoryShown(long pid) implements ProcessReason {
    @Override
    public String text() {
      return "process " + pid + " shows no memory";
    }

    @Override
    public String remedy() {
      return "see /proc/" + pid + "/maps";
    }
  }

  /**
   * An address belongs to the kernel.
   *
   * @param place the address and the process
   */
  record AddressOfKernel(String place) implements ProcessReason {
    @Override
    public String text() {
      return place + " is the kernel's";
    }

    @Override
    public String remedy() {
      return "read below 2^63";
    }
  }

  /**
   * Memory ends before the last requested byte.
   *
   * @param place the address and the process
   * @param bytes number of available bytes
   * @param pid the process id
   */
  record MemoryEnds(String place, int bytes, long pid) implements ProcessReason {
    @Override
    public String text() {
      return place + " ends after " + bytes + " bytes";
    }

    @Override
    public String remedy() {
      return "see whether the process still lives, and /proc/" + pid + "/maps";
    }
  }

  /**
   * Memory cannot be read.
   *
   * @param place the address and the process
   * @param why the system's message
   * @param pid the process id
   */
  record MemoryUnreadable(String place, String why, long pid) implements ProcessReason {
    @Override
    public String text() {
      return place + " cannot be read: " + why;
    }

    @Override
    public String remedy() {
      return "see whether it is mapped, in /proc/" + pid + "/maps";
    }
  }

  /**
   * The memory has too many pages to examine.
   *
   * @param bytes its size
   */
  record TooManyPages(long bytes) implements ProcessReason {
    @Override
    public String text() {
      return "the pages of " + bytes + " bytes are not read";
    }

    @Override
    public String remedy() {
      return "none: it would take too long";
    }
  }

  /**
   * The kernel does not report the size of a page.
   *
   * @param file the expected file
   */
  record PageSizeUnknown(String file) implements ProcessReason {
    @Override
    public String text() {
      return file + " does not tell the size of a page";
    }

    @Override
    public String remedy() {
      return "run with /proc mounted";
    }
  }

  /**
   * The list of pages ends early.
   *
   * @param file its path
   * @param page the first missing page
   */
  record PagesEnd(String file, long page) implements ProcessReason {
    @Override
    public String text() {
      return file + " ends at page " + page;
    }

    @Override
    public String remedy() {
      return "see whether the process still lives";
    }
  }

  /** A process's allowed CPUs cannot be read. */
  record AffinityUnknown() implements ProcessReason {
    @Override
    public String text() {
      return "on which CPUs the process may run is not known";
    }

    @Override
    public String remedy() {
      return "mount /proc";
    }
  }

  /**
   * A process id is that of a thread.
   *
   * @param tid the id
   * @param pid the id of its process
   */
  record ThreadNoProcess(long tid, long pid) implements ProcessReason {
    @Override
    public String text() {
      return tid + " is a thread of process " + pid + ", and no process";
    }

    @Override
    public String remedy() {
      return "give the process id " + pid;
    }
  }

  /**
   * The process ended while it was examined.
   *
   * @param afterNs time examined, in nanoseconds
   */
  record ProcessEnded(long afterNs) implements ProcessReason {
    @Override
    public String text() {
      return "the process ended after " + Numbers.duration(afterNs);
    }
  }
}
