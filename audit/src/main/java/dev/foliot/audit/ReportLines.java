package dev.foliot.audit;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a report as they are found, and what reports have in common. What is read may be
 * anything: lines that are too long are passed over, and numbers that are none as well.
 */
final class ReportLines {
  private static final int LONGEST_LINE = 1_000;
  private static final double MOST_NS = 1e18;

  /** A number and a unit of time, in one of the tools' spellings. */
  private static final Pattern TIME =
      Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,12})?)\\s?(ns|us|µs|μs|ms|secs|sec|s|min|m|h)");

  private final SortedMap<Double, Long> saidNs = new TreeMap<>();
  private @Nullable Double ratePerS;

  static Stream<String> of(String output) {
    return output.lines().filter(line -> line.length() <= LONGEST_LINE);
  }

  /** Adds what a percentile is; the first to be said counts. */
  void say(String percentile, @Nullable Long ns) {
    double p = Double.parseDouble(percentile);
    if (ns != null && p > 0 && p <= 100) {
      saidNs.putIfAbsent(p, ns);
    }
  }

  void rate(String perSecond) {
    ratePerS = Double.valueOf(perSecond);
  }

  boolean saysNothing() {
    return saidNs.isEmpty();
  }

  AuditReport report(String tool) {
    return new AuditReport(tool, saidNs, ratePerS);
  }

  /** A time, also of several parts as in {@code 1m2.5s}; null if it is none. */
  static @Nullable Long ns(String text) {
    Matcher matcher = TIME.matcher(text);
    double ns = 0;
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      ns += Double.parseDouble(matcher.group(1)) * unitNs(matcher.group(2));
      end = matcher.end();
    }
    return end == 0 || end != text.length() ? null : ns(ns);
  }

  /** Nanoseconds, rounded; null if they are none. */
  static @Nullable Long ns(double ns) {
    return ns >= 0 && ns <= MOST_NS ? Math.round(ns) : null;
  }

  private static double unitNs(String unit) {
    return switch (unit) {
      case "ns" -> 1;
      case "us", "µs", "μs" -> 1e3;
      case "ms" -> 1e6;
      case "s", "sec", "secs" -> 1e9;
      case "m", "min" -> 60e9;
      default -> 3_600e9;
    };
  }
}
