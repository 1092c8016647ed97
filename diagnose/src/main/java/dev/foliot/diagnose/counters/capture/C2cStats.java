package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code perf c2c report --stats}, also at the start of a complete report.
 *
 * <p>It counts samples of loads and stores by where they were served. Shares of all loads, or of
 * all stores, are comparable. Reports copied from the web sometimes have line numbers.
 */
final class C2cStats {
  static final String FORMAT = "perf c2c report --stats";

  private static final String TITLE = "Trace Event Information";
  private static final String SHARED = "Global Shared Cache Line Event Information";
  private static final String TABLE = "Shared Data Cache Line Table";
  private static final String PARETO = "Shared Cache Line Distribution Pareto";
  private static final int LOOK_AT = 100;
  private static final double KILO = 1_000;
  private static final Pattern FIGURE =
      Pattern.compile(
          "\\s*(?:[0-9]{1,6}:?\\s+)?([A-Z][A-Za-z0-9 ()/-]{2,60}?)\\s*:\\s*"
              + "([0-9]{1,18}(?:\\.[0-9]{1,6})?)\\s*(%?)");
  private static final Pattern BROKEN =
      Pattern.compile("\\s*(?:[0-9]{1,6}:?\\s+)?(?:Load|Store|LLC|Total)[A-Za-z0-9 ()/-]{2,60}:.*");

  private C2cStats() {}

  static boolean is(CaptureText text) {
    return text.lines().stream().limit(LOOK_AT).anyMatch(line -> line.text().contains(TITLE));
  }

  /** Whether it is a report without statistics: its tables of cache lines alone. */
  static boolean isTableAlone(CaptureText text) {
    return text.lines().stream()
        .limit(LOOK_AT)
        .anyMatch(line -> line.text().contains(TABLE) || line.text().contains(PARETO));
  }

  static void read(CaptureText text, Tally tally) {
    Map<String, Double> counts = new LinkedHashMap<>();
    boolean shared = false;
    for (Line line : text.lines()) {
      if (line.text().contains(TABLE)) {
        break;
      }
      shared |= line.text().contains(SHARED);
      Matcher figure = FIGURE.matcher(line.text());
      if (!figure.matches()) {
        if (BROKEN.matcher(line.text()).matches()) {
          throw text.damaged(line, "no number in the statistics of perf c2c");
        }
      } else if (figure.group(3).isEmpty()) {
        counts.putIfAbsent(figure.group(1), Double.valueOf(figure.group(2)));
      } else {
        tally.metric(figure.group(1) + " (%)", Double.parseDouble(figure.group(2)));
      }
    }
    double loads = counts.getOrDefault("Load Operations", 0.0);
    double stores = counts.getOrDefault("Store Operations", 0.0);
    if (!shared || loads + stores == 0) {
      throw text.damaged(
          text.lines().getLast(), "the statistics of perf c2c are cut off, or of no load at all");
    }
    counts.forEach((name, count) -> add(name, count, loads, stores, tally));
  }

  private static void add(String name, double count, double loads, double stores, Tally tally) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.startsWith("total") || lower.endsWith(" operations")) {
      tally.metric(name + " (samples)", count);
    } else if (lower.startsWith("store") && stores > 0) {
      tally.metric(name + " per 1000 stores", count * KILO / stores);
    } else if (!lower.startsWith("store") && loads > 0) {
      tally.metric(name + " per 1000 loads", count * KILO / loads);
    }
  }
}
