package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.Healthy;
import dev.foliot.checks.endtoend.tasks.HostileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What benches store: of several at once, and under hostile names. */
final class BenchStoreTest {
  /** A busy machine may make any fork INVALID, which is 5; everything else must hold. */
  private static final List<Integer> USABLE = List.of(0, 5);

  @TempDir Path folder;

  /** The figures do not matter, so three of them may run at once: two processes and a call. */
  @Test
  void shouldKeepRunsAtOnceApartWhateverTheyDispatchToAndWherever() throws Exception {
    FoliotProcess threads = start(Healthy.class, "--dispatch", "threads:4");
    FoliotProcess pinned = start(Healthy.class, "--cpus", "0");
    Map<String, Ended> dispatched = new LinkedHashMap<>();
    for (String dispatch : List.of("virtual", "adaptive", "adaptive-virtual")) {
      String[] words = words(Healthy.class, "--dispatch", dispatch);
      dispatched.put(dispatch, FoliotProcess.call(folder, "bench", words));
    }
    dispatched.put("threads:4", threads.end());

    Set<String> ids = new TreeSet<>();
    for (Map.Entry<String, Ended> run : dispatched.entrySet()) {
      JsonNode json = StoredFiles.json(run.getValue().out());

      assertThat(json.at("/load/dispatch").asString()).isEqualTo(run.getKey());
      assertThat(json.at("/forks/0/completed").asLong()).isEqualTo(3_000);
      ids.add(json.at("/id").asString());
    }
    JsonNode json = StoredFiles.json(pinned.end().out());
    assertThat(json.at("/forks/0/conditions/cpus_granted").asString()).isEqualTo("1");
    assertThat(json.at("/forks/0/conditions/notes").asString()).contains("producers park");
    ids.add(json.at("/id").asString());
    assertThat(StoredFiles.runs(folder).stream().map(run -> run.getFileName().toString()))
        .hasSize(5)
        .containsExactlyElementsOf(ids);
  }

  @Test
  void shouldBeHarmlessWithHostileNames() throws Exception {
    Ended json = FoliotProcess.call(folder, "bench", words(HostileNames.class));
    Ended table =
        FoliotProcess.call(
            folder,
            "bench",
            HostileNames.class.getName(),
            "--details",
            "--classpath",
            FoliotProcess.tasks(),
            "--forks=2",
            "--warmup=0s",
            "--duration=300ms");

    JsonNode probes = StoredFiles.json(json.out()).at("/forks/0/probes");
    assertThat(probes.propertyNames()).hasSize(5).contains("a/b", "../x", "\u001b[2Jgone\u202e");
    assertThat(table.exit()).as(table.err()).isIn(USABLE);
    assertThat(table.out()).doesNotContain("\u001b", "\u202e").contains("a/b", "../x");
    assertThat(table.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(400));
    for (Path run : StoredFiles.runs(folder)) {
      try (Stream<Path> files = Files.walk(run)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .allMatch(name -> name.matches("[a-z0-9.-]+"));
      }
      String slowest = Files.readString(run.resolve("fork-001/slowest.csv"));
      assertThat(slowest).doesNotContain("\n=1+1").doesNotContain(",=1+1");
    }
    shouldReportWhatWasMeasured();
  }

  private void shouldReportWhatWasMeasured() throws IOException {
    Ended report = FoliotProcess.call(folder, "report", "@1");

    assertThat(report.exit()).as(report.err()).isZero();
    Path run = StoredFiles.runs(folder).getLast();
    assertThat(Path.of(report.out().strip())).isEqualTo(run.resolve("report.html"));
    JsonNode p50 = StoredFiles.json(run.resolve("run.json")).at("/summary/response/p50/median");
    String html = Files.readString(run.resolve("report.html"));
    assertThat(html)
        .contains("HostileNames", "fork 1", "fork 2", "id=\"headline\"")
        .doesNotContain("\u001b", "\u202e");
    if (p50.isNumber()) {
      assertThat(html).contains("data-v=\"" + p50.asLong() + "\"");
    }
  }

  private FoliotProcess start(Class<?> task, String... options) throws IOException {
    return FoliotProcess.start(
        folder,
        Stream.concat(Stream.of("bench"), Stream.of(words(task, options))).toArray(String[]::new));
  }

  private static String[] words(Class<?> task, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                task.getName(),
                "--classpath",
                FoliotProcess.tasks(),
                "--forks=1",
                "--warmup=0s",
                "--duration=300ms",
                "--json"));
    words.addAll(List.of(options));
    return words.toArray(String[]::new);
  }
}
