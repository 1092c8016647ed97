package dev.foliot.load.schedule;

import dev.foliot.bench.DurationLog;
import dev.foliot.bench.Durations;
import dev.foliot.bench.SlowMessage;
import dev.foliot.load.Failure;
import dev.foliot.load.Part;
import dev.foliot.load.PhaseTally;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * One event loop's record of one phase. One thread; others may read after its end.
 *
 * <p>It has the requests scheduled in the phase, by the interval of their sending or end.
 */
public final class PhaseLog {
  /** The columns of a row. */
  static final int SENT = 0;

  static final int OK = 1;
  static final int FAILED = 2;
  static final int IN_FLIGHT = 3;
  static final int CONNECTIONS = 4;
  static final int COLUMNS = 5;

  private static final int FIRST_ROWS = 64;

  private final long intervalNs;
  private final DurationLog durations = new DurationLog();
  private final Map<Part, Tally> parts = new EnumMap<>(Part.class);
  private final KindLog[] kinds;
  private final LiveCounts live;
  private final SlowRequests slowest = new SlowRequests();
  private long[] rows = new long[FIRST_ROWS * COLUMNS];
  private int row;
  private long startNs;
  private long boundaryNs;
  private long lastEndNs;
  private long inFlight;
  private long sent;
  private long ok;
  private long unsent;
  private long okWithin;
  private long failedWithin;
  private List<PhaseTally.Silence> silences = List.of();

  /** What is kept of one kind of request. */
  static final class KindLog {
    private final Tally responses = new Tally();
    private final long[] failures = new long[Failure.CODES];
    private long ok;
    private long bytes;
    private long redirects;

    PhaseTally.Kind tally() {
      Map<Integer, Long> byCode = new TreeMap<>();
      for (int code = 0; code < failures.length; code++) {
        if (failures[code] > 0) {
          byCode.put(code, failures[code]);
        }
      }
      return new PhaseTally.Kind(ok, byCode, bytes, redirects, responses.durations());
    }
  }

  /**
   * The requests with the longest response times. One thread; most requests cost one comparison.
   *
   * <p>Others may read after its end.
   */
  static final class SlowRequests {
    /** As many as a bench keeps; enough to name what delayed them. */
    static final int KEPT = 1_000;

    private final PriorityQueue<SlowMessage> fastestFirst =
        new PriorityQueue<>(Comparator.comparingLong(SlowMessage::responseNs));
    private long aboveNs = -1;

    /**
     * Takes a request that has ended.
     *
     * @param number of the request in its phase
     * @param endNs its end, by the clock
     * @param times its parts
     */
    void ended(
        long number,
        long endNs,
        long responseNs,
        long serviceNs,
        long latenessNs,
        RequestTimes times) {
      if (responseNs <= aboveNs) {
        return;
      }
      if (fastestFirst.size() == KEPT) {
        fastestFirst.remove();
      }
      fastestFirst.add(
          // the thread is this loop; in its place stands the kind of the request
          new SlowMessage(
              number,
              endNs - responseNs,
              latenessNs,
              endNs - serviceNs,
              endNs,
              times.kind(),
              times.all()));
      if (fastestFirst.size() == KEPT) {
        aboveNs = fastestFirst.element().responseNs();
      }
    }

    /** The requests in no order, with times from a moment of the clock. */
    List<SlowMessage> since(long startNs) {
      return fastestFirst.stream()
          .map(one ->
              new SlowMessage(
                  one.index(),
                  one.intendedNs() - startNs,
                  one.latenessNs(),
                  one.startNs() - startNs,
                  one.endNs() - startNs,
                  one.threadId(),
                  one.probesNs()))
          .toList();
    }
  }

  /**
   * @param requestKinds the number of kinds of requests in the plan
   * @param live the counts of the loop for while it runs
   */
  PhaseLog(long intervalNs, int requestKinds, LiveCounts live) {
    this.intervalNs = intervalNs;
    this.live = live;
    this.kinds = new KindLog[requestKinds];
    Arrays.setAll(kinds, kind -> new KindLog());
    for (Part part : Part.values()) {
      parts.put(part, new Tally());
    }
  }

  /** Sets the clock's reading at the start of the phase. */
  void begin(long phaseStartNs) {
    startNs = phaseStartNs;
    boundaryNs = phaseStartNs + intervalNs;
    lastEndNs = phaseStartNs;
  }

