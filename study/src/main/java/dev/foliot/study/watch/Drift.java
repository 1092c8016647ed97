package dev.foliot.study.watch;

import dev.foliot.stats.Median;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks whether a closed loop's throughput was still changing during the measurement. Pure.
 *
 * <p>A new service is compiled while it serves, which on one CPU takes many seconds and would be
 * measured instead.
 *
 * <p>Clients that began together are answered together, in a wave for each response time. So two
 * spans of whole response times are compared, which have as many waves. They lie at the end: in the
 * first response time of a load the answers are still those of the warm-up.
 */
public final class Drift {
  private static final double MOST = 0.1;
  private static final int LEAST_INTERVALS = 4;
  private static final double NS_PER_MS = 1e6;

  private Drift() {}

  /** Why a load was not steady, by an earlier and a later part; empty if it was. */
  public static Optional<Reason> in(List<StudyInterval> intervals, double durationMs) {
    List<StudyInterval> load =
        intervals.stream().filter(one -> one.startMs() >= 0 && one.endMs() <= durationMs).toList();
    if (load.size() < 2 * LEAST_INTERVALS) {
      return Optional.empty();
    }
    double intervalMs = (load.getLast().endMs() - load.getFirst().startMs()) / load.size();
    double responseMs = responseMs(load);
    double halfMs = (load.size() * intervalMs - responseMs) / 2;
    int count =
        (int)
            (responseMs <= intervalMs
                ? halfMs / intervalMs
                : Math.round(Math.floor(halfMs / responseMs) * responseMs / intervalMs));
    if (count < LEAST_INTERVALS) {
      return Optional.empty();
    }
    List<StudyInterval> later = load.subList(load.size() - count, load.size());
    List<StudyInterval> earlier = load.subList(load.size() - 2 * count, load.size() - count);
    double change = (double) ok(later) / ok(earlier) - 1;
    return ok(earlier) > 0
            && ok(later) > 0
            && Math.abs(change) > MOST
            && Math.abs(ok(later) - ok(earlier)) > most(earlier, later)
        ? Optional.of(new StudyReason.ThroughputDrifted(change, MOST))
        : Optional.empty();
  }

  /** The median over time of the median response time; 0 without answers. */
  private static double responseMs(List<StudyInterval> load) {
    List<Double> medians =
        load.stream()
            .map(one -> one.times().responseP50Ns())
            .filter(Objects::nonNull)
            .map(Long::doubleValue)
            .toList();
    return medians.isEmpty() ? 0 : Median.of(medians) / NS_PER_MS;
  }

  private static long ok(List<StudyInterval> intervals) {
    return intervals.stream().mapToLong(StudyInterval::ok).sum();
  }

  /** What an edge that cuts a wave may change: the most answers in one interval. */
  private static long most(List<StudyInterval> earlier, List<StudyInterval> later) {
    return Stream.concat(earlier.stream(), later.stream())
        .mapToLong(StudyInterval::ok)
        .max()
        .orElse(0);
  }
}
