package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code foliot load} as a user runs it, against the JDK's server. */
final class LoadTest {
  private static final byte[] BODY = "{\"ok\":true}".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  private HttpServer server;
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch asked = new CountDownLatch(100);

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            requests.incrementAndGet();
            asked.countDown();
            exchange.getRequestBody().readAllBytes();
            boolean fails = exchange.getRequestURI().getPath().startsWith("/fails");
            exchange.sendResponseHeaders(fails ? 503 : 200, BODY.length);
            try (OutputStream out = exchange.getResponseBody()) {
              out.write(BODY);
            }
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private Ended load(String path, String... words) throws Exception {
    return FoliotProcess.run(
        folder,
        Stream.concat(Stream.of("load"), Stream.of(words(path, words))).toArray(String[]::new));
  }

  private Ended call(String path, String... words) {
    return FoliotProcess.call(folder, "load", words(path, words));
  }

  private String[] words(String path, String... more) {
    List<String> words = new ArrayList<>(List.of(url(path), "--warmup", "200ms"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  @Test
  void shouldStoreWhatItMeasuredForEveryOtherCommand() throws Exception {
    Ended ended = load("/a/${random:1-9}", "--rate", "200/s", "--duration", "2s", "--json");

    // a busy machine may make it INVALID; everything else must hold
    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/schema").asString()).isEqualTo("foliot.load/1");
    JsonNode phase = json.at("/phases/0");
    assertThat(phase.at("/requests").asInt()).isBetween(300, 500);
    assertThat(phase.at("/scheduled").asInt()).isEqualTo(phase.at("/requests").asInt());
    assertThat(phase.at("/errors")).isEmpty();
    assertThat(phase.at("/response/count").asInt()).isEqualTo(phase.at("/requests").asInt());
    assertThat(phase.at("/service/max").asLong()).isPositive();
    assertThat(phase.at("/wait/unit").asString()).isEqualTo("ns");
    assertThat(phase.at("/parts").propertyNames()).containsExactly("send", "first byte", "body");
    assertThat(phase.at("/by_request/0/name").asString()).isEqualTo("GET /a/${random:1-9}");
    assertThat(phase.at("/by_request/0/bytes").asInt())
        .isEqualTo(BODY.length * phase.at("/requests").asInt());
    assertThat(requests.get()).isGreaterThan(phase.at("/requests").asInt());

    if (ended.exit() == 0) {
      for (String format : List.of("jmh", "hgrm", "csv", "prometheus")) {
        assertThat(FoliotProcess.call(folder, "export", "@1", "--format", format).exit()).isZero();
      }
      JsonNode k6 =
          StoredFiles.json(FoliotProcess.call(folder, "export", "@1", "--format", "k6").out());
      assertThat(k6.at("/metrics/http_reqs/count").asInt())
          .isEqualTo(phase.at("/requests").asInt());
      assertThat(k6.at("/metrics/http_req_failed/value").asDouble()).isZero();
      assertThat(k6.at("/metrics/http_req_duration").propertyNames())
          .containsExactly("avg", "min", "med", "max", "p(90)", "p(95)", "p(99)");
      assertThat(k6.at("/metrics/http_req_duration/max").asDouble() * 1e6)
          .isCloseTo(phase.at("/service/max").asDouble(), Percentage.withPercentage(1));
    }
    String page = folder.resolve("page.html").toString();
    Ended report = FoliotProcess.call(folder, "report", "@1", "--output", page);
    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(FoliotProcess.call(folder, "runs").out()).contains("load");
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  @Test
  void shouldPlayStepsAndRoundsAndNameTheFailures() throws Exception {
    Ended ended =
        call(
            "/fails?token=hunter2",
            "--rate",
            "50/s,100/s",
            "--duration",
            "500ms",
            "--rounds",
            "2",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/phases")).hasSize(4);
    assertThat(json.at("/answer_kind").asString()).isEqualTo("all_failed");
    assertThat(json.at("/phases/3/errors").propertyNames()).containsExactly("status 503");
    assertThat(json.at("/phases/3/load/rate_per_s").asDouble()).isEqualTo(100);
    assertThat(ended.out()).doesNotContain("hunter2");
    assertThat(Files.readString(StoredFiles.runs(folder).getFirst().resolve("run.json")))
        .doesNotContain("hunter2");
  }

  @Test
  void shouldTakeOverACurlCommandAndStoreNoneOfItsSecrets() throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder,
            "load",
            "--rate",
            "100/s",
            "--duration",
            "500ms",
            "--warmup",
            "0s",
            "--json",
            "--",
            "curl",
            "-u",
            "joe:hunter2",
            "-bsid=hunter3",
            "-H",
            "Authorization: Bearer hunter4",
            "-d",
            "a=1",
            url("/x"));

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/phases/0/by_request/0/name").asString()).isEqualTo("POST /x");
    assertThat(json.at("/phases/0/errors")).isEmpty();
    assertThat(ended.out()).doesNotContain("hunter");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain("hunter");
      }
    }
  }

  @Test
  void shouldFailABuildWhoseLimitsAreMissed() {
    Ended ended = call("/", "--clients", "2", "--duration", "1s", "--assert", "p50<1us, errors<1%");

    assertThat(ended.exit()).as(ended.err()).isIn(3, 5);
    assertThat(ended.out()).contains("held: 0 % of the requests failed");
    if (ended.exit() == 3) {
      assertThat(ended.out()).containsPattern("missed: p50 is |undecided: p50 is ");
    }
  }

  @Test
  void shouldKeepWhatItMeasuredUntilItIsInterrupted() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder, "load", url("/"), "--rate", "200/s", "--duration", "60s", "--warmup", "0s");
    asked.await();

