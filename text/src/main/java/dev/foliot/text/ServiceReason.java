package dev.foliot.text;

/**
 * Why the figures of a process under test are limited, or are missing.
 *
 * <p>A long file, since it is a list: one record for each reason, with its text beside it.
 */
public sealed interface ServiceReason extends Reason {
  /** The longest reason of the system that is part of another. */
  int LONGEST = 500;

  /** What to do without async-profiler. */
  String INSTEAD = "use --profile=jfr, which needs nothing";

  /** A limit on resources that was asked for. */
  enum Limit {
    /** The CPU time that a process gets. */
    CPU_QUOTA("the CPU quota"),
    /** The memory that a process may use. */
    MEMORY("the memory limit");

    private final String words;

    Limit(String words) {
      this.words = words;
    }
  }

  /** What is watched of a process. */
  enum Watch {
    /** How much of the heap is in use. */
    HEAP_USED("heap in use"),
    /** How much memory it has committed. */
    COMMITTED_MEMORY("committed memory"),
    /** What its resident memory is made of. */
    RESIDENT_MEMORY("resident memory by part"),
    /** Its flight recording. */
    FLIGHT_RECORDING("flight recording"),
    /** How much of the heap lives. */
    FULL_COLLECTION("what a full collection frees"),
    /** Its profile. */
    PROFILE("profile: it cannot be profiled");

    private final String words;

    Watch(String words) {
      this.words = words;
    }
  }

  /**
   * What was to be watched could not be.
   *
   * @param what of the process
   * @param why the reason
   */
  record NotWatched(Watch what, Reason why) implements ServiceReason {
    @Override
    public String text() {
      return what.words + ": " + why.sentence();
    }
  }

  /** The kernel counts no run-queue wait. */
  record RunQueueWaitNotCounted() implements ServiceReason {
    @Override
    public String text() {
      return "run-queue wait: the kernel does not count it; use one with CONFIG_SCHED_INFO, or"
          + " sysctl kernel.task_delayacct=1";
    }
  }

  /** Nobody asked for it. */
  record NotAsked() implements ServiceReason {
    @Override
    public String text() {
      return "it was not asked for";
    }

    @Override
    public String remedy() {
      return "ask for it in the plan of the watch";
    }
  }

  /**
   * There is one CPU for service, load driver and remote system.
   *
   * @param cpu its number
   */
  record CpuShared(String cpu) implements ServiceReason {
    @Override
    public String text() {
      return "service, driver and remote share CPU "
          + cpu
          + " and take its time from each other: use two CPUs or more";
    }
  }

  /**
   * There is one core for service and load driver.
   *
   * @param cpus its hardware threads
   */
  record CoreShared(String cpus) implements ServiceReason {
    @Override
    public String text() {
      return "service and driver run on hardware threads of one core ("
          + cpus
          + ") and slow each other down: use two cores or more";
    }
  }

  /**
   * All threads of a program have one CPU, so that no cache line travels.
   *
   * @param cpu its number
   */
  record ThreadsShareCpu(String cpu) implements ServiceReason {
    @Override
    public String text() {
      return "its threads share CPU "
          + cpu
          + " and never run at the same time, so no cache line travels between CPUs: use two CPUs"
          + " or more";
    }
  }

  /**
   * A service has all CPUs, and the load driver one of them.
   *
   * @param cpus the load driver's
   */
  record DriverSharesCpu(String cpus) implements ServiceReason {
    @Override
    public String text() {
      return "service and load driver share CPU "
          + cpus
          + ", since with one CPU a service shares no cache line: use four CPUs or more";
    }
  }

  /**
   * Some of the service's CPUs are one core.
   *
   * @param count how many CPUs
   * @param cpus these
   * @param cores of how many cores they are
   */
  record FewerCoresThanCpus(int count, String cpus, long cores) implements ServiceReason {
    @Override
    public String text() {
      return "the "
          + count
          + " CPUs "
          + cpus
          + " are hardware threads of "
          + (cores == 1 ? "one core" : cores + " cores")
          + ", which do less than so many cores";
    }
  }

