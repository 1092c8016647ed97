package dev.foliot.pool.control;

/** What happened from one observation to a later one. */
record Elapsed(Observation from, Observation to) {
  /** Where the tasks use less of the process's CPU time, the rest is not theirs to save. */
  private static final double OTHERS = 0.5;

  private static final double NS_PER_S = 1e9;

  /** A wait that is a smaller share of the time in task is nobody's trouble, nor is a short one. */
  private static final double WAIT = 0.01;

  private static final double SHORT_WAIT_NS = 20_000;

  /** A quota that holds the process back for a smaller share of the time is noise. */
  private static final double THROTTLED = 0.05;

  long ns() {
    return to.nowNs() - from.nowNs();
  }

  double seconds() {
    return ns() / NS_PER_S;
  }

  long completions() {
    return to.completed() - from.completed();
  }

  long taskTimeNs() {
    return to.taskTimeNs() - from.taskTimeNs();
  }

  /**
   * How many tasks wait now, or on average, by Little's law, where the queue runs empty at times.
   */
  int queued() {
    if (standing()) {
      return to.queued();
    }
    double mean = ns() <= 0 ? 0 : (double) (to.queueWaitNs() - from.queueWaitNs()) / ns();
    return Math.max(to.queued(), (int) Math.ceil(mean));
  }

  /**
   * Whether tasks wait so that more might run: at each moment some did, or they waited for a share
   * of the time that they run.
   */
  boolean waiting() {
    long began = to.started() - from.started();
    if (standing()) {
      return true;
    }
    double waitNs = began == 0 ? 0 : (double) (to.queueWaitNs() - from.queueWaitNs()) / began;
    double taskNs = completions() == 0 ? Double.MAX_VALUE : (double) taskTimeNs() / completions();
    return waitNs > SHORT_WAIT_NS + WAIT * taskNs;
  }

  /** Whether at each moment some task waited. */
  boolean standing() {
    return to.leastQueued() > 0 && to.queued() > 0;
  }

  /**
   * The share of the CPU that this process may use and does; that of the tasks alone where others
   * of the process use most of it; 1 where a quota holds it back; the machine's where its own is
   * unknown; NaN if nothing is known and no task's CPU time was sampled.
   */
  double busy() {
    CpuReading cpu = to.cpu();
    double own = cpu.processCpus() / cpu.cpus();
    double tasks = sampledBusy();
    if (Double.isNaN(own) || tasks < OTHERS * own) {
      own = tasks;
    }
    if (Double.isNaN(own)) {
      own = cpu.machineBusy();
    }
    return cpu.throttled() > THROTTLED ? Math.max(1, own) : own;
  }

  /** The same, or the machine's if that is greater: a CPU that others use is not idle. */
  double busyWithOthers() {
    double own = busy();
    double machine = to.cpu().machineBusy();
    return Double.isNaN(machine) ? own : Double.isNaN(own) ? machine : Math.max(own, machine);
  }

  /** The share that the tasks use by themselves, from those that were sampled. */
  private double sampledBusy() {
    double sampledNs = to.sampledTaskTimeNs() - from.sampledTaskTimeNs();
    if (sampledNs <= 0 || ns() <= 0) {
      return Double.NaN;
    }
    double share = (to.sampledCpuTimeNs() - from.sampledCpuTimeNs()) / sampledNs;
    return share * taskTimeNs() / ns() / to.cpu().cpus();
  }
}
