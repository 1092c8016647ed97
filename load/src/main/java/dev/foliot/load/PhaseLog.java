package dev.foliot.load;

import dev.foliot.bench.DurationLog;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * One event loop's record of one phase. One thread; others may read after its end.
 *
 * <p>It has the requests scheduled in the phase, by the interval of their sending or end.
 */
final class PhaseLog {
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
  private final long[] failures = new long[Failure.CODES];
  private long[] rows = new long[FIRST_ROWS * COLUMNS];
  private int row;
  private long startNs;
  private long boundaryNs;
  private long lastEndNs;
  private long inFlight;
  private long sent;
  private long ok;
  private long unsent;

  PhaseLog(long intervalNs) {
    this.intervalNs = intervalNs;
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
  }

  void ok(long endNs, long responseNs, long serviceNs, long latenessNs, int connections) {
    ended(endNs, connections);
    rows[row * COLUMNS + OK]++;
    ok++;
    lastEndNs = endNs;
    durations.record(responseNs, serviceNs, latenessNs);
  }

  void failed(long endNs, int code, int connections) {
    ended(endNs, connections);
    rows[row * COLUMNS + FAILED]++;
    failures[code]++;
  }

  private void ended(long endNs, int connections) {
    advance(endNs, connections);
    inFlight--;
  }

  void unsent() {
    unsent++;
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

  long inFlight() {
    return inFlight;
  }

  DurationLog durations() {
    return durations;
  }

  int rows() {
    return row;
  }

  long cell(int ofRow, int column) {
    return ofRow < row ? rows[ofRow * COLUMNS + column] : 0;
  }

  long sentCount() {
    return sent;
  }

  long okCount() {
    return ok;
  }

  long unsentCount() {
    return unsent;
  }

  /**
   * The time from the start of the phase to its last answer. Time-outs are excluded, because they
   * only show their own length.
   */
  long spanNs() {
    return lastEndNs - startNs;
  }

  /** Adds the numbers of failures by code. */
  void addFailuresTo(Map<Integer, Long> sums) {
    for (int code = 0; code < failures.length; code++) {
      if (failures[code] > 0) {
        sums.merge(code, failures[code], Long::sum);
      }
    }
  }

  static Map<Integer, Long> noFailures() {
    return new TreeMap<>();
  }
}
