package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ExportCommandTest {
  /** A run of two arms that the module store keeps; its first fork is made one that counts. */
  private static final Path GOLDEN = Path.of("..", "store", "src", "test", "resources", "golden");

  private static final String RUN = "20261101-100000-bmgc";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  @BeforeEach
  void copy() throws IOException {
    Path golden = GOLDEN.resolve("run-1");
    List<Path> files;
    try (Stream<Path> walk = Files.walk(golden)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Path copy = folder.resolve("store").resolve(RUN).resolve(golden.relativize(file));
      Files.createDirectories(copy.resolveSibling(""));
      Files.copy(file, copy);
    }
  }

  private void makeTheFirstForkCount() throws IOException {
    Path fork = folder.resolve("store").resolve(RUN).resolve("fork-001/fork.json");
    Files.writeString(fork, Files.readString(fork).replace("\"INVALID\"", "\"SUSPECT\""));
  }

  @Test
  void shouldPrintEachFormat() throws IOException {
    makeTheFirstForkCount();

    assertThat(export("--format", "csv")).isZero();
    assertThat(out())
        .startsWith("run,fork,arm,kind,percentile,value_ns,count,rate_per_s\n")
        .contains(RUN + ",1,0,response,99,6295,2000,1000.0\n", "probe take </script>");
    out.reset();
    assertThat(export("--format", "JMH")).isZero();
    assertThat(JsonMapper.shared().readTree(out()).get(0).path("benchmark").asString())
        .isEqualTo("com.acme.Hop.response");
    out.reset();
    assertThat(export("--format", "smaller")).isZero();
    assertThat(JsonMapper.shared().readTree(out()).get(0).path("name").asString())
        .isEqualTo("com.acme.Hop arm 0 response p50");
    out.reset();
    assertThat(export("--format", "teamcity")).isZero();
    assertThat(out().lines())
        .allMatch(
            line -> line.matches("##teamcity\\[buildStatisticValue key='[^']+' value='[0-9.]+']"))
        .contains(
            "##teamcity[buildStatisticValue key='com.acme.Hop arm 0 response p99, ns'"
                + " value='6295']");
    out.reset();
    assertThat(export("--format", "hlog")).isZero();
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(out.toByteArray()))) {
      assertThat(reader.nextIntervalHistogram().getTag()).startsWith("warmup-arm-0-");
    }
    out.reset();
    assertThat(export("--format", "hgrm", "--kind", "arm-0-probe-0")).isZero();
    assertThat(out()).contains("arm 0 probe put, microseconds, 1 forks together]");
    assertThat(err().lines())
        .hasSize(6)
        .containsOnly("foliot: left out, since they are INVALID: forks 2");
  }

  @Test
  void shouldWriteAFileInOneStep() throws IOException {
    makeTheFirstForkCount();
    Path file = Files.writeString(folder.resolve("run.csv"), "old");

    assertThat(export("--format", "csv", "--output", file.toString())).isZero();
    assertThat(file).content().startsWith("run,fork,");
    assertThat(out()).isEmpty();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("run.csv", "store");
    }
  }

  @Test
  void shouldWriteADistributionForEachKindIntoAFolder() throws IOException {
    makeTheFirstForkCount();
    Path hgrm = Files.createDirectory(folder.resolve("hgrm"));

    assertThat(export("--format", "hgrm", "--output", hgrm.toString())).isZero();
    try (Stream<Path> files = Files.list(hgrm)) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .contains("arm-0-response.hgrm", "arm-0-probe-1.hgrm", "arm-0-jitter.hgrm");
    }
  }

  @Test
  void shouldEndAsInvalidWhereNoForkCounts() {
    assertThat(export("--format", "csv")).isEqualTo(5);
    assertThat(out()).isEmpty();
    assertThat(err()).contains("nothing to export");
  }

  @Test
  void shouldSayWhichKindsThereAre() throws IOException {
    makeTheFirstForkCount();

    assertThat(export("--format", "hgrm")).isEqualTo(2);
    assertThat(err().lines())
        .singleElement()
        .asString()
        .contains("no response in this run", "--kind", "arm 0 response, arm 0 service");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--format xml",
        "--format \u001b[2J",
        "--format csv --kind response",
      })
  void shouldRefuseWhatItCannotUseInOneLine(String arguments) throws IOException {
    makeTheFirstForkCount();

    assertThat(export(arguments.isEmpty() ? new String[0] : arguments.split(" ", -1))).isEqualTo(2);
    assertThat(err().lines()).singleElement().asString().startsWith("foliot: ");
    assertThat(err()).doesNotContain("\u001b");
    assertThat(out()).isEmpty();
  }

  @Test
  void shouldSayThatItCannotWrite() throws IOException {
    makeTheFirstForkCount();

    assertThat(export("--format", "csv", "--output", folder.resolve("no/run.csv").toString()))
        .isEqualTo(4);
    assertThat(err().lines()).first().asString().contains("cannot be written", "--output");
  }

  @Test
  void shouldNotTakeAFolderForAFile() throws IOException {
    makeTheFirstForkCount();
    Path empty = Files.createDirectory(folder.resolve("empty"));

    assertThat(export("--format", "csv", "--output", empty.toString())).isEqualTo(2);
    assertThat(err()).contains("is a folder");
    assertThat(empty).isEmptyDirectory();
  }

  @Test
  void shouldSayThatALogIsMissing() throws IOException {
    makeTheFirstForkCount();
    Files.delete(folder.resolve("store").resolve(RUN).resolve("fork-001/histograms.hlog"));

    assertThat(export("--format", "hlog", "--output", folder.resolve("x").toString())).isEqualTo(2);
    assertThat(err().lines()).singleElement().asString().contains("histograms.hlog");
    assertThat(folder.resolve("x")).doesNotExist();
  }

  private int export(String... more) {
    List<String> args =
        new ArrayList<>(List.of("export", RUN, "--store", folder.resolve("store").toString()));
    args.addAll(List.of(more));
    return Commands.execute(
        args.toArray(String[]::new), new Console(stream(out), stream(err), false));
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
