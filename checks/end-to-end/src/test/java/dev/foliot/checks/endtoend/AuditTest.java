package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Real load tools against a server that stalls for a fifth of the time. No noise hides the omitted
 * requests.
 */
final class AuditTest {
  private static final long GONE_WITHIN_S = 10;

  @TempDir Path folder;

  @Tag("real-time")
  @Test
  void shouldShowWhatHeyLeavesOut() throws Exception {
    assumeInstalled("hey");

    JsonNode json = audit("--stall=200ms", "--every=1s", "--", "hey", "-z", "4s", "-c", "10");

    assertThat(json.at("/tool/name").asString()).isEqualTo("hey");
    assertThat(waited(json, 99)).isGreaterThan(5 * said(json, 99)).isGreaterThan(150_000_000);
    assertThat(json.at("/verdict").asString()).isEqualTo("understates");
    assertThat(json.at("/sentence").asString()).startsWith("hey said p99 = ");
    assertThat(json.at("/server/stalls").size()).isGreaterThanOrEqualTo(3);
  }

  /** wrk 4 adds samples for the requests that it assumes it did not send. */
  @Tag("real-time")
  @Test
  void shouldShowThatWrkFillsIn() throws Exception {
    assumeInstalled("wrk");

    JsonNode json =
        audit(
            "--stall=200ms",
            "--every=1s",
            "--",
            "wrk",
            "--latency",
            "-t1",
            "-c10",
            "-d4s",
            "{url}");

    assertThat(json.at("/tool/name").asString()).isEqualTo("wrk");
    assertThat((double) said(json, 99)).isBetween(0.5 * waited(json, 99), 2.0 * waited(json, 99));
    assertThat(json.at("/tool/command/5").asString()).startsWith("http://127.0.0.1:");
  }

  @Tag("real-time")
  @Test
  void shouldAgreeWithToolsWhereNothingStalls() throws Exception {
    for (List<String> tool :
        List.of(
            List.of("wrk", "--latency", "-t1", "-c10", "-d3s"),
            List.of("hey", "-z", "3s", "-c", "10"))) {
      assumeInstalled(tool.getFirst());
      JsonNode json =
          audit(
              Stream.concat(Stream.of("--no-stalls", "--service=10ms", "--"), tool.stream())
                  .toArray(String[]::new));

      assertThat((double) said(json, 50)).isBetween(0.5 * waited(json, 50), 2.0 * waited(json, 50));
      assertThat(waited(json, 50)).isBetween(10_000_000L, 30_000_000L);
      assertThat(json.at("/server/requests").asLong()).isGreaterThan(100);
    }
  }

