package dev.foliot.load.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Store;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.FoliotException;
import dev.foliot.text.LoadReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays small loads against a real server. */
final class LoadTestTest {
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  @TempDir private Path folder;

  LoadTestTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() {
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          int status = exchange.getRequestURI().getPath().equals("/broken") ? 500 : 200;
          try (exchange) {
            exchange.sendResponseHeaders(status, -1);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private Plan plan(String path) {
    return Plan.of("http://127.0.0.1:" + server.getAddress().getPort())
        .requests(Request.get(path).name("orders"))
        .connections(4)
        .phases(Phase.rate("200/s", Duration.ofSeconds(1)).arriving("constant"));
  }

  private Played play(Plan plan) throws InterruptedException {
    return LoadTest.of(plan).store(folder.resolve("store")).run();
  }

  @Test
  void shouldPlayThePlanAndHoldLimitsThatHold() throws Exception {
    Files.writeString(folder.resolve("users.csv"), "id\n17\n18\n");

    Played played =
        play(
            plan("/orders?user=" + Values.csv("users.csv", "id"))
                .files(folder)
                .limits("errors<=0%, orders: max<60s"));

    // a machine that is busy may make it invalid, and what was counted stays right
    assertThat(played.requests()).isEqualTo(200);
    assertThat(played.failed()).isZero();
    assertThat(asked).hasSize(200).contains("GET /orders?user=17", "GET /orders?user=18");
    assertThat(played.answer()).isNotBlank();
    assertThat(played.toString()).contains(played.answer(), played.folder().toString());
    LoadTestResult stored =
        LoadTestResult.read(
            Store.open(folder.resolve("store")).find(played.folder().toString()), false);
    assertThat(stored.limits()).hasSize(2);
    assertThat(stored.forks()).hasSize(1);
    Validity late = Validity.of(Verdict.SUSPECT, new LoadReason.LoadGeneratorLate(90, 521, 2_150));
    assertThat(judgedAs(stored, late).generatorWasLate()).isTrue();
    assertThat(judgedAs(stored, Validity.valid()).generatorWasLate()).isFalse();
    if (!played.verdict().equals("INVALID")) {
      assertThat(played.assertThat().assertThat("mean<60s, max<60s, orders: errors<=0%"))
          .isSameAs(played);
    }
  }

  private static Played judgedAs(LoadTestResult stored, Validity validity) {
    return new Played(
        new LoadTestResult(
            stored.run(),
            stored.forks().stream()
                .map(fork ->
                    new ForkRecord(
                        fork.schema(),
                        fork.place(),
                        fork.messages(),
                        validity,
                        fork.times(),
                        fork.observed(),
                        fork.end()))
                .toList(),
            stored.requests(),
            stored.servers(),
            stored.explanation(),
            stored.folder(),
            false,
            stored.limits()),
        "");
  }

  @Test
  void shouldFailWithTheFiguresWhereALimitIsMissed() throws Exception {
    Played played = play(plan("/orders"));

    assertThatThrownBy(() -> played.assertThat("mean<1us"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("missed: mean is ")
        .hasMessageContaining("asked is mean < 1 us")
        .hasMessageContaining(played.folder().toString());
    assertThatThrownBy(() -> played.assertThat("p99.99<10s"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("undecided: ");
  }

  @Test
  void shouldRefuseALimitThatNothingMeasured() throws Exception {
    Played played = play(plan("/orders"));

    assertThatThrownBy(() -> played.assertThat("p97.5<1s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(".limits(\"p97.5 < 1 s\")");
    assertThatThrownBy(() -> played.assertThat("order: p50<1s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no request is called 'order': there are orders");
    assertThatThrownBy(() -> played.assertThat("fast"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no assertion");
  }

  @Test
  void shouldFailWhereNothingSucceeded() throws Exception {
    Played played = play(plan("/broken"));

    assertThat(played.failed()).isEqualTo(200);
    assertThat(played.verdict()).isEqualTo("INVALID");
    assertThatThrownBy(played::assertThat)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("INVALID: ")
        .hasMessageContaining("status 500");
  }

  @Test
  void shouldSayThatNothingListens() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    Plan plan =
        Plan.of("http://127.0.0.1:" + free)
            .requests(Request.get("/"))
            .phases(Phase.rate("10/s", Duration.ofSeconds(1)));

    assertThatThrownBy(() -> play(plan))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("no connection to http://127.0.0.1:" + free);
    assertThatThrownBy(() -> LoadTest.of(plan).cpus("many").run())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cpus: ");
    assertThatThrownBy(() -> LoadTest.of(plan).explain().run())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--explain");
    assertThatThrownBy(() -> play(plan.limits("p99.99<1s")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs 100,000 requests");
  }

  @Test
  void shouldLeaveNoProcessWhenInterrupted() throws Exception {
    CountDownLatch sends = new CountDownLatch(1);
    server.createContext(
        "/long",
        exchange -> {
          sends.countDown();
          try (exchange) {
            exchange.sendResponseHeaders(200, -1);
          }
        });
    Plan plan =
        Plan.of("http://127.0.0.1:" + server.getAddress().getPort())
            .requests(Request.get("/long"))
            .phases(Phase.rate("50/s", Duration.ofMinutes(10)));
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread runs =
        Thread.ofPlatform()
            .start(() -> {
              try {
                play(plan);
              } catch (InterruptedException | RuntimeException e) {
                thrown.set(e);
              }
            });
    assertThat(sends.await(60, TimeUnit.SECONDS)).isTrue();
    List<ProcessHandle> generator = ProcessHandle.current().descendants().toList();
    assertThat(generator).isNotEmpty();

    runs.interrupt();
    runs.join();

    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
    for (ProcessHandle one : generator) {
      one.onExit().get(30, TimeUnit.SECONDS);
    }
  }
}
