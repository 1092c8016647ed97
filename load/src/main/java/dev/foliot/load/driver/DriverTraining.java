package dev.foliot.load.driver;

import com.sun.net.httpserver.HttpServer;
import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Plays a short load against a server of its own, for the JVM's AOT cache: a driver that starts
 * from it has its classes at once (JEP 483, JEP 514).
 */
public final class DriverTraining {
  private static final long SECOND_NS = 1_000_000_000;
  private static final byte[] BODY = "trained".getBytes(StandardCharsets.US_ASCII);

  private DriverTraining() {}

  /** Plays it. */
  public static void main(String[] args) throws IOException, InterruptedException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, BODY.length);
          exchange.getResponseBody().write(BODY);
          exchange.close();
        });
    server.start();
    Path folder = Files.createTempDirectory("foliot-driver-training");
    try {
      Path plan = folder.resolve("plan.json");
      plan(server.getAddress().getPort()).write(plan);
      DriverMain.play(plan, folder.resolve("load.json"), run -> {});
    } finally {
      server.stop(0);
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static LoadPlan plan(int port) {
    Traffic traffic = new Traffic.Open(Rate.parse("500/s"), new Arrivals.Poisson());
    return new LoadPlan(
        new Target("127.0.0.1", port),
        List.of(RequestTemplate.get("/")),
        List.of(new LoadPhase("training", traffic, SECOND_NS)),
        Sending.http1(10, 1, 10 * SECOND_NS, true),
        1,
        SECOND_NS / 10);
  }
}
