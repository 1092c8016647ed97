package dev.foliot.checks.simulator;

import java.util.Arrays;

/** The state of a run at even intervals: counts and sums since the beginning. */
final class Series {
  final long everyNs;
  int length;
  int[] size;
  int[] running;
  int[] live;
  int[] queued;
  long[] completed;
  double[] sizeSum;
  double[] runningSum;
  double[] liveSum;
  double[] cpuNs;

  Series(long horizonNs) {
    everyNs = Math.max(100_000, Math.min(100_000_000, horizonNs / 1000));
    int points = (int) (horizonNs / everyNs) + 1;
    size = new int[points];
    running = new int[points];
    live = new int[points];
    queued = new int[points];
    completed = new long[points];
    sizeSum = new double[points];
    runningSum = new double[points];
    liveSum = new double[points];
    cpuNs = new double[points];
  }

  long nextNs() {
    return length < size.length ? length * everyNs : Long.MAX_VALUE;
  }

  void add(Workers workers, Totals totals) {
    int i = length++;
    long nowNs = i * everyNs;
    size[i] = workers.size();
    running[i] = workers.running();
    live[i] = workers.live();
    queued[i] = workers.queued();
    completed[i] = totals.completed;
    sizeSum[i] = totals.sizeSum(nowNs);
    runningSum[i] = totals.runningSum(nowNs);
    liveSum[i] = totals.liveSum(nowNs);
    cpuNs[i] = workers.cores().usedNs(nowNs);
  }

  /** The point nearest to a time. */
  int at(long ns) {
    return (int) Math.max(0, Math.min(length - 1, (ns + everyNs / 2) / everyNs));
  }

  double mean(double[] sum, long fromNs, long toNs) {
    int from = at(fromNs);
    int to = at(toNs);
    return (sum[to] - sum[from]) / ((to - from) * (double) everyNs);
  }

  int most(int[] values, long fromNs, long toNs) {
    return Arrays.stream(values, at(fromNs), at(toNs) + 1).max().orElse(0);
  }
}
