package dev.foliot.pool;

/**
 * What is counted of the tasks. Any number of threads; a worker says which one it is, so that they
 * seldom meet at the same word.
 */
final class TaskCounts {
  private final Tallies tallies;
  private final TaskTimes waits;
  private final TaskTimes times;

  TaskCounts(int cpus, long nowNs) {
    tallies = new Tallies(cpus);
    waits = new TaskTimes(cpus, nowNs);
    times = new TaskTimes(cpus, nowNs);
  }

  /** A task is begun that has waited so long. May be called at the end of a stack. */
  void begun(int worker, long waitNs) {
    Tally tally = tallies.hold(worker);
    try {
      tally.begun(waitNs);
      tally.release();
    } catch (StackOverflowError e) { // held for good, it would stop all who read the counts
      tally.held = 0; // no call here
      throw e;
    }
  }

  /** A task ended; so much time in tasks is added. */
  void ended(int worker, long addedNs) {
    Tally tally = tallies.hold(worker);
    tally.ended(addedNs);
    tally.release();
  }

  /** So much time in tasks is added, of tasks that are counted elsewhere. */
  void spent(int worker, long addedNs) {
    Tally tally = tallies.hold(worker);
    tally.spent(addedNs);
    tally.release();
  }

  /** A task ended, and the same worker begins the next one, which has waited so long. */
  void next(int worker, long addedNs, long waitNs) {
    Tally tally = tallies.hold(worker);
    tally.ended(addedNs);
    tally.begun(waitNs);
    tally.release();
  }

  /** The CPU time of a task was taken. */
  void sampled(int worker, long wallNs, long cpuNs) {
    Tally tally = tallies.hold(worker);
    tally.sampled(wallNs, cpuNs);
    tally.release();
  }

  /** A wait for the percentiles. */
  void waited(int worker, long ns) {
    waits.record(worker, ns);
  }

  /** A time in task for the percentiles. */
  void ran(int worker, long ns) {
    times.record(worker, ns);
  }

  /** The time in task of so many that took about the same. */
  void ran(int worker, long ns, int tasks) {
    times.record(worker, ns, tasks);
  }

  void rotate(long nowNs) {
    waits.rotate(nowNs);
    times.rotate(nowNs);
  }

  Totals totals() {
    return tallies.totals();
  }

  DurationSummary waits(long nowNs) {
    return waits.summary(nowNs);
  }

  DurationSummary times(long nowNs) {
    return times.summary(nowNs);
  }
}
