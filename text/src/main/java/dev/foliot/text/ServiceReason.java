package dev.foliot.text;

/** Why the figures of a process under test are limited, or are missing. */
public sealed interface ServiceReason extends Reason {
  /** The longest reason of the system that is part of another. */
  int LONGEST = 500;

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
}
