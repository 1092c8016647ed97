package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.SickService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Faults of a user's services. One study file has an arm for each fault, and a control that is
 * played all the same.
 */
@Tag("studies")
final class StudyFileFaultsTest {
  private static final long MS = 1_000_000;
  private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

  /** More than the connections that a service with so low a limit of files can have. */
  private static final int CLIENTS = 40;

  private static final int FILES = 32;

  @TempDir static Path folder;
  private static Ended ended;
  private static JsonNode study;
  private static int takenPort;

  /** All of it in one study, because each start costs a second. */
  @BeforeAll
  static void play() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      takenPort = other.getLocalPort();
      Files.writeString(folder.resolve("sick.yaml"), file());
      ended = FoliotProcess.run(folder, "study", "sick.yaml", "--shortest", "--json");
      study = StoredFiles.json(ended.out());
    }
  }

  private static String file() {
    StringBuilder arms = new StringBuilder();
    for (String illness : List.of("none", "errors", "dies", "leaks")) {
      arms.append(arm(illness, illness, "", ""));
    }
    arms.append(arm("never-ready", "never-ready", "", "ready-within: 1s"));
    arms.append(arm("taken", "none", "", "port: " + takenPort));
    if (Files.isExecutable(PRLIMIT)) {
      String limit = "%s, '--nofile=%d:%d', ".formatted(PRLIMIT, FILES, FILES);
      arms.append(arm("few files", "none", limit, ""));
    }
    return """
    study: throughput
    forks: 1
    measures: [cpu, threads]
    target:
      timeout: 1s
      requests: [{path: /work}]
    loads:
      - {clients: %d, warm-up: 200ms, duration: 1500ms}
    arms:
    %s\
    """
        .formatted(CLIENTS, arms);
  }

  private static String arm(String name, String illness, String limit, String field) {
    return """
      - name: %s
        command: [%s'${java}', -XX:TieredStopAtLevel=1, -cp, '%s', %s, '${port}', %s]
        health: /health
        %s
    """
        .formatted(name, limit, FoliotProcess.tasks(), SickService.class.getName(), illness, field);
  }

  private static JsonNode point(String arm) {
    for (JsonNode point : study.at("/points")) {
      if (point.at("/arm").asString().equals(arm)) {
        return point;
      }
    }
    throw new AssertionError("no point of " + arm + " in " + study + "; " + ended.err());
  }

  private static Path fork(JsonNode point) throws IOException {
    return StoredFiles.runs(folder)
        .getFirst()
        .resolve("fork-%03d".formatted(point.at("/fork").asInt()));
  }

  /** The only line of a fork on standard error. */
  private static String said(String arm) {
    List<String> lines =
        ended.errors().stream().filter(line -> line.contains("arm " + arm + ": ")).toList();
    assertThat(lines).as(ended.err()).hasSize(1);
    return lines.getFirst();
  }

  @Test
  void shouldPlayTheHealthyArmBesideTheSick() {
    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    assertThat(study.at("/complete").asBoolean()).isTrue();
    assertThat(point("none").at("/throughput_per_s").asDouble()).isPositive();
    assertThat(point("none").at("/errors").has("status 503")).isFalse();
    assertThat(point("none").at("/cpu_cores").asDouble()).isPositive();
    // cpu and threads are measured without a flight recording
    assertThat(point("none").has("flight")).isFalse();
    assertThat(point("none").at("/unavailable").toString()).doesNotContain("flight recording");
  }

  @Test
  void shouldCountErrorsByKindAndNeverInTheLatency() throws Exception {
    JsonNode point = point("errors");

    JsonNode errors = point.at("/errors");
    assertThat(errors.at("/status 503").asLong()).as(point.toString()).isPositive();
    assertThat(errors.at("/closed early").asLong()).as(point.toString()).isPositive();
    assertThat(point.at("/validity/verdict").asString()).isNotEqualTo("VALID");
    assertThat(point.at("/validity/reasons").toString())
        .contains(" requests failed (", "status 503 ", "; the percentiles leave them out");
    JsonNode fork = StoredFiles.json(fork(point).resolve("fork.json"));
    assertThat(fork.at("/lost").asLong())
        .isEqualTo(errors.valueStream().mapToLong(JsonNode::asLong).sum());
    assertThat(point.at("/response/count").asLong())
        .as("those that were answered as they should")
        .isEqualTo(fork.at("/completed").asLong())
        .isPositive();
  }

  @Test
  void shouldSayThatAnArmNeverGetsReadyWithTheEndOfItsLog() {
    JsonNode point = point("never-ready");

    assertThat(point.at("/failure").asString())
        .startsWith("arm never-ready: not ready after 1 s, it answers 503: see whether http://127.")
        .contains("/health is its health URL, or give it more time")
        .endsWith("; the end of its output: the cache is still cold");
    assertThat(point.at("/validity/verdict").asString()).isEqualTo("INVALID");
    assertThat(said("never-ready")).contains("is INVALID: arm never-ready: not ready after 1 s");
  }

  @Test
  void shouldSayThatItsPortIsTaken() {
    assertThat(point("taken").at("/failure").asString())
        .startsWith("arm taken: port " + takenPort + " is taken: end what listens there");
    assertThat(said("taken")).contains(" is taken: ");
  }

  @Test
  void shouldSayThatItDiedUnderLoadAndHow() {
    assertThat(point("dies").at("/failure").asString())
        .startsWith("arm dies: it died under load: exit code 3")
        .endsWith("the disk of the ledger is gone");
    assertThat(said("dies")).contains("exit code 3");
  }

  @Test
  void shouldSuspectOneThatLeaksThreads() {
    JsonNode point = point("leaks");

    assertThat(point.at("/validity/verdict").asString()).isNotEqualTo("VALID");
    assertThat(point.at("/validity/reasons").toString())
        .contains("the service's threads still grew", "it leaks threads");
  }

  /** Connections that it cannot accept time out after a second. */
  @Test
  void shouldCountTimeOutsOfAServiceThatIsOutOfFiles() {
    assumeTrue(Files.isExecutable(PRLIMIT), "prlimit is installed");
    JsonNode point = point("few files");

    assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
    assertThat(point.at("/errors").toString()).as(point.toString()).contains("time-out");
    assertThat(point.at("/validity/reasons").toString()).contains("requests", "time-out ");
    assertThat(point.at("/response/max").asLong(0)).isLessThanOrEqualTo(1_000 * MS);
  }

  @Test
  void shouldLeaveNoProcess() {
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }
}
