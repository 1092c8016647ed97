package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.runs.ExportCommand;
import dev.foliot.cli.screen.Console;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Each golden run in each format: written and readable, or refused for its kind. */
final class ExportGoldenRunsTest {
  private static final Set<String> WITHOUT_FORKS = Set.of("diagnose", "fleet", "demo");

  @TempDir private static Path folder;
  private static Path store;

  @BeforeAll
  static void unzip() throws Exception {
    if (store == null) {
      store = folder.resolve("s");
      GoldenRuns.unzip(store);
    }
  }

  static Stream<Arguments> runsAndFormats() throws Exception {
    unzip();
    return Store.open(store).runs().stream()
        .map(StoredRun::id)
        .flatMap(run ->
            Stream.of(ExportCommand.Format.values()).map(format -> Arguments.of(run, format)));
  }

  @ParameterizedTest
  @MethodSource("runsAndFormats")
  void shouldWriteEachRunInEachFormat(String run, ExportCommand.Format format) throws IOException {
    String command = Store.open(store).find(run).run().command();
    boolean isOfForks = !WITHOUT_FORKS.contains(command);
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    int exit = export(run, format, out);

    String text = out.toString(StandardCharsets.UTF_8);
    if (exit == 5) {
      // every fork is INVALID, as with the saturated load of a study: nothing is written
      assertThat(text).isEmpty();
      return;
    }
    boolean isRefused =
        switch (format) {
          case K6, JUNIT -> !command.equals("load");
          default -> false;
        };
    if (!isOfForks || isRefused) {
      assertThat(exit).isEqualTo(2);
      assertThat(text).isEmpty();
      return;
    }
    assertThat(exit).isZero();
    switch (format) {
      case JMH, SMALLER, K6 -> assertThat(new JsonMapper().readTree(text)).isNotEmpty();
      case HLOG -> {
        HistogramLogReader log =
            new HistogramLogReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(log.nextIntervalHistogram()).isNotNull();
        log.close();
      }
      case CSV -> {
        long columns = columns(text.lines().findFirst().orElseThrow());
        assertThat(text.lines().count()).isGreaterThan(1);
        assertThat(text.lines()).allMatch(line -> columns(line) == columns);
      }
      case JUNIT -> assertThat(text).startsWith("<?xml").contains("<testsuite");
      case HGRM -> assertThat(folder.resolve(run)).isNotEmptyDirectory();
      case MARKDOWN ->
          assertThat(text)
              .startsWith("**")
              .containsPattern(command.equals("study") ? "\\| arm \\|" : "\\|.*p99")
              .containsPattern("\\d+ of \\d+ forks? VALID");
      case TEAMCITY, PROMETHEUS ->
          assertThat(text.lines().filter(line -> line.matches(".*\\d.*")).count()).isGreaterThan(1);
    }
  }

  /** Commas outside of quotes. */
  private static long columns(String line) {
    return line.replaceAll("\"[^\"]*\"", "").chars().filter(c -> c == ',').count();
  }

  private static int export(String run, ExportCommand.Format format, ByteArrayOutputStream out)
      throws IOException {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(List.of("export", run, "--format"));
    words.add(format.name().toLowerCase(Locale.ROOT));
    words.addAll(List.of("--store", store.toString()));
    if (format == ExportCommand.Format.HGRM) {
      // it has a file for each kind of each arm and load
      words.addAll(List.of("--output", Files.createDirectories(folder.resolve(run)).toString()));
    }
    int exit =
        Commands.execute(
            words.toArray(String[]::new), new Console(stream(out), stream(err), false));
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("internal failure");
    return exit;
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