  @Test
  void shouldShowATableAndASentence() throws Exception {
    assumeInstalled("hey");

    Ended ended =
        FoliotProcess.call(
            folder,
            "audit",
            "--details",
            "--stall=50ms",
            "--every=200ms",
            "--",
            "hey",
            "-z",
            "2s",
            "-c",
            "5");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out())
        .contains("audit of: hey -z 2s -c 5 http://127.0.0.1:")
        .contains("  | Latency distribution:")
        .contains("hey said   users waited")
        .containsPattern("hey said p99 = [0-9.]+ m?s; users waited [0-9.]+ ms");
    assertThat(ended.err()).isEmpty();
  }

  /** As tools do whose thresholds were missed. */
  @Test
  void shouldReadTheReportOfAToolThatThenFails() throws Exception {
    assumeInstalled("hey");

    JsonNode json = audit("--no-stalls", "--", "sh", "-c", "hey -n 20 -c 2 $0; exit 99", "{url}");

    assertThat(json.at("/tool/name").asString()).isEqualTo("hey");
    assertThat(json.at("/validity/verdict").asString()).isEqualTo("SUSPECT");
    assertThat(json.at("/validity/reasons").toString())
        .contains("the tool ended with exit code 99 after its report");
  }

  @Test
  void shouldPrintWhatAToolSaysWithoutObeyingIt() throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder,
            "audit",
            "--details",
            "--",
            "printf",
            "\\033[2J\\033]0;title\\007=1+1\\n\\342\\200\\256%s\\n");

    assertThat(ended.exit()).isEqualTo(5);
    assertThat(ended.out())
        .contains("INVALID", "no request arrived", "  | ?[2J?]0;title?=1+1")
        .doesNotContain("\u001b", "\u0007", "\u202e");
  }

  @Test
  void shouldSayInOneLineWhyThereIsNothing() {
    assertFails(4, "not on the PATH", "--", "no-such-tool");
    assertFails(4, "exit code 3 after 0 requests", "--", "sh", "-c", "exit 3");
    assertFails(2, "no command");
    assertFails(2, "lacks a unit", "--service", "5", "--", "true");
    assertFails(2, "contradicts", "--no-stalls", "--every", "1s", "--", "true");
  }

  @Test
  void shouldLeaveNoToolBehindWhenKilled() throws Exception {
    FoliotProcess foliot = start("env", "URL={url}", "sleep", "1000");
    ProcessHandle tool = named(foliot, "sleep");

    foliot.handle().destroyForcibly();

    tool.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    assertThat(tool.isAlive()).isFalse();
  }

  @Test
  void shouldStopTheToolAndWhatItStartedAtAnInterruption() throws Exception {
    FoliotProcess foliot = start("sh", "-c", "sleep 1000 & wait", "sh", "{url}");
    ProcessHandle child = named(foliot, "sleep");
    ProcessHandle tool = child.parent().orElseThrow();

    new ProcessBuilder("kill", "-INT", Long.toString(foliot.handle().pid())).start().waitFor();
    Ended ended = foliot.end();

    assertThat(ended.exit()).isEqualTo(130);
    assertThat(ended.errors()).last().asString().contains("interrupted");
    tool.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    child.onExit().get(GONE_WITHIN_S, TimeUnit.SECONDS);
    assertThat(tool.isAlive() || child.isAlive()).isFalse();
  }

  private void assertFails(int exit, String message, String... words) {
    Ended ended = FoliotProcess.call(folder, "audit", words);

    assertThat(ended.exit()).as(ended.err()).isEqualTo(exit);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.errors()).singleElement().asString().contains(message);
  }

  private FoliotProcess start(String... tool) throws Exception {
    List<String> words = new ArrayList<>(List.of("audit", "--"));
    words.addAll(List.of(tool));
    return FoliotProcess.start(folder, words.toArray(String[]::new));
  }

  private static ProcessHandle named(FoliotProcess foliot, String command) throws Exception {
    return foliot.found(() -> find(foliot, command).findFirst());
  }

  private static Stream<ProcessHandle> find(FoliotProcess foliot, String command) {
    return foliot
        .handle()
        .descendants()
        .filter(child -> child.info().command().orElse("").endsWith("/" + command));
  }

  private JsonNode audit(String... words) throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            Stream.concat(Stream.of("audit", "--json"), Stream.of(words)).toArray(String[]::new));
    assertThat(ended.exit()).as(ended.err()).isZero();
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/schema").asString()).isEqualTo("foliot.audit/1");
    System.out.println(json.at("/sentence").asString() + " " + json.at("/validity"));
    return json;
  }

  private static long said(JsonNode json, double percentile) {
    return row(json, percentile).at("/said_ns").asLong();
  }

  private static long waited(JsonNode json, double percentile) {
    return row(json, percentile).at("/waited_ns").asLong();
  }

  private static JsonNode row(JsonNode json, double percentile) {
    for (JsonNode row : json.at("/percentiles")) {
      if (row.at("/percentile").asDouble() == percentile) {
        return row;
      }
    }
    throw new AssertionError("no percentile " + percentile);
  }

  private static void assumeInstalled(String tool) {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool))),
        tool + " is installed");
  }
}
