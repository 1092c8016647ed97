package dev.foliot.checks.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Named figures of several rounds, as a line of a Markdown table: median (least to most). */
final class Row {
  private final String name;
  private final List<List<Double>> columns = new ArrayList<>();

  Row(String name) {
    this.name = name;
  }

  /** Adds a round, a figure for each column; NaN for a missing one. */
  void add(double... figures) {
    for (int i = 0; i < figures.length; i++) {
      if (columns.size() <= i) {
        columns.add(new ArrayList<>());
      }
      if (!Double.isNaN(figures[i])) {
        columns.get(i).add(figures[i]);
      }
    }
  }

  String markdown() {
    StringBuilder line = new StringBuilder("| " + name + " |");
    columns.forEach(column -> line.append(' ').append(cell(column)).append(" |"));
    return line.toString();
  }

  private static String cell(List<Double> figures) {
    if (figures.isEmpty()) {
      return "-";
    }
    List<Double> sorted = figures.stream().sorted().toList();
    String median = figure(median(sorted));
    return sorted.size() == 1
        ? median
        : median + " (" + figure(sorted.getFirst()) + " to " + figure(sorted.getLast()) + ")";
  }

  static double median(List<Double> sorted) {
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }

  private static String figure(double figure) {
    return String.format(Locale.ROOT, figure < 100 ? "%.2f" : "%,.0f", figure);
  }
}
