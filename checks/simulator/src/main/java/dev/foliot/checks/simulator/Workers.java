package dev.foliot.checks.simulator;

import java.util.Arrays;

/**
 * The pool's threads and its queue.
 *
 * <p>A thread is created when a task comes and fewer than the size live. Threads are woken last in
 * first out, and end after their task while more than the size live. A woken thread takes the head
 * of the queue once it has a core, not before: another may have been faster. With {@code handsOver}
 * a task belongs to the woken thread at once, as in a cached pool's synchronous queue.
 */
final class Workers extends Threads {
  static final int MOST = 65_536;
  private static final int GONE = -2;
  private final Machine machine;
  private final Events events;
  private final Cores cores;
  private final Downstreams downstreams;
  private final Tasks tasks;
  private final Totals totals;
  private final IntQueue ended;
  private final boolean handsOver;
  private final IntQueue queue = new IntQueue();
  private final IntQueue idle = new IntQueue();
  private final IntQueue unused = new IntQueue();
  private final IntQueue gone = new IntQueue();
  private int[] task = new int[256];
  private int[] phase = new int[256];
  private int[] given = new int[256];
  private long[] pendingNs = new long[256];
  private long[] stuckNs = new long[256];
  private boolean[] isStuck = new boolean[256];
  private long[] idleSinceNs = new long[256];
  private int made;
  private int live;
  private int starting;
  private int running;
  private int size;

  Workers(
      Workload workload,
      Events events,
      Tasks tasks,
      Totals totals,
      IntQueue ended,
      boolean handsOver,
      int size) {
    machine = workload.machine();
    this.events = events;
    this.tasks = tasks;
    this.totals = totals;
    this.ended = ended;
    this.handsOver = handsOver;
    this.size = size;
    cores = new Cores(machine, events, this);
    downstreams = new Downstreams(workload.permits(), events, MOST);
    totals.size(0, size);
  }

  void submit(int row, long nowNs) {
    totals.arrived++;
    if (!idle.isEmpty()) {
      int thread = idle.takeLast();
      starting++;
      burstNs[thread] = machine.wakeNs() + 1;
      offer(row, thread);
      cores.ready(thread, nowNs);
    } else if (live < size) {
      offer(row, make(nowNs));
    } else {
      queue.add(row);
    }
  }

  private void offer(int row, int thread) {
    if (handsOver) {
      given[thread] = row;
    } else {
      queue.add(row);
    }
  }

  private int make(long nowNs) {
    int thread = unused.isEmpty() ? made++ : unused.takeLast();
    if (thread == task.length) {
      grow(2 * thread);
    }
    live++;
    totals.live(nowNs, live);
    starting++;
    task[thread] = Tasks.NONE;
    given[thread] = Tasks.NONE;
    lastCore[thread] = -1;
    pendingNs[thread] = 0;
    stuckNs[thread] = 0;
    burstNs[thread] = machine.createNs() + 1;
    cores.ready(thread, nowNs);
    return thread;
  }

  private void grow(int to) {
    if (to > MOST) {
      throw new IllegalStateException("more than " + MOST + " threads");
    }
    task = Arrays.copyOf(task, to);
    phase = Arrays.copyOf(phase, to);
    given = Arrays.copyOf(given, to);
    pendingNs = Arrays.copyOf(pendingNs, to);
    stuckNs = Arrays.copyOf(stuckNs, to);
    isStuck = Arrays.copyOf(isStuck, to);
    idleSinceNs = Arrays.copyOf(idleSinceNs, to);
    burstNs = Arrays.copyOf(burstNs, to);
    lastCore = Arrays.copyOf(lastCore, to);
  }

  @Override
  boolean burstOver(int thread, long nowNs) {
    if (task[thread] == Tasks.NONE) {
      starting--;
      return poll(thread, nowNs);
    }
    return advance(thread, nowNs);
  }

  /** Takes a task, if one waits. */
  private boolean poll(int thread, long nowNs) {
    if (given[thread] != Tasks.NONE) {
      int row = given[thread];
      given[thread] = Tasks.NONE;
      return begin(thread, row, nowNs);
    }
    if (live > size) {
      end(thread, nowNs);
      return false;
    }
    if (queue.isEmpty()) {
      totals.leastQueued = 0;
      task[thread] = Tasks.NONE;
      idleSinceNs[thread] = nowNs;
      idle.add(thread);
      return false;
    }
    int row = queue.takeFirst();
    totals.leastQueued = Math.min(totals.leastQueued, queue.size());
    return begin(thread, row, nowNs);
  }

  private void end(int thread, long nowNs) {
    task[thread] = GONE;
    live--;
    totals.live(nowNs, live);
    gone.add(thread);
  }

