package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Foreign names survive a round trip, break no file, and never become file names. */
class HostileNamesTest {
  private static final List<String> NAMES =
      List.of(
          "a/b",
          "../x",
          "/etc/passwd",
          "C:\\x",
          "",
          " ",
          ".",
          "CON",
          "</script><script>alert(1)</script>",
          "<b onmouseover='x'>\"&amp;".repeat(400),
          "\u202e\u200f\u2066rtl\u2069",
          "\u001b[31mred\u001b]0;title\u0007\u009b2J",
          "a\nb\r\nc\u2028d\u0000e",
          "\ud800",
          "\ud801",
          "\udc00\ud800",
          "\ufeff\uffff",
          "=HYPERLINK(\"http://x\")",
          "{\"schema\":\"foliot.run/1\"}",
          "schema",
          "__proto__",
          "probe, \"quoted\"",
          "😀".repeat(5_000));

  @TempDir Path temp;

  @Test
  void shouldComeBackAsTheyWere() throws IOException {
    assertRoundTrip(NAMES);
  }

  @Test
  void shouldComeBackAsTheyWereWhateverTheyAre() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      StringBuilder name = new StringBuilder();
      for (int n = random.nextInt(20); n > 0; n--) {
        name.append((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(65536)));
      }
      names.add(name.toString());
    }
    try {
      assertRoundTrip(names.stream().distinct().toList());
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private void assertRoundTrip(List<String> names) throws IOException {
    Map<String, Percentiles> probes = new LinkedHashMap<>();
    names.forEach(name -> probes.put(name, Examples.percentiles(probes.size() + 1)));
    ForkRecord record = Examples.fork(1, probes, String.join(",", names));
    assertThat(record.times().probes()).hasSameSizeAs(names);
    List<List<String>> rows = names.stream().map(name -> List.of(name, "1")).toList();
    RunFolder run = Store.open(temp).begin("bench");
    try (ForkFolder fork = run.beginFork(1)) {
      fork.slowest(List.of("name", "n"), rows);
      fork.commit(record);
    }
    run.write(Examples.run(run.id()));

    StoredRun stored = Store.open(temp).find(run.id());
    Map<String, Percentiles> read = stored.fork(1).times().probes();
    assertThat(read).isEqualTo(record.times().probes());
    assertThat(List.copyOf(read.keySet())).isEqualTo(List.copyOf(record.times().probes().keySet()));
    names.stream()
        .filter(name -> StandardCharsets.UTF_8.newEncoder().canEncode(name))
        .forEach(name -> assertThat(read).containsKey(name));
    try (Stream<Path> files = Files.list(stored.forkPath(1))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("fork.json", "slowest.csv");
    }
    String json = Files.readString(stored.forkPath(1).resolve("fork.json"));
    assertThat(json.chars()).as("plain ASCII").allMatch(c -> c == '\n' || (c >= ' ' && c < 128));
    String csv =
        Files.readString(stored.forkPath(1).resolve("slowest.csv"), StandardCharsets.UTF_8);
    assertThat(CsvTest.parse(csv)).hasSize(names.size() + 1).allMatch(row -> row.size() == 2);
    assertThat(csv).doesNotContainPattern("[\\p{Cc}&&[^\t\r\n]]");
  }
}