  /**
   * A second limit has no group: a process can be in one only.
   *
   * @param limit the second
   */
  record OneLimitOnly(Limit limit) implements ServiceReason {
    @Override
    public String text() {
      return limit.words + ": one limit takes the only group that a process can be in here";
    }
  }

  /**
   * A limit cannot be set.
   *
   * @param limit which
   * @param why the reason
   */
  record LimitNotSet(Limit limit, Reason why) implements ServiceReason {
    @Override
    public String text() {
      return limit.words + ": " + Shown.text(why.text(), LONGEST);
    }

    @Override
    public String remedy() {
      return why.remedy();
    }
  }

  /**
   * A process is outside of its limits.
   *
   * @param why the reason
   */
  record LimitNotHeld(Reason why) implements ServiceReason {
    @Override
    public String text() {
      return "a limit does not hold: " + Shown.text(why.text(), LONGEST);
    }

    @Override
    public String remedy() {
      return why.remedy();
    }
  }

  /** Why async-profiler cannot be used at all. */
  enum ProfilerFault {
    /** It is not used on this system. */
    OTHER_SYSTEM("async-profiler is used on Linux on x86-64 and aarch64 alone", INSTEAD),
    /** It was not delivered. */
    NO_JAR("the jar of async-profiler is not on the class path", INSTEAD),
    /** There is no place for its library. */
    NO_FOLDER("there is no folder for it", "free some space");

    private final String words;
    private final String remedy;

    ProfilerFault(String words, String remedy) {
      this.words = words;
      this.remedy = remedy;
    }
  }

  /** What is written into the folder for temporary files. */
  enum Written {
    /** The native library of async-profiler. */
    PROFILER_LIBRARY("async-profiler's library"),
    /** What a flight recording is to have. */
    FLIGHT_SETTINGS("the settings of a flight recording");

    private final String words;

    Written(String words) {
      this.words = words;
    }
  }

  /** What a flight recorder's file holds. */
  enum Recording {
    /** Events of the JVM. */
    FLIGHT("the flight recording"),
    /** Samples of a profile. */
    SAMPLES("the recording of the samples");

    private final String words;

    Recording(String words) {
      this.words = words;
    }
  }

  /**
   * async-profiler cannot be used at all.
   *
   * @param fault why
   */
  record ProfilerUnusable(ProfilerFault fault) implements ServiceReason {
    @Override
    public String text() {
      return fault.words;
    }

    @Override
    public String remedy() {
      return fault.remedy;
    }
  }

  /**
   * async-profiler was tried in a JVM and does not work.
   *
   * @param jdk the home of the JVM's JDK
   * @param hasEnded whether the JVM ended
   * @param exitCode of the JVM; 0 where it did not end
   */
  record ProfilerFailed(String jdk, boolean hasEnded, int exitCode) implements ServiceReason {
    @Override
    public String text() {
      return "async-profiler does not work in a JVM of "
          + jdk
          + (hasEnded ? " (exit code " + exitCode + ")" : " (it does not end)");
    }

    @Override
    public String remedy() {
      return INSTEAD;
    }
  }

  /**
   * The JVM in which async-profiler is tried cannot be started.
   *
   * @param why the system's words
   */
  record ProfilerUntried(String why) implements ServiceReason {
    @Override
    public String text() {
      return "async-profiler cannot be tried: " + why;
    }

    @Override
    public String remedy() {
      return INSTEAD;
    }
  }

  /**
   * A running JVM does not load async-profiler.
   *
   * @param answer the JVM's words
   */
  record ProfilerRefused(String answer) implements ServiceReason {
    @Override
    public String text() {
      return "the JVM does not load async-profiler: " + answer;
    }

    @Override
    public String remedy() {
      return "use --profile=jfr";
    }
  }

  /**
   * There is no way to profile.
   *
   * @param why the reason, with what would help
   */
  record NoProfiler(String why) implements ServiceReason {
    @Override
    public String text() {
      return why;
    }

    @Override
    public String remedy() {
      return "see whether another way is open";
    }
  }

