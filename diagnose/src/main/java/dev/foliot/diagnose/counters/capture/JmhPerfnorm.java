package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parses what JMH prints with {@code -prof perfnorm}: its table, or its JSON ({@code -rf json}).
 *
 * <p>JMH divides each count by the operations. So the work is known here, and instructions for each
 * operation compare. Several benchmarks in one file are refused: which one is meant is unknown.
 */
final class JmhPerfnorm {
  static final String FORMAT = "JMH perfnorm";

  /** Counts for each operation are below 1; as many operations make them counts of many. */
  private static final double OPERATIONS = 1e9;

  private static final String UNIT = "#/op";

  /** JMH before 1.37 marks secondary results with a dot. */
  private static final Pattern MARK = Pattern.compile("^[\u00b7\u2219]");

  private static final Pattern ROW =
      Pattern.compile(
          "(\\S{1,400}?):[\u00b7\u2219]?([A-Za-z][^\\s]{0,120}) .{0,200}?"
              + "([0-9][0-9.,eE\u2248\u00b0+-]{0,40})(?: {1,20}\u00b1 {1,20}[0-9.,]{1,40})? {1,40}"
              + Pattern.quote(UNIT));

  private final CaptureText text;
  private final Tally tally;
  private final Set<String> benchmarks = new LinkedHashSet<>();

  private JmhPerfnorm(CaptureText text, Tally tally) {
    this.text = text;
    this.tally = tally;
  }

  /** Parses the text; returns whether it has this format. */
  static boolean read(CaptureText text, Tally tally) {
    JmhPerfnorm reader = new JmhPerfnorm(text, tally);
    boolean json =
        text.lines().getFirst().text().startsWith("[")
            && text.lines().stream().anyMatch(line -> line.text().contains("\"secondaryMetrics\""));
    if (json) {
      reader.json();
    } else {
      text.lines().forEach(reader::row);
    }
    if (reader.benchmarks.size() > 1) {
      throw text.damaged(
          text.lines().getFirst(),
          reader.benchmarks.size() + " benchmarks with counters: run the one that is meant");
    }
    return json || !reader.benchmarks.isEmpty();
  }

  private void row(Line line) {
    Matcher row = ROW.matcher(line.text().strip());
    if (row.matches()) {
      Csv.number(text, line, row.group(3))
          .ifPresent(value -> count(row.group(1), row.group(2), value));
    }
  }

  private void json() {
    String whole = text.lines().stream().map(Line::text).collect(Collectors.joining("\n"));
    try {
      for (JsonNode result : JsonMapper.shared().readTree(whole)) {
        String benchmark = result.path("benchmark").asString("") + result.path("params");
        result
            .path("secondaryMetrics")
            .forEachEntry((name, metric) -> {
              if (metric.path("scoreUnit").asString("").equals(UNIT)
                  && metric.path("score").isNumber()) {
                count(
                    benchmark,
                    MARK.matcher(name).replaceFirst(""),
                    metric.path("score").asDouble());
              }
            });
      }
    } catch (JacksonException e) {
      throw text.damaged(text.lines().getFirst(), "damaged JSON of JMH");
    }
  }

  private void count(String benchmark, String event, double value) {
    benchmarks.add(benchmark);
    tally.count(event, value * OPERATIONS, Tally.Extent.WHOLE);
    EventName name = EventName.of(event);
    if (name.name().equals("instructions") || name.name().equals("cycles")) {
      tally.metric(name.name() + " per operation", value);
    }
  }
}
