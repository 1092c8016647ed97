package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.PausingServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code foliot load} with a server that it starts or watches. */
final class LoadServerTest {
  private static final long STOP_NS = Duration.ofMillis(400).toNanos();
  private static final long BETWEEN_NS = Duration.ofMillis(600).toNanos();

  @TempDir Path folder;

  private LoadedServer started;

  @BeforeEach
  void choose() throws IOException {
    started = LoadedServer.choose();
  }

  @Test
  void shouldStartAServerForEachRoundAndNameThePausesThatDelayedRequests() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            started.load(
                // fewer than the 1,000 of a p99, beyond which only a stall of the machine may lie
                List.of(
                    "--duration=3s",
                    "--arrivals=constant",
                    "--warmup=200ms",
                    "--rounds=2",
                    "--json")));

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/phases")).hasSize(2);
    for (JsonNode phase : json.at("/phases")) {
      JsonNode server = phase.at("/server");
      assertThat(server.at("/jvm").asString()).startsWith("HotSpot ");
      assertThat(server.at("/command/5").asString()).isEqualTo(PausingServer.class.getName());
      assertThat(server.at("/used_cpus").asDouble()).isBetween(0.001, 64.0);
      assertThat(server.at("/cpu_ns_per_request").asDouble()).as(phase.toString()).isPositive();
      assertThat(server.at("/watch/peak_rss_bytes").asLong()).isGreaterThan(20_000_000);
      assertThat(kinds(server.at("/pauses"))).contains("gc-pause");
      assertThat(server.at("/unavailable")).isEmpty();
    }
    JsonNode explanation = json.at("/explanation");
    assertThat(explanation.at("/schema").asString()).isEqualTo("foliot.explanation/1");
    assertThat(explanation.at("/forks").asInt()).isEqualTo(2);
    assertThat(kinds(explanation.at("/causes"))).contains("gc-pause");
    assertThat(StoredFiles.json(FoliotProcess.call(folder, "explain", "--json").out()))
        .isEqualTo(explanation);
    assertThat(json.at("/phases/0/server/pid")).isNotEqualTo(json.at("/phases/1/server/pid"));
    assertThat(FoliotProcess.left(folder)).isEmpty();

    String page = folder.resolve("page.html").toString();
    assertThat(FoliotProcess.call(folder, "report", "@1", "--output", page).exit()).isZero();
    assertThat(Files.readString(Path.of(page)))
        .contains("The server as a process", "The longest pauses of the server")
        .contains("Why slow messages were slow", "An example: a slow message of the first cause");
  }

  /** The kinds of stops, or the codes of causes. */
  private static List<String> kinds(JsonNode all) {
    List<String> kinds = new ArrayList<>();
    all.forEach(one -> kinds.add(one.at("/kind").asString("") + one.at("/code").asString("")));
    return kinds;
  }

  @Test
  void shouldWatchAServerThatRunsAndLeaveItAlone() throws Exception {
    Process server =
        new ProcessBuilder(started.command())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("server.txt").toFile())
            .start();
    try {
      while (!isListening()) {
        assertThat(server.isAlive()).isTrue();
      }
      String pid = Long.toString(server.pid());
      FoliotProcess foliot =
          FoliotProcess.start(
              folder,
              "load",
              started.url(),
              "--rate=200/s",
              "--warmup=500ms",
              "--duration=3s",
              "--pid",
              pid);
      stopNowAndThen(server, foliot.handle());
      Ended ended = foliot.end();

      assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
      JsonNode explained = StoredFiles.json(FoliotProcess.call(folder, "explain", "--json").out());
      assertThat(kinds(explained.at("/causes"))).contains("stopped");
      assertThat(ended.out())
          .containsPattern("(?m)^server +[0-9.]+ of [0-9]+ CPUs?; .* of CPU time .*per request; ")
          .containsPattern("(?m)^pauses +stopped by a signal .*[0-9]+ GC pauses?, ");
      assertThat(server.isAlive()).isTrue();

      FoliotProcess.call(
          folder, "load", started.url(), "--rate=400/s", "--warmup=100ms", "--duration=1s");
      assertThat(FoliotProcess.call(folder, "explain").out())
          .containsPattern("looked at +generator: ")
          .containsPattern("not seen +the server: .*--pid");
    } finally {
      server.descendants().forEach(ProcessHandle::destroyForcibly);
      server.destroyForcibly().waitFor();
    }
  }

  /** Stops a server for a part of each second, while another process lives. */
  private static void stopNowAndThen(Process server, ProcessHandle whileAlive) throws Exception {
    try (Signals signals = new Signals()) {
      while (whileAlive.isAlive()) {
        LockSupport.parkNanos(BETWEEN_NS);
        signals.send(server.pid(), Signals.STOP);
        LockSupport.parkNanos(STOP_NS);
        signals.send(server.pid(), Signals.CONTINUE);
      }
    }
  }

  private boolean isListening() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), started.port())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void shouldSayInOneLineWhatItCannotDo() throws Exception {
    assertFails(
        4, "there is no process 2147483646", started.url(), "--rate", "1/s", "--pid", "2147483646");
    assertFails(2, "is no process id", started.url(), "--rate", "1/s", "--pid", "0");
    assertFails(2, "a command behind --", started.url(), "--rate", "1/s", "java");
    assertFails(2, "leave one out", started.url(), "--rate", "1/s", "--pid", "1", "--", "java");
    assertFails(
        2, "names the request", started.url(), "--rate", "1/s", "--", "curl", started.url());
    assertFails(2, "--live needs a terminal", started.url(), "--rate", "1/s", "--live");
    assertFails(2, "is no port", "--serve", started.url(), started.url(), "--rate", "1/s");
    assertFails(
        4, "is no program that can be started", started.url(), "--rate", "1/s", "--", "no-such-x");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String other = "http://127.0.0.1:" + taken.getLocalPort() + "/";
      assertFails(4, "listens at 127.0.0.1 port", other, "--rate", "1/s", "--", "java");
      assertFails(4, "is taken", started.url(), "--rate", "1/s", "--serve=" + taken.getLocalPort());
    }
  }

  private void assertFails(int exit, String message, String... words) {
    Ended ended = FoliotProcess.call(folder, "load", words);

    assertThat(ended.exit()).as(ended.err()).isEqualTo(exit);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.errors()).last().asString().contains(message);
  }
}
