package dev.foliot.service.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.foliot.linux.Reading;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records this JVM, which is the server too. */
@ResourceLock("recordings of this JVM")
@Timeout(90)
final class RollingRecordingTest {
  private static final long HELD_NS = 60_000_000;
  private static final long NS_PER_MS = 1_000_000;

  private final Object monitor = new Object();
  private volatile @Nullable Thread entering;

  private void waitForMonitor(CountDownLatch isEntered) {
    entering = Thread.currentThread();
    isEntered.countDown();
    synchronized (monitor) {
      assertThat(Thread.holdsLock(monitor)).isTrue();
    }
  }

  /** Asks a server whose only handler waits for the monitor, while this thread has it. */
  private void request(HttpServer server) throws Exception {
    CountDownLatch isEntered = new CountDownLatch(1);
    server.createContext(
        "/",
        exchange -> {
          waitForMonitor(isEntered);
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    try (HttpClient client = HttpClient.newHttpClient()) {
      CompletableFuture<HttpResponse<Void>> answer;
      synchronized (monitor) {
        answer =
            client.sendAsync(
                HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
        isEntered.await();
        while (Objects.requireNonNull(entering).getState() != Thread.State.BLOCKED) {
          Thread.sleep(1);
        }
        long untilNs = System.nanoTime() + HELD_NS;
        while (System.nanoTime() < untilNs) {
          Thread.onSpinWait();
        }
      }
      assertThat(answer.get().statusCode()).isEqualTo(204);
    }
    server.removeContext("/");
  }

  private static List<ThreadStop> ofMonitor(Reading<RecordedStops> turned) {
    return turned.toOptional().orElseThrow().stops().stream()
        .filter(one -> one.stop().kind() == StopKind.MONITOR)
        .filter(one -> one.stop().detail().contains("RollingRecordingTest.waitForMonitor"))
        .filter(one -> one.threadId() >= 0) // not that of its pool, of one thread
        .toList();
  }

  @Test
  void shouldTakeTurnsBesideARecordingOfTheUserAndLeaveNothing() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    try (Recording users = new Recording()) {
      users.setName("of the user");
      users.start();
      long fromMs = System.currentTimeMillis();
      try (RollingRecording recording =
          RollingRecording.start(ProcessHandle.current().pid(), System::nanoTime)
              .toOptional()
              .orElseThrow()) {
        request(server);
        assertThat(ofMonitor(recording.turn()))
            .singleElement()
            .satisfies(one -> {
              assertThat(one.serving()).isTrue();
              assertThat(one.stop().startNs() / NS_PER_MS)
                  .isBetween(fromMs - 1, System.currentTimeMillis());
              assertThat(one.stop().lengthNs()).isGreaterThan(HELD_NS / 2);
            });
        assertThat(ofMonitor(recording.turn())).isEmpty();
        request(server);
        assertThat(ofMonitor(recording.end())).hasSize(1);
      }

      assertThat(users.getState()).isEqualTo(RecordingState.RUNNING);
      assertThat(FlightRecorder.getFlightRecorder().getRecordings())
          .extracting(Recording::getName)
          .noneMatch(name -> name.startsWith("foliot-"));
      try (Stream<Path> left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
        assertThat(left)
            .noneMatch(path ->
                path.getFileName()
                    .toString()
                    .startsWith("foliot-flight-" + ProcessHandle.current().pid() + "-"));
      }
    } finally {
      server.stop(0);
    }
  }

  @Test
  void shouldSayWhyThereIsNone() throws Exception {
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      assertThat(RollingRecording.start(other.pid(), System::nanoTime))
          .isInstanceOf(Reading.Unavailable.class);
    } finally {
      other.destroyForcibly();
    }
  }

  /** Of very many waits only longer ones are recorded, and the few classes of a busy server all. */
  @ParameterizedTest
  @CsvSource({
    "20, 0, 0, 20, 0",
    "20, 20001, 100, 40, 0",
    "40, 10000, 100, 40, 0",
    "40, 100, 0, 20, 0",
    "320, 1e9, 0, 320, 0",
    "20, 100, 20001, 20, 20"
  })
  void shouldRecordLongerOnesWhereThereAreVeryMany(
      long ms, double waits, double classes, long nextMs, long nextClassesMs) {
    assertThat(new RollingRecording.Thresholds(ms, 0).after(waits, classes))
        .isEqualTo(new RollingRecording.Thresholds(nextMs, nextClassesMs));
  }
}
