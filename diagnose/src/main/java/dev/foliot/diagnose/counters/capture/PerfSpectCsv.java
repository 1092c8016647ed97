package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Parses tables of Intel's PerfSpect.
 *
 * <p>Formats: a summary ({@code metric,mean,min,max,stddev} of version 3, {@code
 * metrics,avg,p95,min,max} of version 1, optionally after a column for the socket or CPU), a column
 * per CPU ({@code metric,CPU0,CPU1}), or a line per time ({@code TS,SKT,CPU,...}). Several columns
 * or lines are averaged.
 */
final class PerfSpectCsv {
  static final String FORMAT = "PerfSpect CSV";

  private static final String PREFIX = "metric_";
  private static final Set<String> MEANS = Set.of("mean", "avg");
  private static final Set<String> AROUND =
      Set.of("ts", "skt", "socket", "cpu", "cid", "pid", "cmd", "cgroup");
  private static final Set<String> NONE = Set.of("", "nan", "inf", "+inf", "-inf");
  private static final int LEAST_OVER_TIME = 4;
  private static final int MOST_BEFORE = 3;

  private PerfSpectCsv() {}

  /** Parses the text; returns whether it has this format. */
  static boolean read(CaptureText text, Tally tally) {
    List<String> head = Csv.cells(text.lines().getFirst().text(), ',');
    List<String> lower = head.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    int name = Math.max(lower.indexOf("metric"), lower.indexOf("metrics"));
    if (name >= 0 && name < MOST_BEFORE && head.size() > name + 1) {
      List<Integer> columns = valueColumns(lower, name);
      rows(
          text,
          head.size(),
          (line, row) -> {
            for (int column : columns) {
              add(text, line, row.get(name), row.get(column), tally);
            }
          });
      return true;
    }
    if (lower.getFirst().equals("ts") && head.size() >= LEAST_OVER_TIME) {
      rows(
          text,
          head.size(),
          (line, row) -> {
            for (int column = 0; column < head.size(); column++) {
              if (!AROUND.contains(lower.get(column))) {
                add(text, line, head.get(column), row.get(column), tally);
              }
            }
          });
      return true;
    }
    return false;
  }

  /** The mean column if it exists, otherwise all. */
  private static List<Integer> valueColumns(List<String> lower, int name) {
    List<Integer> columns = new ArrayList<>();
    for (int column = name + 1; column < lower.size(); column++) {
      if (MEANS.contains(lower.get(column))) {
        return List.of(column);
      }
      columns.add(column);
    }
    return columns;
  }

  private interface Row {
    void take(Line line, List<String> fields);
  }

  private static void rows(CaptureText text, int width, Row each) {
    for (Line line : text.lines().subList(1, text.lines().size())) {
      List<String> row = Csv.cells(line.text(), ',');
      if (row.size() != width) {
        throw text.damaged(
            line, "%d columns, where the first line has %d".formatted(row.size(), width));
      }
      each.take(line, row);
    }
  }

  private static void add(CaptureText text, Line line, String name, String value, Tally tally) {
    if (NONE.contains(value.toLowerCase(Locale.ROOT))) {
      return;
    }
    String metric = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name;
    if (metric.isEmpty() || !PrintedMetric.isNumber(value)) {
      throw text.damaged(line, "no number for a metric");
    }
    tally.metric(metric, PrintedMetric.number(value).orElseThrow());
  }
}
