package dev.foliot.checks.simulator;

/** All counts and sums over time in a run. */
final class Totals {
  private static final int SAMPLED_ONE_IN = 64;
  final Waits[] waits;
  long arrived;
  long started;
  long completed;
  long failed;

  /** Failed tasks that the pool sees to have failed. */
  long seenFailed;

  long taskTimeNs;
  long queueWaitNs;
  long sampledTaskTimeNs;
  long sampledCpuTimeNs;
  int leastQueued;
  int mostRunning;
  int peakLive;
  int peakRunning;
  private int running;
  private int live;
  private int size;
  private long runningSinceNs;
  private long liveSinceNs;
  private long sizeSinceNs;
  private double runningSum;
  private double liveSum;
  private double sizeSum;

  Totals(int kinds, long horizonNs) {
    waits = new Waits[kinds];
    for (int i = 0; i < kinds; i++) {
      waits[i] = new Waits(horizonNs);
    }
  }

  void begun(int kind, long waitNs, long nowNs) {
    started++;
    queueWaitNs += waitNs;
    waits[kind].add(waitNs, nowNs);
  }

  void completed(Tasks tasks, int row, long nowNs) {
    completed++;
    long timeNs = nowNs - tasks.begunNs[row];
    taskTimeNs += timeNs;
    if (tasks.number[row] % SAMPLED_ONE_IN == 0) {
      sampledTaskTimeNs += timeNs;
      sampledCpuTimeNs += tasks.cpuNs[row];
    }
  }

  void failed(boolean isSeen) {
    failed++;
    seenFailed += isSeen ? 1 : 0;
  }

  void running(long nowNs, int now) {
    runningSum += (double) running * (nowNs - runningSinceNs);
    runningSinceNs = nowNs;
    running = now;
    mostRunning = Math.max(mostRunning, now);
    peakRunning = Math.max(peakRunning, now);
  }

  void live(long nowNs, int now) {
    liveSum += (double) live * (nowNs - liveSinceNs);
    liveSinceNs = nowNs;
    live = now;
    peakLive = Math.max(peakLive, now);
  }

  void size(long nowNs, int now) {
    sizeSum += (double) size * (nowNs - sizeSinceNs);
    sizeSinceNs = nowNs;
    size = now;
  }

  double runningSum(long nowNs) {
    return runningSum + (double) running * (nowNs - runningSinceNs);
  }

  double liveSum(long nowNs) {
    return liveSum + (double) live * (nowNs - liveSinceNs);
  }

  double sizeSum(long nowNs) {
    return sizeSum + (double) size * (nowNs - sizeSinceNs);
  }
}
