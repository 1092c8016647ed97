package dev.foliot.service.run;

import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Asks an arm whether it is ready. Reads only the status of the answer. */
final class HealthCheck implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final HttpRequest request;
  private final HttpClient client;

  HealthCheck(URI health) {
    request = HttpRequest.newBuilder(health).timeout(PATIENCE).build();
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
  }

  /** The complaint in words; empty if it is ready. */
  String complaint() throws InterruptedException {
    try {
      var answer = client.send(request, BodyHandlers.ofInputStream());
      try (InputStream _ = answer.body()) {
        int status = answer.statusCode();
        return status >= 200 && status < 300 ? "" : "it answers " + status;
      }
    } catch (IOException e) {
      return "no answer: "
          + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
    }
  }

  /**
   * Why an arm cannot listen on the port of its health URL; empty if it can.
   *
   * @throws UnknownHostException if the address is not one of this machine's loopback
   */
  static String refusal(URI health) throws UnknownHostException {
    InetAddress address = InetAddress.getByName(health.getHost());
    if (!address.isLoopbackAddress()) {
      throw new UnknownHostException(address + " is not a loopback address");
    }
    try (ServerSocket socket = new ServerSocket()) {
      // lingering connections of the arm before do not count, a listener does
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, health.getPort()));
      return "";
    } catch (BindException e) {
      return Ports.refusal(e);
    } catch (IOException e) {
      throw new IllegalStateException("no socket can be made: raise ulimit -n", e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
