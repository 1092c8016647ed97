package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Studies in their shortest form, which takes seconds; the figures do not matter. */
final class StudyTest {
  @TempDir Path folder;

  @Tag("studies")
  @Tag("full")
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
            "--jvm-arg=-XX:TieredStopAtLevel=1",
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
      assertThat(Files.readAllLines(run.resolve(fork).resolve("flight-events.csv")).getFirst())
          .startsWith("at_ms,event,");
      assertThat(Files.readAllLines(run.resolve(fork).resolve("threads.csv")))
          .hasSizeGreaterThan(5);
    }
    assertThat(FoliotProcess.call(folder, "runs").out()).contains("study", "ramp-up");
  }

  @Test
  void shouldStepTheLoadUpInOneProcessAndPrintIt() throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder,
            "study",
            "throughput",
            "--shortest",
            "--details",
            "--arms",
            "fixed:4",
            "--jvm-arg=-XX:TieredStopAtLevel=1",
            "--explain");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.out())
        .contains(
            "closed loop, 8 clients",
            "closed loop, 16 clients",
            "fixed:4",
            "Which arm answers most?",
            "stored: ");
    Path run = StoredFiles.runs(folder).getFirst();
    JsonNode study = StoredFiles.json(run.resolve("study.json"));
    assertThat(study.at("/steps").findValues("continues")).hasSize(1);
    assertThat(study.at("/steps/1/continues").asBoolean()).isTrue();
    assertThat(study.at("/points")).hasSize(2);
    for (int step = 0; step < 2; step++) {
      JsonNode point = study.at("/points/" + step);
      assertThat(point.at("/step").asInt()).isEqualTo(step);
      assertThat(point.at("/fork").asInt()).isEqualTo(step + 1);
      // a machine may stand still for the half second that is measured
      assertThat(point.at("/throughput_per_s").isNumber()).as(point.toString()).isTrue();
      assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
    }
    // the first load includes its warm-up, the second settles for as long as it is measured
    assertThat(firstMs(run.resolve("fork-001").resolve("study-series.csv"))).isNegative();
    assertThat(firstMs(run.resolve("fork-002").resolve("study-series.csv"))).isEqualTo(-500);
    assertThat(firstMs(run.resolve("fork-002").resolve("watch.csv"))).isNotNegative();
    assertThat(Files.readAllLines(run.resolve("fork-001").resolve("slowest.csv")))
        .hasSizeGreaterThan(1);
    assertThat(StoredFiles.json(run.resolve("fork-002").resolve("timeline.json")).at("/sources"))
        .isNotEmpty();
    JsonNode arms = StoredFiles.json(FoliotProcess.call(folder, "explain", "--json").out());
    assertThat(arms.at("/schema").asString()).isEqualTo("foliot.explanations/1");
    assertThat(arms.at("/arms")).hasSize(1);
    assertThat(arms.at("/arms/0/arm").asString()).isEqualTo("fixed:4");
    assertThat(arms.at("/arms/0/explanation/forks").asInt()).isEqualTo(answered(run)).isPositive();
    // the extra fork has both loads too, and is in no figure
    JsonNode recorded = arms.at("/arms/0/explanation/recorded");
    assertThat(recorded.at("/forks").asInt()).isEqualTo(answered(run.resolve("recorded")));
    assertThat(recorded.at("/sources").findValuesAsString("name"))
        .contains("flight recording: locks, parks and sleeps");
    assertThat(StoredFiles.json(run.resolve("run.json")).at("/forks")).hasSize(2);
    assertThat(StoredFiles.json(run.resolve("run.json")).at("/complete").asBoolean()).isTrue();
    assertThat(FoliotProcess.call(folder, "explain").out())
        .contains("fixed:4", "unexplained", "in one extra fork of each arm");
    Path page = folder.resolve("page.html");
    assertThat(FoliotProcess.call(folder, "report", "@1", "--output", page.toString()).exit())
        .isZero();
    assertThat(Files.readString(page)).contains("Why slow requests were slow", "unexplained");
  }

  /** How many of both loads had an answer in their half second: the others explain nothing. */
  private static int answered(Path forks) throws IOException {
    int answered = 0;
    for (String fork : List.of("fork-001", "fork-002")) {
      JsonNode json = StoredFiles.json(forks.resolve(fork).resolve("fork.json"));
      answered += json.at("/response/count").asLong(0) > 0 ? 1 : 0;
    }
    return answered;
  }

  /** The first number of the first line below the header. */
  private static double firstMs(Path table) throws IOException {
    return Double.parseDouble(Files.readAllLines(table).get(1).split(",", 2)[0]);
  }

  @Test
  void shouldRefuseWhatCannotBeBeforeAnythingStarts() throws Exception {
    Ended unknown = FoliotProcess.call(folder, "study", "latency");
    Ended arm = FoliotProcess.call(folder, "study", "ramp-up", "--arms", "fibers");
    Ended old =
        FoliotProcess.call(
            folder, "study", "ramp-up", "--arms", "virtual", "--jdk", Jdks.home(17).toString());

    assertThat(List.of(unknown.exit(), arm.exit(), old.exit())).containsOnly(2);
    assertThat(unknown.errors())
        .singleElement()
        .asString()
        .startsWith("foliot: there is no study 'latency': choose ramp-up, ");
    assertThat(arm.errors()).singleElement().asString().contains("there is no arm 'fibers'");
    assertThat(old.errors()).singleElement().asString().contains("needs JDK 21 or later");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }
}
