package dev.foliot.examples.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The test of each server with Foliot's pool: the warehouse stalls while many requests run. */
public abstract class StallContract {
  /** Far more than any pool starts with on a small machine. */
  private static final int REQUESTS = 40;

  /** The names of the pool's threads begin with its name. */
  private static final String THREAD_NAMES = "orders";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The server. */
  protected abstract RunningServer.Start server();

  /** The paths that wait for the warehouse, and answer with the name of their thread. */
  protected List<String> paths() {
    return List.of("/order");
  }

  @Test
  void shouldAnswerAllRequestsAfterAStallAndLeaveNoThread() throws Exception {
    Set<Thread> before = threads();
    try (Warehouse warehouse = new Warehouse(Duration.ofMillis(1));
        WarehouseClient client = new WarehouseClient(warehouse.port());
        RunningServer server = server().with(Threading.FOLIOT, client)) {
      for (String path : paths()) {
        stall(warehouse, server, path);
      }
    }
    Set<Thread> left = threads();
    left.removeAll(before);
    for (Thread thread : left) {
      // a test that waits too long fails and shows all threads
      thread.join();
    }
  }

  private void stall(Warehouse warehouse, RunningServer server, String path) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      warehouse.stall();
      List<CompletableFuture<HttpResponse<String>>> answers =
          Stream.generate(() -> get(http, server, path)).limit(REQUESTS).toList();
      warehouse.awaitWaiting(REQUESTS, PATIENCE);
      assertThat(gauge(server, "executor.active")).isGreaterThanOrEqualTo(REQUESTS);
      assertThat(gauge(server, "executor.pool.size")).isGreaterThanOrEqualTo(REQUESTS);
      assertThat(get(http, server, "/ping").join().body()).isEqualTo("pong");
      assertThat(answers).noneMatch(CompletableFuture::isDone);

      warehouse.resume();
      assertThat(answers.stream().map(CompletableFuture::join))
          .allSatisfy(answer -> assertThat(answer.statusCode()).isEqualTo(200))
          .extracting(HttpResponse::body)
          .allSatisfy(body -> assertThat(body).startsWith(THREAD_NAMES).endsWith(" in stock"));
    }
  }

  private static CompletableFuture<HttpResponse<String>> get(
      HttpClient http, RunningServer server, String path) {
    return http.sendAsync(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .version(HttpClient.Version.HTTP_1_1)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static double gauge(RunningServer server, String name) {
    return server.meters().get(name).tag("name", "orders").gauge().value();
  }

  /** The threads that programs start: the JDK's own are in other groups. */
  private static Set<Thread> threads() {
    Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
    ThreadGroup own = Thread.currentThread().getThreadGroup();
    threads.removeIf(thread -> !own.equals(thread.getThreadGroup()));
    return threads;
  }
}
