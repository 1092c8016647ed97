package dev.foliot.apps.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.apps.service.Answer;
import dev.foliot.apps.service.HttpServer;
import dev.foliot.apps.service.NanoClock;
import dev.foliot.apps.service.Reply;
import dev.foliot.apps.service.Routes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RemoteCallsTest {
  private static final long MINUTE_NS = 60_000_000_000L;

  private static RemoteCalls calls(int port, int timeoutMs) {
    return new RemoteCalls(URI.create("http://127.0.0.1:" + port + "/answer"), timeoutMs);
  }

  @Test
  void shouldHaveAThousandCallsInFlightAndKeepTheirConnections() throws Exception {
    BlockingQueue<Reply> asked = new LinkedBlockingQueue<>();
    HttpServer remote =
        new HttpServer(
            "remote",
            0,
            2,
            Routes.none().with("GET", "/answer", (request, reply) -> asked.add(reply)),
            NanoClock.system());
    ExecutorService threads = Executors.newCachedThreadPool();
    try (RemoteCalls calls = calls(remote.port(), 60_000)) {
      for (int round = 0; round < 2; round++) {
        List<CompletableFuture<String>> answers =
            IntStream.range(0, 1000)
                .mapToObj(n -> CompletableFuture.supplyAsync(() -> ask(calls, "n=" + n), threads))
                .toList();
        // answers come only after all have asked
        List<Reply> replies = new ArrayList<>();
        while (replies.size() < 1000) {
          Reply reply = asked.poll(1, TimeUnit.MINUTES);
          assertThat(reply).as("asked after " + replies.size()).isNotNull();
          replies.add(Objects.requireNonNull(reply));
        }
        replies.forEach(reply -> reply.send(Answer.text("yes")));
        for (CompletableFuture<String> answer : answers) {
          assertThat(answer.get(1, TimeUnit.MINUTES)).isEqualTo("yes");
        }
        assertThat(calls.idle()).isEqualTo(1000);
      }
    } finally {
      threads.shutdownNow();
      remote.stop(MINUTE_NS);
    }
  }

  private static String ask(RemoteCalls calls, String query) {
    try {
      return calls.ask(query);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Accepts connections one after the other, and writes the given answers to any request. */
  private static CompletableFuture<Integer> playing(ServerSocket server, String... answers) {
    return CompletableFuture.supplyAsync(() -> {
      int connections = 0;
      try {
        for (String answer : answers) {
          try (Socket socket = server.accept()) {
            connections++;
            BufferedReader in =
                new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null && !line.isEmpty(); ) {
              line = in.readLine();
            }
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
          }
        }
        return connections;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }

  private static ServerSocket server() throws IOException {
    return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @Test
  void shouldReplaceAConnectionThatWasClosedWhileItWasIdle() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n";
    try (ServerSocket server = server();
        RemoteCalls calls = calls(server.getLocalPort(), 60_000)) {
      CompletableFuture<Integer> connections = playing(server, answer + "a", answer + "b");
      assertThat(calls.ask("n=1")).isEqualTo("a");
      assertThat(calls.idle()).isEqualTo(1);
      assertThat(calls.ask("n=2")).isEqualTo("b");
      assertThat(connections.get(1, TimeUnit.MINUTES)).isEqualTo(2);
    }
  }

  @Test
  void shouldNotKeepAConnectionThatIsToBeClosed() throws Exception {
    try (ServerSocket server = server();
        RemoteCalls calls = calls(server.getLocalPort(), 60_000)) {
      CompletableFuture<Integer> connections =
          playing(server, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nab");
      assertThat(calls.ask("n=1")).isEqualTo("ab");
      assertThat(calls.idle()).isZero();
      assertThat(connections.get(1, TimeUnit.MINUTES)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nhalf",
      })
  void shouldSayWhatIsWrongWithAnAnswer(String answer) throws Exception {
    try (ServerSocket server = server();
        RemoteCalls calls = calls(server.getLocalPort(), 60_000)) {
      CompletableFuture<Integer> connections = playing(server, answer);
      assertThatThrownBy(() -> calls.ask("n=1"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("remote system");
      assertThat(connections.get(1, TimeUnit.MINUTES)).isEqualTo(1);
    }
  }

  @Test
  void shouldWaitNoLongerThanItsTime() throws Exception {
    try (ServerSocket server = server();
        RemoteCalls calls = calls(server.getLocalPort(), 50)) {
      assertThatThrownBy(() -> calls.ask("n=1")).isInstanceOf(SocketTimeoutException.class);
    }
  }
}
