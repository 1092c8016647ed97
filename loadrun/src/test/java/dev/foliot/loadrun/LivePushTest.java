package dev.foliot.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import dev.foliot.store.series.LoadInterval;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pushes to receivers on this machine. */
final class LivePushTest {
  private static final long SECOND = 1_000_000_000;
  private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

  private final List<String> complaints = new CopyOnWriteArrayList<>();

  private static LoadPlan plan() {
    Traffic traffic = new Traffic.Open(Rate.perSecond(2_000), new Arrivals.Poisson());
    return new LoadPlan(
        new Target("127.0.0.1", 8080),
        List.of(RequestTemplate.get("/")),
        List.of(
            new LoadPhase(LoadPhase.WARM_UP, traffic, 3 * SECOND),
            new LoadPhase("measured", traffic, 30 * SECOND)),
        Sending.http1(10, 1, SECOND, true),
        1,
        SECOND);
  }

  private LivePush push(String url, Map<String, String> headers) {
    LoadTest test =
        new LoadTest(
            "http://127.0.0.1:8080/?token=abc",
            List.of(plan()),
            new LoadTest.Rounds(1, false),
            new LoadTest.Generator(null, List.of()),
            ServerSetup.NONE,
            null,
            LoadTest.Limits.NONE,
            List.of("foliot", "load"));
    LivePush push = new LivePush(LivePush.parse(url), headers, test, () -> NOW, complaints::add);
    push.starts(1, plan());
    return push;
  }

  private static LiveSample sample(int phase, long ok, Map<String, Long> errors) {
    long failed = errors.values().stream().mapToLong(Long::longValue).sum();
    return new LiveSample(
        500,
        phase,
        500,
        new LoadInterval.Counts(ok + failed, ok, failed, 12, 10),
        new LiveSample.Times(1_000_000, 4_000_000, 9_000_000, 200_000),
        errors);
  }

