package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.store.StoreException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTest {
  @TempDir Path temp;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = temp.resolve("run.json");
  }

  @Test
  void shouldWritePercentilesAsTheDesignShowsThem() {
    assertThat(Json.text(Examples.percentiles(100)).replaceAll("\\s+", ""))
        .isEqualTo(
            "{\"unit\":\"ns\",\"count\":400000,\"min\":100,\"max\":100000,\"mean\":125.0,"
                + "\"p50\":101,\"p90\":102,\"p99\":103,\"p99_9\":104,\"p99_99\":null,"
                + "\"insufficient\":{\"p99_99\":\"3episodesbeyondit,needs10\"},\"insufficient_codes\":{\"p99_99\":{\"code\":\"TOO_FEW_BEYOND\",\"params\":{\"unit\":\"EPISODE\",\"seen\":3,\"needed\":10}}},\"few\":{\"p99_99\":{\"value\":106,\"episodes\":3}},\"intervals\":{\"p99\":{\"low\":102,\"high\":105}},\"p99_999\":107}");
  }

  @Test
  void shouldNameEveryFieldOfARun() {
    assertThat(Json.text(Examples.run("20261101-100000-0000")))
        .contains(
            "\"schema\" : \"foliot.run/1\"",
            "\"command_line\" : [ \"bench\"",
            "\"started_at\"",
            "\"ended_at\"",
            "\"jdk_version\" : \"25.0.1\"",
            "\"jvm_args\" : [ \"-Xmx1g\" ]",
            "\"rate_per_s\" : 40000.0",
            "\"rate\" : \"40k/s\"",
            "\"warmup_ns\" : 5000000000",
            "\"duration_ns\"",
            "\"wait\" : \"spin\"",
            "\"timeout_ns\"",
            "\"verdict\" : \"SUSPECT\"",
            "\"complete\" : true");
  }

  @Test
  void shouldNameEveryFieldOfAForkAndLeaveOutWhatIsAbsent() {
    assertThat(Json.text(Examples.fork(1)))
        .contains(
            "\"achieved_per_s\" : 39999.5",
            "\"refused_ends\" : 3",
            "\"negative_probes\" : 4",
            "\"jitter_mode\" : \"spin\"",
            "\"start_ns\" : 5000000",
            "\"length_ns\" : 1200000",
            "\"run_queue_wait_share\" : 0.001",
            "\"run_queue_wait_ns\" : 12345",
            "\"involuntary_switches\" : 6",
            "\"voluntary_switches\" : 789",
            "\"steal_share\" : 0.02",
            "\"exit_code\" : 0")
        .doesNotContain("throttled", "failure");
  }

  @Test
  void shouldReadWhatItWrote() throws IOException {
    RunRecord run = Examples.run("20261101-100000-0000");
    ForkRecord fork = Examples.fork(3);

    Json.write(file, run);
    assertThat(read(RunRecord.class)).isEqualTo(run);
    Json.write(file, fork);
    assertThat(Json.read(file, ForkRecord.class, ForkRecord.SCHEMA)).isEqualTo(fork);
  }

  @Test
  void shouldKeepEveryFactOfAnEnvironmentInTermsOfJson() throws IOException {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("int", 1);
    facts.put("float", 0.5f);
    facts.put("endless", Double.POSITIVE_INFINITY);
    facts.put("path", Path.of("a"));
    facts.put("map", Map.of("list", List.of(1, "two", Map.of("three", 3))));
    facts.put("nothing", null);
    RunRecord run = Examples.run("x", List.of(), facts);

    Json.write(file, run);

    assertThat(read(RunRecord.class)).isEqualTo(run);
    assertThat(run.environment())
        .containsEntry("int", 1L)
        .containsEntry("float", 0.5)
        .containsEntry("endless", "Infinity")
        .containsEntry("path", "a")
        .containsEntry("map", Map.of("list", List.of(1L, "two", Map.of("three", 3L))))
        .doesNotContainKey("nothing");
  }

  @Test
  void shouldOpenANewerMinorVersion() throws IOException {
    String newer =
        Json.text(Examples.run("x"))
            .replace("foliot.run/1", "foliot.run/1.7")
            .replaceFirst("\\{", "{\"novelty\":{\"deep\":[1,{}]},")
            .replace("\"seed\" :", "\"novel_field\" : [ null ], \"seed\" :");
    Files.writeString(file, newer);

    assertThat(read(RunRecord.class).load()).isEqualTo(Examples.run("x").load());
  }

  @Test
  void shouldTakeAbsentListsForEmptyOnes() throws IOException {
    String older =
        Json.text(Examples.run("x"))
            .replaceFirst("\"forks\" : \\[[^]]*],", "")
            .replaceFirst("\"jvm_args\" : \\[[^]]*]", "\"jvm_args\" : null");
    Files.writeString(file, older);

    assertThat(read(RunRecord.class).forks()).isEmpty();
    assertThat(read(RunRecord.class).arms().getFirst().jvmArgs()).isEmpty();
  }

  @Test
  void shouldKeepTheParametersOfAnArmInOrderAndLeaveNoneOut() throws IOException {
    Map<String, String> params = new LinkedHashMap<>();
    params.put("size", "64");
    params.put("codec", "PLAIN");
    Arm arm = new Arm("/jdk", "25", List.of(), null, params);

    String json = Json.text(List.of(arm, new Arm("/jdk", "25", List.of(), null)));

    assertThat(json.replaceAll("\\s", ""))
        .contains("\"params\":{\"size\":\"64\",\"codec\":\"PLAIN\"}")
        .containsOnlyOnce("params");
    Files.writeString(
        file,
        Json.text(Examples.run("x"))
            .replaceFirst("\"jdk_version\"", "\"params\": {\"size\": \"64\"}, \"jdk_version\""));
    assertThat(read(RunRecord.class).arms().getFirst().paramText()).isEqualTo("size=64");
  }

  @Test
  void shouldRefuseANewerMajorVersionAndSayWhatToDo() throws IOException {
    Files.writeString(file, "{\"id\":[[1]],\"schema\":\"foliot.run/2\"}");

    assertUnreadable("newer Foliot (schema foliot.run/2): update this one");
  }

  @Test
  void shouldRefuseWhatIsNoRun() throws IOException {
    Files.writeString(file, "{\"schema\":\"foliot.fork/1\"}");
    assertUnreadable("its schema is foliot.fork/1, not foliot.run/1");
    Files.writeString(file, "{}");
    assertUnreadable("its schema is missing");
    Files.writeString(file, "[]");
    assertUnreadable("its schema is missing");
    Files.writeString(file, "{\"schema\":\"foliot.run/1\"}");
    assertUnreadable("id");
    Files.writeString(
        file, Json.text(Examples.run("x")).replaceFirst(",\\s*\"complete\" : true", ""));
    assertUnreadable("complete");
    Files.writeString(file, Json.text(Examples.run("x")).replaceFirst("\"id\" : \"x\",", ""));
    assertUnreadable("id");
  }

  @Test
  void shouldRefuseWhatMeansTwoThingsOrTheWrongOne() throws IOException {
    String good = Json.text(Examples.run("x"));
    for (String[] change :
        new String[][] {
          {"\"seed\" : 7", "\"seed\" : 7, \"seed\" : 8"},
          {"\"seed\" : 7", "\"seed\" : \"7\""},
          {"\"seed\" : 7", "\"seed\" : 7.5"},
          {"\"seed\" : 7", "\"seed\" : null"},
          {"\"seed\" : 7", "\"seed\" : 99999999999999999999"},
          {"\"SUSPECT\"", "\"FINE\""},
          {"\"complete\" : true", "\"complete\" : 1"},
          {"\"complete\" : true\n}", "\"complete\" : true\n} {}"},
        }) {
      assertThat(good).contains(change[0]);
      Files.writeString(file, good.replace(change[0], change[1]));
      assertUnreadable("");
    }
  }

  @Test
  void shouldRefuseDepthAndSizeBeyondTheCaps() throws IOException {
    Files.writeString(file, "{\"x\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}");
    assertUnreadable("depth");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write("{\"schema\":\"foliot.run/1\",\"x\":\"".getBytes(StandardCharsets.UTF_8));
      byte[] block = new byte[1 << 20];
      Arrays.fill(block, (byte) 'a');
      for (int i = 0; i < 64; i++) {
        out.write(block);
      }
    }
    assertUnreadable("longer than 67108864 bytes");
  }

  @Test
  void shouldRefuseToWriteWhatItWouldNotRead() {
    Map<String, Object> deep = Map.of();
    for (int i = 0; i < 100; i++) {
      deep = Map.of("x", deep);
    }
    RunRecord tooDeep = Examples.run("x", List.of(), deep);
    RunRecord tooLong = Examples.run("x", List.of("a".repeat(65 << 20)), Map.of());

    assertThatThrownBy(() -> Json.write(file, tooDeep))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("run.json would be too big to be read again");
    assertThatThrownBy(() -> Json.write(file, tooLong)).hasMessageContaining("at most 67108864");
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void shouldNotOpenWhatIsNoFile() throws IOException {
    assertUnreadable("it does not exist");
    Files.createDirectory(file);
    assertUnreadable("it is not a regular file");
  }

  /** Any damage to a file gives a record or a typed error of one line, nothing different. */
  @Test
  void shouldSurviveAnyDamage() throws IOException {
    byte[] good = (Json.text(Examples.fork(1)) + "\n").getBytes(StandardCharsets.UTF_8);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      byte[] bad =
          random.nextInt(4) == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
      for (int n = random.nextInt(3); n > 0 && bad.length > 0; n--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, bad);
      try {
        Json.read(file, ForkRecord.class, ForkRecord.SCHEMA);
      } catch (StoreException e) {
        assertThat(e.kind()).isEqualTo(Kind.UNREADABLE);
        assertThat(e.getMessage()).as("seed %d", seed).doesNotContainPattern("\\p{Cntrl}");
      }
    }
  }

  private <T> T read(Class<T> type) {
    return Json.read(file, type, RunRecord.SCHEMA);
  }

  private void assertUnreadable(String part) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> read(RunRecord.class))
        .withMessageContaining(part)
        .withMessageContaining("run.json cannot be read: ")
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.UNREADABLE));
  }
}
