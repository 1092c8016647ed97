package dev.foliot.bench;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The recording of this harness for a load whose messages end in any order, such as requests to a
 * server: every kind of every message, by intervals that the caller ends.
 *
 * <p>One thread records. Nothing is allocated for a message; the end of an interval copies its
 * counts, which takes some tens of microseconds. {@link #merged} may be asked by any thread that
 * the recording one has handed the log to.
 */
public final class DurationLog {
  private static final int FIRST_WORDS = 1 << 12;

  private final MessageCounts counts = new MessageCounts();
  private final IntervalLog log = new IntervalLog(FIRST_WORDS);
  private long contradictory;

  /** An empty log. */
  public DurationLog() {}

  /**
   * Records a message; one whose times contradict each other is only counted.
   *
   * @param responseNs end − intended start
   * @param serviceNs end − actual start
   * @param latenessNs the harness's own part of the lag
   */
  public void record(long responseNs, long serviceNs, long latenessNs) {
    if (!counts.record(responseNs, serviceNs, latenessNs)) {
      contradictory++;
    }
  }

  /**
   * Ends the interval in hand; what is recorded from now on belongs to the next.
   *
   * @param startNs its start, from the start of the load
   * @param endNs its end, from the start of the load
   */
  public void endInterval(long startNs, long endNs) {
    log.begin(counts, startNs, endNs);
    log.finish();
  }

  /** Messages whose times contradict each other, which no clock that is sound can give. */
  public long contradictory() {
    return contradictory;
  }

  /** The ended intervals of several logs, those of the same start together, in order of time. */
  public static List<Interval> merged(Collection<DurationLog> logs) {
    TreeMap<Long, Interval.Builder> byStart = new TreeMap<>();
    for (DurationLog one : logs) {
      for (Interval.Builder interval : one.log.read()) {
        Interval.Builder known = byStart.putIfAbsent(interval.startNs(), interval);
        if (known != null) {
          known.add(interval.build());
        }
      }
    }
    return byStart.values().stream().map(Interval.Builder::build).toList();
  }

  /** All intervals in one, for every kind. */
  public static Map<Kind, Durations> total(List<Interval> intervals) {
    Map<Kind, Durations> durations = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Durations.Builder total = new Durations.Builder();
      intervals.forEach(i -> total.add(Objects.requireNonNull(i.durations().get(kind))));
      durations.put(kind, total.build());
    }
    return durations;
  }
}
