package dev.foliot.pool.control;

/** The changes between two observations. */
record Elapsed(Observation from, Observation to) {
  private static final double NS_PER_S = 1e9;

  /** A wait below this share of the time in task does not matter; a short one neither. */
  private static final double WAIT = 0.01;

  private static final double SHORT_WAIT_NS = 20_000;

  long ns() {
    return to.nowNs() - from.nowNs();
  }

  double seconds() {
    return ns() / NS_PER_S;
  }

  long completions() {
    return to.counts().completed() - from.counts().completed();
  }

  /** Number of tasks that ended with success: throughput counts these alone. */
  long successes() {
    return to.counts().succeeded() - from.counts().succeeded();
  }

  long taskTimeNs() {
    return to.times().taskTimeNs() - from.times().taskTimeNs();
  }

  /** Number of waiting tasks: now, or on average by Little's law if the queue sometimes empties. */
  int queued() {
    if (standing()) {
      return to.tasks().queued();
    }
    double mean =
        ns() <= 0 ? 0 : (double) (to.times().queueWaitNs() - from.times().queueWaitNs()) / ns();
    return Math.max(to.tasks().queued(), (int) Math.ceil(mean));
  }

  /**
   * Whether more tasks could usefully run: some always waited, or they waited for a notable share
   * of their run time. A queue beside free places only means that a wake-up is under way.
   */
  boolean waiting() {
    if (to.tasks().mostRunning() < to.size()) {
      return false;
    }
    long began = to.counts().started() - from.counts().started();
    if (standing()) {
      return true;
    }
    double waitNs =
        began == 0 ? 0 : (double) (to.times().queueWaitNs() - from.times().queueWaitNs()) / began;
    double taskNs = completions() == 0 ? Double.MAX_VALUE : (double) taskTimeNs() / completions();
    return waitNs > SHORT_WAIT_NS + WAIT * taskNs;
  }

  /** Whether some task waited at every moment. */
  boolean standing() {
    return to.tasks().leastQueued() > 0 && to.tasks().queued() > 0;
  }

  /**
   * The used share of this process's CPU. If unknown, the share of the sampled tasks, or else the
   * machine's; NaN if everything is unknown.
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

  /** The same, or the machine's if greater: a CPU used by others is not idle. */
  double busyWithOthers() {
    double own = busy();
    double machine = to.cpu().machineBusy();
    return Double.isNaN(machine) ? own : Double.isNaN(own) ? machine : Math.max(own, machine);
  }

  /** The tasks' own share, estimated from the sampled ones. */
  double sampledBusy() {
    double sampledNs = to.times().sampledTaskTimeNs() - from.times().sampledTaskTimeNs();
    if (sampledNs <= 0 || ns() <= 0) {
      return Double.NaN;
    }
    double share = (to.times().sampledCpuTimeNs() - from.times().sampledCpuTimeNs()) / sampledNs;
    return share * taskTimeNs() / ns() / to.cpu().cpus();
  }
}
