package dev.foliot.watch.requests;

import dev.foliot.store.Json;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lines that are JSON objects.
 *
 * @param time the name of the field with the moment
 * @param duration the name of that with the time it took
 * @param unit of the duration
 * @param isEnd whether the moment is that of the end
 * @param others names of the fields method, path, status and trace
 */
record JsonFormat(
    String time, String duration, Took unit, boolean isEnd, Map<String, String> others)
    implements AccessFormat {
  private static final int MOST_NESTED = 200;
  private static final List<String> TIMES =
      List.of("start_time", "start", "@timestamp", "timestamp", "time", "ts", "date", "msec");
  private static final List<String> PATHS =
      List.of("path", "uri", "request_uri", "requestURI", "request_path", "url", "requested_url");
  private static final List<String> METHODS = List.of("method", "request_method", "verb");
  private static final List<String> STATUSES =
      List.of("status", "status_code", "response_code", "code");
  private static final List<String> TRACES = List.of("trace_id", "traceId", "trace", "traceparent");

  /** Names of durations whose unit is known from the name, or from who writes them. */
  private static final Map<String, Took> DURATIONS =
      Map.ofEntries(
          Map.entry("duration_ms", Took.MS),
          Map.entry("durationMs", Took.MS),
          Map.entry("elapsed_ms", Took.MS),
          Map.entry("elapsedMs", Took.MS),
          Map.entry("took_ms", Took.MS),
          Map.entry("response_time_ms", Took.MS),
          Map.entry("request_time", Took.S),
          Map.entry("duration_us", Took.US),
          Map.entry("duration_ns", Took.NS),
          Map.entry("duration_s", Took.S),
          Map.entry("elapsed_time", Took.MS));

  /** Moments of a start. */
  private static final Set<String> STARTS = Set.of("start_time", "start");

  /** Keeps a copy. */
  JsonFormat {
    others = Map.copyOf(others);
  }

  /** By names that the user gave. */
  static JsonFormat of(String text) {
    Map<String, String> given = new HashMap<>();
    for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      String[] pair = part.strip().split("=", 2);
      if (pair.length < 2 || pair[0].isEmpty() || pair[1].isEmpty()) {
        throw FoliotException.usage(
            "the format of the access log: '"
                + Shown.text(part)
                + "' is no pair: write json "
                + example());
      }
      given.put(pair[0], pair[1]);
    }
    String time = given.get("time");
    String duration = given.get("duration");
    String path = given.get("path");
    Optional<Took> unit = Took.of(given.getOrDefault("unit", ""));
    if (time == null || duration == null || path == null || unit.isEmpty()) {
      throw FoliotException.usage(
          "the format of the access log: json needs time, duration, unit (s, ms, us, ns) and path:"
              + " write json "
              + example());
    }
    boolean isEnd = !given.getOrDefault("moment", "end").equals("start");
    return new JsonFormat(time, duration, unit.get(), isEnd, given);
  }

  private static String example() {
    return "time=ts,duration=took,unit=ms,path=uri,status=code,moment=start";
  }

  /** By the names of fields, where these are usual ones; empty otherwise. */
  static Optional<AccessFormat> of(List<String> lines) {
    Optional<Map<String, Object>> first = object(lines.getFirst());
    if (first.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> fields = first.get();
    String time = first(TIMES, fields);
    String path = first(PATHS, fields);
    String duration = first(DURATIONS.keySet().stream().sorted().toList(), fields);
    Took unit = duration == null ? null : DURATIONS.get(duration);
    if (time == null || path == null || duration == null || unit == null) {
      return Optional.empty();
    }
    Map<String, String> others = new HashMap<>(Map.of("path", path));
    put(others, "method", first(METHODS, fields));
    put(others, "status", first(STATUSES, fields));
    put(others, "trace", first(TRACES, fields));
    return Optional.of(new JsonFormat(time, duration, unit, !STARTS.contains(time), others));
  }

  private static void put(Map<String, String> others, String name, @Nullable String field) {
    if (field != null) {
      others.put(name, field);
    }
  }

  private static @Nullable String first(List<String> names, Map<String, Object> fields) {
    return names.stream().filter(fields::containsKey).findFirst().orElse(null);
  }

  @SuppressWarnings("unchecked")
  private static Optional<Map<String, Object>> object(String line) {
    if (line.chars().filter(c -> c == '{' || c == '[').count() > MOST_NESTED) {
      // a stack is not that deep
      return Optional.empty();
    }
    return Json.parse(line, Map.class).map(map -> (Map<String, Object>) map);
  }

  @Override
  public String label() {
    return "json (" + time + ", " + duration + " in " + unit.name().toLowerCase(Locale.ROOT) + ")";
  }

  @Override
  public Optional<AccessRequest> parse(String line) {
    Optional<Map<String, Object>> read = object(line);
    if (read.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> fields = read.get();
    Optional<Stamp> stamp = Stamp.of(text(fields, time), ZoneId.systemDefault());
    Optional<Long> took = unit.ns(text(fields, duration));
    String path = text(fields, others.getOrDefault("path", ""));
    if (stamp.isEmpty() || took.isEmpty() || path.isEmpty()) {
      return Optional.empty();
    }
    String method = text(fields, others.getOrDefault("method", ""));
    String status = text(fields, others.getOrDefault("status", ""));
    String trace = text(fields, others.getOrDefault("trace", ""));
    long atNs = stamp.get().epochNs();
    return Optional.of(
        new AccessRequest(
            isEnd ? atNs - took.get() : atNs,
            took.get(),
            unit.resolutionNs(text(fields, duration)),
            stamp.get().resolutionNs(),
            PathTemplate.of(method, path).strip(),
            AccessRequest.status(status),
            trace.isEmpty() ? null : trace));
  }

  private static String text(Map<String, Object> fields, String name) {
    Object value = fields.get(name);
    return value instanceof Double number
        ? java.math.BigDecimal.valueOf(number).toPlainString()
        : value == null ? "" : value.toString();
  }
}
