package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code perf stat --metric-only -x SEPARATOR}: a line with the metrics' names, then values. */
final class PerfStatMetricOnly {
  private static final Set<String> NO_METRICS =
      Set.of("time", "cpu", "core", "cpus", "socket", "die", "node", "thread", "comm-pid");

  /** Without one of these any table would pass for a capture. */
  private static final List<String> KNOWN =
      List.of(
          "ghz",
          "insn per cycle",
          "of all ",
          "cpus utilized",
          "tma_",
          "retiring",
          "bad speculation",
          "frontend",
          "backend",
          "stalled cycles");

  private PerfStatMetricOnly() {}

  /** Reads it; whether it is this format. */
  static boolean read(CaptureText text, Tally tally) {
    if (text.lines().size() < 2) {
      return false;
    }
    String head = text.lines().getFirst().text();
    String separator = separator(head);
    if (separator == null) {
      return false;
    }
    List<String> names = PerfStatCsv.fields(head, separator);
    for (Line line : text.lines().subList(1, text.lines().size())) {
      add(text, line, names, PerfStatCsv.fields(line.text(), separator), tally);
    }
    return true;
  }

  private static @Nullable String separator(String head) {
    String lower = head.toLowerCase(Locale.ROOT);
    if (KNOWN.stream().noneMatch(lower::contains)) {
      return null;
    }
    return PerfStatCsv.singleSeparators().stream()
        .filter(one -> !one.equals("%") && !one.equals("_") && !one.equals(" "))
        .filter(head::contains)
        .findFirst()
        .filter(one -> PerfStatCsv.fields(head, one).stream().noneMatch(Numbers::isNumber))
        .orElse(null);
  }

  private static void add(
      CaptureText text, Line line, List<String> names, List<String> values, Tally tally) {
    if (Math.abs(values.size() - names.size()) > 1) {
      throw text.damaged(
          line, "%d columns, where the names have %d".formatted(values.size(), names.size()));
    }
    for (int i = 0; i < Math.min(names.size(), values.size()); i++) {
      String name = names.get(i);
      String value = values.get(i);
      boolean isTime = name.equals("time");
      if (isTime) {
        Numbers.of(value).ifPresent(tally::at);
      }
      if (isTime || name.isEmpty() || NO_METRICS.contains(name) || isNone(value)) {
        continue;
      }
      PrintedMetric metric = PrintedMetric.of(name, value);
      if (metric == null) {
        throw text.damaged(line, "no number for " + CaptureText.quoted(name));
      }
      tally.metric(metric.name(), metric.value());
    }
  }

  private static boolean isNone(String value) {
    return value.isEmpty() || value.equals("nan") || value.startsWith("<not ");
  }
}
