package dev.foliot.apps.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.apps.json.JsonReader;
import dev.foliot.apps.json.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server with a path on the event loop, one on a single worker, and a failing one. */
final class HttpServerTest {
  private static final long MINUTE_NS = 60_000_000_000L;

  private final Semaphore gate = new Semaphore(0);
  private final CountDownLatch begun = new CountDownLatch(1);
  private Workers workers;
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    workers = Workers.start("test", new Strategy.Fixed(1), OptionalInt.of(1));
    Routes routes =
        Routes.none()
            .with("GET", "/n/{}", Endpoint.onLoop(request -> number(request.variable(0))))
            .with("GET", "/slow/{}", Endpoint.on(workers, this::slow))
            .with("POST", "/echo", Endpoint.onLoop(request -> Answer.text(request.text())))
            .with("GET", "/echo", Endpoint.onLoop(HttpServerTest::query))
            .with(
                "GET",
                "/fault",
                Endpoint.onLoop(request -> {
                  throw new IllegalStateException("planted\u001b[2J");
                }));
    server = new HttpServer("test", 0, 2, routes, NanoClock.system());
  }

  @AfterEach
  void stop() {
    gate.release(1000);
    server.stop(MINUTE_NS);
    workers.end(MINUTE_NS);
  }

  private Answer slow(Request request) {
    begun.countDown();
    gate.acquireUninterruptibly();
    return number(request.variable(0));
  }

  private static Answer number(String number) {
    return Answer.json(200, new JsonWriter().object().field("n", number).endObject());
  }

  private static Answer query(Request request) throws RefusedException {
    return Answer.text(request.query(Set.of("a")).value("a").orElse("none"));
  }

  @Test
  void shouldServeManyRequestsOnOneConnection() throws Exception {
    try (Wire wire = new Wire(server.port())) {
      for (int i = 0; i < 100; i++) {
        wire.send(Wire.request("GET", "/n/" + i, ""));
        Wire.Told told = wire.read();
        assertThat(told.status()).isEqualTo(200);
        assertThat(told.body()).isEqualTo("{\"n\":\"" + i + "\"}");
        assertThat(told.headers())
            .containsEntry("content-type", "application/json")
            .doesNotContainKey("connection");
      }
    }
  }

  @Test
  void shouldAnswerPipelinedRequestsInTheirOrder() throws Exception {
    try (Wire wire = new Wire(server.port())) {
      StringBuilder all = new StringBuilder(Wire.request("GET", "/slow/0", ""));
      for (int i = 1; i < 1000; i++) {
        all.append(Wire.request("GET", (i == 500 ? "/slow/" : "/n/") + i, ""));
      }
      // what comes after the slow one would be ready long before it
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(() -> {
            try {
              wire.send(all.toString());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      gate.release(2);
      for (int i = 0; i < 1000; i++) {
        assertThat(wire.read().body()).isEqualTo("{\"n\":\"" + i + "\"}");
      }
      sent.get(1, TimeUnit.MINUTES);
    }
  }

  @Test
  void shouldServeOthersWhileOneConnectionBlocks() throws Exception {
    try (Wire wire = new Wire(server.port())) {
      wire.send(Wire.request("GET", "/slow/1", ""));
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(Wire.get(server.port(), "/n/2").status()).isEqualTo(200);
      gate.release();
      assertThat(wire.read().body()).contains("1");
    }
  }

  @Test
  void shouldAnswer503WhereNoWorkerTakesTheRequest() throws Exception {
    List<Wire> wires = new ArrayList<>();
    try {
      // one runs, one waits, the others are refused at once
      wires.add(new Wire(server.port()));
      wires.get(0).send(Wire.request("GET", "/slow/0", ""));
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      for (int i = 1; i < 5; i++) {
        wires.add(new Wire(server.port()));
        wires.get(i).send(Wire.request("GET", "/slow/" + i, ""));
      }
      CompletableFuture<List<Integer>> statuses =
          CompletableFuture.supplyAsync(
              () -> wires.stream().skip(1).map(HttpServerTest::status).sorted().toList());
      while (workers.snapshot().tasks().rejected() < 3) {
        Thread.onSpinWait();
      }
      gate.release(2);
      assertThat(statuses.get(1, TimeUnit.MINUTES)).containsExactly(200, 503, 503, 503);
    } finally {
      for (Wire wire : wires) {
        wire.close();
      }
    }
  }

  private static int status(Wire wire) {
    try {
      return wire.read().status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/nowhere,404,not_found",
    "GET,/n/,404,not_found",
    "GET,/n/1/2,404,not_found",
    "POST,/n/1,405,method_not_allowed",
    "PUT,/echo,405,method_not_allowed",
    "GET,/echo?b=1,400,bad_query",
    "GET,/echo?a=1&a=2,400,bad_query",
    "GET,/echo?a=%G1,400,bad_query",
    "GET,/fault,500,internal",
  })
  void shouldAnswerErrorsAsJson(String method, String target, int status, String error)
      throws Exception {
    Wire.Told told = Wire.ask(server.port(), method, target, "");
    assertThat(told.status()).isEqualTo(status);
    assertThat(told.headers()).containsEntry("content-type", "application/json");
    assertThat(JsonReader.object(told.body())).containsEntry("error", error).containsKey("message");
    assertThat(told.body()).doesNotContain("\u001b", "\\u001b");
  }

  @Test
  void shouldNameTheMethodsOfAPath() throws Exception {
    assertThat(Wire.ask(server.port(), "DELETE", "/echo", "").headers())
        .containsEntry("allow", "GET, POST");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "GET noslash HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /n/1 HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        "GET /n/1 HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      })
  void shouldAnswer400AndCloseOnWhatCannotBeRead(String text) throws Exception {
    try (Wire wire = new Wire(server.port())) {
      wire.send(Wire.request("GET", "/n/7", "") + text);
      assertThat(wire.read().body()).contains("7");
      Wire.Told told = wire.read();
      assertThat(told.status()).isEqualTo(400);
      assertThat(told.headers()).containsEntry("connection", "close");
      assertThat(JsonReader.object(told.body())).containsKey("error");
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void shouldRefuseWhatIsTooLarge() throws Exception {
    String large = "x".repeat(64 * 1024);
    assertThat(Wire.ask(server.port(), "POST", "/echo", large).body()).isEqualTo(large);
    Wire.Told told = Wire.ask(server.port(), "POST", "/echo", large + "x");
    assertThat(told.status()).isEqualTo(413);
    assertThat(JsonReader.object(told.body())).containsEntry("error", "too_large");
    assertThat(Wire.get(server.port(), "/n/" + "x".repeat(5000)).status()).isEqualTo(414);
    try (Wire wire = new Wire(server.port())) {
      wire.send("GET /n/1 HTTP/1.1\r\nA: " + "x".repeat(9000) + "\r\n\r\n");
      assertThat(wire.read().status()).isEqualTo(431);
    }
    try (Wire wire = new Wire(server.port())) {
      wire.send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      String chunk = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
      wire.send(chunk.repeat(5) + "0\r\n\r\n");
      assertThat(wire.read().status()).isEqualTo(413);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void shouldPutChunksTogether() throws Exception {
    try (Wire wire = new Wire(server.port())) {
      wire.send(
          "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
              + Wire.request("GET", "/n/1", ""));
      assertThat(wire.read().body()).isEqualTo("abcde");
      assertThat(wire.read().body()).contains("1");
    }
  }

  @Test
  void shouldRefuseABodyThatIsNoUtf8() throws Exception {
    try (Wire wire = new Wire(server.port())) {
      wire.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n");
      wire.sendBytes(new byte[] {(byte) 0xC3, 0x28});
      assertThat(wire.read().status()).isEqualTo(400);
    }
  }

  @Test
  void shouldTellAClientThatAsksToGoOn() throws Exception {
    try (Wire wire = new Wire(server.port())) {
      wire.send(
          "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
      assertThat(wire.read().status()).isEqualTo(100);
      wire.send("ab");
      assertThat(wire.read().body()).isEqualTo("ab");
    }
  }

  @Test
  void shouldCloseWhenTheClientWantsThat() throws Exception {
    try (Wire wire = new Wire(server.port())) {
      wire.send("GET /n/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      assertThat(wire.read().headers()).containsEntry("connection", "close");
      assertThat(wire.isAtEnd()).isTrue();
    }
    try (Wire wire = new Wire(server.port())) {
      wire.send("GET /n/1 HTTP/1.0\r\n\r\n");
      assertThat(wire.read().status()).isEqualTo(200);
      assertThat(wire.isAtEnd()).isTrue();
    }
  }

  @Test
  void shouldAnswerAHeadRequestWithoutABody() throws Exception {
    try (Wire wire = new Wire(server.port())) {
      wire.send(Wire.request("HEAD", "/n/1", "") + Wire.request("GET", "/n/2", ""));
      assertThat(wire.read(false).status()).isEqualTo(405);
      assertThat(wire.read().body()).contains("2");
    }
  }

  @Test
  void shouldSayThatAPortIsTaken() {
    assertThatThrownBy(
            () -> new HttpServer("other", server.port(), 1, Routes.none(), NanoClock.system()))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("--port 0");
  }

  @Test
  void shouldFinishWhatIsInFlightWhenStopped() throws Exception {
    try (Wire busy = new Wire(server.port());
        Wire idle = new Wire(server.port())) {
      idle.send(Wire.request("GET", "/n/1", ""));
      assertThat(idle.read().status()).isEqualTo(200);
      busy.send(Wire.request("GET", "/slow/1", ""));
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      int port = server.port();
      CompletableFuture<Boolean> stopped =
          CompletableFuture.supplyAsync(() -> server.stop(MINUTE_NS));
      assertThat(idle.isAtEnd()).isTrue();
      assertThatThrownBy(() -> Wire.get(port, "/n/1")).isInstanceOf(IOException.class);
      assertThat(stopped).isNotDone();
      gate.release();
      Wire.Told told = busy.read();
      assertThat(told.body()).contains("1");
      assertThat(told.headers()).containsEntry("connection", "close");
      assertThat(stopped.get(1, TimeUnit.MINUTES)).isTrue();
      assertThat(busy.isAtEnd()).isTrue();
    }
  }

  @Test
  void shouldStopInTimeWhereARequestNeverEnds() throws Exception {
    try (Wire busy = new Wire(server.port())) {
      busy.send(Wire.request("GET", "/slow/1", ""));
      assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(server.stop(1_000_000)).isFalse();
      assertThat(busy.isAtEnd()).isTrue();
    }
  }
}
