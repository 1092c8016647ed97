package dev.foliot.lab.arm;

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

/** Asks an arm whether it is ready. What it answers beside its status is not read. */
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

  /** The answer in words: empty when it is ready. */
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

  /** Whether the port of a URL is free on this machine, and the address is one of its loopback. */
  static boolean isFree(URI health) throws UnknownHostException {
    InetAddress address = InetAddress.getByName(health.getHost());
    if (!address.isLoopbackAddress()) {
      throw new UnknownHostException(address + " is not a loopback address");
    }
    try (ServerSocket socket = new ServerSocket()) {
      // connections of the arm before that linger do not count, a listener does
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, health.getPort()));
      return true;
    } catch (BindException e) {
      return false;
    } catch (IOException e) {
      throw new IllegalStateException("no socket can be made: raise ulimit -n", e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
