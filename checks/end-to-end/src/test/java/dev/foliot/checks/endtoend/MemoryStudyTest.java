package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The study of memory in its shortest form. During the study the test makes the services of one arm
 * hold direct buffers behind promoted objects. The study must name them, for that arm only.
 */
final class MemoryStudyTest {
  private static final String SICK = "fixed:4";
  private static final String SOUND = "cached";
  private static final double MB = 1e6;

  /** The service's 200 MB. */
  private static final double HELD = 200 << 20;

  private static final Pattern PORT = Pattern.compile("--port ([0-9]{1,5})");

  @TempDir Path folder;

  @Tag("studies")
  @Tag("full")
  @Test
  void shouldNameDirectBuffersOfPromotedObjects() throws Exception {
    JsonNode json = play();
    for (int runs = 1; runs < 3 && !counts(point(json, SICK)); runs++) {
      json = play(); // a load driver without a CPU makes a fork INVALID
    }

    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/arms")).hasSize(2);
    for (JsonNode arm : json.at("/arms")) {
      assertThat(arm.at("/jvm_args").toString())
          .contains("-Xms64m", "-Xmx", "-XX:NativeMemoryTracking=detail");
    }
    assertThat(json.at("/steps/0/loop").asString()).isEqualTo("open");
    assertThat(json.at("/steps/0/marks")).hasSize(2);
    assertThat(json.at("/steps/0/rate_per_s").asDouble()).isPositive();
    assertThat(json.at("/points")).hasSize(2);
    for (JsonNode point : json.at("/points")) {
      shouldKnowItsMemory(point);
    }
    assertThat(fell(json, SICK)).isBetween(0.95 * HELD, 1.05 * HELD);
    assertThat(fell(json, SOUND)).isLessThan(5 * MB);
    if (counts(point(json, SICK))) {
      assertThat(answer(json, "Are direct buffers held by objects that nothing reaches?"))
          .matches(
              "fixed:4: 2[01][0-9]\\.[0-9] MB of direct buffers are held by objects that nothing"
                  + " reaches: they fell at the collection at the end .*")
          .doesNotContain(SOUND);
    } else {
      assertThat(answer(json, "Which forks count?")).contains(SICK + ": none of 1");
    }
    for (String fork : new String[] {"fork-001", "fork-002"}) {
      Path table = StoredFiles.runs(folder).getLast().resolve(fork).resolve("memory.csv");
      List<String> lines = Files.readAllLines(table);
      assertThat(lines).hasSizeGreaterThan(2);
      assertThat(lines.getFirst()).endsWith(",heap_committed_bytes");
      // in NMT's units, for the smallest heap or a larger one
      String committed = lines.getLast().substring(lines.getLast().lastIndexOf(',') + 1);
      assertThat(Long.parseLong(committed)).isBetween(32L << 20, 4L << 30);
    }
  }

  private JsonNode play() throws Exception {
    FoliotProcess foliot =
        FoliotProcess.start(
            folder,
            "study",
            "memory",
            "--shortest",
            "--arms",
            SICK + "," + SOUND,
            "--jvm-arg=-XX:TieredStopAtLevel=1",
            "--json");
    makeSick(foliot);
    Ended ended = foliot.end();
    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    return StoredFiles.json(ended.out());
  }

  private static boolean counts(JsonNode point) {
    return !point.at("/validity/verdict").asString().equals("INVALID");
  }

  private static String answer(JsonNode json, String question) {
    for (JsonNode answer : json.at("/verdict")) {
      if (answer.at("/question").asString().equals(question)) {
        return answer.at("/answer").asString();
      }
    }
    throw new AssertionError("nothing answers: " + question);
  }

  private static void shouldKnowItsMemory(JsonNode point) {
    assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
    assertThat(point.at("/unavailable").isMissingNode()).as(point.toString()).isTrue();
    JsonNode measures = point.at("/measures");
    assertThat(measures.at("/rss_first_end_bytes").asDouble()).isGreaterThan(20 * MB);
    assertThat(measures.at("/rss_end_bytes").asDouble()).isGreaterThan(20 * MB);
    assertThat(measures.at("/java_heap_end_bytes").asDouble()).isGreaterThan(MB);
    assertThat(measures.at("/metaspace_end_bytes").asDouble()).isGreaterThan(MB);
    assertThat(measures.at("/unattributed_share").asDouble(1))
        .as(measures.toString())
        .isLessThan(0.1);
    assertThat(point.at("/flight/collections").asLong()).isPositive();
    assertThat(point.at("/flight/pauses").asLong()).isPositive();
    assertThat(point.at("/collection/off_heap_after_bytes").asLong()).isPositive();
    assertThat(point.at("/watch/run_queue_wait_cores").isMissingNode()).isFalse();
  }

  private static double fell(JsonNode json, String arm) {
    return point(json, arm).at("/measures/direct_fell_bytes").asDouble(-1);
  }

  private static JsonNode point(JsonNode json, String arm) {
    for (JsonNode point : json.at("/points")) {
      if (point.at("/arm").asString().equals(arm)) {
        return point;
      }
    }
    throw new AssertionError("no point of " + arm);
  }

  /** Until the study ends: each service of that arm, once it is under load. */
  private void makeSick(FoliotProcess foliot) throws Exception {
    Set<Long> sick = new HashSet<>();
    try (HttpClient client = HttpClient.newHttpClient()) {
      while (foliot.handle().isAlive()) {
        foliot.await(() -> !foliot.handle().isAlive() || toMakeSick(foliot, sick).isPresent());
        Optional<ProcessHandle> service = toMakeSick(foliot, sick);
        if (service.isPresent() && sick.add(service.get().pid())) {
          hold(client, service.get());
        }
      }
    }
    // the service that determines the load's rate, and the fork
    assertThat(sick).hasSize(2);
  }

  private static Optional<ProcessHandle> toMakeSick(FoliotProcess foliot, Set<Long> sick) {
    if (descendant(foliot, "driver.DriverMain").isEmpty()) {
      return Optional.empty();
    }
    return descendant(foliot, "Apps bank --strategy " + SICK)
        .filter(service -> !sick.contains(service.pid()));
  }

  /**
   * A JVM among the children; the starting program briefly has the same command line, and its
   * number.
   */
  private static Optional<ProcessHandle> descendant(FoliotProcess foliot, String words) {
    return foliot
        .handle()
        .descendants()
        .filter(child -> {
          String command = FoliotProcess.commandLine(child);
          return command.contains("java") && command.contains(words);
        })
        .findFirst();
  }

  private static void hold(HttpClient client, ProcessHandle service)
      throws IOException, InterruptedException {
    Matcher port = PORT.matcher(FoliotProcess.commandLine(service));
    if (!port.find()) {
      return;
    }
    URI uri = URI.create("http://127.0.0.1:" + port.group(1) + "/hold?mb=200");
    var answer =
        client.send(
            HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }
}
