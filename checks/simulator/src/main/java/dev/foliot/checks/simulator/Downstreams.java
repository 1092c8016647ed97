package dev.foliot.checks.simulator;

import java.util.List;

/** The downstreams of tasks: each serves its permits' number of tasks at once, in order. */
final class Downstreams {
  private final Events events;
  private final int[] free;
  private final IntQueue[] waiting;
  private final int[] atDownstream;
  private final long[] timeNs;

  Downstreams(List<Integer> permits, Events events, int threads) {
    this.events = events;
    free = permits.stream().mapToInt(Integer::intValue).toArray();
    waiting = new IntQueue[free.length];
    for (int i = 0; i < waiting.length; i++) {
      waiting[i] = new IntQueue();
    }
    atDownstream = new int[threads];
    timeNs = new long[threads];
  }

  void call(int downstream, int thread, long forNs, long nowNs) {
    atDownstream[thread] = downstream;
    if (free[downstream] > 0) {
      free[downstream]--;
      events.add(nowNs + forNs, Simulation.ANSWER, thread);
    } else {
      timeNs[thread] = forNs;
      waiting[downstream].add(thread);
    }
  }

  /** A thread gets its answer; the next in the queue gets its permit. */
  void answered(int thread, long nowNs) {
    int downstream = atDownstream[thread];
    if (waiting[downstream].isEmpty()) {
      free[downstream]++;
    } else {
      int next = waiting[downstream].takeFirst();
      events.add(nowNs + timeNs[next], Simulation.ANSWER, next);
    }
  }
}
