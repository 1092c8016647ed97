package dev.foliot.checks.simulator;

import dev.foliot.pool.control.Decision;
import java.util.List;

/**
 * The result of a run. Times are since its beginning; a time between two points of the series means
 * the nearer one.
 */
public final class SimulatedRun {
  private final long horizonNs;
  private final Series series;
  private final Totals totals;
  private final List<Decided> decisions;
  private final long events;

  SimulatedRun(long horizonNs, Series series, Totals totals, List<Decided> decisions, long events) {
    this.horizonNs = horizonNs;
    this.series = series;
    this.totals = totals;
    this.decisions = List.copyOf(decisions);
    this.events = events;
  }

  /** A decision with its time, and the size before it. */
  public record Decided(long atNs, int from, Decision decision) {}

  /** The length of the run. */
  public long horizonNs() {
    return horizonNs;
  }

  /** Tasks that ended per second. */
  public double throughput(long fromNs, long toNs) {
    int from = series.at(fromNs);
    int to = series.at(toNs);
    long ended = series.completed[to] - series.completed[from];
    return ended * 1e9 / ((to - from) * (double) series.everyNs);
  }

  /** Tasks that ended per second over the whole run. */
  public double throughput() {
    return throughput(0, horizonNs);
  }

  /**
   * Tasks that ended per second, as the slope of a straight line through their number. Where tasks
   * end in waves, a count would depend on the number of waves in the time.
   */
  public double steadyThroughput(long fromNs, long toNs) {
    int from = series.at(fromNs);
    int to = series.at(toNs);
    double middle = (from + to) / 2.0;
    double products = 0;
    double squares = 0;
    for (int i = from; i <= to; i++) {
      products += (i - middle) * (series.completed[i] - series.completed[from]);
      squares += (i - middle) * (i - middle);
    }
    return products / squares * 1e9 / series.everyNs;
  }

  /**
   * The mean of tasks that ended per second since the beginning. It averages over the last
   * thirtieth of the run, and so over waves.
   */
  public double wholeThroughput() {
    int from = series.at(horizonNs - horizonNs / 30);
    int to = series.at(horizonNs);
    double ended = 0;
    for (int i = from; i <= to; i++) {
      ended += series.completed[i];
    }
    return ended / (to - from + 1) * 1e9 / ((from + to) / 2.0 * series.everyNs);
  }

  /** The mean decided size. */
  public double meanSize(long fromNs, long toNs) {
    return series.mean(series.sizeSum, fromNs, toNs);
  }

  /** The mean number of running tasks. */
  public double meanRunning(long fromNs, long toNs) {
    return series.mean(series.runningSum, fromNs, toNs);
  }

  /** The mean number of threads. */
  public double meanThreads(long fromNs, long toNs) {
    return series.mean(series.liveSum, fromNs, toNs);
  }

  /** The mean number of CPUs used by the process. */
  public double meanCpus(long fromNs, long toNs) {
    return series.mean(series.cpuNs, fromNs, toNs);
  }

  /** The size at a time. */
  public int size(long atNs) {
    return series.size[series.at(atNs)];
  }

  /** The greatest size at any point of the series. */
  public int mostSize(long fromNs, long toNs) {
    return series.most(series.size, fromNs, toNs);
  }

  /** The number of running tasks at a time. */
  public int running(long atNs) {
    return series.running[series.at(atNs)];
  }

  /** The number of live threads at a time. */
  public int threads(long atNs) {
    return series.live[series.at(atNs)];
  }

  /** The number of queued tasks at a time. */
  public int queued(long atNs) {
    return series.queued[series.at(atNs)];
  }

  /** The number of completed tasks at a time. */
  public long completed(long atNs) {
    return series.completed[series.at(atNs)];
  }

  /** The number of failed tasks. */
  public long failed() {
    return totals.failed;
  }

  /** The maximum of live threads. */
  public int peakThreads() {
    return totals.peakLive;
  }

  /** The maximum of running tasks. */
  public int peakRunning() {
    return totals.peakRunning;
  }

  /** The 99th percentile of a kind's waits in the queue, to a twentieth of the run. */
  public long p99WaitNs(int kind, long fromNs, long toNs) {
    return totals.waits[kind].percentileNs(99, fromNs, toNs);
  }

  /** Changes of size per second. */
  public double resizesPerSecond(long fromNs, long toNs) {
    long resizes =
        decisions.stream()
            .filter(decided -> decided.atNs >= fromNs && decided.atNs < toNs)
            .filter(decided -> decided.from != decided.decision.size())
            .count();
    return resizes * 1e9 / (toNs - fromNs);
  }

  /** All decisions, in order. */
  public List<Decided> decisions() {
    return decisions;
  }

  /**
   * The end of the first window with that throughput.
   *
   * @return {@link Long#MAX_VALUE} for none
   */
  public long reachedNs(double perSecond, long fromNs, long windowNs) {
    for (long at = fromNs; at + windowNs <= horizonNs; at += series.everyNs) {
      if (throughput(at, at + windowNs) >= perSecond) {
        return at + windowNs;
      }
    }
    return Long.MAX_VALUE;
  }

  /** The distance between points of the series. */
  public long everyNs() {
    return series.everyNs;
  }

  Totals totals() {
    return totals;
  }

  /** The number of simulated events. */
  public long events() {
    return events;
  }
}
