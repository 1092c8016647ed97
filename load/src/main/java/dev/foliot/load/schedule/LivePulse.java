package dev.foliot.load.schedule;

import dev.foliot.load.Failure;
import dev.foliot.load.LiveSample;
import dev.foliot.store.series.LoadInterval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private long[] failures = new long[Failure.CODES];

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
            new LoadInterval.Counts(
                now[0] - sent,
                now[1] - ok,
                now[2] - failed,
                Math.max(0, now[0] - now[1] - now[2]),
                now[3]),
            new LiveSample.Times(
                none ? 0 : responses.getValueAtPercentile(50),
                none ? 0 : responses.getValueAtPercentile(99),
                none ? 0 : responses.getMaxValue(),
                now[4]),
            errors());
    beforeNs = nowNs;
    sent = now[0];
    ok = now[1];
    failed = now[2];
    return sample;
  }

  /** The failures since the last sample by kind. */
  private Map<String, Long> errors() {
    long[] now = new long[Failure.CODES];
    loops.forEach(loop -> loop.addFailuresTo(now));
    Map<String, Long> errors = new LinkedHashMap<>();
    for (int code = 0; code < now.length; code++) {
      if (now[code] > failures[code]) {
        errors.put(Failure.label(code), now[code] - failures[code]);
      }
    }
    failures = now;
    return errors;
  }
}
