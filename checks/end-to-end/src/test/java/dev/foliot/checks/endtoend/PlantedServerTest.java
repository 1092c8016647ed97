package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.PlantedServer;
import dev.foliot.checks.endtoend.tasks.PlantedServer.Cause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Seven planted causes of slow requests, in a server that Foliot knows and in one that it does not.
 * Of all nine of ten must be named with four fifths of the delay beyond p99. What threads wait for
 * that serve no request is never named.
 */
@EnabledOnOs(OS.LINUX)
final class PlantedServerTest {
  private static final double MOST = 0.8;
  private static final double NAMED = 0.9;
  private static final double LITTLE = 0.05;
  private static final String PLACE = PlantedServer.class.getName() + ".answer:";
  private static final List<String> DECOYS = List.of("decoys", "forever");

  @TempDir Path folder;

  @Test
  void shouldNameTheLockInALoadThatIsInNoFigure() throws Exception {
    Ended ended = load(Cause.MONITOR, "jdk", "2s", List.of());
    JsonNode json = explanation(ended);

    assertThat(json.at("/forks").asInt()).isEqualTo(1);
    Path recorded = StoredFiles.runs(folder).getFirst().resolve("recorded/fork-001/recorded.json");
    assertThat(StoredFiles.json(recorded).at("/stops"))
        .anyMatch(stop ->
            stop.at("/stop/kind").asString().equals("monitor")
                && stop.at("/stop/detail").asString().startsWith(PLACE));
    assertThat(FoliotProcess.call(folder, "explain").out())
        .contains("in one extra fork with a flight recording");
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  /** Four threads sleep, and the requests of that time queue for them. */
  @Test
  void shouldKnowWhenAllThreadsOfThePoolWait() throws Exception {
    JsonNode json = explanation(load(Cause.POOL, "jdk", "3s", List.of()));

    assertThat(json.at("/recorded/sources"))
        .anyMatch(source ->
            source.at("/name").asString().contains("all threads of a pool waited")
                && source.at("/readings").asInt() > 0);
    Path recorded = StoredFiles.runs(folder).getFirst().resolve("recorded/fork-001/recorded.json");
    assertThat(StoredFiles.json(recorded).at("/stops"))
        .anyMatch(stop ->
            stop.at("/thread_id").asInt() == -1
                && stop.at("/stop/kind").asString().equals("sleep")
                && stop.at("/stop/detail").asString().contains(".pauseTogether:"));
  }

  /** A request that queues is in the client's time, and not in that of the server's log. */
  @Test
  void shouldFindTheSlowestRequestsInTheServersLog() throws Exception {
    String log = folder.resolve("access.log").toString();
    Ended ended =
        load(Cause.POOL, "jdk", List.of("--duration=2s", "--trace", "--server-log", log), log);

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.err()).doesNotContain("--server-log");
    JsonNode phase = StoredFiles.json(ended.out()).at("/phases/0");
    assertThat(phase.at("/in_server/requests").asInt()).isPositive();
    assertThat(phase.at("/in_server/found")).isEqualTo(phase.at("/in_server/requests"));
    assertThat(phase.at("/in_server/server_ns").asDouble())
        .isBetween(1.0, phase.at("/in_server/service_ns").asDouble());
    for (JsonNode slow : phase.at("/slowest")) {
      assertThat(slow.at("/server_ns").asLong()).isBetween(1L, slow.at("/service_ns").asLong());
    }
    Path slowest = StoredFiles.runs(folder).getFirst().resolve("fork-001/slowest.csv");
    assertThat(Files.readAllLines(slowest).getFirst()).endsWith(",probe in the server");
    assertThat(FoliotProcess.call(folder, "explain").exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "--server-log=a, --server-log finds requests by their trace ids: add --trace",
    "--server-log-format=json, --server-log-format is of --server-log: give its FILE",
    "--server-log=a --trace --server-log-format=iis, of the access log: 'iis' is unknown",
    "--push-user-file=a, --push-token-file and --push-user-file are of --push and --remote-write",
    "--remote-write=http://127.0.0.1:1 --push-user-file=a, --push-user-file a cannot be read",
    "--remote-write=127.0.0.1:9090, is no URL: write http://127.0.0.1:9090"
  })
  void shouldSayWhatAnOptionNeeds(String options, String what) {
    List<String> words = new ArrayList<>(List.of("http://127.0.0.1:1/", "--rate=1/s"));
    words.addAll(List.of(options.split(" ")));
    Ended ended = FoliotProcess.call(folder, "load", words.toArray(String[]::new));

    assertThat(ended.exit()).as(ended.err()).isEqualTo(2);
    assertThat(ended.errors()).singleElement().asString().contains(what);
  }

  /**
   * On a busy machine other causes have the delay. How recorded waits become causes is tested by
   * RequestWaitsTest, on any machine.
   */
  @Tag("causes")
  @Test
  void shouldNameTheLockAmongTheCauses() throws Exception {
    Ended ended = load(Cause.MONITOR, "jdk", "3s", List.of());
    JsonNode json = explanation(ended);

    assertThat(StoredFiles.json(ended.out()).at("/validity/verdict").asString())
        .isNotEqualTo("INVALID");
    assertThat(json.at("/recorded/causes"))
        .as(json.toPrettyString())
        .anyMatch(cause ->
            cause.at("/code").asString().equals("monitor")
                && cause.at("/detail").asString().startsWith(PLACE));
    assertThat(FoliotProcess.call(folder, "explain").out()).contains("monitor");
  }

