package dev.foliot.checks.simulator;

import java.util.Arrays;

/**
 * The cores and their common queue of threads: first come first served, in time slices.
 *
 * <p>A core has one valid event, at {@code endNs}; events of other times are outdated. While no
 * thread waits, a running one has no end of its slice.
 */
final class Cores {
  private static final int IDLE = -1;
  private static final int TAKEN = -2;
  private static final int NOBODY = -1;
  private static final long CHECK_NS = 50_000;
  private final Machine machine;
  private final Events events;
  private final Threads threads;
  private final IntQueue waiting = new IntQueue();
  private final int[] thread;
  private final int[] last;
  private final long[] startedNs;
  private final long[] sliceEndNs;
  private final long[] endNs;
  private final int[] idle;
  private final int[] idleAt;
  private int idleCount;
  private int unlimited;
  private int busy;
  private int taken;
  private boolean throttled;
  private long changedNs;
  private double usedNs;
  private double takenNs;
  private long throttledNs;
  private double budgetEndsNs;
  private long checkAtNs;

  Cores(Machine machine, Events events, Threads threads) {
    this.machine = machine;
    this.events = events;
    this.threads = threads;
    int cores = machine.cores();
    thread = new int[cores];
    last = new int[cores];
    startedNs = new long[cores];
    sliceEndNs = new long[cores];
    endNs = new long[cores];
    idle = new int[cores];
    idleAt = new int[cores];
    Arrays.fill(last, NOBODY);
    for (int core = cores - 1; core >= 0; core--) {
      rest(core);
    }
    if (Double.isFinite(machine.quotaCpus())) {
      period(0);
    }
    for (int i = 0; i < machine.neighbours().size(); i++) {
      events.add(machine.neighbours().get(i).fromNs(), Simulation.NEIGHBOUR, 2 * i);
      events.add(machine.neighbours().get(i).toNs(), Simulation.NEIGHBOUR, 2 * i + 1);
    }
  }

  /** Queues a thread for a core, for {@code threads.burstNs} of CPU time. */
  void ready(int who, long nowNs) {
    if (idleCount == 0 || throttled) {
      waiting.add(who);
      if (unlimited > 0) {
        limitAll(nowNs);
      }
      return;
    }
    int core = threads.lastCore[who];
    if (core < 0 || thread[core] != IDLE) {
      core = idle[idleCount - 1];
    }
    unrest(core);
    account(nowNs);
    busy++;
    dispatch(core, who, nowNs);
  }

  /** A core's event: the burst or the slice is over. */
  void event(int core, long nowNs) {
    if (endNs[core] != nowNs || thread[core] < 0 || throttled) {
      return;
    }
    int who = thread[core];
    if (sliceEndNs[core] == Long.MAX_VALUE) {
      unlimited--;
      sliceEndNs[core] = nowNs; // its slice ends now if a thread waits
    }
    threads.burstNs[who] -= nowNs - startedNs[core];
    startedNs[core] = nowNs;
    endNs[core] = -1;
    boolean stays = threads.burstNs[who] > 0 || threads.burstOver(who, nowNs);
    if (stays && (waiting.isEmpty() || nowNs < sliceEndNs[core])) {
      if (nowNs >= sliceEndNs[core]) {
        sliceEndNs[core] = nowNs + machine.sliceNs();
      }
      plan(core, nowNs);
      return;
    }
    if (stays) {
      waiting.add(who);
    }
    next(core, nowNs);
  }

  private void next(int core, long nowNs) {
    if (waiting.isEmpty()) {
      account(nowNs);
      busy--;
      rest(core);
    } else {
      dispatch(core, waiting.takeFirst(), nowNs);
    }
  }

  private void dispatch(int core, int who, long nowNs) {
    thread[core] = who;
    threads.lastCore[who] = core;
    if (last[core] != who) {
      last[core] = who;
      threads.burstNs[who] += machine.switchNs();
    }
    startedNs[core] = nowNs;
    sliceEndNs[core] = nowNs + machine.sliceNs();
    plan(core, nowNs);
  }

  private void plan(int core, long nowNs) {
    long burstEndNs = nowNs + threads.burstNs[thread[core]];
    if (burstEndNs <= sliceEndNs[core]) {
      endNs[core] = burstEndNs;
    } else if (waiting.isEmpty()) {
      endNs[core] = burstEndNs;
      sliceEndNs[core] = Long.MAX_VALUE;
      unlimited++;
    } else {
      endNs[core] = sliceEndNs[core];
    }
    events.add(endNs[core], Simulation.CORE, core);
  }

