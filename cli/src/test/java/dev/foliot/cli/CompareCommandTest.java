package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import dev.foliot.store.Arm;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.text.RunReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  private static final String ESCAPE = "\u001b[2J";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @Test
  void shouldShowTheDifferencesThenTheFiguresThenTheVerdict() {
    assertThat(compare(baseline("a", 1, 10, "25.0.3"), baseline("b", 1.5, 10, "17.0.9"))).isZero();
    assertThat(out())
        .containsSubsequence(
            "A: run-a, JDK 25.0.3, 10k/s, 10 forks",
            "not alike",
            "jdk_version",
            "A: 25.0.3",
            "B: 17.0.9",
            "B/A",
            "* p99",
            "worse",
            "Margin 5.00 %",
            "WORSE");
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldFailOnWorseWhereItIsAskedTo() {
    String a = baseline("a", 1, 10, "25.0.3");
    String b = baseline("b", 1.5, 10, "25.0.3");

    assertThat(compare(a, b, "--fail-on", "worse")).isEqualTo(3);
    assertThat(out()).contains("both were run alike", "WORSE");
    assertThat(err().lines())
        .hasSize(5)
        .first()
        .asString()
        .matches("foliot: p50 is worse: 1\\.[45].* times that of run-a \\(1\\..* to 1\\..*\\)");
    assertThat(compare(b, a, "--fail-on", "worse")).isZero();
    assertThat(out()).contains("BETTER");
  }

  @Test
  void shouldFailOnUndecidedWhereItIsAskedTo() {
    String a = baseline("a", 1, 4, "25.0.3");
    String b = baseline("b", 1.5, 4, "25.0.3");

    assertThat(compare(a, b, "--fail-on", "worse")).isZero();
    assertThat(out()).contains("inconclusive; a verdict needs 5 forks a side", "UNDECIDED");
    assertThat(compare(a, b, "--fail-on", "worse,undecided", "--primary", "p50")).isEqualTo(3);
    assertThat(err()).contains("foliot: p50 is undecided");
  }

  @Test
  void shouldPrintTheFieldsThatOthersRead() {
    assertThat(
            compare(
                baseline("a", 1, 10, "25.0.3"),
                baseline("b", 1, 10, "17.0.9"),
                "--json",
                "--margin",
                "10%"))
        .isZero();
    assertThat(out())
        .containsSubsequence(
            "\"schema\" : \"foliot.comparison/1\"",
            "\"verdict\" : \"same\"",
            "\"primary\" : \"p99\"",
            "\"margin\" : 0.1",
            "\"percentiles\" : [ {",
            "\"percentile\" : \"p50\"",
            "\"verdict\"",
            "\"ratio\"",
            "\"low\"",
            "\"high\"",
            "\"forks_needed\" : null",
            "\"environment_differences\" : [ {",
            "\"store\"");
  }

  @Test
  void shouldEndAsInvalidWithoutForks() {
    assertThat(compare(baseline("a", 1, 0, "25"), baseline("b", 1, 10, "25"))).isEqualTo(5);
    assertThat(out()).contains("INVALID", "A: it has no fork");
  }

  @Test
  void shouldRefuseWhatItCannotUseInOneLine() throws IOException {
    String a = baseline("a", 1, 5, "25");
    Path broken = Files.writeString(folder.resolve("broken.json"), "{" + ESCAPE);

    assertThat(compare(a, "@1")).isEqualTo(2);
    assertThat(compare(a, broken.toString())).isEqualTo(2);
    assertThat(compare(a)).isEqualTo(2);
    assertThat(compare(a, a, "--margin", "5")).isEqualTo(2);
    assertThat(compare(a, a, "--margin", "0%")).isEqualTo(2);
    assertThat(compare(a, a, "--primary", "p95")).isEqualTo(2);
    assertThat(compare(a, a, "--fail-on", "slower")).isEqualTo(2);
    assertThat(compare(a, a, "--arms", "1")).isEqualTo(2);
    assertThat(err().lines()).hasSize(8).allMatch(line -> line.startsWith("foliot: "));
    assertThat(err()).doesNotContain("\u001b");
    assertThat(out()).isEmpty();
  }

  @Test
  void shouldNotLetABaselineCommandTheTerminal() {
    assertThat(compare(baseline(ESCAPE, 1, 5, ESCAPE), baseline("b", 1, 5, "25"))).isZero();
    assertThat(out()).doesNotContain("\u001b");
  }

  @Test
  void shouldSaveABaseline() {
    Path saved = folder.resolve("saved.json");
    String a = baseline("a", 1, 5, "25");
    String b = baseline("b", 1, 5, "25");

    assertThat(compare(a, b, "--save-baseline", saved.toString())).isZero();
    assertThat(BaselineRecord.read(saved)).isEqualTo(BaselineRecord.read(Path.of(b)));
    assertThat(compare(a, b, "--save-baseline", folder.resolve("none/x").toString())).isEqualTo(4);
    assertThat(err()).contains("cannot be written");
  }

  private String baseline(String id, double factor, int forks, String jdk) {
    SplittableRandom random = new SplittableRandom(id.hashCode());
    List<Percentiles> responses = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      long ns = (long) (10_000 * factor * Math.exp(0.02 * random.nextGaussian()));
      responses.add(
          new Percentiles(
              "ns",
              100_000,
              new Percentiles.Range(1L, 9_000_000L, 2.0 * ns),
              Percentiles.usual(ns, 2 * ns, 3 * ns, 4 * ns, 5 * ns),
              Map.of(),
              Map.of(),
              Map.of()));
    }
    BaselineRecord record =
        new BaselineRecord(
            BaselineRecord.SCHEMA,
            new BaselineRecord.Origin("run-" + id, "com.acme.Hop", "2026-11-21T10:00:00Z"),
            new BaselineRecord.Part(
                0,
                new Arm("/opt/jdk", jdk, List.of(), null),
                0,
                new LoadRecord(
                    new LoadRecord.Schedule(10_000, "10k/s", "constant", 1),
                    0,
                    1_000_000_000,
                    new LoadRecord.Work("inline", 1, "auto", 1_000_000_000),
                    null,
                    null)),
            Map.of("cpu_count", 2L),
            forks == 0 ? Validity.of(Verdict.INVALID, new RunReason.NoFork()) : Validity.valid(),
            new BaselineRecord.Figures(responses, List.of(), 0, List.of()));
    Path file = folder.resolve("baseline-" + Integer.toHexString(id.hashCode()) + ".json");
    record.write(file);
    return file.toString();
  }

  private int compare(String... arguments) {
    List<String> words =
        new ArrayList<>(List.of("compare", "--details", "--store", folder.toString()));
    words.addAll(List.of(arguments));
    return Commands.execute(
        words.toArray(String[]::new), new Console(stream(out), stream(err), false));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
