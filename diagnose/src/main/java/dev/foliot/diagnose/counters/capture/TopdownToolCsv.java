package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Parses the tables of Arm's topdown-tool: {@code …group,metric,value,units} of metrics, and {@code
 * run,time,event,value} of events.
 *
 * <p>Its versions order the columns differently, so they are found by name. Intervals and runs are
 * averaged; of an event that several runs count the first run stands.
 */
final class TopdownToolCsv {
  static final String FORMAT = "Arm topdown-tool CSV";

  private static final String GLOBAL = "global";

  private final CaptureText text;
  private final List<String> head;

  private TopdownToolCsv(CaptureText text, List<String> head) {
    this.text = text;
    this.head = head;
  }

  /** Parses the text; returns whether it has this format. */
  static boolean read(CaptureText text, Tally tally) {
    List<String> head = Csv.cells(text.lines().getFirst().text().toLowerCase(Locale.ROOT), ',');
    boolean metrics =
        head.containsAll(List.of("metric", "value", "units"))
            && (head.contains("group") || head.contains("stage") || head.contains("level"));
    boolean events = head.containsAll(List.of("run", "event", "value"));
    if (!metrics && !events) {
      return false;
    }
    TopdownToolCsv table = new TopdownToolCsv(text, head);
    Map<String, String> runs = new HashMap<>();
    for (Line line : text.lines().subList(1, text.lines().size())) {
      List<String> cells = Csv.cells(line.text(), ',');
      Csv.checkWidth(text, line, cells, head.size());
      if (metrics) {
        table.metric(line, cells, tally);
      } else {
        table.event(line, cells, runs, tally);
      }
    }
    return true;
  }

  private void metric(Line line, List<String> cells, Tally tally) {
    OptionalDouble value = Csv.number(text, line, cell(cells, "value"));
    String node = cell(cells, "node");
    String metric = cell(cells, "metric");
    if (value.isEmpty() || metric.isEmpty() || !(node.isEmpty() || node.equalsIgnoreCase(GLOBAL))) {
      return;
    }
    tally.metric(name(metric, cell(cells, "units")), value.getAsDouble());
  }

  private void event(Line line, List<String> cells, Map<String, String> runs, Tally tally) {
    Csv.number(text, line, cell(cells, "time")).ifPresent(tally::at);
    String event = cell(cells, "event");
    OptionalDouble value = Csv.number(text, line, cell(cells, "value"));
    if (value.isEmpty()) {
      tally.missing(event, false);
      return;
    }
    if (event.isEmpty() || value.getAsDouble() < 0) {
      throw text.damaged(line, "no count of an event");
    }
    String run = cell(cells, "run");
    if (runs.computeIfAbsent(event, unknown -> run).equals(run)) {
      tally.count(event, value.getAsDouble(), Tally.Extent.WHOLE);
    }
  }

  private String cell(List<String> cells, String column) {
    int at = head.indexOf(column);
    return at < 0 ? "" : cells.get(at);
  }

  /** Shares are named like those of perf's metrics. */
  private static String name(String metric, String unit) {
    String lower = unit.toLowerCase(Locale.ROOT);
    if (metric.equalsIgnoreCase("Instructions Per Cycle")) {
      return "IPC";
    }
    if (metric.endsWith("MPKI")) {
      return metric;
    }
    if (lower.startsWith("%") || lower.startsWith("percent")) {
      return metric.toLowerCase(Locale.ROOT).replace(' ', '_') + " (%)";
    }
    return unit.isEmpty() ? metric : metric + " (" + unit + ")";
  }
}