  /** A thread waits: running threads without an end of their slice get one. */
  private void limitAll(long nowNs) {
    for (int core = 0; core < thread.length; core++) {
      if (thread[core] >= 0 && sliceEndNs[core] == Long.MAX_VALUE) {
        long slices = (nowNs - startedNs[core]) / machine.sliceNs() + 1;
        sliceEndNs[core] = startedNs[core] + slices * machine.sliceNs();
        if (sliceEndNs[core] < endNs[core]) {
          endNs[core] = sliceEndNs[core];
          events.add(endNs[core], Simulation.CORE, core);
        }
      }
    }
    unlimited = 0;
  }

  private void rest(int core) {
    thread[core] = IDLE;
    idleAt[core] = idleCount;
    idle[idleCount++] = core;
  }

  private void unrest(int core) {
    int moved = idle[--idleCount];
    idle[idleAt[core]] = moved;
    idleAt[moved] = idleAt[core];
  }

  private void account(long nowNs) {
    long gone = nowNs - changedNs;
    if (throttled) {
      throttledNs += gone;
    } else {
      usedNs += (double) busy * gone;
    }
    takenNs += (double) taken * gone;
    changedNs = nowNs;
  }

  /** A new period of the quota. */
  void period(long nowNs) {
    account(nowNs);
    double owedNs = Math.max(0, usedNs - budgetEndsNs);
    budgetEndsNs = usedNs - owedNs + machine.quotaCpus() * Machine.PERIOD_NS;
    events.add(nowNs + Machine.PERIOD_NS, Simulation.PERIOD, 0);
    if (throttled) {
      throttled = false;
      for (int core = 0; core < thread.length; core++) {
        if (thread[core] >= 0) {
          startedNs[core] = nowNs;
          sliceEndNs[core] = nowNs + machine.sliceNs();
          plan(core, nowNs);
        }
      }
      fill(nowNs);
    }
    checkAtNs = nowNs;
    quota(nowNs);
  }

  /**
   * Checks whether the quota is exhausted, and otherwise computes the earliest possible time of
   * that. So the moment is found without tracking every change.
   */
  void quota(long nowNs) {
    if (throttled || nowNs != checkAtNs) {
      return;
    }
    account(nowNs);
    double leftNs = budgetEndsNs - usedNs;
    if (leftNs > 0) {
      checkAtNs = nowNs + Math.max(CHECK_NS, (long) (leftNs / thread.length));
      events.add(checkAtNs, Simulation.QUOTA, 0);
      return;
    }
    for (int core = 0; core < thread.length; core++) {
      if (thread[core] >= 0) {
        threads.burstNs[thread[core]] -= nowNs - startedNs[core];
        startedNs[core] = nowNs;
        sliceEndNs[core] = nowNs;
        endNs[core] = -1;
      }
    }
    unlimited = 0;
    throttled = true;
  }

  /** The neighbour comes or goes. */
  void neighbour(int index, long nowNs) {
    int cores = machine.neighbours().get(index / 2).cores();
    boolean comes = index % 2 == 0;
    account(nowNs);
    for (int core = 0; core < cores; core++) {
      if (!comes) {
        rest(core);
        last[core] = NOBODY;
      } else if (thread[core] == IDLE) {
        unrest(core);
        thread[core] = TAKEN;
      } else {
        int who = thread[core];
        if (!throttled) {
          threads.burstNs[who] -= nowNs - startedNs[core];
          if (sliceEndNs[core] == Long.MAX_VALUE) {
            unlimited--;
          }
        }
        // a positive rest makes the end of the burst a separate event
        threads.burstNs[who] = Math.max(1, threads.burstNs[who]);
        endNs[core] = -1;
        thread[core] = TAKEN;
        busy--;
        waiting.add(who);
      }
    }
    taken += comes ? cores : -cores;
    if (!throttled) {
      fill(nowNs);
      if (!waiting.isEmpty() && unlimited > 0) {
        limitAll(nowNs);
      }
    }
  }

  /** Gives idle cores to waiting threads. */
  private void fill(long nowNs) {
    account(nowNs);
    while (idleCount > 0 && !waiting.isEmpty()) {
      int core = idle[idleCount - 1];
      unrest(core);
      busy++;
      dispatch(core, waiting.takeFirst(), nowNs);
    }
  }

  /** The CPU time of the process until now. */
  double usedNs(long nowNs) {
    account(nowNs);
    return usedNs;
  }

  /** The CPU time of neighbours until now. */
  double takenNs(long nowNs) {
    account(nowNs);
    return takenNs;
  }

  /** The time that the quota stopped the process until now. */
  long throttledNs(long nowNs) {
    account(nowNs);
    return throttledNs;
  }
}
