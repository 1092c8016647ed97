package dev.foliot.bench;

import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Records durations of messages that end in any order, such as requests to a server. The caller
 * ends the intervals.
 *
 * <p>One thread records. Recording a message allocates nothing; ending an interval copies its
 * counts, which takes some tens of microseconds. Any thread may call {@link #merged} once it was
 * handed the log.
 */
public final class DurationLog {
  private static final int FIRST_WORDS = 1 << 12;

  private final MessageCounts counts = new MessageCounts();
  private final IntervalLog log = new IntervalLog(FIRST_WORDS);
  private long contradictory;

  /** Makes an empty log. */
  public DurationLog() {}

  /**
   * Records a message. Where its times contradict each other, it only counts the contradiction.
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
   * Ends the current interval; later messages belong to the next.
   *
   * @param startNs its start, from the start of the load
   * @param endNs its end, from the start of the load
   */
  public void endInterval(long startNs, long endNs) {
    log.begin(counts, startNs, endNs);
    log.finish();
  }

  /** Returns the number of messages with contradictory times, which no sound clock gives. */
  public long contradictory() {
    return contradictory;
  }

  /** Merges the ended intervals of several logs by start, in order of time. */
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

  /** Sums all intervals, for every kind. */
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