  private static HttpServer server(BlockingQueue<JsonNode> got, List<String> asked, int[] statuses)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    AtomicInteger number = new AtomicInteger();
    server.createContext(
        "/",
        (HttpExchange exchange) -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          asked.add(
              exchange.getRequestMethod()
                  + " "
                  + exchange.getRequestURI()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Content-Type")
                  + " "
                  + exchange.getRequestHeaders().getFirst("X-Scope-OrgID"));
          int status = statuses[Math.min(number.getAndIncrement(), statuses.length - 1)];
          if (status == 200) {
            got.add(JsonMapper.shared().readTree(body));
          }
          try (exchange) {
            exchange.sendResponseHeaders(status, -1);
          }
        });
    server.start();
    return server;
  }

  private static JsonNode metric(JsonNode body, String name) {
    for (JsonNode one : body.at("/resourceMetrics/0/scopeMetrics/0/metrics")) {
      if (one.get("name").asString().equals(name)) {
        return one;
      }
    }
    throw new AssertionError(name + " is not in " + body);
  }

  private static String text(JsonNode attributes) {
    List<String> all = new ArrayList<>();
    attributes.forEach(
        one -> all.add(one.at("/key").asString() + "=" + one.at("/value/stringValue").asString()));
    return String.join(" ", all);
  }

  @Test
  void shouldSendSumsAndTheLatestFigures() throws Exception {
    BlockingQueue<JsonNode> got = new LinkedBlockingQueue<>();
    List<String> asked = new CopyOnWriteArrayList<>();
    List<JsonNode> bodies = new ArrayList<>();
    HttpServer server = server(got, asked, new int[] {200});
    try (LivePush push =
        push(
            "http://127.0.0.1:" + server.getAddress().getPort(), Map.of("X-Scope-OrgID", "shop"))) {
      push.sample(sample(0, 100, Map.of()));
      JsonNode first = got.poll(60, TimeUnit.SECONDS);
      bodies.add(Objects.requireNonNull(first));
      push.sample(sample(1, 990, Map.of("reset", 8L, "time-out", 2L)));
      push.sample(sample(1, 1_000, Map.of("reset", 1L)));
    } finally {
      server.stop(0);
    }

    assertThat(asked).allMatch("POST /v1/metrics application/json shop"::equals);
    bodies.addAll(got);
    JsonNode last = bodies.getLast();
    assertThat(text(last.at("/resourceMetrics/0/resource/attributes")))
        .contains("service.name=foliot-load", "server.port=8080")
        .doesNotContain("abc");
    JsonNode sum = metric(last, "foliot.load.requests").get("sum");
    assertThat(sum.get("isMonotonic").asBoolean()).isTrue();
    assertThat(sum.get("aggregationTemporality").asInt()).isEqualTo(2);
    List<String> points = new ArrayList<>();
    for (JsonNode body : bodies) {
      for (JsonNode one : metric(body, "foliot.load.requests").at("/sum/dataPoints")) {
        points.add(text(one.get("attributes")) + " " + one.get("asInt").asString());
        assertThat(one.get("timeUnixNano").asString()).isEqualTo("1796032800000000000");
      }
    }
    // what did not change is not sent again
    assertThat(points)
        .containsOnlyOnce("phase=warm-up round=1 100")
        .contains(
            "phase=measured round=1 1990",
            "phase=measured round=1 error.type=reset 9",
            "phase=measured round=1 error.type=time-out 2");
    JsonNode times = metric(last, "foliot.load.response.time").at("/gauge/dataPoints");
    assertThat(times.valueStream().map(one -> text(one.get("attributes"))))
        .containsExactly(
            "phase=measured round=1 figure=p50",
            "phase=measured round=1 figure=p99",
            "phase=measured round=1 figure=max");
    assertThat(times.valueStream().map(one -> one.get("asDouble").asDouble()))
        .containsExactly(0.001, 0.004, 0.009);
    assertThat(complaints).isEmpty();
  }

  /** A sum that the receiver did not take comes again. */
  @Test
  void shouldMakeUpForAPushThatWasRefused() throws Exception {
    BlockingQueue<JsonNode> got = new LinkedBlockingQueue<>();
    HttpServer server = server(got, new CopyOnWriteArrayList<>(), new int[] {503, 200});
    try (LivePush push =
        push("http://127.0.0.1:" + server.getAddress().getPort() + "/otlp", Map.of())) {
      push.sample(sample(1, 100, Map.of()));
      JsonNode taken = Objects.requireNonNull(got.poll(60, TimeUnit.SECONDS));
      assertThat(metric(taken, "foliot.load.requests").at("/sum/dataPoints/0/asInt").asString())
          .isEqualTo("100");
    } finally {
      server.stop(0);
    }

    assertThat(complaints).hasSize(2);
    assertThat(complaints.getFirst())
        .contains("--push: http://127.0.0.1:", "it answers with status 503", "the load goes on");
    assertThat(complaints.getLast()).matches("--push: 1 of [0-9]+ pushes to .* failed");
  }

  @Test
  void shouldSayOnceThatNobodyListens() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    try (LivePush push = push("http://127.0.0.1:" + free, Map.of())) {
      for (int i = 0; i < 1_000; i++) {
        push.sample(sample(1, 1, Map.of()));
      }
    }

    assertThat(complaints).hasSize(2);
    assertThat(complaints.getFirst()).contains("no connection");
    assertThat(complaints.getLast()).matches("--push: ([0-9]+) of \\1 pushes to .* failed");
  }

  /** A receiver that takes the connection and never answers. */
  @Test
  void shouldEndBesideAReceiverThatHangs() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      LivePush push = push("http://127.0.0.1:" + socket.getLocalPort(), Map.of());
      push.sample(sample(1, 1, Map.of()));
      push.close();
    }

    assertThat(complaints).isNotEmpty();
    assertThat(complaints.getLast()).contains("pushes to");
  }

  @Test
  void shouldSendNothingWithoutASample() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    HttpServer server = server(new LinkedBlockingQueue<>(), asked, new int[] {200});
    try {
      push("http://127.0.0.1:" + server.getAddress().getPort(), Map.of()).close();
    } finally {
      server.stop(0);
    }

    assertThat(asked).isEmpty();
    assertThat(complaints).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:4318, http://127.0.0.1:4318/v1/metrics",
    "http://127.0.0.1:4318/, http://127.0.0.1:4318/v1/metrics",
    "https://m.test/api/v1/otlp/v1/metrics, https://m.test/api/v1/otlp/v1/metrics"
  })
  void shouldAppendTheUsualPath(String url, String to) {
    assertThat(LivePush.parse(url)).hasToString(to);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:4318, is no URL: write http://127.0.0.1:4318",
    "shop, is no URL of a receiver",
    "ftp://m.test, is no URL of a receiver",
    "http://me:secret@m.test, give credentials in OTEL_EXPORTER_OTLP_HEADERS",
    "http://m test, is no URL"
  })
  void shouldRefuseWhatIsNoReceiver(String url, String why) {
    assertThatThrownBy(() -> LivePush.parse(url))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("secret");
  }

  @Test
  void shouldReadHeadersAsOpenTelemetryDoes() {
    assertThat(LivePush.headers(null)).isEmpty();
    assertThat(LivePush.headers("Authorization=Bearer%20a+b, X-Scope-OrgID = shop"))
        .containsExactly(
            Map.entry("Authorization", "Bearer a+b"), Map.entry("X-Scope-OrgID", "shop"));
    for (String wrong : List.of("secret", "=secret", "a=%zz", "Host=x", "a=b\nc")) {
      assertThatThrownBy(() -> LivePush.headers(wrong))
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("write NAME=VALUE")
          .hasMessageNotContaining("secret");
    }
  }
}
