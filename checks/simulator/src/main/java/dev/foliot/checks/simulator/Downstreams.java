package dev.foliot.checks.simulator;

import java.util.Arrays;
import java.util.List;

/** The downstreams of tasks: each serves its permits' number of tasks at once, in order. */
final class Downstreams {
  private static final long NOT_WAITING = -1;

  private final Events events;
  private final int[] free;
  private final IntQueue[] waiting;
  private final int[] atDownstream;
  private final long[] timeNs;

  /** When a waiting thread gives up; {@code NOT_WAITING} without a wait. */
  private final long[] untilNs;

  Downstreams(List<Integer> permits, Events events, int threads) {
    this.events = events;
    free = permits.stream().mapToInt(Integer::intValue).toArray();
    waiting = new IntQueue[free.length];
    for (int i = 0; i < waiting.length; i++) {
      waiting[i] = new IntQueue();
    }
    atDownstream = new int[threads];
    timeNs = new long[threads];
    untilNs = new long[threads];
    Arrays.fill(untilNs, NOT_WAITING);
  }

  void call(int downstream, int thread, long forNs, long patienceNs, long nowNs) {
    atDownstream[thread] = downstream;
    if (free[downstream] > 0) {
      free[downstream]--;
      events.add(nowNs + forNs, Simulation.ANSWER, thread);
    } else {
      timeNs[thread] = forNs;
      untilNs[thread] = Long.MAX_VALUE;
      waiting[downstream].add(thread);
      if (patienceNs < Long.MAX_VALUE) {
        untilNs[thread] = nowNs + patienceNs;
        events.add(untilNs[thread], Simulation.TIMEOUT, thread);
      }
    }
  }

  /** Whether a thread still waits for a permit and gives up now. */
  boolean givesUp(int thread, long nowNs) {
    if (untilNs[thread] != nowNs) {
      return false;
    }
    untilNs[thread] = NOT_WAITING;
    waiting[atDownstream[thread]].remove(thread);
    return true;
  }

  /** A thread gets its answer; the next in the queue gets its permit. */
  void answered(int thread, long nowNs) {
    int downstream = atDownstream[thread];
    if (waiting[downstream].isEmpty()) {
      free[downstream]++;
    } else {
      int next = waiting[downstream].takeFirst();
      untilNs[next] = NOT_WAITING;
      events.add(nowNs + timeNs[next], Simulation.ANSWER, next);
    }
  }
}
