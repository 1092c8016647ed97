package dev.foliot.study.watch;

import dev.foliot.store.study.StudyInterval;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether a closed loop's throughput was still changing during the measurement. Pure.
 *
 * <p>A new service is compiled while it serves, which on one CPU takes many seconds and would be
 * measured instead.
 */
public final class Drift {
  private static final double MOST = 0.1;
  private static final int LEAST_INTERVALS = 4;

  private Drift() {}

  /** Why a load was not steady, by its first half and its second; empty if it was. */
  public static Optional<Reason> in(List<StudyInterval> intervals, double durationMs) {
    double first = perS(intervals, 0, durationMs / 2);
    double second = perS(intervals, durationMs / 2, durationMs);
    double change = second / first - 1;
    return first > 0 && second > 0 && Math.abs(change) > MOST
        ? Optional.of(new StudyReason.ThroughputDrifted(change, MOST))
        : Optional.empty();
  }

  /** Zero with too few intervals. */
  private static double perS(List<StudyInterval> intervals, double fromMs, double toMs) {
    double ok = 0;
    double ms = 0;
    int count = 0;
    for (StudyInterval one : intervals) {
      if (one.startMs() >= fromMs && one.endMs() <= toMs) {
        ok += one.ok();
        ms += one.endMs() - one.startMs();
        count++;
      }
    }
    return count < LEAST_INTERVALS ? 0 : ok * 1e3 / ms;
  }
}
