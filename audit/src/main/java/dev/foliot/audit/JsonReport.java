package dev.foliot.audit;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports as JSON: oha's ({@code --output-format json}, seconds) and k6's summary as {@code
 * handleSummary} or {@code --summary-export} write it (milliseconds).
 */
final class JsonReport {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
  private static final Pattern OHA = Pattern.compile("p([0-9]{1,3}(?:\\.[0-9]{1,6})?)");
  private static final Pattern K6 =
      Pattern.compile("max|med|p\\(([0-9]{1,3}(?:\\.[0-9]{1,6})?)\\)");
  private static final double SECOND_NS = 1e9;
  private static final double MS_NS = 1e6;

  private JsonReport() {}

  static @Nullable AuditReport parse(String output) {
    int start = output.startsWith("{") ? 0 : output.indexOf("\n{") + 1;
    if (start == 0 && !output.startsWith("{")) {
      return null;
    }
    try {
      JsonNode json = MAPPER.readTree(output.substring(start));
      return json.has("latencyPercentiles") ? oha(json) : k6(json);
    } catch (JacksonException e) {
      // not JSON after all, or cut off
      return null;
    }
  }

  private static @Nullable AuditReport oha(JsonNode json) {
    ReportLines said = new ReportLines();
    for (Map.Entry<String, JsonNode> field : json.path("latencyPercentiles").properties()) {
      Matcher name = OHA.matcher(field.getKey());
      if (name.matches() && field.getValue().isNumber()) {
        said.say(name.group(1), ReportLines.ns(field.getValue().doubleValue() * SECOND_NS));
      }
    }
    JsonNode slowest = json.at("/summary/slowest");
    if (slowest.isNumber()) {
      said.say("100", ReportLines.ns(slowest.doubleValue() * SECOND_NS));
    }
    JsonNode rate = json.at("/summary/requestsPerSec");
    if (rate.isNumber()) {
      said.rate(String.valueOf(rate.doubleValue()));
    }
    return said.saysNothing() ? null : said.report("oha");
  }

  private static @Nullable AuditReport k6(JsonNode json) {
    ReportLines said = new ReportLines();
    JsonNode duration = json.at("/metrics/http_req_duration");
    JsonNode values = duration.has("values") ? duration.path("values") : duration;
    for (Map.Entry<String, JsonNode> field : values.properties()) {
      Matcher name = K6.matcher(field.getKey());
      if (name.matches() && field.getValue().isNumber()) {
        said.say(
            K6Report.percentile(name.group(), name.group(1)),
            ReportLines.ns(field.getValue().doubleValue() * MS_NS));
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
