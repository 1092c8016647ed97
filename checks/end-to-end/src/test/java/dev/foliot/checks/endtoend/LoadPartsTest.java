package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One load from several processes, put together. */
final class LoadPartsTest {
  private static final int PARTS = 3;
  private static final long MS = 1_000_000;

  /** Long enough for three JVMs to start on a busy machine. */
  private static final int UNTIL_START_S = 15;

  @TempDir Path folder;

  private OkServer server;

  @BeforeEach
  void start() throws IOException {
    server = new OkServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Ended part(int number, String at) {
    return FoliotProcess.call(
        folder,
        "load",
        server.url("/"),
        "--rate",
        "300/s",
        "--arrivals",
        "constant",
        "--duration",
        "2s",
        "--warmup",
        "0s",
        "--part",
        number + "/" + PARTS,
        "--start-at",
        at,
        "--json");
  }

  /** Whether a part is there that can be followed. */
  private static boolean isBegun(Path store) throws IOException {
    if (!Files.isDirectory(store)) {
      return false;
    }
    try (Stream<Path> files = Files.list(store)) {
      return files.anyMatch(run -> Files.exists(run.resolve("part-plan.json")));
    }
  }

  /** A process follows the parts from their start on, and puts them together. */
  @Test
  void shouldBeTheWholeLoadTogether() throws Exception {
    String at = Instant.now().plusSeconds(UNTIL_START_S).truncatedTo(ChronoUnit.SECONDS).toString();
    List<CompletableFuture<Ended>> parts = new ArrayList<>();
    for (int number = 1; number <= PARTS; number++) {
      int one = number;
      parts.add(
          CompletableFuture.supplyAsync(
              () -> part(one, at), work -> Thread.ofPlatform().daemon().start(work)));
    }
    Path store = folder.resolve(".foliot");
    while (!isBegun(store)) {
      assertThat(parts).anyMatch(part -> !part.isDone());
      Thread.onSpinWait();
    }

    Ended merged =
        FoliotProcess.call(
            folder,
            "load",
            "--merge",
            "--serve",
            "--json",
            "--store",
            folder.resolve("merged").toString(),
            store.toString());

    for (CompletableFuture<Ended> part : parts) {
      assertThat(part.get().exit()).as(part.get().err()).isIn(0, 5);
      assertThat(part.get().out()).contains("/3 alone: ");
    }
    List<Path> runs = StoredFiles.runs(folder);
    assertThat(merged.exit()).as(merged.err()).isIn(0, 5);
    assertThat(merged.err()).contains("live page: http://127.0.0.1:");
    JsonNode phase = StoredFiles.json(merged.out()).at("/phases/0");
    int scheduled = phase.at("/scheduled").asInt();
    // on a busy machine a part may start late: then it leaves out what it missed
    int skipped = 0;
    for (Path run : runs) {
      JsonNode late = StoredFiles.json(run.resolve("part.json")).at("/skipped");
      assertThat(late.isNumber()).isTrue();
      skipped += late.asInt();
    }
    assertThat(scheduled).isEqualTo(600 - skipped).isPositive();
    assertThat(phase.at("/requests").asInt()).isEqualTo(scheduled);
    assertThat(phase.at("/response/count").asInt()).isEqualTo(scheduled);
    assertThat(phase.at("/connections").asInt()).isEqualTo(100);
    assertThat(server.requests()).isEqualTo(scheduled);
    assertThat(server.heads()).isBetween(PARTS, PARTS * 100);
    for (Path run : runs) {
      // the server's clock is that of this machine, to the error that is said
      JsonNode clock = StoredFiles.json(run.resolve("part.json")).at("/server_clock");
      assertThat(Math.abs(clock.at("/ahead_ns").asLong()))
          .isLessThanOrEqualTo(clock.at("/error_ns").asLong() + MS);
    }
    assertThat(merged.out()).doesNotContain("PART_CLOCK", "by the server's Date");

    Ended two =
        FoliotProcess.call(
            folder, "load", "--merge", runs.get(0).toString(), runs.get(1).toString());
    assertThat(two.exit()).as(two.err()).isEqualTo(5);
    assertThat(two.out()).contains(" of 3 missing");
  }

  @Test
  void shouldSayWhatIsNoPart() {
    Ended none = FoliotProcess.call(folder, "load", "--merge", folder.toString());

    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("is no part of a load");
  }

  /** The example's command, as each pod's shell runs it. */
  @Test
  void shouldGiveEachPodOfTheExampleAPartOfItsOwn() throws Exception {
    String manifest = Files.readString(FoliotProcess.inTree("examples/load-parts/job.yaml"));
    assertThat(manifest).contains("completionMode: Indexed");
    Matcher completions = Pattern.compile("completions: ([0-9]+)").matcher(manifest);
    assertThat(completions.find()).isTrue();
    int pods = Integer.parseInt(completions.group(1));
    assertThat(manifest).contains("parallelism: " + pods).contains("value: \"" + pods + "\"");
    String command =
        manifest
            .substring(manifest.indexOf("exec foliot"), manifest.indexOf("          resources:"))
            .replaceAll("\\s+", " ")
            .replace("exec foliot", "echo");
    for (int index = 0; index < pods; index++) {
      assertThat(
              said(
                  command,
                  Map.of(
                      "JOB_COMPLETION_INDEX", Integer.toString(index),
                      "PARTS", Integer.toString(pods),
                      "START_AT", "2026-12-01T10:00:00Z")))
          .isEqualTo(
              "load /plan/shop.yaml --part %d/%d --start-at 2026-12-01T10:00:00Z --store /runs/run7"
                  .formatted(index + 1, pods));
    }
  }

  /** The guide's command, as each of Slurm's tasks runs it. */
  @Test
  void shouldGiveEachTaskOfSlurmAPartOfItsOwn() throws Exception {
    Matcher srun =
        Pattern.compile("(?m)^srun --ntasks=8 sh -c '\\./foliot (.*)'$")
            .matcher(Files.readString(FoliotProcess.inTree("docs/guide/load-parts.md")));
    assertThat(srun.find()).isTrue();
    for (int task = 0; task < 8; task++) {
      assertThat(
              said(
                  "echo " + srun.group(1),
                  Map.of("SLURM_PROCID", Integer.toString(task), "AT", "2026-12-01T10:00:00Z")))
          .isEqualTo(
              "load shop.yaml --part %d/8 --start-at 2026-12-01T10:00:00Z --store /runs/run7"
                  .formatted(task + 1));
    }
  }

  private static String said(String command, Map<String, String> variables) throws Exception {
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", command);
    shell.environment().putAll(variables);
    Process process = shell.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return said.strip();
  }
}