  private boolean begin(int thread, int row, long nowNs) {
    task[thread] = row;
    phase[thread] = -1;
    isStuck[thread] = false;
    tasks.begunNs[row] = nowNs;
    totals.begun(tasks.kind[row], nowNs - tasks.submittedNs[row], nowNs);
    totals.running(nowNs, ++running);
    pendingNs[thread] = machine.dispatchNs();
    return advance(thread, nowNs);
  }

  /** Starts the task's next phase; returns whether it needs the CPU. */
  private boolean advance(int thread, long nowNs) {
    int row = task[thread];
    while (true) {
      int next = phase[thread] + 1;
      boolean more = next < tasks.phases(row);
      if (stuckNs[thread] == 0 && more && tasks.phase(row, next) instanceof Phase.Burst) {
        phase[thread] = next;
        if (burst(thread, row, tasks.timeNs(row, next) + pendingNs[thread])) {
          return true;
        }
        continue;
      }
      if (burst(thread, row, pendingNs[thread])) {
        return true;
      }
      if (stuckNs[thread] > 0) {
        events.add(nowNs + stuckNs[thread], Simulation.WAKE, thread);
        stuckNs[thread] = 0;
        return false;
      }
      if (!more) {
        complete(thread, row, nowNs);
        return poll(thread, nowNs);
      }
      phase[thread] = next;
      switch (tasks.phase(row, next)) {
        case Phase.Burst burst -> throw new AssertionError(burst);
        case Phase.Blocked blocked ->
            events.add(nowNs + tasks.timeNs(row, next), Simulation.WAKE, thread);
        case Phase.Call call ->
            downstreams.call(
                call.downstream(), thread, tasks.timeNs(row, next), call.patience().ns(), nowNs);
        case Phase.Child child -> submit(tasks.add(child.kind(), Tasks.NONE, thread, nowNs), nowNs);
      }
      return false;
    }
  }

  private boolean burst(int thread, int row, long ns) {
    pendingNs[thread] = 0;
    burstNs[thread] = ns;
    tasks.cpuNs[row] += ns;
    return ns > 0;
  }

  private void complete(int thread, int row, long nowNs) {
    totals.running(nowNs, --running);
    totals.completed(tasks, row, nowNs);
    task[thread] = Tasks.NONE;
    int parent = tasks.parent[row];
    int client = tasks.client[row];
    tasks.remove(row);
    if (parent != Tasks.NONE) {
      wake(parent, nowNs);
    }
    if (client != Tasks.NONE) {
      ended.add(client);
    }
  }

  /** Continues a blocked thread. */
  void wake(int thread, long nowNs) {
    pendingNs[thread] = machine.wakeNs();
    burstNs[thread] = 0;
    if (advance(thread, nowNs)) {
      cores.ready(thread, nowNs);
    }
  }

  void answered(int thread, long nowNs) {
    downstreams.answered(thread, nowNs);
    wake(thread, nowNs);
  }

  /** Ends a task whose patience is over. */
  void timedOut(int thread, long nowNs) {
    if (downstreams.givesUp(thread, nowNs)) {
      int row = task[thread];
      totals.failed(
          tasks.phase(row, phase[thread]) instanceof Phase.Call call && call.patience().isSeen());
      phase[thread] = tasks.phases(row) - 1;
      wake(thread, nowNs);
    }
  }

  /** Stalls all running tasks. */
  void hang(long forNs) {
    for (int thread = 0; thread < made; thread++) {
      if (task[thread] >= 0 && !isStuck[thread]) {
        stuckNs[thread] = forNs;
        isStuck[thread] = true;
      }
    }
  }

  /** Applies a decision. */
  void resize(int to, long nowNs) {
    size = to;
    totals.size(nowNs, to);
    while (live > size && !idle.isEmpty()) {
      end(idle.takeFirst(), nowNs);
    }
    while (live < size && starting < queue.size()) {
      make(nowNs);
    }
  }

  /** Ends threads with a long idle time. */
  void expire(long nowNs, long keepNs) {
    while (!idle.isEmpty() && nowNs - idleSinceNs[idle.first()] > keepNs) {
      end(idle.takeFirst(), nowNs);
    }
  }

  /** After an event: rows that ended in it become reusable. */
  void settle() {
    while (!gone.isEmpty()) {
      unused.add(gone.takeFirst());
    }
  }

  Cores cores() {
    return cores;
  }

  int size() {
    return size;
  }

  int live() {
    return live;
  }

  int running() {
    return running;
  }

  int queued() {
    return queue.size();
  }

  long oldestWaitNs(long nowNs) {
    return queue.isEmpty() ? 0 : nowNs - tasks.submittedNs[queue.first()];
  }
}
