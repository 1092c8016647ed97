package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code toplev --csv} of pmu-tools: a line per node of the top-down tree, CPU and interval.
 *
 * <p>Intervals and CPUs are averaged. A summary replaces its intervals, and busy CPUs replace idle
 * ones. The column {@code Multiplex} is the share of the time in which a node was counted.
 */
final class ToplevCsv {
  static final String FORMAT = "toplev CSV";

  private static final int HEAD_WITHIN = 10;
  private static final Pattern CPU = Pattern.compile("\"?#\\s*.{1,60}? on (.{3,120}?)\"?[,;\\s]*");

  private final CaptureText text;
  private final List<String> head;
  private final char separator;

  /** A line's cells by what they are. */
  private record Node(
      String name, String unit, double value, OptionalDouble percent, boolean idle) {}

  private ToplevCsv(CaptureText text, List<String> head, char separator) {
    this.text = text;
    this.head = head;
    this.separator = separator;
  }

  /** Parses the text; returns whether it has this format. */
  static boolean read(CaptureText text, Tally tally) {
    for (int at = 0; at < Math.min(HEAD_WITHIN, text.lines().size()); at++) {
      String line = text.lines().get(at).text();
      Character separator = Csv.separator(line, "area");
      if (separator != null) {
        List<String> head = Csv.cells(line.toLowerCase(Locale.ROOT), separator);
        if (head.contains("value") && head.contains("unit")) {
          new ToplevCsv(text, head, separator)
              .add(text.lines().subList(at + 1, text.lines().size()), tally);
          return true;
        }
      }
    }
    return false;
  }

  private void add(List<Line> lines, Tally tally) {
    text.comments().stream()
        .map(comment -> CPU.matcher(comment.text()))
        .filter(Matcher::matches)
        .findFirst()
        .ifPresent(cpu -> tally.cpu(cpu.group(1)));
    List<Node> all = new ArrayList<>();
    List<Node> summary = new ArrayList<>();
    for (Line line : lines) {
      List<String> cells = Csv.cells(line.text(), separator);
      Csv.checkWidth(text, line, cells, head.size());
      OptionalDouble value = Csv.number(text, line, cell(cells, "value"));
      if (value.isPresent()) {
        Node node =
            new Node(
                cell(cells, "area"),
                cell(cells, "unit"),
                value.getAsDouble(),
                Csv.number(text, line, cell(cells, "multiplex")),
                cell(cells, "idle").equalsIgnoreCase("Y"));
        all.add(node);
        if (cell(cells, "timestamp").equals("SUMMARY")) {
          summary.add(node);
        }
      }
    }
    List<Node> nodes = summary.isEmpty() ? all : summary;
    boolean busy = nodes.stream().anyMatch(node -> !node.idle());
    nodes.stream().filter(node -> !busy || !node.idle()).forEach(node -> add(node, tally));
  }

  private String cell(List<String> cells, String column) {
    int at = head.indexOf(column);
    return at < 0 ? "" : cells.get(at);
  }

  /** Shares are named like those of perf's metrics. */
  private static void add(Node node, Tally tally) {
    String last = node.name().substring(node.name().lastIndexOf('.') + 1);
    String name =
        switch (last.toLowerCase(Locale.ROOT)) {
          case "cpi" -> "CPI";
          case "ipc" -> "IPC";
          case "average_frequency" -> "GHz";
          default ->
              node.unit().startsWith("%")
                  ? "tma_" + last.toLowerCase(Locale.ROOT) + " (%)"
                  : node.name();
        };
    if (!node.name().isEmpty() && !node.unit().equalsIgnoreCase("Count")) {
      tally.metric(name, node.value(), node.percent());
    }
  }
}
