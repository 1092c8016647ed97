package dev.foliot.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import dev.foliot.load.driver.DriverProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The throughput that the load driver tells of servers with five threads that are asked for ten
 * times as much, beside the servers' own logs.
 */
@Tag("real-time")
final class LoadCapacityTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final int THREADS = 5;
  private static final double SERVICE_MS = 50;
  private static final byte[] BODY = "ok".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;

  /** Knows when each of its answers ended, by the clock that the driver has too. */
  private static final class KnowingServer implements AutoCloseable {
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final Queue<Long> endsNs = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    KnowingServer(DoubleSupplier serviceMs) throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
      server.setExecutor(threads);
      server.createContext(
          "/",
          exchange -> {
            sleep(serviceMs.getAsDouble());
            exchange.sendResponseHeaders(200, BODY.length);
            exchange.getResponseBody().write(BODY);
            exchange.close();
            endsNs.add(System.nanoTime());
          });
      server.start();
    }

    private static void sleep(double ms) {
      try {
        TimeUnit.NANOSECONDS.sleep((long) (ms * MS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    double perS(long fromNs, long lengthNs) {
      return endsNs.stream().filter(end -> end > fromNs && end <= fromNs + lengthNs).count()
          * (double) SECOND
          / lengthNs;
    }

    @Override
    public void close() {
      server.stop(0);
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "fixed, 3, 10",
    "fixed, 0, 10",
    "fixed, 3, 2",
    "exponential, 3, 10",
    "collapsing, 3, 10"
  })
  void shouldTellWhatTheServerDid(String kind, int warmUpS, int timeoutS) throws Exception {
    AtomicInteger served = new AtomicInteger();
    DoubleSupplier serviceMs =
        switch (kind) {
          case "exponential" ->
              () -> -Math.log(1 - ThreadLocalRandom.current().nextDouble()) * SERVICE_MS;
          // the more it has served, the slower
          case "collapsing" -> () -> SERVICE_MS * (1 + served.incrementAndGet() / 500.0);
          default -> () -> SERVICE_MS;
        };
    try (KnowingServer server = new KnowingServer(serviceMs);
        DriverProcess driver =
            DriverProcess.start(
                plan(server.server.getAddress().getPort(), warmUpS, timeoutS),
                null,
                folder,
                List.of())) {
      LoadResult result = driver.await();
      PhaseResult phase = result.phases().getLast();

      double truth = server.perS(result.startNanoTime() + phase.startNs(), phase.durationNs());
      System.out.printf(
          "%s, warm-up %d s, time-out %d s: the server %.1f/s, told %.1f/s%n",
          kind, warmUpS, timeoutS, truth, phase.counts().achievedPerS());
      assertThat(phase.counts().achievedPerS()).isCloseTo(truth, Percentage.withPercentage(2));
    }
  }

  private static LoadPlan plan(int port, int warmUpS, int timeoutS) {
    Traffic traffic = new Traffic.Open(Rate.parse("1k/s"), new Arrivals.Poisson());
    LoadPhase measured = new LoadPhase("measured", traffic, 6 * SECOND);
    return new LoadPlan(
        Target.parse("http://127.0.0.1:" + port),
        List.of(RequestTemplate.get("/")),
        warmUpS == 0
            ? List.of(measured)
            : List.of(new LoadPhase(LoadPhase.WARM_UP, traffic, warmUpS * SECOND), measured),
        Sending.http1(100, 1, timeoutS * SECOND, true),
        1,
        SECOND);
  }
}
