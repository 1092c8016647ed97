package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.screen.Console;
import dev.foliot.store.Store;
import dev.foliot.text.FoliotException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  private static final Path GOLDEN =
      Path.of("..", "store", "src", "test", "resources", "golden", "run-1");
  private static final String ID = "20261101-100000-bmgc";
  private static final Path GOLDEN_STUDY = GOLDEN.resolveSibling("study-1");
  private static final String STUDY = "20261122-010000-bp6p";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path store;

  @BeforeEach
  void copyTheGoldenRun() throws IOException {
    copy(GOLDEN, ID);
  }

  private void copy(Path golden, String id) throws IOException {
    try (Stream<Path> files = Files.walk(golden)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, store.resolve(id).resolve(golden.relativize(file).toString()));
      }
    }
  }

  @Test
  void shouldWriteBesideTheRunAndSayWhere() throws IOException {
    assertThat(run("report", "@1")).as(text(err)).isZero();

    Path page = store.resolve(ID).resolve("report.html");
    assertThat(text(out)).isEqualTo(page.toAbsolutePath() + System.lineSeparator());
    assertThat(text(err)).isEmpty();
    assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains(ID, "INVALID");
  }

  @Test
  void shouldWriteWhereItIsTold() throws IOException {
    Path page = store.resolve("page.html");
    Files.writeString(page, "an older one");

    assertThat(run("report", ID.substring(0, 10), ID, "--output", page.toString(), "--json"))
        .isZero();
    assertThat(text(out)).contains("\"foliot.report/1\"", "\"path\"", "page.html", ID);
    assertThat(Files.readString(page)).contains("<li>A</li>", "<li>B</li>");
  }

  @Test
  void shouldSayInOneLineThatThereIsNoSuchRun() {
    assertThat(run("report", "nosuch\u001b[2J")).isEqualTo(2);
    assertThat(text(out)).isEmpty();
    assertThat(text(err)).contains("has no run nosuch").doesNotContain("\u001b");
    assertThat(text(err).lines()).hasSize(1);
  }

  @Test
  void shouldSayInOneLineThatItCannotWrite() throws IOException {
    Path file = Files.writeString(store.resolve("file"), "");
    for (Path page : new Path[] {store.resolve("none/page.html"), file.resolve("x"), store}) {
      err.reset();
      assertThat(run("report", ID, "--output", page.toString())).as("%s", page).isEqualTo(4);
      assertThat(text(err)).contains("cannot be written", "--output");
      assertThat(text(err).lines()).hasSize(1);
    }
  }

  @Test
  void shouldSayInOneLineThatNoForkIsWhole() throws IOException {
    Path json = store.resolve(ID).resolve("run.json");
    Files.writeString(
        json, Files.readString(json).replaceFirst("\"fork-001\",\\s*\"fork-002\"", ""));
    for (String fork : new String[] {"fork-001", "fork-002"}) {
      Files.move(store.resolve(ID).resolve(fork), store.resolve(ID).resolve("." + fork + ".part"));
    }

    assertThat(run("report", ID)).isEqualTo(2);
    assertThat(text(err)).contains("no whole fork");
    assertThat(text(err).lines()).hasSize(1);
  }

  @Test
  void shouldSayInOneLineThatAFileIsBroken() throws IOException {
    Files.writeString(store.resolve(ID).resolve("fork-001").resolve("slowest.csv"), "index\nx\n");

    assertThat(run("report", ID)).isEqualTo(2);
    assertThat(text(err)).contains("slowest.csv", "cannot be read");
    assertThat(text(err).lines()).hasSize(1);
  }

  @Test
  void shouldWriteThePageOfAStudy() throws IOException {
    copy(GOLDEN_STUDY, STUDY);

    assertThat(run("report", STUDY)).as(text(err)).isZero();

    Path page = store.resolve(STUDY).resolve("report.html");
    assertThat(text(out)).isEqualTo(page.toAbsolutePath() + System.lineSeparator());
    assertThat(Files.readString(page))
        .contains("ramp-up", "Which arm reaches full throughput first?", "fixed:50", "INVALID")
        .doesNotContain("Response time by percentile");
  }

  @Test
  void shouldWriteAPageForAStudyThatHasJustEnded() throws IOException {
    copy(GOLDEN_STUDY, STUDY);

    String path = ReportPage.ofStudies(List.of(Store.open(store).find(STUDY)));

    assertThat(path).isEqualTo(store.resolve(STUDY).resolve("report.html").toString());
    assertThat(Files.readString(Path.of(path))).startsWith("<!DOCTYPE html>").contains(STUDY);
    assertThatThrownBy(() -> ReportPage.ofStudies(List.of(Store.open(store).find(ID))))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("is no study");
  }

  @Test
  void shouldSayInOneLineThatAStudyAndABenchAreApart() throws IOException {
    copy(GOLDEN_STUDY, STUDY);

    assertThat(run("report", ID, STUDY)).isEqualTo(2);
    assertThat(text(out)).isEmpty();
    assertThat(text(err)).contains("make no page together: report them apart", ID + " is none");
    assertThat(text(err).lines()).hasSize(1);
  }

  @Test
  void shouldTakeTheLatestRunWhereNoneIsNamed() {
    assertThat(run("report")).isZero();
    String latest = text(out);
    out.reset();
    assertThat(run("report", "@1")).isZero();
    assertThat(text(out)).isEqualTo(latest);
  }

  private int run(String... args) {
    String[] words =
        Stream.concat(Stream.of(args), Stream.of("--store", store.toString()))
            .toArray(String[]::new);
    return Commands.execute(words, new Console(stream(out), stream(err), false));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
