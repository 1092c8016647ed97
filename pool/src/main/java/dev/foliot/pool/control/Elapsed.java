package dev.foliot.pool.control;

/** What happened from one observation to a later one. */
record Elapsed(Observation from, Observation to) {
  private static final double NS_PER_S = 1e9;

  /** A wait that is a smaller share of the time in task is nobody's trouble, nor is a short one. */
  private static final double WAIT = 0.01;

  private static final double SHORT_WAIT_NS = 20_000;

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
   * of the time that they run. A queue beside places that are free is a wake-up on its way.
   */
  boolean waiting() {
    if (to.mostRunning() < to.size()) {
      return false;
    }
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
   * The share of the CPU that this process may use and does; where its own is unknown that of the
   * tasks that were sampled, or else the machine's; NaN if nothing is known.
   */
  double busy() {
    CpuReading cpu = to.cpu();
    double own = cpu.processCpus() / cpu.cpus();
    if (Double.isNaN(own)) {
      own = sampledBusy();
    }
    if (Double.isNaN(own)) {
      own = cpu.machineBusy();
    }
    return own;
  }

  /** The same, or the machine's if that is greater: a CPU that others use is not idle. */
  double busyWithOthers() {
    double own = busy();
    double machine = to.cpu().machineBusy();
    return Double.isNaN(machine) ? own : Double.isNaN(own) ? machine : Math.max(own, machine);
  }

  /** The share that the tasks use by themselves, from those that were sampled. */
  double sampledBusy() {
    double sampledNs = to.sampledTaskTimeNs() - from.sampledTaskTimeNs();
    if (sampledNs <= 0 || ns() <= 0) {
      return Double.NaN;
    }
    double share = (to.sampledCpuTimeNs() - from.sampledCpuTimeNs()) / sampledNs;
    return share * taskTimeNs() / ns() / to.cpu().cpus();
  }
}
