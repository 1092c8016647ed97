package dev.foliot.load;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.SlowMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What one event loop recorded of a phase, in sums that add up: of several loops, and of several
 * processes that share a schedule. Immutable.
 *
 * @param counts of its requests
 * @param intervals its durations by time
 * @param parts of the service time
 * @param kinds by kind of request, in the order of the plan
 * @param rows numbers of requests by time
 * @param slowest the requests with the longest response times; their times count from the start of
 *     the phase
 * @param silences times without any answer, from the start of the phase
 */
public record PhaseTally(
    Counts counts,
    List<Interval> intervals,
    Map<Part, Durations> parts,
    List<Kind> kinds,
    List<Row> rows,
    List<SlowMessage> slowest,
    List<Silence> silences) {
  /**
   * The numbers of requests.
   *
   * @param sent in all
   * @param ok successful ones
   * @param unsent for lack of time
   * @param okWithin successful answers within the phase, whichever phase asked
   * @param failedWithin failures within it
   * @param contradictory with contradictory times
   * @param lastNs from the start of the phase to its last answer; time-outs are excluded, because
   *     they only show their own length
   */
  public record Counts(
      long sent,
      long ok,
      long unsent,
      long okWithin,
      long failedWithin,
      long contradictory,
      long lastNs) {}

  /**
   * A kind of request.
   *
   * @param ok successful ones
   * @param failures by code
   * @param bytes of the bodies of successful answers
   * @param redirects that were followed
   * @param responses the response times; empty where there is one kind
   */
  public record Kind(
      long ok, Map<Integer, Long> failures, long bytes, long redirects, Durations responses) {
    /** Keeps a copy. */
    public Kind {
      failures = Collections.unmodifiableMap(new TreeMap<>(failures));
    }

    /** Those that ended, however. */
    public long ended() {
      return ok + failures.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** Numbers of requests in an interval, and at its end in flight and of connections. */
  public record Row(long sent, long ok, long failed, long inFlight, long connections) {
    /** Nothing. */
    public static final Row NONE = new Row(0, 0, 0, 0, 0);

    /** The sum. */
    public Row plus(Row other) {
      return new Row(
          sent + other.sent,
          ok + other.ok,
          failed + other.failed,
          inFlight + other.inFlight,
          connections + other.connections);
    }
  }

  /**
   * A time without any answer.
   *
   * @param startNs when the first request began to wait, or the last answer came
   * @param endNs of the first answer after it
   * @param inFlight requests that were in flight at its end
   */
  public record Silence(long startNs, long endNs, long inFlight) {
    /** Its length. */
    public long lengthNs() {
      return endNs - startNs;
    }
  }

  /** Keeps copies. */
  public PhaseTally {
    intervals = List.copyOf(intervals);
    parts = Collections.unmodifiableMap(new EnumMap<>(parts));
    kinds = List.copyOf(kinds);
    rows = List.copyOf(rows);
    slowest = List.copyOf(slowest);
    silences = List.copyOf(silences);
  }

  /** The intervals of several, by time. */
  public static List<Interval> intervals(List<PhaseTally> tallies) {
    if (tallies.size() == 1) {
      return tallies.getFirst().intervals();
    }
    TreeMap<Long, List<Interval>> byStart = new TreeMap<>();
    tallies.forEach(tally ->
        tally
            .intervals()
            .forEach(one ->
                Objects.requireNonNull(
                        byStart.computeIfAbsent(one.startNs(), start -> new ArrayList<>()))
                    .add(one)));
    return byStart.values().stream().map(PhaseTally::sum).toList();
  }

  private static Interval sum(List<Interval> same) {
    Map<dev.foliot.bench.Kind, Durations> sums = new EnumMap<>(dev.foliot.bench.Kind.class);
    for (dev.foliot.bench.Kind kind : dev.foliot.bench.Kind.values()) {
      sums.put(
          kind,
          Durations.sum(
              same.stream().map(one -> Objects.requireNonNull(one.durations().get(kind)))));
    }
    long endNs = same.stream().mapToLong(Interval::endNs).max().orElseThrow();
    return new Interval(same.getFirst().startNs(), endNs, sums);
  }
}
