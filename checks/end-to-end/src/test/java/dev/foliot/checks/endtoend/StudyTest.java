package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Studies in their shortest form, which takes seconds and of whose figures nothing is asked. */
final class StudyTest {
  private static final long GONE_WITHIN_S = 10;

  @TempDir Path folder;

  @Test
  void shouldPlayRampUpAndStoreIt() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "study",
            "ramp-up",
            "--shortest",
            "--arms",
            "virtual,adaptive",
            "--seed",
            "42",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/schema").asString()).isEqualTo("foliot.study/1");
    assertThat(json.at("/study").asString()).isEqualTo("ramp-up");
    assertThat(json.at("/seed").asLong()).isEqualTo(42);
    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/arms")).hasSize(2);
    assertThat(json.at("/points")).hasSize(2);
    assertThat(json.at("/verdict")).isNotEmpty();
    for (JsonNode point : json.at("/points")) {
      assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
      assertThat(point.at("/clients").asInt()).isEqualTo(60);
      assertThat(point.at("/throughput_per_s").asDouble()).isPositive();
      assertThat(point.at("/response/count").asLong()).isPositive();
      assertThat(point.at("/cpu_cores").asDouble()).isPositive();
      assertThat(point.at("/rss_bytes").asLong()).isGreaterThan(1_000_000);
      assertThat(point.at("/threads").asInt()).isPositive();
      assertThat(point.at("/validity/verdict").asString()).isNotEmpty();
      assertThat(point.at("/measures/peak_per_s").asDouble()).isPositive();
    }
    Path run = StoredFiles.runs(folder).getFirst();
    for (String fork : List.of("fork-001", "fork-002")) {
      assertThat(Files.readAllLines(run.resolve(fork).resolve("study-series.csv")))
          .hasSizeGreaterThan(10);
      assertThat(Files.readAllLines(run.resolve(fork).resolve("watch.csv"))).hasSizeGreaterThan(5);
      assertThat(Files.readAllLines(run.resolve(fork).resolve("threads.csv")))
          .hasSizeGreaterThan(5);
    }
    assertThat(FoliotProcess.run(folder, "runs").out()).contains("study", "ramp-up");
  }

  @Test
  void shouldPlayThroughputAndPrintIt() throws Exception {
    Ended ended =
        FoliotProcess.run(folder, "study", "throughput", "--shortest", "--arms", "fixed:4");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.out())
        .contains("closed loop, 8 clients", "fixed:4", "Which arm answers most?", "stored: ");
  }

  @Test
  void shouldRefuseWhatCannotBeBeforeAnythingStarts() throws Exception {
    Ended unknown = FoliotProcess.run(folder, "study", "latency");
    Ended arm = FoliotProcess.run(folder, "study", "ramp-up", "--arms", "fibers");
    Ended old =
        FoliotProcess.run(
            folder, "study", "ramp-up", "--arms", "virtual", "--jdk", Jdks.home(17).toString());

    assertThat(List.of(unknown.exit(), arm.exit(), old.exit())).containsOnly(2);
    assertThat(unknown.errors())
        .containsExactly(
            "foliot: there is no study 'latency': choose ramp-up or throughput or memory");
    assertThat(arm.errors()).singleElement().asString().contains("there is no arm 'fibers'");
    assertThat(old.errors()).singleElement().asString().contains("needs JDK 21 or later");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  @Test
  void shouldGoOnWithoutAnArmThatDoesNotStart() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "study",
            "ramp-up",
            "--shortest",
            "--arms",
            "fixed:4",
            "--jvm-arg=-XX:NoSuchFlag",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    JsonNode point = StoredFiles.json(ended.out()).at("/points/0");
    assertThat(point.at("/failure").asString())
        .contains("arm fixed:4: it ended before it was ready");
    assertThat(point.at("/validity/verdict").asString()).isEqualTo("INVALID");
  }

  @Test
  void shouldSayThatAnArmDiedUnderLoad() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder, "study", "throughput", "--shortest", "--arms", "fixed:4", "--json");
    ProcessHandle service = child(foliot, "bank");
    foliot.await(() -> find(foliot, "DriverMain").isPresent());

    service.destroyForcibly();
    Ended ended = foliot.end();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    assertThat(StoredFiles.json(ended.out()).at("/points/0/failure").asString())
        .contains("arm fixed:4: it died under load");
  }

  @Test
  void shouldKeepWholeForksAtAnInterruptionAndLeaveNoChild() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder, "study", "throughput", "--shortest", "--forks", "50", "--arms", "fixed:4");
    foliot.await(() -> isThere("fork-001/point.json"));
    ProcessHandle service = child(foliot, "bank");
    ProcessHandle remote = child(foliot, "remote");

    new ProcessBuilder("kill", "-INT", Long.toString(foliot.handle().pid())).start().waitFor();
    Ended ended = foliot.end();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    assertThat(ended.errors()).last().asString().contains("interrupted; ", "whole fork", "kept in");
    service.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    remote.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    Path run = StoredFiles.runs(folder).getFirst();
    JsonNode study = StoredFiles.json(run.resolve("study.json"));
    assertThat(study.at("/complete").asBoolean()).isFalse();
    assertThat(study.at("/points").size()).isPositive();
    assertThat(StoredFiles.list(run)).noneMatch(path -> path.toString().endsWith(".part"));
  }

  @Test
  void shouldLeaveNoChildBehindAKilledParent() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder, "study", "throughput", "--shortest", "--forks", "50", "--arms", "fixed:4");
    ProcessHandle service = child(foliot, "bank");
    ProcessHandle remote = child(foliot, "remote");
    ProcessHandle driver = child(foliot, "DriverMain");

    foliot.handle().destroyForcibly();

    for (ProcessHandle child : List.of(service, remote, driver)) {
      child.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    }
  }

  private boolean isThere(String file) {
    try {
      return StoredFiles.runs(folder).stream().anyMatch(run -> Files.exists(run.resolve(file)));
    } catch (IOException e) {
      return false;
    }
  }

  private static ProcessHandle child(FoliotProcess foliot, String word)
      throws InterruptedException {
    foliot.await(() -> find(foliot, word).isPresent());
    return find(foliot, word).orElseThrow();
  }

  /** A JVM among the children; what starts it has the same words for a moment, and its number. */
  private static Optional<ProcessHandle> find(FoliotProcess foliot, String word) {
    return foliot
        .handle()
        .descendants()
        .filter(child -> {
          String command = child.info().commandLine().orElse("");
          return command.contains("java")
              && (command.contains("Apps " + word) || command.contains("load." + word));
        })
        .findFirst();
  }
}
