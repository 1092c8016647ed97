package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code foliot load} as a user runs it, against the JDK's server. */
final class LoadTest {
  @TempDir Path folder;

  private OkServer server;

  @BeforeEach
  void start() throws IOException {
    server = new OkServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Ended call(String path, String... words) {
    return FoliotProcess.call(folder, "load", words(path, words));
  }

  private String[] words(String path, String... more) {
    List<String> words = new ArrayList<>(List.of(server.url(path), "--warmup", "200ms"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  @Test
  void shouldStoreWhatItMeasuredForEveryOtherCommand() throws Exception {
    Ended ended =
        call("/a/${random:1-9}", "--rate=400/s", "--arrivals=constant", "--duration=1s", "--json");

    // a busy machine may make it INVALID; everything else must hold
    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/schema").asString()).isEqualTo("foliot.load/1");
    JsonNode phase = json.at("/phases/0");
    assertThat(phase.at("/requests").asInt()).isEqualTo(400);
    assertThat(phase.at("/scheduled").asInt()).isEqualTo(phase.at("/requests").asInt());
    assertThat(phase.at("/errors")).isEmpty();
    assertThat(phase.at("/response/count").asInt()).isEqualTo(phase.at("/requests").asInt());
    assertThat(phase.at("/service/max").asLong()).isPositive();
    assertThat(phase.at("/wait/unit").asString()).isEqualTo("ns");
    assertThat(phase.at("/parts").propertyNames()).containsExactly("send", "first byte", "body");
    assertThat(phase.at("/by_request/0/name").asString()).isEqualTo("GET /a/${random:1-9}");
    assertThat(phase.at("/by_request/0/bytes").asInt())
        .isEqualTo(OkServer.BODY.length * phase.at("/requests").asInt());
    // with those of the warm-up, of which a machine that stands still cancels some
    assertThat(server.requests()).isEqualTo(480 - phase.at("/warm_up_cancelled").asInt());

    if (ended.exit() == 0) {
      for (String format : List.of("jmh", "hgrm", "csv", "prometheus", "junit")) {
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
      assertThat(k6.at("/metrics/http_req_duration/p(99)").asDouble())
          .isLessThanOrEqualTo(k6.at("/metrics/http_req_duration/max").asDouble());
    }
    String page = folder.resolve("page.html").toString();
    Ended report = FoliotProcess.call(folder, "report", "@1", "--output", page);
    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(FoliotProcess.call(folder, "runs").out()).contains("load");
  }

  @Test
  void shouldPlayStepsAndRoundsAndNameTheFailures() throws Exception {
    Ended ended =
        call(
            "/fails?token=hunter2",
            "--rate",
            "50/s,100/s",
            "--duration",
            "200ms",
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
            server.url("/x"));

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
  void shouldEndALoadThatFails() throws Exception {
    Ended ended =
        call(
            "/fails",
            "--rate",
            "100/s",
            "--duration",
            "30s",
            "--abort",
            "errors>50% for 1s",
            "--assert",
            "errors<1%",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isEqualTo(3);
    assertThat(ended.errors())
        .last()
        .asString()
        .contains("aborted by errors>50% for 1s: 100.0 % of the requests failed");
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/phases/0/scheduled").asInt()).isLessThan(1_000);
    assertThat(json.at("/assertions/0/outcome").asString()).isEqualTo("missed");
    String junit = FoliotProcess.call(folder, "export", "@1", "--format", "junit").out();
    assertThat(junit)
        .contains("failures=\"1\"")
        .contains("<testcase classname=\"" + server.url("/fails") + "\" name=\"errors &lt; 1 %\">");
  }

  @Test
  void shouldListTheTracesOfSlowRequests() throws Exception {
    Ended ended = call("/", "--rate", "100/s", "--duration", "500ms", "--trace", "--details");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    List<String> ids =
        Pattern.compile("GET / .* ([0-9a-f]{32})\n")
            .matcher(ended.out())
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(ids).hasSize(20).doesNotHaveDuplicates();
    assertThat(server.traces().stream().map(one -> one.substring(3, 35))).containsAll(ids);
    Path page = folder.resolve("page.html");
    Ended report = FoliotProcess.call(folder, "report", "@1", "--output", page.toString());
    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(page).content().contains("The slowest requests and their traces").contains(ids);

    Ended json = call("/", "--rate", "100/s", "--duration", "500ms", "--json");
    JsonNode slowest = StoredFiles.json(json.out()).at("/phases/0/slowest");
    assertThat(slowest).hasSize(20);
    assertThat(slowest.at("/0/response_ns").asLong()).isPositive();
    assertThat(slowest.at("/0").has("trace_id")).isFalse();
  }

  @Test
  void shouldSendANumberOfRequests() throws Exception {
    Ended ended =
        call(
            "/",
            "--clients",
            "3",
            "--requests",
            "57",
            "--assert",
            "p95<20s, GET /: mean<20s",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 3, 5);
    JsonNode phase = StoredFiles.json(ended.out()).at("/phases/0");
    assertThat(phase.at("/requests").asInt()).isEqualTo(57);
    assertThat(phase.at("/response").has("p95")).isTrue();
  }

  @Test
  void shouldSayInOneLineWhatItCannotDo() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertFails(4, "connect refused", "http://127.0.0.1:" + free + "/", "--rate", "1/s");
    assertFails(4, "no address is known", "http://no-such-host.invalid/", "--rate", "1/s");
    assertFails(4, "TLS", server.url("/").replace("http:", "https:"), "--rate", "1/s");
    assertFails(4, "HTTP/2", server.url("/"), "--rate", "1/s", "--http2");
    String call = "/shop.Orders/Get";
    String grpc = server.url(call).replace("http:", "grpc:");
    assertFails(4, "connect refused", "grpc://127.0.0.1:" + free + call, "--rate", "1/s");
    assertFails(4, "speaks gRPC on this port", grpc, "--rate", "1/s");
    assertFails(2, "no port", "grpc://shop.test" + call, "--rate", "1/s");
    assertFails(2, "speaks gRPC, and no other", grpc, "--rate", "1/s", "--http2");
    assertFails(2, "say how much", server.url("/"));
    assertFails(2, "is no URL", "127.0.0.1:80", "--rate", "1/s");
    assertFails(2, "closed loop", server.url("/"), "--rate", "1/s", "--clients", "2");
    assertFails(2, "needs 1,000 requests", server.url("/"), "--rate", "1/s", "--assert", "p99<1s");
    assertFails(2, "are for https", server.url("/"), "--rate", "1/s", "--insecure");
    assertFails(
        2, "no request is called 'x'", server.url("/"), "--rate", "1/s", "--assert", "x: max<1s");
    assertFails(2, "does not say when", server.url("/"), "--rate", "1/s", "--abort", "errors");
    assertFails(2, "is no header", server.url("/"), "--rate", "1/s", "-H", "nonsense");
    assertFails(2, "cannot be read", server.url("/"), "--rate", "1/s", "--body", "@no-such-file");
    assertFails(2, "at one rate", server.url("/"), "--rate", "1/s,2/s", "--compare", "@1");
  }

  private void assertFails(int exit, String message, String... words) {
    Ended ended = FoliotProcess.call(folder, "load", words);

    assertThat(ended.exit()).as(ended.err()).isEqualTo(exit);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.errors()).last().asString().contains(message);
  }
}
