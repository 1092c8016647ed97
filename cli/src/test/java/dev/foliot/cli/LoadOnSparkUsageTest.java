package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code load --engine spark} refuses before it starts Spark. */
class LoadOnSparkUsageTest {
  private static final String URL = "http://127.0.0.1:1/";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path temp;

  private void shouldRefuse(String reason, String... options) {
    err.reset();
    String[] words =
        Stream.concat(
                Stream.of(
                    "load", URL, "--rate", "10/s", "--store", temp.resolve("runs").toString()),
                Stream.of(options))
            .toArray(String[]::new);
    int exit =
        Commands.execute(
            words,
            new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false));
    String said = err.toString(StandardCharsets.UTF_8);
    assertThat(exit).as(said).isEqualTo(2);
    assertThat(said.lines()).hasSize(1).allMatch(line -> line.startsWith("foliot: "));
    assertThat(said).contains(reason);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void shouldSayWhichOptionsBelongTogether() {
    shouldRefuse("needs --parts", "--engine", "spark");
    shouldRefuse("needs --parts", "--engine", "spark", "--parts", "1");
    shouldRefuse("give --part 1/4", "--parts", "4");
    shouldRefuse("--engine is spark", "--engine", "hive", "--parts", "4");
    shouldRefuse("leave --part out", "--engine", "spark", "--parts", "4", "--part", "1/4");
    shouldRefuse("--master is for Spark", "--master", "local[2]");
    shouldRefuse("is no setting of Spark", "--engine", "spark", "--parts", "2", "--conf", "a=b");
  }

  @Test
  void shouldRefuseWhatPartsCannotDo() {
    shouldRefuse(
        "need a connection each", "--engine", "spark", "--parts", "9", "--connections", "8");
    shouldRefuse("plays one rate once", "--engine", "spark", "--parts", "2", "--rounds", "2");
    shouldRefuse(
        "watches no server", "--engine", "spark", "--parts", "2", "--", "java", "-version");
    shouldRefuse("--serve", "--engine", "spark", "--parts", "2", "--serve");
    shouldRefuse("--abort", "--engine", "spark", "--parts", "2", "--abort", "errors>5% for 10s");
  }
}
