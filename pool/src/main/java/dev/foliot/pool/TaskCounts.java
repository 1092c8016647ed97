package dev.foliot.pool;

/**
 * Counts the tasks. Safe for any number of threads. A worker passes its number, which spreads the
 * counts.
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

  /** Counts a begun task with its wait. It may run at the end of a stack. */
  void begun(int worker, long waitNs) {
    Tally tally = tallies.hold(worker);
    try {
      tally.begun(waitNs);
      tally.release();
    } catch (StackOverflowError e) { // held for good, it would stop every reader of the counts
      tally.held = 0; // no call here
      throw e;
    }
  }

  /** Counts an ended task and adds time in tasks. */
  void ended(int worker, long addedNs) {
    Tally tally = tallies.hold(worker);
    tally.ended(addedNs);
    tally.release();
  }

  /** Adds time in tasks for tasks counted elsewhere. */
  void spent(int worker, long addedNs) {
    Tally tally = tallies.hold(worker);
    tally.spent(addedNs);
    tally.release();
  }

  /** Counts an ended task, and the worker's next task with its wait. */
  void next(int worker, long addedNs, long waitNs) {
    Tally tally = tallies.hold(worker);
    tally.ended(addedNs);
    tally.begun(waitNs);
    tally.release();
  }

  /** Adds the CPU time of a task. */
  void sampled(int worker, long wallNs, long cpuNs) {
    Tally tally = tallies.hold(worker);
    tally.sampled(wallNs, cpuNs);
    tally.release();
  }

  /** Adds a wait to the percentiles. */
  void waited(int worker, long ns) {
    waits.record(worker, ns);
  }

  /** Adds a time in task to the percentiles. */
  void ran(int worker, long ns) {
    times.record(worker, ns);
  }

  /** Adds a time in task for several tasks that took about the same. */
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
