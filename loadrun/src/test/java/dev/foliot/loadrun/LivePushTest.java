package dev.foliot.loadrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.sun.net.httpserver.Headers;
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
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.Snappy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pushes to receivers on this machine. */
final class LivePushTest {
  private static final long SECOND = 1_000_000_000;
  private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

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
    return push(PushTarget.of(PushTarget.Kind.OTLP, url, headers), () -> NOW, PATIENCE);
  }

  private LivePush push(PushTarget target, InstantSource time, Duration patience) {
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
    LivePush push = new LivePush(target, test, time, complaints::add, patience);
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
      String url = "http://127.0.0.1:" + socket.getLocalPort();
      LivePush push =
          push(
              PushTarget.of(PushTarget.Kind.OTLP, url, Map.of()), () -> NOW, Duration.ofSeconds(2));
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
    assertThat(PushTarget.of(PushTarget.Kind.OTLP, url, Map.of())).hasToString(to);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:4318, is no URL: write http://127.0.0.1:4318",
    "shop, is no URL of a receiver",
    "ftp://m.test, is no URL of a receiver",
    "http://me:secret@m.test, 'give credentials in --push-user-file or --push-token-file or OTEL'",
    "http://m test, is no URL"
  })
  void shouldRefuseWhatIsNoReceiver(String url, String why) {
    assertThatThrownBy(() -> PushTarget.of(PushTarget.Kind.OTLP, url, Map.of()))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("secret");
  }

  @Test
  void shouldReadHeadersAsOpenTelemetryDoes() {
    assertThat(PushTarget.headers(null)).isEmpty();
    assertThat(PushTarget.headers("Authorization=Bearer%20a+b, X-Scope-OrgID = shop"))
        .containsExactly(
            Map.entry("Authorization", "Bearer a+b"), Map.entry("X-Scope-OrgID", "shop"));
    for (String wrong : List.of("secret", "=secret", "a=%zz", "Host=x", "a=b\nc")) {
      assertThatThrownBy(() -> PushTarget.headers(wrong))
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("write NAME=VALUE")
          .hasMessageNotContaining("secret");
    }
  }

  @Test
  void shouldLogInByAFile() throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), "me:secret\n");

    assertThat(PushTarget.credentials(null, null)).isEmpty();
    assertThat(PushTarget.credentials(file, null))
        .isEqualTo(Map.of("Authorization", "Bearer me:secret"));
    assertThat(PushTarget.credentials(null, file))
        .isEqualTo(Map.of("Authorization", "Basic bWU6c2VjcmV0"));
    Path noUser = Files.writeString(folder.resolve("user"), "secret");
    Path lines = Files.writeString(folder.resolve("lines"), "secret\nsecret");
    Path none = folder.resolve("none");
    for (Path[] wrong :
        new Path[][] {{file, file}, {null, noUser}, {lines, null}, {none, null}, {null, none}}) {
      assertThatThrownBy(() -> PushTarget.credentials(wrong[0], wrong[1]))
          .isInstanceOf(FoliotException.class)
          .hasMessageContaining("--push-")
          .hasMessageNotContaining("secret ");
    }
  }

  /** A series as the receiver has it: its labels in their order, then values and times. */
  private static String decoded(byte[] body) throws IOException {
    ByteBuf message = Unpooled.buffer();
    new Snappy().decode(Unpooled.wrappedBuffer(body), message);
    StringBuilder text = new StringBuilder();
    UnknownFieldSet request = UnknownFieldSet.parseFrom(ByteBufUtil.getBytes(message));
    assertThat(request.asMap()).containsOnlyKeys(1);
    for (ByteString bytes : request.getField(1).getLengthDelimitedList()) {
      UnknownFieldSet series = UnknownFieldSet.parseFrom(bytes);
      assertThat(series.asMap()).containsOnlyKeys(1, 2);
      List<String> names = new ArrayList<>();
      for (ByteString label : series.getField(1).getLengthDelimitedList()) {
        UnknownFieldSet pair = UnknownFieldSet.parseFrom(label);
        names.add(pair.getField(1).getLengthDelimitedList().getFirst().toStringUtf8());
        text.append(names.getLast())
            .append('=')
            .append(pair.getField(2).getLengthDelimitedList().getFirst().toStringUtf8())
            .append(' ');
      }
      assertThat(names).isSorted().doesNotHaveDuplicates();
      List<Long> times = new ArrayList<>();
      for (ByteString one : series.getField(2).getLengthDelimitedList()) {
        UnknownFieldSet sample = UnknownFieldSet.parseFrom(one);
        long bits = sample.getField(1).getFixed64List().getFirst();
        times.add(sample.getField(2).getVarintList().getFirst());
        text.append(bits == 0x7ff0000000000002L ? "stale" : Double.longBitsToDouble(bits))
            .append('@')
            .append(times.getLast() - NOW.toEpochMilli())
            .append(' ');
      }
      assertThat(times).isSorted().doesNotHaveDuplicates();
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void shouldSpeakPrometheusRemoteWrite() throws Exception {
    BlockingQueue<String> got = new LinkedBlockingQueue<>();
    List<String> asked = new CopyOnWriteArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          Headers headers = exchange.getRequestHeaders();
          asked.add(
              String.join(
                  " ",
                  exchange.getRequestMethod(),
                  exchange.getRequestURI().toString(),
                  headers.getFirst("Content-Type"),
                  headers.getFirst("Content-Encoding"),
                  headers.getFirst("X-Prometheus-Remote-Write-Version"),
                  headers.getFirst("User-Agent"),
                  headers.getFirst("Authorization")));
          got.add(decoded(exchange.getRequestBody().readAllBytes()));
          try (exchange) {
            exchange.sendResponseHeaders(204, -1);
          }
        });
    server.start();
    AtomicInteger seconds = new AtomicInteger();
    List<String> bodies = new ArrayList<>();
    try (LivePush push =
        push(
            PushTarget.of(
                PushTarget.Kind.REMOTE_WRITE,
                "http://127.0.0.1:" + server.getAddress().getPort(),
                Map.of("Authorization", "Bearer x")),
            () -> NOW.plusSeconds(seconds.get()),
            PATIENCE)) {
      push.sample(sample(0, 100, Map.of()));
      seconds.set(1);
      bodies.add(Objects.requireNonNull(got.poll(60, TimeUnit.SECONDS)));
      push.sample(sample(1, 990, Map.of("reset", 8L)));
      seconds.set(2);
    } finally {
      server.stop(0);
    }
    bodies.addAll(got);

    assertThat(asked)
        .allMatch(
            "POST /api/v1/write application/x-protobuf snappy 0.1.0 foliot-load Bearer x"::equals);
    assertThat(bodies.getFirst())
        .contains(
            "__name__=foliot_load_requests_total job=foliot-load load=",
            "phase=warm-up round=1 server=127.0.0.1:8080 0.0@0 100.0@1000 \n")
        .doesNotContain("abc");
    assertThat(bodies.getLast())
        .contains(
            "error_type=reset job=foliot-load load=http://127.0.0.1:8080/?token=",
            "0.0@1000 8.0@2000 stale@2001",
            // a sum goes on after its phase; a gauge does not
            "phase=warm-up round=1 server=127.0.0.1:8080 100.0@2000 stale@2001",
            "figure=p99 job=",
            "phase=warm-up round=1 server=127.0.0.1:8080 stale@2001",
            "phase=measured round=1 server=127.0.0.1:8080 0.004@2000 stale@2001");
    assertThat(complaints).isEmpty();
  }

  @Test
  void shouldSayHowToLogIn() throws Exception {
    HttpServer server = server(new LinkedBlockingQueue<>(), new ArrayList<>(), new int[] {401});
    try (LivePush push =
        push(
            PushTarget.of(
                PushTarget.Kind.REMOTE_WRITE,
                "http://127.0.0.1:" + server.getAddress().getPort() + "/api/v1/push",
                Map.of()),
            () -> NOW,
            PATIENCE)) {
      push.sample(sample(1, 1, Map.of()));
    } finally {
      server.stop(0);
    }

    assertThat(complaints.getFirst())
        .contains("--remote-write: http://127.0.0.1:", "status 401: give --push-token-file")
        .contains("a receiver of Prometheus remote write");
  }
}
