package dev.foliot.cli.markdown;

import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.text.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A forest plot in characters: on a logarithmic axis, the ratio of each percentile with its
 * interval, the margin between dots, and a line at 1. Stateless.
 */
final class ForestText {
  /** Odd, so that 1 has a column. */
  private static final int WIDTH = 49;

  private static final int NAME = 8;
  private static final double LEAST_SPAN = Math.log(1.1);
  private static final double MOST_SPAN = Math.log(10);

  private ForestText() {}

  /** The plot; empty without a ratio that has an interval. */
  static List<String> of(ComparisonRecord comparison) {
    List<ComparisonRecord.Percentile> bounded =
        comparison.figures().percentiles().stream()
            .filter(one -> one.change().low() != null && one.change().high() != null)
            .toList();
    double span = LEAST_SPAN;
    for (ComparisonRecord.Percentile one : bounded) {
      span = Math.max(span, Math.max(size(one.change().low()), size(one.change().high())));
    }
    double most = Math.min(MOST_SPAN, span);
    double margin = Math.log1p(comparison.decision().margin());
    return bounded.isEmpty()
        ? List.of()
        : Stream.concat(Stream.of(axis(most)), bounded.stream().map(one -> row(one, most, margin)))
            .toList();
  }

  private static double size(@Nullable Double ratio) {
    return ratio == null ? 0 : Math.abs(Math.log(ratio));
  }

  private static String axis(double span) {
    char[] line = blank();
    put(line, 0, digits(Math.exp(-span)));
    put(line, WIDTH / 2, "1");
    String right = digits(Math.exp(span));
    put(line, WIDTH - right.length(), right);
    return " ".repeat(NAME) + new String(line);
  }

  private static String digits(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  private static String row(ComparisonRecord.Percentile one, double span, double margin) {
    char[] line = blank();
    line[column(-margin, span)] = '·';
    line[column(margin, span)] = '·';
    line[WIDTH / 2] = '|';
    int low = column(log(one.change().low()), span);
    int high = column(log(one.change().high()), span);
    Arrays.fill(line, low, high + 1, '─');
    line[low] = '├';
    line[high] = '┤';
    line[column(log(one.change().ratio()), span)] = '●';
    return String.format(Locale.ROOT, "%-" + NAME + "s", Numbers.percentileName(one.percentile()))
        + new String(line).stripTrailing();
  }

  private static double log(@Nullable Double ratio) {
    return ratio == null ? 0 : Math.log(ratio);
  }

  private static int column(double log, double span) {
    int half = WIDTH / 2;
    return Math.clamp(Math.round(half + half * log / span), 0, WIDTH - 1);
  }

  private static char[] blank() {
    char[] line = new char[WIDTH];
    Arrays.fill(line, ' ');
    return line;
  }

  private static void put(char[] line, int at, String text) {
    text.getChars(0, text.length(), line, at);
  }
}
