package dev.foliot.loadrun;

import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Share;
import dev.foliot.store.Json;
import dev.foliot.store.Redaction;
import dev.foliot.text.Shown;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * OTLP/HTTP in JSON [1]. Sums that have not changed are not sent again.
 *
 * <p>[1] OpenTelemetry Protocol 1.x, "OTLP/HTTP" and "JSON Protobuf Encoding".
 */
final class OtlpForm implements PushForm {
  private static final double NS_PER_S = 1e9;

  /** OTLP's number for sums from the start on. */
  private static final int CUMULATIVE = 2;

  private final List<Object> resource;

  OtlpForm(LoadTest test) {
    LoadPlan first = test.plans().getFirst();
    Share share = first.execution().share();
    List<Object> all = new ArrayList<>();
    all.add(attribute("service.name", "foliot-load"));
    all.add(attribute("foliot.load.name", Shown.text(Redaction.text(test.name()))));
    all.add(attribute("server.address", first.target().host()));
    all.add(attribute("server.port", Integer.toString(first.target().port())));
    if (share.isPart()) {
      all.add(attribute("foliot.load.part", share.toString()));
    }
    resource = List.copyOf(all);
  }

  @Override
  public String label() {
    return "OTLP/HTTP";
  }

  @Override
  public Map<String, String> headers() {
    return Map.of("Content-Type", "application/json");
  }

  private static Map<String, Object> attribute(String name, String value) {
    return Map.of("key", name, "value", Map.of("stringValue", value));
  }

  @Override
  public byte @Nullable [] body(Figures figures) {
    List<Object> counts =
        figures.sums().stream()
            .filter(sum -> sum.count() != sum.known())
            .<Object>map(sum -> point(sum, figures.nowMs()))
            .toList();
    if (counts.isEmpty()) {
      return null;
    }
    List<Object> metrics = new ArrayList<>();
    metrics.add(
        metric(
            "foliot.load.requests",
            "{request}",
            "Requests that ended; error.type is the kind of those that failed.",
            Map.of(
                "sum",
                Map.of(
                    "aggregationTemporality",
                    CUMULATIVE,
                    "isMonotonic",
                    true,
                    "dataPoints",
                    counts))));
    Gauges now = figures.gauges();
    if (now != null) {
      gauges(now, figures.nowMs(), metrics);
    }
    return Json.text(
            Map.of(
                "resourceMetrics",
                List.of(
                    Map.of(
                        "resource",
                        Map.of("attributes", resource),
                        "scopeMetrics",
                        List.of(
                            Map.of(
                                "scope", Map.of("name", "dev.foliot.load"), "metrics", metrics))))))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void gauges(Gauges now, long nowMs, List<Object> metrics) {
    LiveSample.Times times = now.sample().times();
    metrics.add(
        gauge(
            "foliot.load.response.time",
            "s",
            "Response times, from the due time on, of the last half second; the maximum since"
                + " the last push.",
            List.of(
                point(now.series(), nowMs, "p50", times.responseP50Ns() / NS_PER_S),
                point(now.series(), nowMs, "p99", times.responseP99Ns() / NS_PER_S),
                point(now.series(), nowMs, "max", now.responseMaxNs() / NS_PER_S))));
    metrics.add(
        gauge(
            "foliot.load.lateness",
            "s",
            "How late the load generator itself was at most.",
            List.of(point(now.series(), nowMs, "max", now.lateMaxNs() / NS_PER_S))));
    metrics.add(
        gauge(
            "foliot.load.requests.in_flight",
            "{request}",
            "Requests without an answer yet.",
            List.of(point(now.series(), nowMs, "", (double) now.sample().counts().inFlight()))));
    metrics.add(
        gauge(
            "foliot.load.connections",
            "{connection}",
            "Open connections.",
            List.of(point(now.series(), nowMs, "", (double) now.sample().counts().connections()))));
  }

  private static Map<String, Object> metric(
      String name, String unit, String description, Map<String, Object> data) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("name", name);
    all.put("unit", unit);
    all.put("description", description);
    all.putAll(data);
    return all;
  }

  private static Map<String, Object> gauge(
      String name, String unit, String description, List<Object> points) {
    return metric(name, unit, description, Map.of("gauge", Map.of("dataPoints", points)));
  }

  private static Map<String, Object> point(Sum sum, long nowMs) {
    Map<String, Object> point = point(sum.series(), nowMs);
    point.put("startTimeUnixNano", nanos(sum.sinceMs()));
    point.put("asInt", Long.toString(sum.count()));
    return point;
  }

  private static Map<String, Object> point(Series series, long nowMs, String figure, double value) {
    Map<String, Object> point = point(series, nowMs);
    if (!figure.isEmpty()) {
      List<Object> attributes = new ArrayList<>(attributes(series));
      attributes.add(attribute("figure", figure));
      point.put("attributes", attributes);
    }
    point.put("asDouble", value);
    return point;
  }

  private static Map<String, Object> point(Series series, long nowMs) {
    Map<String, Object> point = new LinkedHashMap<>();
    point.put("attributes", attributes(series));
    point.put("timeUnixNano", nanos(nowMs));
    return point;
  }

  private static List<Object> attributes(Series series) {
    List<Object> all = new ArrayList<>();
    all.add(attribute("phase", series.phase()));
    all.add(attribute("round", Integer.toString(series.round())));
    if (!series.error().isEmpty()) {
      all.add(attribute("error.type", series.error()));
    }
    return all;
  }

  private static String nanos(long ms) {
    return ms + "000000";
  }
}
