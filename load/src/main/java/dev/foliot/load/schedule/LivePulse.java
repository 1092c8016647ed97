package dev.foliot.load.schedule;

import dev.foliot.load.LiveSample;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Samples of a load while it runs. One thread. */
public final class LivePulse {
  private static final double MS = 1e6;
  private static final int DIGITS = 2;

  private final List<LiveCounts> loops;
  private final long startNs;
  private long beforeNs;
  private long sent;
  private long ok;
  private long failed;

  /**
   * @param startNs the start of the load, by its clock
   */
  public LivePulse(List<LiveCounts> loops, long startNs) {
    this.loops = List.copyOf(loops);
    this.startNs = startNs;
    this.beforeNs = startNs;
  }

  /** What came since the last sample. */
  public LiveSample sample(int phase, long nowNs) {
    Histogram responses = new Histogram(DIGITS);
    responses.setAutoResize(true);
    long[] now = new long[5];
    for (LiveCounts loop : loops) {
      long[] counts = loop.take(responses);
      for (int i = 0; i < 4; i++) {
        now[i] += counts[i];
      }
      now[4] = Math.max(now[4], counts[4]);
    }
    boolean none = responses.getTotalCount() == 0;
    LiveSample sample =
        new LiveSample(
            (nowNs - startNs) / MS,
            phase,
            (nowNs - beforeNs) / MS,
            now[0] - sent,
            now[1] - ok,
            now[2] - failed,
            Math.max(0, now[0] - now[1] - now[2]),
            now[3],
            none ? 0 : responses.getValueAtPercentile(50),
            none ? 0 : responses.getValueAtPercentile(99),
            none ? 0 : responses.getMaxValue(),
            now[4]);
    beforeNs = nowNs;
    sent = now[0];
    ok = now[1];
    failed = now[2];
    return sample;
  }
}
