package dev.foliot.checks.simulator;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The tasks in the system, as columns; a row is reused after the end of its task. All random values
 * of a task are determined at its submission, so the n-th task is equal for any size of the pool.
 */
final class Tasks {
  static final int NONE = -1;
  private final Phase[][] phases;
  private final int width;
  private final SplittableRandom random;
  int[] kind = new int[256];
  int[] client = new int[256];
  int[] parent = new int[256];
  long[] number = new long[256];
  long[] submittedNs = new long[256];
  long[] begunNs = new long[256];
  long[] cpuNs = new long[256];
  private long[] times;
  private final IntQueue free = new IntQueue();
  private int rows;
  private long submitted;

  Tasks(List<Kind> kinds, SplittableRandom random) {
    this.random = random;
    phases = new Phase[kinds.size()][];
    int most = 1;
    for (int i = 0; i < phases.length; i++) {
      phases[i] = kinds.get(i).phases().toArray(Phase[]::new);
      most = Math.max(most, phases[i].length);
    }
    width = most;
    times = new long[256 * width];
  }

  int add(int ofKind, int fromClient, int fromParent, long nowNs) {
    int row = free.isEmpty() ? rows++ : free.takeLast();
    if (row == kind.length) {
      grow(2 * row);
    }
    kind[row] = ofKind;
    client[row] = fromClient;
    parent[row] = fromParent;
    number[row] = submitted++;
    submittedNs[row] = nowNs;
    cpuNs[row] = 0;
    Phase[] plan = phases[ofKind];
    for (int i = 0; i < plan.length; i++) {
      times[row * width + i] =
          switch (plan[i]) {
            case Phase.Burst burst -> burst.ns().nextNs(random);
            case Phase.Blocked blocked -> blocked.ns().nextNs(random);
            case Phase.Call call -> call.ns().nextNs(random);
            case Phase.Child child -> 0;
          };
    }
    return row;
  }

  private void grow(int to) {
    kind = Arrays.copyOf(kind, to);
    client = Arrays.copyOf(client, to);
    parent = Arrays.copyOf(parent, to);
    number = Arrays.copyOf(number, to);
    submittedNs = Arrays.copyOf(submittedNs, to);
    begunNs = Arrays.copyOf(begunNs, to);
    cpuNs = Arrays.copyOf(cpuNs, to);
    times = Arrays.copyOf(times, to * width);
  }

  void remove(int row) {
    free.add(row);
  }

  int phases(int row) {
    return phases[kind[row]].length;
  }

  Phase phase(int row, int index) {
    return phases[kind[row]][index];
  }

  long timeNs(int row, int index) {
    return times[row * width + index];
  }
}
