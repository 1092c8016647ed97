package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Study files, whose arms are any commands that start a server: here the JDK's own. */
final class StudyFileTest {
  private static final String FILE =
      """
      study: throughput
      forks: 1
      seed: 5
      remote: {delay: 1ms}
      target:
        requests:
          - path: /hello.txt
            checks: [status 200, body contains hello]
      arms:
        - name: files
          command:
            ['${java}', -XX:TieredStopAtLevel=1, -m, jdk.httpserver, -p, '${port}', -o, none]
          folder: served
          health: /hello.txt
          environment:
            DB_PASSWORD: hunter2
            JAVA_TOOL_OPTIONS: -XX:NativeMemoryTracking=detail
            REMOTE: ${remote}
        - name: less memory
          command: ['${java}', -Xmx32m, -m, jdk.httpserver, -p, '${port}', -o, none]
          folder: served
          health: http://127.0.0.1:${port}/hello.txt
          cpus: 1
          cpu-quota: 0.9
          memory: 512MiB
      loads:
        - clients: 2
          warm-up: 300ms
          duration: 500ms
        - rate: 50/s
          arrivals: constant
          warm-up: 300ms
          duration: 500ms
      measures: [cpu, memory]
      """;

  @TempDir Path folder;

  @BeforeEach
  void serve() throws IOException {
    Files.createDirectory(folder.resolve("served"));
    Files.writeString(folder.resolve("served").resolve("hello.txt"), "hello\n");
  }

  @Tag("studies")
  @Test
  void shouldPlayCommandsAsArms() throws Exception {
    Files.writeString(folder.resolve("mine.yaml"), FILE);

    Ended ended =
        FoliotProcess.run(folder, "study", "mine.yaml", "--shortest", "--seed", "6", "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/seed").asLong()).isEqualTo(6);
    assertThat(json.at("/arms/0/app").asString()).isEqualTo("command");
    assertThat(json.at("/arms/0/command/5").asString()).isEqualTo("${port}");
    assertThat(json.at("/arms/1/quota_cpus").asDouble()).isEqualTo(0.9);
    assertThat(json.at("/arms/0/environment/DB_PASSWORD").asString()).isEqualTo("***");
    assertThat(json.at("/arms/0/environment/REMOTE").asString()).isEqualTo("${remote}");
    assertThat(json.at("/arms/1").has("environment")).isFalse();
    assertThat(json.at("/points")).hasSize(4);
    for (JsonNode point : json.at("/points")) {
      assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
      assertThat(point.at("/throughput_per_s").asDouble()).isPositive();
      assertThat(point.at("/errors")).isEmpty();
      assertThat(point.at("/rss_bytes").asLong()).isGreaterThan(1_000_000);
      shouldKnowItsMemoryWhereItsJvmKeepsBooks(point);
    }
    assertThat(json.at("/steps").findValuesAsString("loop")).containsExactly("closed", "open");
    assertThat(json.at("/measures").toString()).isEqualTo("[\"cpu\",\"memory\"]");
    assertThat(json.at("/verdict").findValuesAsString("question"))
        .contains("Which arm answers most?", "What is the difference between the arms made of?");
    assertThat(Files.readString(StoredFiles.runs(folder).getFirst().resolve("report.html")))
        .contains("What RSS is made of", "In an open loop (50/s constant): ", "CPU quota")
        .contains("JAVA_TOOL_OPTIONS=-XX:NativeMemoryTracking=detail")
        .doesNotContain("hunter2");
    String stored = Files.readString(StoredFiles.runs(folder).getFirst().resolve("study.yaml"));
    assertThat(stored).contains("jdk.httpserver").doesNotContain("hunter2");
  }

  private String mine() {
    return folder.resolve("mine.yaml").toString();
  }

  private static void shouldKnowItsMemoryWhereItsJvmKeepsBooks(JsonNode point) {
    boolean books = point.at("/arm").asString().equals("files");
    assertThat(point.at("/measures").has("java_heap_end_bytes"))
        .as(point.toString())
        .isEqualTo(books);
    assertThat(point.at("/measures/rss_end_bytes").asDouble()).isPositive();
    assertThat(point.at("/unavailable").toString().contains("-XX:NativeMemoryTracking=detail"))
        .as(point.toString())
        .isNotEqualTo(books);
  }

  @Test
  void shouldOnlyCheckWhereThatIsAsked() throws Exception {
    Files.writeString(folder.resolve("mine.yaml"), FILE);

    Ended ended = FoliotProcess.call(folder, "study", mine(), "--check");

    assertThat(ended.exit()).as(ended.err()).isZero();
    assertThat(ended.out())
        .startsWith(
            mine() + " is in order: study throughput, 2 arms (files, less memory), 2 loads");
    Ended json = FoliotProcess.call(folder, "study", mine(), "--check", "--json");
    assertThat(StoredFiles.json(json.out()).at("/measures").toString())
        .isEqualTo("[\"cpu\",\"memory\"]");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  @Test
  void shouldNameTheLineAndTheFixOfAllThatIsWrong() throws Exception {
    Files.writeString(
        folder.resolve("mine.yaml"),
        FILE.replace("forks: 1", "fork: 1").replace("clients: 2", "clients: many"));

    Ended ended = FoliotProcess.call(folder, "study", mine());

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.errors())
        .containsExactly(
            "foliot: " + mine() + ":2: there is no field 'fork' in a study; did you mean 'forks'?",
            "foliot: " + mine() + ":27: clients: 'many' is no whole number; write one, as in 4");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  @Test
  void shouldRefuseOptionsThatAreNotForFiles() throws Exception {
    Ended ended = FoliotProcess.call(folder, "study", "none.yaml", "--jvm-arg=-Xmx1g");

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.errors()).singleElement().asString().contains("write jdk and jvm-args under");
  }
}
