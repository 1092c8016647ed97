package dev.foliot.checks.walk.programs;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Objects;
import net.openhft.chronicle.jlbh.JLBH;
import net.openhft.chronicle.jlbh.JLBHOptions;
import net.openhft.chronicle.jlbh.JLBHTask;
import org.jspecify.annotations.Nullable;

/** Does not account for coordinated omission, and answers from a server in its JVM. */
public final class WithOmission implements JLBHTask {
  private @Nullable JLBH jlbh;
  private @Nullable HttpServer server;
  private @Nullable URI uri;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Measures it. */
  public static void main(String[] arguments) {
    int perS = Integer.getInteger("throughput", 100);
    new JLBH(
            new JLBHOptions()
                .warmUpIterations(50)
                .iterations(perS / 2)
                .throughput(perS)
                .runs(2)
                .recordOSJitter(false)
                .accountForCoordinatedOmission(false)
                .jlbhTask(new WithOmission()))
        .start();
  }

  @Override
  public void init(JLBH to) {
    jlbh = to;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
          });
      server.start();
      uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void run(long startTimeNs) {
    try {
      client.send(
          HttpRequest.newBuilder(Objects.requireNonNull(uri)).build(),
          HttpResponse.BodyHandlers.discarding());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Objects.requireNonNull(jlbh).sample(System.nanoTime() - startTimeNs);
  }

  @Override
  public void complete() {
    Objects.requireNonNull(server).stop(0);
  }
}