    new ProcessBuilder("kill", "-INT", Long.toString(foliot.handle().pid())).start().waitFor();
    Ended ended = foliot.end();

    assertThat(ended.exit()).isEqualTo(130);
    assertThat(ended.errors()).last().asString().contains("what was measured is kept");
    assertThat(ended.out()).contains("response");
    assertThat(FoliotProcess.left(folder)).isEmpty();
    assertThat(StoredFiles.runs(folder).getFirst().resolve("fork-001/fork.json")).exists();
  }

  @Test
  void shouldLeaveNothingWhenItIsKilled() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(folder, "load", url("/"), "--rate", "200/s", "--duration", "60s");
    asked.await();
    foliot.handle().destroyForcibly();

    while (!FoliotProcess.left(folder).isEmpty()) {
      Thread.onSpinWait();
    }
  }

  /** Needs to mount a small file system, which only root may, and not in every sandbox. */
  @Test
  void shouldSayThatTheDiskIsFull() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", small.toString()) == 0,
        "a small file system can be mounted here");
    try {
      Ended ended = load("/", "--rate", "200/s", "--duration", "1s", "--store", small + "/store");

      assertThat(ended.exit()).as(ended.err()).isEqualTo(4);
      assertThat(ended.errors())
          .last()
          .asString()
          .contains("No space left on device", "free some space or give another with --store");
      assertThat(FoliotProcess.left(folder)).isEmpty();
    } finally {
      run("umount", "-l", small.toString());
    }
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command).start().waitFor();
  }

  @Test
  void shouldSayInOneLineWhatItCannotDo() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertFails(4, "connect refused", "http://127.0.0.1:" + free + "/", "--rate", "1/s");
    assertFails(4, "no address is known", "http://no-such-host.invalid/", "--rate", "1/s");
    assertFails(4, "TLS", url("/").replace("http:", "https:"), "--rate", "1/s");
    assertFails(4, "HTTP/2", url("/"), "--rate", "1/s", "--http2");
    assertFails(2, "say how much", url("/"));
    assertFails(2, "is no URL", "127.0.0.1:80", "--rate", "1/s");
    assertFails(2, "closed loop", url("/"), "--rate", "1/s", "--clients", "2");
    assertFails(2, "needs 1,000 requests", url("/"), "--rate", "1/s", "--assert", "p99<1s");
    assertFails(2, "are for https", url("/"), "--rate", "1/s", "--insecure");
    assertFails(2, "is no header", url("/"), "--rate", "1/s", "-H", "nonsense");
    assertFails(2, "cannot be read", url("/"), "--rate", "1/s", "--body", "@no-such-file");
    assertFails(2, "at one rate", url("/"), "--rate", "1/s,2/s", "--compare", "@1");
  }

  private void assertFails(int exit, String message, String... words) {
    Ended ended = FoliotProcess.call(folder, "load", words);

    assertThat(ended.exit()).as(ended.err()).isEqualTo(exit);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.errors()).last().asString().contains(message);
  }
}
