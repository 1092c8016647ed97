package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.study.DrawnStudy;
import dev.foliot.report.StudyReport;
import dev.foliot.store.Json;
import dev.foliot.store.RunFolder;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.study.JointRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyFiles;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.Study;
import dev.foliot.study.StudyColumn;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.plan.StudyForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every study that there is, whatever it is about: it describes itself, its record comes back from
 * the store as it was, and its page is drawn. A study without a golden run takes the forks of
 * another one under its own name.
 */
class EveryStudyTest {
  /** Of the built-in programs on several numbers of CPUs, and of requests. */
  private static final String OTHER = "scaling";

  @TempDir private static Path golden;
  @TempDir private Path store;

  @BeforeAll
  static void unzip() throws Exception {
    GoldenRuns.unzip(golden);
  }

  static Stream<Study> studies() {
    return Studies.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("studies")
  void shouldSayWhatItIsAndWhatComesNext(Study study) {
    assertThat(Studies.parse(study.label())).isEqualTo(study);
    assertThat(study.summary()).hasSizeBetween(1, 2).allMatch(line -> line.length() <= 68);
    assertThat(study.question()).endsWith("?");
    assertThat(Studies.parse(study.next())).isNotEqualTo(study);
    for (StudyForm form : StudyForm.values()) {
      assertThat(study.loads(form, 2, 4)).isNotEmpty();
      assertThat(study.forks(form)).isPositive();
    }
  }

  /** A study file takes those that compare threading models. */
  @ParameterizedTest
  @MethodSource("studies")
  void shouldBeInTheGuideAndInTheReference(Study study) throws IOException {
    String name = "`" + study.label() + "`";
    for (String page : List.of("guide/study.md", "reference/studies.md")) {
      assertThat(lines(page)).as(page).anyMatch(line -> line.startsWith("| " + name + " |"));
    }
    for (String page : List.of("guide/study-files.md", "reference/study-file.md")) {
      assertThat(lines(page))
          .as(page)
          .filteredOn(line -> line.startsWith("| `study` |"))
          .singleElement()
          .satisfies(line -> assertThat(line.contains(name)).isEqualTo(study.comparesThreads()));
    }
  }

  private static List<String> lines(String page) throws IOException {
    return Files.readAllLines(Path.of("..", "docs").resolve(page));
  }

  @ParameterizedTest
  @MethodSource("studies")
  void shouldComeBackFromTheStoreAsItWas(Study study) throws IOException {
    StoredRun run = written(study);
    StudyRecord answered = Studies.answered(StoredStudy.read(run)).study();

    assertThat(answered.study()).isEqualTo(study.label());
    assertThat(answered.points()).isNotEmpty();
    assertThat(answered.verdict()).isNotEmpty();
    RunFolder folder = Store.open(store).begin("study");
    StudyRecord copy =
        new StudyRecord(
            answered.schema(),
            folder.id(),
            answered.design(),
            answered.points(),
            answered.verdict(),
            answered.validity(),
            answered.complete());
    StudyFiles.write(folder, copy);
    assertThat(
            Json.read(folder.path().resolve("study.json"), StudyRecord.class, StudyRecord.SCHEMA))
        .isEqualTo(copy);
  }

  @ParameterizedTest
  @MethodSource("studies")
  void shouldBeShownOnAPageAndInATable(Study study) throws IOException {
    StoredRun run = written(study);
    DrawnStudy drawn = Studies.drawn(StoredStudy.read(run));
    StudyRecord record = drawn.stored().study();

    String html = StudyReport.html(List.of(run), List.of(drawn), JointRecord.NONE);

    Answer answer = Studies.answer(record, NextCommands.after(drawn.stored().run().commandLine()));
    assertThat(answer).isEqualTo(drawn.answer());
    assertThat(html).contains("</html>", run.id(), String.join(" ", answer.next().command()));
    assertThat(study.drawing(record).figures()).isNotEmpty();
    List<StudyColumn> columns = study.columns(record, record.steps().getFirst());
    assertThat(columns).anyMatch(StudyColumn::isResult);
    for (StudyColumn column : columns) {
      assertThat(column.cell().apply(record.points(), record.points())).isNotEmpty();
    }
    assertThat(study.legend(record)).isNotEmpty();
  }

  /** The golden run of a study, or that of another one under its name. */
  private StoredRun written(Study study) throws IOException {
    List<StoredRun> all = Store.open(golden).runs().stream().filter(StudyFiles::isStudy).toList();
    Optional<StoredRun> own = of(all, study.label());
    return own.isPresent() ? own.get() : renamed(of(all, OTHER).orElseThrow(), study.label());
  }

  private static Optional<StoredRun> of(List<StoredRun> all, String label) {
    return all.stream().filter(run -> StudyFiles.study(run).study().equals(label)).findFirst();
  }

  private StoredRun renamed(StoredRun run, String label) throws IOException {
    Path to = store.resolve(run.id());
    try (Stream<Path> files = Files.walk(run.path())) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(run.path().relativize(file).toString()));
      }
    }
    Path record = to.resolve("study.json");
    Files.writeString(
        record,
        Files.readString(record)
            .replaceFirst("\"study\" ?: \"" + OTHER + "\"", "\"study\" : \"" + label + "\""));
    return Store.open(store).find(run.id());
  }
}
