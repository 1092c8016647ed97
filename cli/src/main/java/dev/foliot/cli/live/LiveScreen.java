package dev.foliot.cli.live;

import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** The lines of a full screen about a running load. Pure. */
final class LiveScreen {
  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final String SIGNS = ".:-=+*#@";
  private static final int LEAST_WIDTH = 10;
  private static final int MOST_WIDTH = 120;
  private static final int LABEL = 11;
  private static final int MOST_GRAPH_ROWS = 6;

  /** Lines besides the graphs' own. */
  private static final int OTHER_ROWS = 14;

  private final int width;
  private final int rows;
  private final String levels;

  /**
   * @param columns of the terminal
   * @param rows of the terminal
   * @param blocks whether it can show block characters
   */
  LiveScreen(int columns, int rows, boolean blocks) {
    this.width = Math.clamp(columns - 1, LEAST_WIDTH, MOST_WIDTH);
    this.rows = rows;
    this.levels = blocks ? BLOCKS : SIGNS;
  }

  /**
   * The lines, none longer than the terminal, and no more than it has rows.
   *
   * @param page where the same is shown as a page; empty for nowhere
   * @param last the last line
   */
  List<String> lines(LiveView view, String page, String last) {
    List<String> lines = new ArrayList<>();
    lines.add("foliot load " + view.title());
    if (!page.isEmpty()) {
      lines.add("page " + page);
    }
    lines.add(sides(LiveText.stage(view), LiveText.left(view)));
    lines.add("");
    LivePoint now = view.points().isEmpty() ? null : view.points().getLast();
    if (now == null) {
      lines.add("nothing is answered yet");
    } else {
      lines.addAll(figures(view, now));
      int graphRows = Math.clamp((rows - OTHER_ROWS) / 2, 1, MOST_GRAPH_ROWS);
      lines.add("");
      lines.addAll(
          graph(
              view.points(),
              one -> one.times().responseP99Ns(),
              "p99 of the last " + span(view.points()),
              Numbers::shortDuration,
              graphRows));
      lines.addAll(
          graph(
              view.points(),
              LivePoint::answeredPerS,
              "answered",
              perS -> Numbers.shortRate(Math.rint(perS)),
              graphRows));
    }
    lines.add("");
    lines.add(last);
    return lines.stream().limit(Math.max(1, rows - 1)).map(this::cut).toList();
  }

  private List<String> figures(LiveView view, LivePoint now) {
    List<String> lines = new ArrayList<>();
    lines.addAll(row("rate", LiveText.rate(view, now)));
    lines.addAll(row("response", LiveText.response(now)));
    lines.addAll(row("failed", LiveText.failed(view)));
    lines.addAll(row("generator", LiveText.generator(now)));
    return lines;
  }

  /** A label and its parts, on as many lines as they need. */
  private List<String> row(String label, List<String> parts) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(padded(label));
    boolean first = true;
    for (String part : parts) {
      int length = line.length() + (first ? 0 : 3) + part.length();
      if (!first && length > width) {
        lines.add(line.toString());
        line = new StringBuilder(padded(""));
        first = true;
      }
      line.append(first ? "" : "   ").append(part);
      first = false;
    }
    lines.add(line.toString());
    return lines;
  }

  private static String padded(String label) {
    return label + " ".repeat(LABEL - label.length());
  }

  /** A graph with its title above it; the latest values are at the right. */
  private List<String> graph(
      List<LivePoint> points,
      ToDoubleFunction<LivePoint> value,
      String title,
      DoubleFunction<String> text,
      int height) {
    double[] columns = columns(points, value);
    double most = 0;
    for (double one : columns) {
      most = Math.max(most, one);
    }
    List<String> lines = new ArrayList<>();
    lines.add(title + ", up to " + text.apply(most));
    for (int row = height - 1; row >= 0; row--) {
      StringBuilder line = new StringBuilder();
      for (double one : columns) {
        line.append(level(most == 0 ? 0 : one / most * height - row));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** The sign for a part of a row, from 0 for none to 1 and above for all of it. */
  private char level(double share) {
    if (share <= 0) {
      return ' ';
    }
    int index = (int) Math.ceil(share * levels.length()) - 1;
    return levels.charAt(Math.clamp(index, 0, levels.length() - 1));
  }

  /** The greatest value of each column; every column has as many points, the last ones. */
  private double[] columns(List<LivePoint> points, ToDoubleFunction<LivePoint> value) {
    int each = Math.max(1, Math.ceilDiv(points.size(), width));
    int count = Math.ceilDiv(points.size(), each);
    double[] columns = new double[count];
    for (int i = 0; i < points.size(); i++) {
      // the first column may have fewer
      int column = count - 1 - (points.size() - 1 - i) / each;
      columns[column] = Math.max(columns[column], value.applyAsDouble(points.get(i)));
    }
    return columns;
  }

  private static String span(List<LivePoint> points) {
    return Numbers.span(points.getLast().atS() - points.getFirst().atS());
  }

  private String sides(String left, String right) {
    int gap = width - left.length() - right.length();
    return gap < 1 ? left + " " + right : left + " ".repeat(gap) + right;
  }

  private String cut(String line) {
    int length = line.codePointCount(0, line.length());
    return length <= width ? line : line.substring(0, line.offsetByCodePoints(0, width));
  }
}
