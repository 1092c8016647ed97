package dev.foliot.examples.stall;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** The figures of one server and path, as a Markdown table with a row for each phase. */
final class StallTable {
  private StallTable() {}

  /** A phase of a round. */
  record Row(Threading threading, Phase phase, Figures figures) {}

  /** Medians over the rounds. */
  static String of(String path, List<Threading> threadings, List<Row> rows) {
    StringBuilder table =
        new StringBuilder(
            """
            | threads | phase | %s p50, ms | p99 | max | /ping p50, ms | p99 | max \
            | platform threads, max | RSS, MB |
            |---|---|---|---|---|---|---|---|---|---|
            """
                .formatted(path));
    for (Threading threading : threadings) {
      for (Phase phase : Phase.values()) {
        List<Figures> rounds =
            rows.stream()
                .filter(row -> row.threading == threading && row.phase == phase)
                .map(Row::figures)
                .toList();
        String cells = Figures.cells(Figures.medians(rounds));
        table.append("| %s | %s | %s |%n".formatted(threading, phase, cells));
      }
    }
    return table.toString();
  }

  /** Three significant digits; whole numbers from 100 on. */
  static String number(double figure) {
    if (Double.isNaN(figure)) {
      return "";
    }
    BigDecimal rounded = new BigDecimal(figure).round(new MathContext(3));
    return rounded.scale() < 0 ? rounded.setScale(0).toPlainString() : rounded.toPlainString();
  }
}
