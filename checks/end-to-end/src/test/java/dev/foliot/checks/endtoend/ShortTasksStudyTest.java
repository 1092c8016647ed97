package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The study short-tasks in its shortest form; its figures do not matter. */
final class ShortTasksStudyTest {
  private static final long GONE_WITHIN_S = 10;

  @TempDir Path folder;

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldPlayBurnOnEachNumberOfCpusAndPingOnThoseOfTheService() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "study",
            "short-tasks",
            "--shortest",
            "--arms",
            "virtual,fixed:cpus",
            "--seed",
            "42",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/study").asString()).isEqualTo("short-tasks");
    assertThat(json.at("/complete").asBoolean()).isTrue();
    int steps = json.at("/steps").size();
    assertThat(json.at("/points")).hasSize(2 * steps);
    for (JsonNode point : json.at("/points")) {
      JsonNode step = json.at("/steps").get(point.at("/step").asInt());
      assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
      assertThat(point.at("/throughput_per_s").asDouble()).isPositive();
      assertThat(point.at("/measures/tasks_per_s").asDouble()).isPositive();
      assertThat(point.at("/measures/cpu_us_per_task").asDouble()).isPositive();
      assertThat(step.at("/task_ns").asLong()).isEqualTo(100_000);
      assertThat(step.at("/cpus").asInt()).isPositive();
      if (step.at("/app").asString().equals("burn")) {
        assertThat(point.at("/measures/parked_while_queued_share").asDouble()).isBetween(0.0, 1.0);
        // a value common to all arms, determined once
        assertThat(point.at("/measures/steps_per_ns").asDouble()).isEqualTo(stepsPerNs(json));
      } else {
        assertThat(step.at("/app").asString()).isEqualTo("ping");
      }
    }
    assertThat(json.at("/steps").findValuesAsString("app")).contains("burn", "ping");
    assertThat(json.at("/verdict").findValuesAsString("question"))
        .contains(
            "burn on 1 CPU: which arm does most?",
            "ping on 1 CPU: which arm does most?",
            "How long does a thread that is ready wait for a CPU?",
            "How long does a woken worker wait for a CPU?",
            "Which arm leaves a worker parked while tasks wait, and for how much of that time?",
            "How long does a worker stay parked while tasks wait, at the longest?");
    assertThat(json.at("/verdict").findValuesAsString("answer"))
        .as("the shortest form has no warm-up that is long enough")
        .anyMatch(answer -> answer.startsWith("not asked: only burn traces wake-ups"));
    Path fork = StoredFiles.runs(folder).getFirst().resolve("fork-001");
    assertThat(Files.readAllLines(fork.resolve("study-series.csv"))).hasSizeGreaterThan(4);
    assertThat(Files.readAllLines(fork.resolve("watch.csv"))).hasSizeGreaterThan(1);
  }

  private static double stepsPerNs(JsonNode json) {
    return json.at("/points").findValues("steps_per_ns").getFirst().asDouble();
  }

  @Test
  void shouldGoOnWithoutAnArmThatDoesNotStart() throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder,
            "study",
            "scaling",
            "--shortest",
            "--arms",
            "fixed:4",
            "--jvm-arg=-XX:NoSuchFlag",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    JsonNode point = StoredFiles.json(ended.out()).at("/points/0");
    assertThat(point.at("/failure").asString())
        .contains("arm fixed:4: it ended too early", "NoSuchFlag");
    assertThat(point.at("/validity/verdict").asString()).isEqualTo("INVALID");
  }

  @Test
  void shouldSayThatBurnDied() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder, "study", "scaling", "--shortest", "--arms", "fixed:4", "--json");
    ProcessHandle burn = burn(foliot);

    burn.destroyForcibly();
    Ended ended = foliot.end();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(5);
    assertThat(StoredFiles.json(ended.out()).at("/points/0/failure").asString())
        .contains("arm fixed:4: it ended too early: it was killed (SIGKILL)");
  }

  @Test
  void shouldLeaveNoChildBehindAtAnInterruption() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder, "study", "scaling", "--shortest", "--forks", "50", "--arms", "fixed:4");
    ProcessHandle burn = burn(foliot);

    new ProcessBuilder("kill", "-INT", Long.toString(foliot.handle().pid())).start().waitFor();
    Ended ended = foliot.end();

    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    burn.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
  }

  @Test
  void shouldLeaveNoChildBehindAKilledParent() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder, "study", "scaling", "--shortest", "--forks", "50", "--arms", "fixed:4");
    ProcessHandle burn = burn(foliot);

    foliot.handle().destroyForcibly();

    burn.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
  }

  @Test
  void shouldRefuseVirtualThreadsOnAnOlderJdk() throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder, "study", "short-tasks", "--arms", "virtual", "--jdk", Jdks.home(17).toString());

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.errors()).singleElement().asString().contains("needs JDK 21 or later");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  /** The measured program; calibrate, which comes before, has another name. */
  private static ProcessHandle burn(FoliotProcess foliot) throws InterruptedException {
    return foliot.found(() -> find(foliot));
  }

  private static Optional<ProcessHandle> find(FoliotProcess foliot) {
    return foliot
        .handle()
        .descendants()
        .filter(child -> FoliotProcess.commandLine(child).contains("Apps burn"))
        .findFirst();
  }
}
