package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.TakesTwoHundredMicros;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code --profile}, from the command to the page. */
final class ProfileTest {
  @TempDir Path folder;

  private Ended bench(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                TakesTwoHundredMicros.class.getName(),
                "--classpath",
                FoliotProcess.tasks(),
                "--rate=2k/s",
                "--forks=1",
                "--warmup=200ms",
                "--duration=1s"));
    words.addAll(List.of(more));
    return FoliotProcess.call(folder, "bench", words.toArray(String[]::new));
  }

  @Test
  void shouldShowWhereTheTimeOfABenchWentAndThatItWasProfiled() throws Exception {
    assertThat(bench().exit()).isIn(0, 5);
    for (String how : List.of("--profile=jfr", "--profile")) {
      Ended ended = bench(how, "--details");
      assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
      assertThat(ended.out()).contains("profiled (", "flame graphs: foliot report");
      Path run = StoredFiles.runs(folder).getLast();
      JsonNode profile = StoredFiles.json(run.resolve("fork-001/profile.json"));
      assertThat(profile.at("/samples").asLong()).as(profile.toString()).isPositive();
      // the task is inlined into it, and while it only reads the clock it sometimes has no frame
      assertThat(Files.readString(run.resolve("fork-001/profile.folded")))
          .contains("dev.foliot.bench.Producer.");
      JsonNode fork = StoredFiles.json(run.resolve("fork-001/fork.json"));
      assertThat(fork.at("/conditions/profile").asString()).startsWith("by ");
      assertThat(fork.at("/conditions/jvm_arguments").asString()).doesNotContain("foliot-profile");
    }

    Ended compared = FoliotProcess.call(folder, "compare", "@3", "@2", "--json");
    assertThat(StoredFiles.json(compared.out()).at("/environment_differences").toString())
        .contains("\"name\":\"profile\",\"a\":\"\",\"b\":\"jfr\"");
    assertThat(FoliotProcess.call(folder, "compare", "@3", "@2", "--details").out())
        .doesNotContain("flame");
    assertThat(FoliotProcess.call(folder, "compare", "@2", "@1", "--details").out())
        .contains("flame graphs of both and their difference: foliot report @2 @1");
    Ended report = FoliotProcess.call(folder, "report", "@2", "@1");
    assertThat(Files.readString(Path.of(report.out().strip())))
        .contains("Flame graph: A<", "Flame graph: B<", "Difference: B against A<");
  }

  @Test
  void shouldRefuseWhatIsNoProfilerAndWhatNoProfileShows() throws Exception {
    Ended wrong =
        FoliotProcess.call(
            folder,
            "bench",
            TakesTwoHundredMicros.class.getName(),
            "--classpath",
            FoliotProcess.tasks(),
            "--profile=perf");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.errors()).singleElement().asString().contains("'perf' is no profiler");
    Ended lottery = FoliotProcess.call(folder, "study", "sharing-lottery", "--profile");
    assertThat(lottery.exit()).isEqualTo(2);
    assertThat(lottery.errors()).singleElement().asString().contains("see foliot diagnose");
    assertThat(folder.resolve(".foliot")).doesNotExist();
  }

  @Tag("studies")
  @Test
  void shouldProfileTheServicesOfAStudyAndShowThemSideBySide() throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "study",
            "ramp-up",
            "--shortest",
            "--arms",
            "virtual,fixed:50",
            "--profile",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    Path run = StoredFiles.runs(folder).getFirst();
    for (String fork : List.of("fork-001", "fork-002")) {
      JsonNode profile = StoredFiles.json(run.resolve(fork).resolve("profile.json"));
      assertThat(profile.at("/means").asString()).as(profile.toString()).isIn("jfr", "async");
    }
    assertThat(Files.readString(run.resolve("report.html"))).contains("Where the CPU time went");
  }

  @Tag("studies")
  @Test
  void shouldSayThatAnArmWhichIsNoJvmCannotBeProfiled() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "no python3");
    Files.writeString(
        folder.resolve("mine.yaml"),
        """
        study: throughput
        forks: 1
        target:
          requests: [{path: /}]
        arms:
          - name: snake
            command: [/usr/bin/python3, -m, http.server, '${port}', --bind, 127.0.0.1]
            health: /
        loads:
          - {clients: 1, warm-up: 200ms, duration: 300ms}
        measures: [throughput]
        """);

    Ended ended =
        FoliotProcess.run(folder, "study", "mine.yaml", "--shortest", "--profile", "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode point = StoredFiles.json(ended.out()).at("/points/0");
    assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
    assertThat(point.at("/unavailable").toString()).contains("it cannot be profiled");
    assertThat(StoredFiles.runs(folder).getFirst().resolve("fork-001/profile.json")).doesNotExist();
  }
}