  void sent(long nowNs, int connections) {
    advance(nowNs, connections);
    rows[row * COLUMNS + SENT]++;
    sent++;
    inFlight++;
    live.sent(connections);
  }

  /**
   * Records a successful answer.
   *
   * @param number of the request in its phase
   */
  void ok(
      long endNs,
      long responseNs,
      long serviceNs,
      long latenessNs,
      int connections,
      RequestTimes times,
      long number) {
    ended(endNs, connections);
    slowest.ended(number, endNs, responseNs, serviceNs, latenessNs, times);
    rows[row * COLUMNS + OK]++;
    ok++;
    lastEndNs = endNs;
    durations.record(responseNs, serviceNs, latenessNs);
    parts.forEach((part, tally) -> tally.record(times.of(part)));
    KindLog kind = kinds[times.kind()];
    kind.ok++;
    kind.bytes += times.bytes();
    kind.redirects += times.redirects();
    if (kinds.length > 1) {
      kind.responses.record(responseNs);
    }
    live.ok(responseNs, latenessNs);
  }

  void failed(long endNs, int code, int connections, RequestTimes times) {
    ended(endNs, connections);
    rows[row * COLUMNS + FAILED]++;
    KindLog kind = kinds[times.kind()];
    kind.failures[code]++;
    kind.redirects += times.redirects();
    live.failed(code);
  }

  /** Records an event of a stream, whether its request ends well or not. */
  void event(Part what, long ns) {
    Objects.requireNonNull(parts.get(what)).record(ns);
  }

  private void ended(long endNs, int connections) {
    advance(endNs, connections);
    inFlight--;
  }

  void unsent() {
    unsent++;
  }

  /**
   * Counts an end within the phase's time. It may be of a request that an earlier phase scheduled:
   * throughput is what a server answers in a time, whoever asked when.
   */
  void within(boolean isOk) {
    if (isOk) {
      okWithin++;
    } else {
      failedWithin++;
    }
  }

  /** Closes the intervals that ended before a time. */
  void advance(long nowNs, int connections) {
    while (nowNs >= boundaryNs) {
      endRow(connections);
      boundaryNs += intervalNs;
    }
  }

  private void endRow(int connections) {
    rows[row * COLUMNS + IN_FLIGHT] = inFlight;
    rows[row * COLUMNS + CONNECTIONS] = connections;
    durations.endInterval(row * intervalNs, (row + 1) * intervalNs);
    row++;
    if ((row + 1) * COLUMNS > rows.length) {
      rows = Arrays.copyOf(rows, rows.length * 2);
    }
  }

  /** Closes the last interval. */
  void finish(long phaseEndNs, int connections) {
    advance(phaseEndNs, connections);
    int at = row * COLUMNS;
    if (boundaryNs - intervalNs < phaseEndNs || rows[at] + rows[at + OK] + rows[at + FAILED] > 0) {
      endRow(connections);
    }
  }

  /** Takes the times without answers that began in the phase. */
  void silences(List<PhaseTally.Silence> all) {
    silences = all;
  }

  /** The slowest of several, the slowest first. */
  static List<SlowMessage> slowestOf(List<PhaseTally> tallies) {
    return tallies.stream()
        .flatMap(tally -> tally.slowest().stream())
        .sorted(Comparator.comparingLong(SlowMessage::responseNs).reversed())
        .limit(SlowRequests.KEPT)
        .toList();
  }

  /** What it recorded, after its end. */
  public PhaseTally tally() {
    Map<Part, Durations> lengths = new EnumMap<>(Part.class);
    parts.forEach((part, tally) -> lengths.put(part, tally.durations()));
    List<PhaseTally.Row> numbers = new ArrayList<>();
    for (int at = 0; at < row * COLUMNS; at += COLUMNS) {
      numbers.add(
          new PhaseTally.Row(
              rows[at + SENT],
              rows[at + OK],
              rows[at + FAILED],
              rows[at + IN_FLIGHT],
              rows[at + CONNECTIONS]));
    }
    return new PhaseTally(
        new PhaseTally.Counts(
            sent,
            ok,
            unsent,
            okWithin,
            failedWithin,
            durations.contradictory(),
            lastEndNs - startNs),
        DurationLog.merged(List.of(durations)),
        lengths,
        Arrays.stream(kinds).map(KindLog::tally).toList(),
        numbers,
        slowest.since(startNs),
        silences.stream()
            .map(one ->
                new PhaseTally.Silence(
                    one.startNs() - startNs, one.endNs() - startNs, one.inFlight()))
            .toList());
  }
}
