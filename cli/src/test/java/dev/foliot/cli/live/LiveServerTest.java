package dev.foliot.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LiveServerTest {
  /** What a server says to one request on a connection of its own, up to its end. */
  private static String said(String address, String path, String host) throws IOException {
    URI uri = URI.create(address);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort())) {
      socket
          .getOutputStream()
          .write(
              ("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
          .lines()
          .collect(Collectors.joining("\n"));
    }
  }

  private static String host(String address) {
    return URI.create(address).getAuthority();
  }

  @Test
  void shouldServeThePageOnlyAtItsPathAndForItsOwnName() throws Exception {
    try (LiveServer server =
        new LiveServer(0, new LoadSite(Loads.state("http://127.0.0.1:8080/", 4)))) {
      String address = server.address();
      String path = URI.create(address).getPath();

      assertThat(address).matches("http://127\\.0\\.0\\.1:[0-9]+/[0-9a-f]{16}/");
      assertThat(said(address, path, host(address)))
          .startsWith("HTTP/1.1 200")
          .contains(
              "Cache-control: no-store", "http://127.0.0.1:8080/", "connect-src &#39;self&#39;");
      assertThat(said(address, "/", host(address))).startsWith("HTTP/1.1 404");
      assertThat(said(address, "/events", host(address))).startsWith("HTTP/1.1 404");
      assertThat(said(address, path, "evil.example")).startsWith("HTTP/1.1 403");
      assertThat(said(address, path + "events", "evil.example:80")).startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void shouldSendWhatHappensUntilTheLoadEnds() throws Exception {
    try (LiveServer server =
        new LiveServer(0, new LoadSite(Loads.state("http://127.0.0.1:8080/", 4)))) {
      String address = server.address();
      server.end("p99 is 4.31 ms at 2,000/s.");

      String events = said(address, URI.create(address).getPath() + "events", host(address));

      assertThat(events)
          .contains("Content-type: text/event-stream", "event: state", "event: end")
          .contains("\"rate\" : \"asked 2,000/s, answered 1,998/s")
          .contains("p99 is 4.31 ms at 2,000/s.");
      assertThat(events.lines().filter(line -> line.startsWith("data: "))).hasSize(2);
    }
  }

  @Test
  void shouldSayThatAPortIsTaken() {
    LiveSite state = new LoadSite(Loads.state("http://127.0.0.1:8080/", 0));
    try (LiveServer server = new LiveServer(0, state)) {
      int port = URI.create(server.address()).getPort();

      assertThatThrownBy(() -> new LiveServer(port, state))
          .hasMessage(
              "--serve: port "
                  + port
                  + " is taken: end what listens there (ss -ltnp), or choose another port");
    }
  }
}
