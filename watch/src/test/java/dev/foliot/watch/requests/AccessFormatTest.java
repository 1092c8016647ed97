package dev.foliot.watch.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessFormatTest {
  private static final long MS = 1_000_000;

  private static AccessRequest read(String format, String line) {
    return AccessFormat.of(format).parse(line).orElseThrow();
  }

  private static void assertStart(AccessRequest request, String start) {
    Instant known = Instant.parse(start);
    assertThat(request.startNs())
        .isEqualTo(known.getEpochSecond() * 1_000_000_000 + known.getNano());
  }

  /** Tomcat writes the moment of the end, httpd that of the start. */
  @Test
  void shouldReadTheCommonFormatWithTheTimeTaken() {
    String line =
        "127.0.0.1 - - [29/Nov/2026:18:03:12 +0100] \"GET /orders/17?x=secret HTTP/1.1\" 200 512"
            + " 2000000";
    AccessRequest tomcat = read("tomcat %h %l %u %t \"%r\" %s %b %D", line);
    assertStart(tomcat, "2026-11-29T17:03:10Z");
    assertThat(tomcat.lengthNs()).isEqualTo(2_000 * MS);
    assertThat(tomcat.errorNs()).isEqualTo(1_000 * MS);
    assertThat(tomcat.route()).isEqualTo("GET /orders/{id}");
    assertThat(tomcat.status()).isEqualTo(200);
    assertStart(read("apache %h %l %u %t \"%r\" %>s %b %D", line), "2026-11-29T17:03:12Z");
    AccessRequest old = read("tomcat9 common %D", line.replace("2000000", "2000"));
    assertThat(old).usingRecursiveComparison().ignoringFields("resolutionNs").isEqualTo(tomcat);
    assertThat(tomcat.resolutionNs()).isEqualTo(1_000);
    assertThat(old.resolutionNs()).isEqualTo(MS);
  }

  @Test
  void shouldReadTomcatsOtherTimes() {
    AccessRequest request =
        read(
            "tomcat %{begin:yyyy-MM-dd'T'HH:mm:ss.SSSZ}t %m %U %s %{ms}T",
            "2026-11-29T18:03:12.250+0000 POST /cart 503 41");
    assertStart(request, "2026-11-29T18:03:12.250Z");
    assertThat(request.lengthNs()).isEqualTo(41 * MS);
    assertThat(request.errorNs()).isEqualTo(MS);
    assertThat(request.status()).isEqualTo(503);
  }

  @Test
  void shouldReadUndertowsAndJettysPatterns() {
    assertThat(
            read(
                    "undertow combined %D",
                    "10.0.0.7 - ann [29/Nov/2026:18:03:12 +0000] \"GET / HTTP/1.1\" 200 2"
                        + " \"-\" \"curl/8 \\\"x\\\" (y)\" 35")
                .lengthNs())
        .isEqualTo(35 * MS);
    AccessRequest jetty =
        read(
            "jetty %{client}a - %u %t \"%r\" %s %O %D",
            "127.0.0.1 - - [29/Nov/2026:18:03:12 +0000] \"GET /a HTTP/1.1\" 200 2 1500");
    assertStart(jetty, "2026-11-29T18:03:12Z");
    assertThat(jetty.lengthNs()).isEqualTo(1_500_000);
  }

  @Test
  void shouldReadNginxWithMilliseconds() {
    AccessRequest request =
        read(
            "nginx $remote_addr - $remote_user [$time_local] \"$request\" $status $body_bytes_sent"
                + " $request_time $msec $http_traceparent",
            "127.0.0.1 - - [29/Nov/2026:18:03:12 +0000] \"GET /a/b HTTP/2.0\" 200 612 0.250"
                + " 1795975392.500 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    assertStart(request, "2026-11-29T18:03:12.250Z");
    assertThat(request.resolutionNs()).isEqualTo(MS);
    assertThat(request.errorNs()).isEqualTo(MS);
    assertThat(request.trace()).startsWith("00-4bf9");
  }

  @Test
  void shouldKnowEnvoyHaproxyAndUsualJsonByTheirLines() {
    String envoy =
        "[2026-11-29T18:03:12.310Z] \"POST /api/v1/locations HTTP/2\" 204 - 154 0 226 100"
            + " \"10.0.35.28\" \"nsq2http\" \"cc21d9b0-cf5c-432b-8c7e-98aeb7988cd2\" \"locations\""
            + " \"tcp://10.0.2.1:80\"";
    AccessRequest byEnvoy =
        AccessFormat.of(List.of(envoy)).orElseThrow().parse(envoy).orElseThrow();
    assertStart(byEnvoy, "2026-11-29T18:03:12.310Z");
    assertThat(byEnvoy.lengthNs()).isEqualTo(226 * MS);
    assertThat(byEnvoy.route()).isEqualTo("POST /api/v1/locations");

    String haproxy =
        "Nov 29 18:03:12 lb haproxy[14389]: 10.0.1.2:33317 [29/Nov/2026:18:03:12.655] http-in"
            + " static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {1wt.eu} {}"
            + " \"GET /index.html HTTP/1.1\"";
    AccessRequest byHaproxy =
        AccessFormat.of(List.of(haproxy)).orElseThrow().parse(haproxy).orElseThrow();
    assertThat(byHaproxy.lengthNs()).isEqualTo(109 * MS);
    assertThat(byHaproxy.route()).isEqualTo("GET /index.html");

    String json =
        "{\"@timestamp\":\"2026-11-29T18:03:12.500Z\",\"method\":\"GET\",\"path\":\"/a\","
            + "\"status\":200,\"duration_ms\":12.5,\"trace_id\":\"abc\"}";
    AccessRequest byJson = AccessFormat.of(List.of(json)).orElseThrow().parse(json).orElseThrow();
    assertThat(byJson.lengthNs()).isEqualTo(12_500_000);
    assertStart(byJson, "2026-11-29T18:03:12.487500Z");
    assertThat(byJson.trace()).isEqualTo("abc");
  }

  @Test
  void shouldReadJsonByNamesThatAreGiven() {
    AccessRequest request =
        read(
            "json time=t,duration=took,unit=us,path=u,status=s,moment=start",
            "{\"t\":1795975392500,\"took\":1500,\"u\":\"/x\",\"s\":\"500\"}");
    assertStart(request, "2026-11-29T18:03:12.500Z");
    assertThat(request.lengthNs()).isEqualTo(1_500_000);
    assertThat(request.status()).isEqualTo(500);
  }

  /** Of a common format nobody knows by a line whether its number is in ms or us. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1 - - [29/Nov/2026:18:03:12 +0000] \"GET / HTTP/1.1\" 200 512 2000",
        "{\"time\":\"2026-11-29T18:03:12Z\",\"path\":\"/\",\"took\":7}",
        "hello",
      })
  void shouldNotGuess(String line) {
    assertThat(AccessFormat.of(List.of(line))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tomcat %h %t \"%r\" %s|add %D to it in the configuration of tomcat",
        "apache \"%r\" %D|add %t to it",
        "nginx [$time_local] \"$request\" $status|add $request_time to it",
        "nginx \"$request\" $request_time|add $msec, which has milliseconds, to it",
        "undertow %t %D|add \"%r\" to it",
        "json time=a|json needs time, duration, unit",
        "json time|is no pair",
        "iis x|is unknown: begin with the server",
      })
  void shouldRefuseAFormatThatLacksSomethingWithTheRemedy(String format, String remedy) {
    assertThatThrownBy(() -> AccessFormat.of(format))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining(remedy);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "127.0.0.1 - - [99/Xxx/2026:18:03:12 +0000] \"GET / HTTP/1.1\" 200 512 2000",
        "127.0.0.1 - - [29/Nov/2026:18:03:12 +0000] \"GET / HTTP/1.1\" 200 512 -",
        "127.0.0.1 - - [29/Nov/2026:18:03:12 +0000] \"\" 200 512 5",
        "127.0.0.1 - - [29/Nov/2026:18:03:12 +0000] \"GET / HTTP/1.1\" 200 512"
            + " 99999999999999999999",
      })
  void shouldLeaveOutLinesThatAreNone(String line) {
    assertThat(AccessFormat.of("tomcat common %D").parse(line)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/orders/17/items/3, /orders/{id}/items/{id}",
    "/a?password=x#y, /a",
    "http://host:80/a/b;jsessionid=1, /a/b",
    "/users/ann@example.org, /users/{id}",
    "/files/0123456789abcdef0123, /files/{id}",
    "/u/7f9c24e5-2f0a-4f9d-8b1c-1f2e3d4c5b6a, /u/{id}",
    "/v1/orders, /v1/orders",
  })
  void shouldKeepNothingOfAPathThatDiffersFromRequestToRequest(String path, String template) {
    assertThat(PathTemplate.of("GET", path)).isEqualTo("GET " + template);
  }

  /** What attackers send stands in logs, and a watch runs with small stacks. */
  @Timeout(60)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tomcat common %D",
        "apache combined %D",
        "jetty %{client}a - %u %t \"%r\" %s %O %D",
        "nginx $remote_addr [$time_local] \"$request\" $status $request_time \"$http_user_agent\"",
        "envoy",
        "haproxy",
        "json time=t,duration=took,unit=us,path=u",
      })
  void shouldEndQuicklyForHostileLinesOnASmallStack(String format) throws Exception {
    AccessFormat known = AccessFormat.of(format);
    List<String> hostile = new ArrayList<>();
    for (String some :
        List.of(
            "\\\"", "1.", "\"", " ", "%41", "[", "{\"a\":", "\\", "/", "\u0000", "\ufffd", "9")) {
      String much = some.repeat(60_000 / some.length());
      hostile.add(much);
      hostile.add(
          "127.0.0.1 - - [29/Nov/2026:18:03:12 +0000] \"GET /" + much + " HTTP/1.1\" 200 1 17");
      hostile.add("127.0.0.1 - - [29/Nov/2026:18:03:12 +0000] \"GET /a HTTP/1.1\" 200 1 17" + much);
      hostile.add("[2026-11-29T18:03:12.310Z] \"GET /" + much + " HTTP/2\" 204 - 154 0 226 1 \"\"");
      hostile.add(
          "10.0.1.2:33317 [29/Nov/2026:18:03:12.655] in a/b 1/0/3/6/10 200 2 - - ---- 1/1/1/1/0 0/0"
              + " \"GET /"
              + much
              + " HTTP/1.1\"");
      hostile.add("{\"t\":1795975392500,\"took\":15,\"u\":" + much + "}");
      hostile.add("{\"t\":" + "9".repeat(19) + ",\"took\":15,\"u\":\"/a\"}");
    }
    List<Throwable> failures = new ArrayList<>();
    Thread small =
        new Thread(
            null,
            () -> {
              for (String line : hostile) {
                known
                    .parse(line)
                    .ifPresent(one -> assertThat(one.route().length()).isLessThanOrEqualTo(200));
              }
            },
            "small",
            256 << 10);
    small.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
    small.start();
    small.join();
    assertThat(failures).isEmpty();
  }

  /** A quote that is escaped ends no field, and another field may follow it. */
  @Test
  void shouldReadEscapedQuotes() {
    AccessRequest request =
        read(
            "apache combined %D",
            "10.0.0.7 - - [29/Nov/2026:18:03:12 +0000] \"GET /a\\\"b HTTP/1.1\" 200 2 \"-\""
                + " \"\\\\\" 35");
    assertThat(request.lengthNs()).isEqualTo(35_000);
    assertThat(request.route()).isEqualTo("GET /a\\\"b");
  }
}