  @Test
  void shouldKeepTheFiguresOfAServerThatForbidsIt() throws Exception {
    Ended ended = load(Cause.NONE, "own", "1s", List.of("-XX:+DisableAttachMechanism"));

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.errors())
        .filteredOn(line -> line.contains("--explain"))
        .singleElement()
        .asString()
        .contains("DisableAttachMechanism");
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/phases")).hasSize(1);
    assertThat(json.at("/explanation/recorded").isMissingNode()).isTrue();
  }

  @Test
  void shouldRefuseALoadWhoseServerIsUnknownOrThatHasSeveralRates() {
    Ended unknown =
        FoliotProcess.call(folder, "load", "http://127.0.0.1:1/", "--rate", "1/s", "--explain");
    Ended several =
        FoliotProcess.call(
            folder, "load", "http://127.0.0.1:1/", "--rate", "1/s,2/s", "--pid", "1", "--explain");

    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("--explain records the server: give its --pid");
    assertThat(several.exit()).isEqualTo(2);
    assertThat(several.err()).contains("--explain plays the load once more: give one rate");
  }

  @Tag("causes")
  @Tag("full")
  @Timeout(900)
  @Test
  void shouldNameNineOfTen() throws Exception {
    int named = 0;
    int all = 0;
    for (String kind : List.of("jdk", "own")) {
      for (Cause cause : Cause.values()) {
        // no tool knows the pool of a server that it does not know
        if (cause != Cause.NONE && !(cause == Cause.POOL && kind.equals("own"))) {
          named += share(cause, kind, recorded(cause, kind, "8s")) >= MOST ? 1 : 0;
          all++;
        }
      }
    }
    System.out.printf(
        "%s %d of %d planted causes of slow requests named with 80 %% of the delay beyond p99%n",
        named >= NAMED * all ? "met" : "MISSED", named, all);
    assertThat(named).isGreaterThanOrEqualTo((int) Math.floor(NAMED * all));
  }

  @Tag("causes")
  @Timeout(300)
  @Test
  void shouldInventNoneOfAnUndisturbedServer() throws Exception {
    for (String kind : List.of("jdk", "own")) {
      JsonNode json = recorded(Cause.NONE, kind, "8s");
      share(Cause.NONE, kind, json);
      for (JsonNode cause : json.at("/causes")) {
        if (cause.at("/delay_share").asDouble() > LITTLE) {
          assertThat(cause.at("/code").asString())
              .isNotIn(
                  "monitor", "park", "sleep", "fsync", "file-io", "socket-io", "class-loading");
        }
      }
    }
  }

  /** The share of the planted cause, and prints all. */
  private static double share(Cause cause, String kind, JsonNode json) {
    Set<String> codes =
        cause == Cause.FSYNC
            ? Set.of("fsync", "file-io")
            : Set.of(
                (cause == Cause.POOL ? Cause.SLEEP : cause)
                    .name()
                    .toLowerCase(Locale.ROOT)
                    .replace('_', '-'));
    double share = 0;
    StringBuilder others = new StringBuilder();
    for (JsonNode one : json.at("/causes")) {
      double its = one.at("/delay_share").asDouble();
      boolean isPlanted = codes.contains(one.at("/code").asString());
      share += isPlanted ? its : 0;
      others.append(" %s %.1f %%,".formatted(one.at("/code").asString(), its * 100));
      String detail = one.at("/detail").asString();
      assertThat(DECOYS).as(detail).noneMatch(detail::contains);
    }
    System.out.printf(
        Locale.ROOT,
        "%-14s %-4s %5.1f %%  %s:%s unexplained %.1f %%%n",
        cause,
        kind,
        share * 100,
        cause == Cause.NONE ? "-" : share >= MOST ? "named" : "MISSED",
        others,
        json.at("/unexplained_share").asDouble() * 100);
    return share;
  }

  private JsonNode recorded(Cause cause, String kind, String duration) throws Exception {
    JsonNode json = explanation(load(cause, kind, duration, List.of())).at("/recorded");
    assertThat(json.isMissingNode()).isFalse();
    return json;
  }

  private static JsonNode explanation(Ended ended) {
    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    return StoredFiles.json(ended.out()).at("/explanation");
  }

  private Ended load(Cause cause, String kind, String duration, List<String> jvmArgs)
      throws Exception {
    return load(cause, kind, List.of("--duration=" + duration, "--explain"), jvmArgs, List.of());
  }

  private Ended load(Cause cause, String kind, List<String> options, String log) throws Exception {
    return load(cause, kind, options, List.of(), List.of(log));
  }

  private Ended load(
      Cause cause, String kind, List<String> options, List<String> jvmArgs, List<String> log)
      throws Exception {
    String port = Integer.toString(freePort());
    List<String> words =
        new ArrayList<>(
            List.of(
                "load",
                "http://127.0.0.1:" + port + "/",
                "--rate=200/s",
                "--warmup=1s",
                "--no-wait",
                "--json"));
    words.addAll(options);
    words.add("--");
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(jvmArgs);
    words.addAll(
        List.of(
            "-cp", FoliotProcess.tasks(), PlantedServer.class.getName(), port, cause.name(), kind));
    words.addAll(log);
    return FoliotProcess.run(folder, words.toArray(String[]::new));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
