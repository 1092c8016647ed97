package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parses {@code perf stat -x SEPARATOR}.
 *
 * <p>Users choose the separator, so the one that fits most lines is used. The columns depend on
 * options that the file does not contain, and are inferred the same way.
 */
final class PerfStatCsv {
  static final String FORMAT = "perf stat -x";

  private static final int LOOK_AT = 40;
  private static final String SINGLE = ",;\t|:@~^!$&*+=_ %";
  private static final Pattern AFTER_VALUE =
      Pattern.compile(
          "\\s*(?:[0-9]{1,20}(?:[.,][0-9]{1,9})?|<not (?:counted|supported)>)"
              + "([^A-Za-z0-9<]{1,16})[A-Za-z].*");

  private PerfStatCsv() {}

  /** Parses the text; returns whether it has this format. */
  static boolean read(CaptureText text, Tally tally) {
    String separator = separator(text.lines());
    if (separator == null) {
      return MetricOnly.read(text, tally);
    }
    CaptureText.Completeness complete = new CaptureText.Completeness();
    for (Line line : text.lines()) {
      PerfStatLine said = PerfStatLine.of(fields(line.text(), separator), separator);
      if (said == null) {
        throw text.damaged(line, "no line of perf stat -x");
      }
      String event = said.event();
      if (event != null) {
        if (said.value().isPresent()) {
          complete.see(line, said.extent().percent());
        }
        add(event, said, tally);
      }
      said.seconds().ifPresent(tally::at);
      said.metrics()
          .forEach(metric -> tally.metric(metric.name(), metric.value(), said.extent().percent()));
    }
    complete.check(text);
    return true;
  }

  private static void add(String event, PerfStatLine said, Tally tally) {
    OptionalDouble value = said.value();
    if (value.isPresent()) {
      tally.count(event, value.getAsDouble(), said.extent());
    } else {
      tally.missing(event, said.isUnsupported());
    }
  }

  private static @Nullable String separator(List<Line> lines) {
    List<Line> sample = lines.stream().limit(LOOK_AT).toList();
    String best = null;
    long most = 0;
    for (String candidate : candidates(sample)) {
      long known = sample.stream().filter(line -> isEvent(line, candidate)).count();
      if (known > most) {
        best = candidate;
        most = known;
      }
    }
    return best;
  }

  private static boolean isEvent(Line line, String separator) {
    PerfStatLine said = PerfStatLine.of(fields(line.text(), separator), separator);
    return said != null && said.event() != null;
  }

  private static Set<String> candidates(List<Line> sample) {
    Set<String> candidates = new LinkedHashSet<>();
    SINGLE.chars().forEach(c -> candidates.add(Character.toString(c)));
    for (Line line : sample) {
      Matcher after = AFTER_VALUE.matcher(line.text());
      if (after.matches()) {
        String run = after.group(1);
        String half = run.substring(0, run.length() / 2);
        if (!half.isEmpty() && run.equals(half + half)) {
          candidates.add(half);
        }
        candidates.add(run);
      }
    }
    return candidates;
  }

  static List<String> fields(String line, String separator) {
    return Stream.of(line.split(Pattern.quote(separator), -1)).map(String::strip).toList();
  }

  /** The separators that a table without events may have. */
  static List<String> singleSeparators() {
    List<String> all = new ArrayList<>();
    SINGLE.chars().forEach(c -> all.add(Character.toString(c)));
    return all;
  }

  /** Parses {@code perf stat --metric-only -x SEPARATOR}: a line of metric names, then values. */
  private static final class MetricOnly {
    private static final Set<String> NO_METRICS =
        Set.of("time", "cpu", "core", "cpus", "socket", "die", "node", "thread", "comm-pid");

    /** Without one of these any table would count as a capture. */
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

    /** A table by function is a profile. */
    private static final Pattern OF_CODE =
        Pattern.compile(".*\\b(?:function|module|process|source file)\\b.*");

    private MetricOnly() {}

    /** Parses the text; returns whether it has this format. */
    static boolean read(CaptureText text, Tally tally) {
      if (text.lines().size() < 2) {
        return false;
      }
      String head = text.lines().getFirst().text();
      String separator = separator(head);
      if (separator == null) {
        return false;
      }
      List<String> names = fields(head, separator);
      for (Line line : text.lines().subList(1, text.lines().size())) {
        add(text, line, names, fields(line.text(), separator), tally);
      }
      return true;
    }

    private static @Nullable String separator(String head) {
      String lower = head.toLowerCase(Locale.ROOT);
      if (KNOWN.stream().noneMatch(lower::contains) || OF_CODE.matcher(lower).matches()) {
        return null;
      }
      return singleSeparators().stream()
          .filter(one -> !one.equals("%") && !one.equals("_") && !one.equals(" "))
          .filter(head::contains)
          .findFirst()
          .filter(one -> fields(head, one).stream().noneMatch(PrintedMetric::isNumber))
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
          PrintedMetric.number(value).ifPresent(tally::at);
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
}