  /** The flight recorder cannot be told to take samples. */
  record NoProfileSettings() implements ServiceReason {
    @Override
    public String text() {
      return "no settings can be written for the flight recorder: free space";
    }
  }

  /** A JVM that took samples ended before it wrote them. */
  record SamplesNotWritten() implements ServiceReason {
    @Override
    public String text() {
      return "the JVM ended without writing its samples: see what ended it";
    }
  }

  /**
   * A JDK lacks the flight recorder.
   *
   * @param jdk its home
   */
  record NoFlightRecorder(String jdk) implements ServiceReason {
    @Override
    public String text() {
      return "the JDK " + jdk + " has no flight recorder (lib/jfr)";
    }

    @Override
    public String remedy() {
      return "give one with the module jdk.jfr";
    }
  }

  /**
   * A profile was taken and cannot be had.
   *
   * @param why the reason; empty where none is known
   */
  record NoProfile(String why) implements ServiceReason {
    @Override
    public String text() {
      return why.isEmpty() ? "there is none" : why;
    }

    @Override
    public String remedy() {
      return "see the fork's log";
    }
  }

  /**
   * A temporary file cannot be written.
   *
   * @param what the file
   * @param why the system's words
   */
  record NotWritten(Written what, String why) implements ServiceReason {
    @Override
    public String text() {
      return what.words + " cannot be written: " + why;
    }

    @Override
    public String remedy() {
      return "free some space";
    }
  }

  /**
   * A flight recorder's file cannot be read.
   *
   * @param what which
   * @param why what the parser says
   */
  record RecordingUnreadable(Recording what, String why) implements ServiceReason {
    @Override
    public String text() {
      return what.words + " cannot be read: " + why;
    }

    @Override
    public String remedy() {
      return "see whether the disk is full, and whether the JVM ended while it wrote";
    }
  }

  /**
   * The JVM starts no flight recording.
   *
   * @param answer its words
   */
  record RecordingRefused(String answer) implements ServiceReason {
    @Override
    public String text() {
      return "the JVM starts no flight recording: " + answer;
    }

    @Override
    public String remedy() {
      return "it needs the module jdk.jfr and must run as this user";
    }
  }

  /**
   * The JVM ended a flight recording and wrote nothing.
   *
   * @param folder where it should be
   */
  record RecordingMissing(String folder) implements ServiceReason {
    @Override
    public String text() {
      return "the JVM wrote no flight recording";
    }

    @Override
    public String remedy() {
      return "see whether it may write to " + folder;
    }
  }

  /** The JVM collects only by itself. */
  record CollectionForbidden() implements ServiceReason {
    @Override
    public String text() {
      return "the JVM forbids explicit collections";
    }

    @Override
    public String remedy() {
      return "start it without -XX:+DisableExplicitGC";
    }
  }

  /** The JVM's own accounts of its memory have sums alone. */
  record AddressesUntracked() implements ServiceReason {
    @Override
    public String text() {
      return "native memory tracking tells no addresses, and so not what is resident";
    }

    @Override
    public String remedy() {
      return "start the JVM with -XX:NativeMemoryTracking=detail";
    }
  }

  /** Only the first and the last sample ask for the threads that run virtual threads. */
  record CarriersUnasked() implements ServiceReason {
    @Override
    public String text() {
      return "the carriers are asked for at the ends only";
    }

    @Override
    public String remedy() {
      return "see the samples";
    }
  }

  /**
   * The JVM does not answer which threads run virtual threads.
   *
   * @param why the reason
   */
  record CarriersUnknown(Reason why) implements ServiceReason {
    @Override
    public String text() {
      return why.text();
    }

    @Override
    public String remedy() {
      return "needs a JVM from 24 on; the samples count by name";
    }
  }

  /** No virtual thread has run yet. */
  record NoCarriers() implements ServiceReason {
    @Override
    public String text() {
      return "the JVM has no scheduler of virtual threads yet";
    }

    @Override
    public String remedy() {
      return "none needed: none were used";
    }
  }
}
