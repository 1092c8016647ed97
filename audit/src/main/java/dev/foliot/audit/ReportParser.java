package dev.foliot.audit;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parses the latency reports of load tools: wrk and wrk2, hey and oha, vegeta, k6, and Foliot.
 *
 * <p>The text may be anything: too long lines and invalid numbers are skipped. Pure.
 */
final class ReportParser {
  private static final int LONGEST_LINE = 1_000;
  private static final double MOST_NS = 1e18;

  /** A number and a unit of time, in one of the tools' spellings. */
  private static final Pattern TIME =
      Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,12})?)\\s?(ns|us|µs|μs|ms|secs|sec|s|min|m|h)");

  private ReportParser() {}

  /** The parsed output of a tool; null for an unknown one. */
  static @Nullable AuditReport parse(String output) {
    AuditReport report = Wrk.parse(output);
    report = report != null ? report : Hey.parse(output);
    report = report != null ? report : Vegeta.parse(output);
    report = report != null ? report : K6.parse(output);
    return report != null ? report : Json.parse(output);
  }

  private static Stream<String> lines(String output) {
    return output.lines().filter(line -> line.length() <= LONGEST_LINE);
  }

  /** A time, also in several parts such as {@code 1m2.5s}; null if invalid. */
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

  /** Nanoseconds, rounded; null if invalid. */
  private static @Nullable Long ns(double ns) {
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

  /** The parts of a report found so far. */
  private static final class Found {
    private final SortedMap<Double, Long> saidNs = new TreeMap<>();
    private @Nullable Double ratePerS;

    /** Adds a percentile; the first value counts. */
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
  }

  /**
   * The reports of wrk 4 and of wrk2, with {@code --latency} or without. Of wrk2's two
   * distributions the corrected one is used, which comes first.
   */
  private static final class Wrk {
    private static final Pattern LATENCY =
        Pattern.compile("\\s*Latency\\s+\\S+\\s+\\S+\\s+(\\S+)\\s+\\S+%");
    private static final Pattern PERCENTILE =
        Pattern.compile("\\s*([0-9]{1,3}(?:\\.[0-9]{1,6})?)%\\s+(\\S+)");
    private static final Pattern RATE =
        Pattern.compile("Requests/sec:\\s+([0-9]{1,12}(?:\\.[0-9]{1,6})?)");

    private Wrk() {}

    static @Nullable AuditReport parse(String output) {
      Found said = new Found();
      String tool = null;
      boolean inDistribution = false;
      for (Iterator<String> lines = lines(output).iterator(); lines.hasNext(); ) {
        String line = lines.next();
        if (line.strip().startsWith("Thread Stats ")) {
          tool = "wrk";
        } else if (line.strip().startsWith("Latency Distribution")) {
          inDistribution = !line.contains("Uncorrected");
          tool = line.contains("HdrHistogram") ? "wrk2" : tool;
        } else if (line.strip().startsWith("Detailed Percentile spectrum")) {
          inDistribution = false;
        } else {
          read(line, inDistribution, said);
        }
      }
      return tool == null || said.saysNothing() ? null : said.report(tool);
    }

    private static void read(String line, boolean inDistribution, Found said) {
      Matcher latency = LATENCY.matcher(line);
      if (latency.matches()) {
        said.say("100", ns(latency.group(1)));
        return;
      }
      Matcher percentile = PERCENTILE.matcher(line);
      if (inDistribution && percentile.matches()) {
        said.say(percentile.group(1), ns(percentile.group(2)));
        return;
      }
      Matcher rate = RATE.matcher(line);
      if (rate.matches()) {
        said.rate(rate.group(1));
      }
    }
  }

  /** The summaries of hey and of oha, which copied hey's with other units. */
  private static final class Hey {
    private static final Pattern SLOWEST = Pattern.compile("\\s*Slowest:\\s+(\\S+ ?[a-zµ]+)\\s*");
    private static final Pattern PERCENTILE =
        Pattern.compile("\\s*([0-9]{1,3}(?:\\.[0-9]{1,6})?)%{1,2} in (\\S+ [a-zµ]+)\\s*");
    private static final Pattern RATE =
        Pattern.compile("\\s*Requests/sec:\\s+([0-9]{1,12}(?:\\.[0-9]{1,6})?)\\s*");

    private Hey() {}

    static @Nullable AuditReport parse(String output) {
      Found said = new Found();
      String tool = null;
      boolean over = false;
      for (Iterator<String> lines = lines(output).iterator(); lines.hasNext(); ) {
        String line = lines.next();
        switch (line.strip()) {
          case "Latency distribution:" -> tool = "hey";
          case "Response time distribution:" -> tool = "oha";
          // oha's breakdowns by success, and the parts of a request
          case "Details (average, fastest, slowest):",
              "Details (average, fastest, slowest)",
              "Response time histogram (2xx only):",
              "Response time distribution (2xx only):",
              "Response time histogram (4xx + 5xx only):",
              "Response time distribution (4xx + 5xx only):" ->
              over = true;
          default -> {
            if (!over) {
              read(line, said);
            }
          }
        }
      }
      return tool == null || said.saysNothing() ? null : said.report(tool);
    }

    private static void read(String line, Found said) {
      Matcher percentile = PERCENTILE.matcher(line);
      if (percentile.matches()) {
        said.say(percentile.group(1), ns(percentile.group(2)));
        return;
      }
      Matcher slowest = SLOWEST.matcher(line);
      if (slowest.matches()) {
        said.say("100", ns(slowest.group(1)));
        return;
      }
      Matcher rate = RATE.matcher(line);
      if (rate.matches()) {
        said.rate(rate.group(1));
      }
    }
  }

  /** The text report of vegeta: names in brackets, and their values in the same order. */
  private static final class Vegeta {
    private static final Pattern LINE =
        Pattern.compile("(Requests|Latencies)\\s+\\[([^\\]]{1,200})\\]\\s+(\\S.*)");
    private static final Pattern PERCENTILE = Pattern.compile("[0-9]{1,2}(?:\\.[0-9]{1,6})?");
    private static final Pattern RATE = Pattern.compile("[0-9]{1,12}(?:\\.[0-9]{1,6})?");

    private Vegeta() {}

    static @Nullable AuditReport parse(String output) {
      Found said = new Found();
      for (Iterator<String> lines = lines(output).iterator(); lines.hasNext(); ) {
        Matcher line = LINE.matcher(lines.next());
        if (line.matches()) {
          List<String> names = Arrays.asList(line.group(2).split(",\\s*", -1));
          List<String> values = Arrays.asList(line.group(3).strip().split(",\\s*", -1));
          for (int i = 0; i < Math.min(names.size(), values.size()); i++) {
            read(line.group(1), names.get(i), values.get(i), said);
          }
        }
      }
      return said.saysNothing() ? null : said.report("vegeta");
    }

    private static void read(String line, String name, String value, Found said) {
      if (line.equals("Requests")) {
        if (name.equals("rate") && RATE.matcher(value).matches()) {
          said.rate(value);
        }
      } else if (name.equals("max")) {
        said.say("100", ns(value));
      } else if (PERCENTILE.matcher(name).matches()) {
        said.say(name, ns(value));
      }
    }
  }

  /** The end-of-test summary of k6 as text: the line of {@code http_req_duration}. */
  private static final class K6 {
    private static final Pattern DURATION =
        Pattern.compile("\\s*(?:[✓✗]\\s)?\\s*http_req_duration\\.{1,200}:\\s+(\\S.*)");
    private static final Pattern VALUE =
        Pattern.compile("(max|med|p\\(([0-9]{1,3}(?:\\.[0-9]{1,6})?)\\))=(\\S+)");
    private static final Pattern RATE =
        Pattern.compile(
            "\\s*http_reqs\\.{1,200}:\\s+[0-9]{1,15}\\s+([0-9]{1,12}(?:\\.[0-9]{1,12})?)/s.*");

    private K6() {}

    static @Nullable AuditReport parse(String output) {
      Found said = new Found();
      for (Iterator<String> lines = lines(output).iterator(); lines.hasNext(); ) {
        String line = lines.next();
        Matcher duration = DURATION.matcher(line);
        if (duration.matches()) {
          Matcher value = VALUE.matcher(duration.group(1));
          while (value.find()) {
            said.say(percentile(value.group(1), value.group(2)), ns(value.group(3)));
          }
        }
        Matcher rate = RATE.matcher(line);
        if (rate.matches()) {
          said.rate(rate.group(1));
        }
      }
      return said.saysNothing() ? null : said.report("k6");
    }

    /** The percentile of a name in k6's output. */
    static String percentile(String name, @Nullable String number) {
      return switch (name) {
        case "max" -> "100";
        case "med" -> "50";
        default -> String.valueOf(number);
      };
    }
  }

  /**
   * Reports as JSON: oha's ({@code --output-format json}, seconds), k6's summary from {@code
   * handleSummary} or {@code --summary-export} (milliseconds), and Foliot's of {@code load --json}
   * (nanoseconds, the last phase).
   */
  private static final class Json {
    private static final JsonMapper MAPPER =
        JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    private static final Pattern OHA_NAME = Pattern.compile("p([0-9]{1,3}(?:\\.[0-9]{1,6})?)");
    private static final Pattern FOLIOT_NAME = Pattern.compile("max|p([0-9]{1,2}(?:_[0-9]{1,6})?)");
    private static final Pattern K6_NAME =
        Pattern.compile("max|med|p\\(([0-9]{1,3}(?:\\.[0-9]{1,6})?)\\)");
    private static final double SECOND_NS = 1e9;
    private static final double MS_NS = 1e6;

    private Json() {}

    static @Nullable AuditReport parse(String output) {
      int start = output.startsWith("{") ? 0 : output.indexOf("\n{") + 1;
      if (start == 0 && !output.startsWith("{")) {
        return null;
      }
      try {
        JsonNode json = MAPPER.readTree(output.substring(start));
        if (json.path("schema").asString("").startsWith("foliot.load/")) {
          return foliot(json.path("phases").path(json.path("phases").size() - 1));
        }
        return json.has("latencyPercentiles") ? oha(json) : k6(json);
      } catch (JacksonException e) {
        // not JSON after all, or cut off
        return null;
      }
    }

    private static @Nullable AuditReport foliot(JsonNode phase) {
      Found said = new Found();
      for (Map.Entry<String, JsonNode> field : phase.path("response").properties()) {
        Matcher name = FOLIOT_NAME.matcher(field.getKey());
        if (name.matches() && field.getValue().isNumber()) {
          said.say(
              name.group(1) == null ? "100" : name.group(1).replace('_', '.'),
              ns(field.getValue().doubleValue()));
        }
      }
      JsonNode rate = phase.path("achieved_per_s");
      if (rate.isNumber()) {
        said.rate(String.valueOf(rate.doubleValue()));
      }
      return said.saysNothing() ? null : said.report("foliot load");
    }

    private static @Nullable AuditReport oha(JsonNode json) {
      Found said = new Found();
      for (Map.Entry<String, JsonNode> field : json.path("latencyPercentiles").properties()) {
        Matcher name = OHA_NAME.matcher(field.getKey());
        if (name.matches() && field.getValue().isNumber()) {
          said.say(name.group(1), ns(field.getValue().doubleValue() * SECOND_NS));
        }
      }
      JsonNode slowest = json.at("/summary/slowest");
      if (slowest.isNumber()) {
        said.say("100", ns(slowest.doubleValue() * SECOND_NS));
      }
      JsonNode rate = json.at("/summary/requestsPerSec");
      if (rate.isNumber()) {
        said.rate(String.valueOf(rate.doubleValue()));
      }
      return said.saysNothing() ? null : said.report("oha");
    }

    private static @Nullable AuditReport k6(JsonNode json) {
      Found said = new Found();
      JsonNode duration = json.at("/metrics/http_req_duration");
      JsonNode values = duration.has("values") ? duration.path("values") : duration;
      for (Map.Entry<String, JsonNode> field : values.properties()) {
        Matcher name = K6_NAME.matcher(field.getKey());
        if (name.matches() && field.getValue().isNumber()) {
          said.say(
              K6.percentile(name.group(), name.group(1)),
              ns(field.getValue().doubleValue() * MS_NS));
        }
      }
      JsonNode requests = json.at("/metrics/http_reqs");
      JsonNode rate = requests.has("values") ? requests.at("/values/rate") : requests.path("rate");
      if (rate.isNumber()) {
        said.rate(String.valueOf(rate.doubleValue()));
      }
      return said.saysNothing() ? null : said.report("k6");
    }
  }
}
