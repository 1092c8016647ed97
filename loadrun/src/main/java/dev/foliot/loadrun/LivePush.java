package dev.foliot.loadrun;

import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Share;
import dev.foliot.store.Json;
import dev.foliot.store.Redaction;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the figures of a running load to a receiver of OTLP/HTTP, in JSON, once a second [1].
 *
 * <p>A thread of its own sends them. Nothing waits for the receiver: counts are sums from the start
 * on, so a push that fails is made up for by the next one. {@link #close} makes a last push, and
 * waits for at most a few seconds. Safe for any thread.
 *
 * <p>[1] OpenTelemetry Protocol 1.x, "OTLP/HTTP" and "JSON Protobuf Encoding".
 */
public final class LivePush implements LoadProgress, AutoCloseable {
  /** The headers that receivers want, as OpenTelemetry's own exporters take them. */
  public static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

  private static final String USUAL_PATH = "/v1/metrics";
  private static final long EVERY_MS = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final double NS_PER_S = 1e9;
  private static final int SUCCESS = 2;

  /** OTLP's number for sums from the start on. */
  private static final int CUMULATIVE = 2;

  private final URI receiver;
  private final Map<String, String> headers;
  private final InstantSource time;
  private final Consumer<String> complains;
  private final List<Object> resource;
  private final HttpClient client;
  private final Thread thread;
  private final CountDownLatch ended = new CountDownLatch(1);

  /** What follows is guarded by this. */
  private final Map<Series, Total> totals = new LinkedHashMap<>();

  private int round = 1;
  private @Nullable LoadPlan plan;
  private @Nullable Gauges gauges;
  private long pushes;
  private long failures;

  /**
   * What requests have in common.
   *
   * @param error the kind of failure; empty for the answered ones
   */
  private record Series(int round, String phase, String error) {}

  /** A sum, and how much of it the receiver knows. */
  private static final class Total {
    private final long sinceMs;
    private long count;
    private long known = -1;

    private Total(long sinceMs) {
      this.sinceMs = sinceMs;
    }
  }

  /** The latest figures, with the maxima since the last push. */
  private record Gauges(Series series, LiveSample sample, long responseMaxNs, long lateMaxNs) {}

  /**
   * Begins to send.
   *
   * @param receiver as {@link #parse} gives it
   * @param headers of each push, by name
   * @param complains receives a line for the user, on any thread: when the first push fails, and at
   *     the end how many did
   */
  public LivePush(
      URI receiver,
      Map<String, String> headers,
      LoadTest test,
      InstantSource time,
      Consumer<String> complains) {
    this.receiver = receiver;
    this.headers = Map.copyOf(headers);
    this.time = time;
    this.complains = complains;
    this.resource = resource(test);
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    this.thread = Thread.ofPlatform().daemon().name("foliot-push").start(this::pushOnAndOn);
  }

  /**
   * Parses the address of a receiver: with a path, where figures go; without one the usual path is
   * appended.
   *
   * @throws FoliotException for any other text, with the remedy
   */
  public static URI parse(String url) {
    String shown = Shown.text(Redaction.text(url));
    try {
      URI uri = new URI(url.strip());
      String scheme = String.valueOf(uri.getScheme());
      if (uri.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
        throw FoliotException.usage(
            "--push '" + shown + "' is no URL of a receiver: write http://127.0.0.1:4318");
      }
      if (uri.getUserInfo() != null || uri.getFragment() != null) {
        throw FoliotException.usage(
            "--push '" + shown + "': give credentials in " + HEADERS + ", not in the URL");
      }
      String path = String.valueOf(uri.getPath());
      return path.isEmpty() || path.equals("/") ? uri.resolve(USUAL_PATH) : uri;
    } catch (URISyntaxException e) {
      throw FoliotException.usage("--push '" + shown + "' is no URL: write http://127.0.0.1:4318");
    }
  }

  /**
   * Parses headers, as in {@code Authorization=Bearer%20x,X-Scope-OrgID=shop}.
   *
   * @param text null for none
   * @throws FoliotException for any other text, with the remedy
   */
  public static Map<String, String> headers(@Nullable String text) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String one : text == null || text.isBlank() ? new String[0] : text.split(",", -1)) {
      int equals = one.indexOf('=');
      try {
        String name = one.substring(0, Math.max(0, equals)).strip();
        String value =
            URLDecoder.decode(
                one.substring(equals + 1).strip().replace("+", "%2B"), StandardCharsets.UTF_8);
        HttpRequest.newBuilder().header(name, value);
        all.put(name, value);
      } catch (IllegalArgumentException e) {
        // the value may be a secret
        throw FoliotException.usage(
            HEADERS + " has no headers: write NAME=VALUE, several with commas, percent-encoded");
      }
    }
    return all;
  }

  private static List<Object> resource(LoadTest test) {
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
    return all;
  }

  private static Map<String, Object> attribute(String name, String value) {
    return Map.of("key", name, "value", Map.of("stringValue", value));
  }

  @Override
  public synchronized void starts(int number, LoadPlan next) {
    round = number;
    plan = next;
  }

  @Override
  public synchronized void sample(LiveSample sample) {
    LoadPlan now = plan;
    if (now == null) {
      return;
    }
    String phase = now.phases().get(sample.phase()).name();
    Series answered = new Series(round, phase, "");
    add(answered, sample.counts().ok());
    sample.errors().forEach((kind, count) -> add(new Series(round, phase, kind), count));
    Gauges before = gauges;
    boolean isSame = before != null && before.series.equals(answered);
    gauges =
        new Gauges(
            answered,
            sample,
            Math.max(
                sample.times().responseMaxNs(),
                isSame && before != null ? before.responseMaxNs : 0),
            Math.max(
                sample.times().latenessMaxNs(), isSame && before != null ? before.lateMaxNs : 0));
  }

  private void add(Series series, long count) {
    totals.computeIfAbsent(series, one -> new Total(time.millis())).count += count;
  }

  private void pushOnAndOn() {
    try {
      boolean isLast = false;
      while (!isLast) {
        isLast = ended.await(EVERY_MS, TimeUnit.MILLISECONDS);
        push();
      }
    } catch (InterruptedException e) {
      // the user waits for the end of the load
      return;
    }
  }

  private void push() throws InterruptedException {
    Map<Total, Long> sent = new LinkedHashMap<>();
    String body;
    synchronized (this) {
      List<Object> counts = new ArrayList<>();
      totals.forEach((series, total) -> {
        if (total.count != total.known) {
          sent.put(total, total.count);
          counts.add(point(series, total));
        }
      });
      if (counts.isEmpty()) {
        return;
      }
      body = body(counts, gauges);
      gauges = null;
      pushes++;
    }
    String why = send(body);
    boolean isFirst;
    synchronized (this) {
      if (why.isEmpty()) {
        sent.forEach((total, count) -> total.known = count);
        return;
      }
      failures++;
      isFirst = failures == 1;
    }
    if (isFirst) {
      complains.accept(
          "--push: "
              + shown()
              + " does not take the figures ("
              + why
              + "): the load goes on; see whether a receiver of OTLP/HTTP runs there");
    }
  }

  private String shown() {
    return Shown.text(Redaction.text(receiver.toString()));
  }

  /** Why a push failed; empty if it did not. */
  private String send(String body) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(receiver)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    try {
      int status =
          client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
      return status / 100 == SUCCESS ? "" : "it answers with status " + status;
    } catch (HttpTimeoutException e) {
      return "no answer within " + PATIENCE.toSeconds() + " s";
    } catch (ConnectException e) {
      return "no connection";
    } catch (IOException e) {
      return Shown.text(e.getMessage() == null ? "the connection broke" : e.getMessage());
    }
  }

  private String body(List<Object> counts, @Nullable Gauges now) {
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
    if (now != null) {
      LiveSample.Times times = now.sample.times();
      metrics.add(
          gauge(
              "foliot.load.response.time",
              "s",
              "Response times, from the due time on, of the last half second; the maximum since"
                  + " the last push.",
              List.of(
                  point(now.series, "p50", times.responseP50Ns() / NS_PER_S),
                  point(now.series, "p99", times.responseP99Ns() / NS_PER_S),
                  point(now.series, "max", now.responseMaxNs / NS_PER_S))));
      metrics.add(
          gauge(
              "foliot.load.lateness",
              "s",
              "How late the load generator itself was at most.",
              List.of(point(now.series, "max", now.lateMaxNs / NS_PER_S))));
      metrics.add(
          gauge(
              "foliot.load.requests.in_flight",
              "{request}",
              "Requests without an answer yet.",
              List.of(point(now.series, "", (double) now.sample.counts().inFlight()))));
      metrics.add(
          gauge(
              "foliot.load.connections",
              "{connection}",
              "Open connections.",
              List.of(point(now.series, "", (double) now.sample.counts().connections()))));
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
                        Map.of("scope", Map.of("name", "dev.foliot.load"), "metrics", metrics))))));
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

  private Map<String, Object> point(Series series, Total total) {
    Map<String, Object> point = point(series);
    point.put("startTimeUnixNano", nanos(total.sinceMs));
    point.put("asInt", Long.toString(total.count));
    return point;
  }

  private Map<String, Object> point(Series series, String figure, double value) {
    Map<String, Object> point = point(series);
    if (!figure.isEmpty()) {
      List<Object> attributes = new ArrayList<>(attributes(series));
      attributes.add(attribute("figure", figure));
      point.put("attributes", attributes);
    }
    point.put("asDouble", value);
    return point;
  }

  private Map<String, Object> point(Series series) {
    Map<String, Object> point = new LinkedHashMap<>();
    point.put("attributes", attributes(series));
    point.put("timeUnixNano", nanos(time.millis()));
    return point;
  }

  private static List<Object> attributes(Series series) {
    List<Object> all = new ArrayList<>();
    all.add(attribute("phase", series.phase));
    all.add(attribute("round", Integer.toString(series.round)));
    if (!series.error.isEmpty()) {
      all.add(attribute("error.type", series.error));
    }
    return all;
  }

  private static String nanos(long ms) {
    return ms + "000000";
  }

  /** Makes a last push, and ends; says how many failed. */
  @Override
  public void close() {
    ended.countDown();
    try {
      if (!thread.join(PATIENCE.multipliedBy(3))) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    client.shutdownNow();
    long failed;
    long all;
    synchronized (this) {
      failed = failures;
      failures = 0;
      all = pushes;
    }
    if (failed > 0) {
      complains.accept("--push: " + failed + " of " + all + " pushes to " + shown() + " failed");
    }
  }
}
