package dev.foliot.watch.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spans as exporters send them. */
@Timeout(60)
class OtlpRequestsTest {
  private static final long START_NS = 1_795_975_392_500_000_123L;
  private static final long MS = 1_000_000;
  private static final String TRACE = "5b8efff798038103d269b633813fc60c";

  /** The example of the specification, with a client's span beside a server's. */
  private static final String JSON =
      """
      {"resourceSpans": [{"resource": {"attributes": [
         {"key": "service.name", "value": {"stringValue": "orders"}}]},
        "scopeSpans": [{"scope": {"name": "library"}, "spans": [
          {"traceId": "%1$s", "spanId": "eee19b7ec3c1b174", "name": "GET /orders/{id}", "kind": 2,
           "startTimeUnixNano": "%2$d", "endTimeUnixNano": "%3$d",
           "attributes": [
             {"key": "http.request.method", "value": {"stringValue": "GET"}},
             {"key": "url.path", "value": {"stringValue": "/orders/17"}},
             {"key": "http.response.status_code", "value": {"intValue": "503"}}]},
          {"traceId": "%1$s", "spanId": "eee19b7ec3c1b175", "name": "SELECT", "kind": 3,
           "startTimeUnixNano": "%2$d", "endTimeUnixNano": "%3$d"}]}]}]}
      """
          .formatted(TRACE, START_NS, START_NS + 250 * MS);

  private final OtlpRequests requests = new OtlpRequests(0);

  @AfterEach
  void end() {
    requests.close();
  }

  private int post(String path, String type, byte[] body, String... headers) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + requests.port() + path))
              .header("Content-Type", type)
              .POST(HttpRequest.BodyPublishers.ofByteArray(body));
      if (headers.length > 0) {
        request.headers(headers);
      }
      return client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] message(Object... fieldsAndValues) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < fieldsAndValues.length; i += 2) {
      int field = (Integer) fieldsAndValues[i];
      switch (fieldsAndValues[i + 1]) {
        case Integer number -> {
          varint(out, (long) field << 3);
          varint(out, number);
        }
        case Long fixed -> {
          varint(out, (long) field << 3 | 1);
          out.writeBytes(
              ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(fixed).array());
        }
        case byte[] content -> {
          varint(out, (long) field << 3 | 2);
          varint(out, content.length);
          out.writeBytes(content);
        }
        default -> throw new IllegalArgumentException();
      }
    }
    return out.toByteArray();
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long left = value;
    while (left >= 0x80) {
      out.write((int) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }

  private static byte[] attribute(String key, byte[] value) {
    return message(1, bytes(key), 2, value);
  }

  private static byte[] protobuf() {
    byte[] id = java.util.HexFormat.of().parseHex(TRACE);
    byte[] server =
        message(
            1,
            id,
            2,
            bytes("12345678"),
            5,
            bytes("GET /orders/{id}"),
            6,
            2,
            7,
            START_NS,
            8,
            START_NS + 250 * MS,
            9,
            attribute("http.request.method", message(1, bytes("GET"))),
            9,
            attribute("url.path", message(1, bytes("/orders/17"))),
            9,
            attribute("http.response.status_code", message(3, 503)));
    byte[] client = message(1, id, 5, bytes("SELECT"), 6, 3, 7, START_NS, 8, START_NS + MS);
    byte[] scope = message(1, message(1, bytes("library")), 2, server, 2, client);
    return message(1, message(1, message(1, attribute("a", message(2, 1))), 2, scope));
  }

  private void assertTaken() {
    assertThat(requests.take())
        .containsExactly(
            new AccessRequest(START_NS, 250 * MS, 1, 1_000, "GET /orders/{id}", 503, TRACE));
    assertThat(requests.take()).isEmpty();
    assertThat(requests.problem()).isEmpty();
  }

  @Test
  void shouldTakeTheServersSpansOfBothEncodings() throws Exception {
    assertThat(post("/v1/traces", "application/json", bytes(JSON))).isEqualTo(200);
    assertTaken();
    assertThat(post("/v1/traces", "application/x-protobuf", protobuf())).isEqualTo(200);
    assertTaken();
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
      gzip.write(protobuf());
    }
    assertThat(
            post(
                "/v1/traces",
                "application/x-protobuf",
                zipped.toByteArray(),
                "Content-Encoding",
                "gzip"))
        .isEqualTo(200);
    assertTaken();
  }

  @Test
  void shouldRefuseWhatIsNoExport() throws Exception {
    assertThat(post("/v1/metrics", "application/json", bytes(JSON))).isEqualTo(404);
    assertThat(post("/v1/traces", "text/plain", bytes(JSON))).isEqualTo(415);
    assertThat(post("/v1/traces", "application/json", bytes("{"))).isEqualTo(400);
    assertThat(
            post(
                "/v1/traces",
                "application/json",
                bytes(JSON.replace(Long.toString(START_NS), "soon"))))
        .isEqualTo(400);
    assertThat(post("/v1/traces", "application/json", new byte[9 << 20])).isEqualTo(413);
    assertThat(
            post(
                "/v1/traces",
                "application/x-protobuf",
                bytes("no zip"),
                "Content-Encoding",
                "gzip"))
        .isEqualTo(400);
    assertThat(requests.take()).isEmpty();
  }

  /** Cut anywhere it is refused, or has the spans that are whole. */
  @Test
  void shouldEndForDamagedProtobuf() {
    byte[] whole = protobuf();
    Random random = new Random(47);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
      for (int k = 0; k < i % 4 && damaged.length > 0; k++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(OtlpSpans.protobuf(damaged)).hasSizeLessThanOrEqualTo(2);
      } catch (OtlpSpans.BadExportException e) {
        assertThat(e).hasMessageContaining("no protobuf");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"resourceSpans\": 1}",
        "{\"resourceSpans\": [1, {\"scopeSpans\": [{\"spans\": [{\"kind\": 2}]}]}]}",
        "{\"resourceSpans\": [{\"scopeSpans\": [{\"spans\": [{\"kind\": 2, \"startTimeUnixNano\":"
            + " \"9\", \"endTimeUnixNano\": \"1\"}]}]}]}",
      })
  void shouldLeaveOutWhatIsNoRequest(String json) throws Exception {
    assertThat(OtlpSpans.json(json)).isEmpty();
  }

  @Test
  void shouldSayHowManyWereTooMany() throws Exception {
    int from = JSON.indexOf("{\"traceId\"");
    String two = JSON.substring(from, JSON.indexOf("{\"traceId\"", from + 1)).strip();
    String span = two.substring(0, two.length() - 1);
    String many =
        "{\"resourceSpans\": [{\"scopeSpans\": [{\"spans\": ["
            + String.join(",", java.util.Collections.nCopies(10_000, span))
            + "]}]}]}";
    for (int i = 0; i < 11; i++) {
      assertThat(post("/v1/traces", "application/json", bytes(many))).isEqualTo(200);
    }
    assertThat(requests.take()).hasSize(100_000);
    assertThat(requests.problem().orElseThrow()).startsWith("10,000 requests");
    assertThat(requests.problem()).isEmpty();
  }

  @Test
  void shouldSayThatThePortIsTaken() throws IOException {
    assertThatThrownBy(() -> new OtlpRequests(requests.port()))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("--requests otlp: port " + requests.port());
    assertThat(List.of(requests.toString())).contains("OTLP on 127.0.0.1:" + requests.port());
  }
}
