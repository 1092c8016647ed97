package dev.foliot.text;

/**
 * Why a tested process's figures are limited or missing.
 *
 * <p>A long file, since it is a list: one record for each reason, next to its text.
 */
public sealed interface ServiceReason extends Reason {
  /** The greatest length of a system reason inside another. */
  int LONGEST = 500;

  /** The remedy without async-profiler. */
  String INSTEAD = "use --profile=jfr, which needs nothing";

  /** A requested limit on resources. */
  enum Limit {
    /** The CPU time of a process. */
    CPU_QUOTA("the CPU quota"),
    /** The memory of a process. */
    MEMORY("the memory limit");

    private final String words;

    Limit(String words) {
      this.words = words;
    }
  }

  /** A watched figure of a process. */
  enum Watch {
    /** The heap in use. */
    HEAP_USED("heap in use"),
    /** Its committed memory. */
    COMMITTED_MEMORY("committed memory"),
    /** The parts of its resident memory. */
    RESIDENT_MEMORY("resident memory by part"),
    /** Its flight recording. */
    FLIGHT_RECORDING("flight recording"),
    /** The live part of the heap. */
    FULL_COLLECTION("what a full collection frees"),
    /** Its profile. */
    PROFILE("profile: it cannot be profiled"),
    /** The pauses of its JVM. */
    PAUSES("pauses of its JVM");

    private final String words;

    Watch(String words) {
      this.words = words;
    }
  }

  /**
   * A requested figure could not be watched.
   *
   * @param what the figure
   * @param why the reason
   */
  record NotWatched(Watch what, Reason why) implements ServiceReason {
    @Override
    public String text() {
      return what.words + ": " + why.sentence();
    }
  }

  /** The kernel does not count run-queue wait. */
  record RunQueueWaitNotCounted() implements ServiceReason {
    @Override
    public String text() {
      return "run-queue wait: the kernel does not count it; use one with CONFIG_SCHED_INFO, or"
          + " sysctl kernel.task_delayacct=1";
    }
  }

  /** The server of a load test was neither started by it nor named to it. */
  record ServerNotWatched() implements ServiceReason {
    @Override
    public String text() {
      return "it was not watched";
    }

    @Override
    public String remedy() {
      return "give its process as --pid, or the command that starts it after --";
    }
  }

  /** The figure was not requested. */
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
   * One CPU serves the service, the load driver and the remote system.
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
   * One core serves the service and the load driver.
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
   * All threads of a program share one CPU: no cache line moves.
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
   * A service has all CPUs, and shares one with the load driver.
   *
   * @param cpus the load driver's CPUs
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
   * Some CPUs of the service belong to one core.
   *
   * @param count number of CPUs
   * @param cpus the CPUs
   * @param cores number of their cores
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
   * A second limit needs another group, but a process belongs to one only.
   *
   * @param limit the second limit
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
   * @param limit the limit
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
   * A process runs outside its limits.
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

  /** Why async-profiler is unusable. */
  enum ProfilerFault {
    /** It does not support this system. */
    OTHER_SYSTEM("async-profiler is used on Linux on x86-64 and aarch64 alone", INSTEAD),
    /** It was not shipped. */
    NO_JAR("the jar of async-profiler is not on the class path", INSTEAD),
    /** Its library has no folder. */
    NO_FOLDER("there is no folder for it", "free some space");

    private final String words;
    private final String remedy;

    ProfilerFault(String words, String remedy) {
      this.words = words;
      this.remedy = remedy;
    }
  }

  /** A file written into the folder for temporary files. */
  enum Written {
    /** The native library of async-profiler. */
    PROFILER_LIBRARY("async-profiler's library"),
    /** The settings of a flight recording. */
    FLIGHT_SETTINGS("the settings of a flight recording");

    private final String words;

    Written(String words) {
      this.words = words;
    }
  }

  /**
   * async-profiler is unusable.
   *
   * @param fault the fault
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
   * A test of async-profiler in a JVM failed.
   *
   * @param jdk the home of the JVM's JDK
   * @param hasEnded whether the JVM ended
   * @param exitCode exit code of the JVM; 0 if it did not end
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
   * The JVM for a test of async-profiler does not start.
   *
   * @param why the system's message
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
   * A running JVM refuses to load async-profiler.
   *
   * @param answer the JVM's answer
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
   * No profiler is available.
   *
   * @param why the reason, with advice
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

  /** A sampled JVM ended before it wrote its samples. */
  record SamplesNotWritten() implements ServiceReason {
    @Override
    public String text() {
      return "the JVM ended without writing its samples: see what ended it";
    }
  }

  /**
   * A JDK lacks the flight recorder.
   *
   * @param jdk its path
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
   * A profile was taken but is not available.
   *
   * @param why the reason; empty if unknown
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
   * @param why the system's message
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

  /** The JVM refuses collections on request. */
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

  /** The JVM's own accounting of its memory has only sums. */
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

  /** Only the first and the last sample include the threads that run virtual threads. */
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
   * The JVM does not report which threads run virtual threads.
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
