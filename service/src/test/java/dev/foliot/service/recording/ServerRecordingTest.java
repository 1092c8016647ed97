package dev.foliot.service.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.foliot.hotspot.reason.JvmReason;
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
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Records this JVM, which is the server too. */
@ResourceLock("recordings of this JVM")
@Timeout(60)
final class ServerRecordingTest {
  private static final long SECOND_NS = 1_000_000_000;
  private static final long HELD_NS = 20_000_000;

  private final Object monitor = new Object();
  private volatile @Nullable Thread entering;
  private final CountDownLatch isEntered = new CountDownLatch(1);

  private void waitForMonitor() {
    entering = Thread.currentThread();
    isEntered.countDown();
    synchronized (monitor) {
      assertThat(Thread.holdsLock(monitor)).isTrue();
    }
  }

  /** Asks a server whose only handler waits for the monitor, while this thread has it. */
  private void request(HttpServer server) throws Exception {
    server.createContext(
        "/",
        exchange -> {
          waitForMonitor();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
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
  }

  @Test
  void shouldKnowTheWaitsOfThreadsThatServeRequests() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    long startNs = System.nanoTime();
    try (ServerRecording recording =
        ServerRecording.start(ProcessHandle.current().pid(), SECOND_NS)
            .toOptional()
            .orElseThrow()) {
      request(server);
      recording.stop();
      RecordedStops stops =
          recording.read(startNs, System.nanoTime() - startNs, Map.of()).toOptional().orElseThrow();

      assertThat(stops.stops())
          .filteredOn(one -> one.stop().kind() == StopKind.MONITOR)
          .filteredOn(one -> one.stop().detail().contains("ServerRecordingTest.waitForMonitor"))
          .filteredOn(one -> one.threadId() >= 0) // not that of its pool, of one thread
          .singleElement()
          .satisfies(one -> assertThat(one.serving()).isTrue());
      // this thread waited for the request, but serves none
      assertThat(stops.stops())
          .filteredOn(ThreadStop::serving)
          .allSatisfy(
              one -> assertThat(one.threadId()).isNotEqualTo(Thread.currentThread().threadId()));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void shouldSayWhyThereIsNone() throws Exception {
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      Reading<ServerRecording> none = ServerRecording.start(other.pid(), SECOND_NS);

      assertThat(none).isInstanceOf(Reading.Unavailable.class);
      assertThat(((Reading.Unavailable<ServerRecording>) none).why())
          .isInstanceOf(JvmReason.NoJvmBelow.class);
    } finally {
      other.destroyForcibly();
    }
  }
}
