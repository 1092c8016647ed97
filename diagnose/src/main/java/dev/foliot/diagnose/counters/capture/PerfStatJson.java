package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses {@code perf stat -j}: an object per line, which is not always valid JSON.
 *
 * <p>Depending on the version a value is a number or a text, a comma precedes the brace, the brace
 * is missing, a metric is {@code (null)}, or numbers have the locale's decimal comma. So each line
 * is split into pairs of name and value; the rest must be punctuation.
 */
final class PerfStatJson {
  static final String FORMAT = "perf stat -j";

  private static final Pattern PAIR =
      Pattern.compile(
          "\"((?:[^\"\\\\]|\\\\.){0,200}+)\"\\s*+:\\s*+"
              + "(?:\"((?:[^\"\\\\]|\\\\.){0,1000}+)\""
              + "|(-?[0-9]{1,40}+(?:[.,][0-9]{1,40}+)?(?:[eE][-+]?[0-9]{1,3})?"
              + "|null|true|false|-?nan|-?inf))");
  private static final Pattern PUNCTUATION = Pattern.compile("[\\s{}\\[\\],]*");
  private static final Pattern BETWEEN = Pattern.compile("(?<=\\})\\s*+,?\\s*+(?=\\{)");
  private static final String VALUE = "counter-value";
  private static final String EVENT = "event";
  private static final Set<String> AROUND =
      Set.of(
          "interval",
          "cpu",
          "core",
          "socket",
          "die",
          "cluster",
          "cache",
          "node",
          "thread",
          "cgroup",
          "aggregate-number",
          "counters",
          "unit",
          "event-runtime",
          "pcnt-running",
          "variance",
          "metricgroup",
          "metric-threshold");

  private PerfStatJson() {}

  static void read(CaptureText text, Tally tally) {
    CaptureText.Completeness complete = new CaptureText.Completeness();
    for (Line line : text.lines()) {
      if (PUNCTUATION.matcher(line.text()).matches()) {
        continue;
      }
      for (String object : BETWEEN.split(line.text(), -1)) {
        add(text, line, pairs(text, line, object), tally, complete);
      }
    }
    complete.check(text);
  }

  private static Map<String, String> pairs(CaptureText text, Line line, String object) {
    Map<String, String> pairs = new LinkedHashMap<>();
    Matcher matcher = PAIR.matcher(object);
    StringBuilder left = new StringBuilder();
    int end = 0;
    while (matcher.find()) {
      left.append(object, end, matcher.start());
      end = matcher.end();
      String words = matcher.group(2);
      pairs.putIfAbsent(matcher.group(1), words == null ? matcher.group(3) : words.strip());
    }
    left.append(object, end, object.length());
    if (pairs.isEmpty() || !PUNCTUATION.matcher(left).matches()) {
      throw text.damaged(line, "no object of perf stat -j, or cut off");
    }
    return pairs;
  }

  private static void add(
      CaptureText text,
      Line line,
      Map<String, String> pairs,
      Tally tally,
      CaptureText.Completeness complete) {
    if (pairs.containsKey(VALUE) != pairs.containsKey(EVENT)) {
      throw text.damaged(line, "cut off: a value and its event belong together");
    }
    String interval = pairs.get("interval");
    if (interval != null) {
      PrintedMetric.number(interval).ifPresent(tally::at);
    }
    String value = pairs.get(VALUE);
    String event = pairs.get(EVENT);
    if (value != null && event != null && !event.isEmpty()) {
      complete.see(line, number(pairs.get("pcnt-running")));
      count(text, line, event, value, extent(pairs), tally);
    }
    boolean named = metric(pairs, tally);
    if (event == null && !named) {
      metricsOnly(text, line, pairs, tally);
    }
  }

  private static void count(
      CaptureText text, Line line, String event, String value, Tally.Extent extent, Tally tally) {
    if (value.equals("<not counted>") || value.equals("<not supported>")) {
      tally.missing(event, value.equals("<not supported>"));
      return;
    }
    OptionalDouble count = PrintedMetric.number(value);
    if (count.isEmpty() || count.getAsDouble() < 0) {
      throw text.damaged(line, "the count of " + CaptureText.quoted(event) + " is no number");
    }
    tally.count(event, count.getAsDouble(), extent);
  }

  private static Tally.Extent extent(Map<String, String> pairs) {
    return new Tally.Extent(
        number(pairs.get("pcnt-running")),
        number(pairs.get("event-runtime")),
        number(pairs.get("variance")).orElse(0) / 100);
  }

  private static OptionalDouble number(@Nullable String text) {
    return text == null ? OptionalDouble.empty() : PrintedMetric.number(text);
  }

  /** Whether the line has a metric in perf's usual form, with or without a number. */
  private static boolean metric(Map<String, String> pairs, Tally tally) {
    String value = pairs.get("metric-value");
    String unit = pairs.get("metric-unit");
    if (value == null || unit == null) {
      return false;
    }
    PrintedMetric metric = PrintedMetric.of(unit, value);
    if (metric != null) {
      tally.metric(metric.name(), metric.value(), number(pairs.get("pcnt-running")));
    }
    return true;
  }

  /** With {@code --metric-only} the names of the pairs are the metrics. */
  private static void metricsOnly(
      CaptureText text, Line line, Map<String, String> pairs, Tally tally) {
    boolean any = false;
    for (Map.Entry<String, String> pair : pairs.entrySet()) {
      if (!AROUND.contains(pair.getKey())) {
        PrintedMetric metric = PrintedMetric.of(pair.getKey(), pair.getValue());
        if (metric != null) {
          tally.metric(metric.name(), metric.value());
          any = true;
        }
      }
    }
    if (!any && !AROUND.containsAll(pairs.keySet())) {
      throw text.damaged(line, "neither an event nor a metric of perf stat -j");
    }
  }
}
