package dev.foliot.cli.brief;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.json.DiagnosisJson;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.Ink;
import dev.foliot.judgement.answer.DiagnosisAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.report.DiagnosisReport;
import dev.foliot.store.StoredRun;
import dev.foliot.store.diagnosis.Diagnoses;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiagnosisBriefTest {
  private static List<String> print(DiagnosisRecord diagnosis) {
    return print(diagnosis, new NextCommands(List.of("foliot", "diagnose", "4711"), null));
  }

  private static List<String> print(DiagnosisRecord diagnosis, NextCommands next) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Brief brief = new Brief(new Console(stream, stream, false, Ink.PLAIN, null));
    new DiagnosisBrief(brief, diagnosis, Map.of(), next).print(true);
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void shouldGiveEachFindingALineAndTheReasonOfTheFirst() {
    List<String> lines = print(Diagnoses.slow());
    assertThat(lines.getFirst())
        .startsWith("Two problems: true sharing (com.acme.http.FullRequest)");
    assertThat(lines).filteredOn(line -> line.matches("(high|medium) .*")).hasSize(2);
    assertThat(lines).filteredOn(line -> line.startsWith("why ")).hasSize(1);
    assertThat(lines)
        .filteredOn(line -> line.matches("seen +\\d+ % at com\\.acme\\..*"))
        .hasSize(1);
  }

  /** What was found may hide a leak, or come from one. */
  @Test
  void shouldSayWhatNeedsLongerOrARecordingWithAndWithoutFindings() {
    for (DiagnosisRecord diagnosis : List.of(Diagnoses.fast(), Diagnoses.slow())) {
      assertThat(print(diagnosis))
          .anyMatch(line -> line.startsWith("checked "))
          .anyMatch(line -> line.startsWith("not ") && line.contains("growth of less than 16 MiB"))
          .filteredOn(line -> line.contains("exceptions, deoptimisation and blocking I/O"))
          .singleElement()
          .asString()
          .endsWith("--attach examines them too");
    }
  }

  @Test
  void shouldSayThatOtherExaminationsWereLeftOut() {
    assertThat(print(Diagnoses.only(Diagnoses.fast(), "locks")))
        .contains("not        other examinations: leave out --only")
        .noneMatch(line -> line.contains("growth") || line.contains("--attach examines"));
  }

  @Test
  void shouldSayTheSameOnTheTerminalThePageAndInJson() {
    List<DiagnosisAnswer.Kind> kinds = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      StoredRun stored = Diagnoses.stored(i);
      DiagnosisRecord diagnosis = DiagnosisFiles.diagnosis(stored);
      NextCommands next = NextCommands.after(stored.run().commandLine());
      DiagnosisAnswer answer = DiagnosisAnswer.of(diagnosis, next, true);
      kinds.add(answer.kind());
      String command = String.join(" ", answer.next().command());

      assertThat(String.join(" ", print(diagnosis, next)).replaceAll(" +", " "))
          .startsWith(answer.sentence())
          .endsWith(command);
      assertThat(DiagnosisReport.html(List.of(stored), null))
          .contains("<h1>" + answer.sentence() + "</h1>", command);
      assertThat(DiagnosisJson.of(diagnosis, Map.of(), answer, null, null))
          .contains(
              "\"answer\" : \"" + answer.sentence() + '"',
              "\"answer_kind\" : \"" + answer.kind().name().toLowerCase(Locale.ROOT) + '"',
              "\"next_command\" : [");
      answer.figures().forEach(figure -> assertThat(answer.sentence()).contains(figure.shown()));
    }
    assertThat(kinds)
        .containsExactly(
            DiagnosisAnswer.Kind.FOUND,
            DiagnosisAnswer.Kind.NOTHING,
            DiagnosisAnswer.Kind.NOTHING_IN_PART,
            DiagnosisAnswer.Kind.FOUND);
  }
}
