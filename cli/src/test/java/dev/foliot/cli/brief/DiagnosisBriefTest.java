package dev.foliot.cli.brief;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.Ink;
import dev.foliot.store.diagnosis.Diagnoses;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisBriefTest {
  private static List<String> print(DiagnosisRecord diagnosis) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Brief brief = new Brief(new Console(stream, stream, false, Ink.PLAIN, null));
    NextCommands next = new NextCommands(List.of("foliot", "diagnose", "4711"), null);
    new DiagnosisBrief(brief, diagnosis, next).print(true);
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

  @Test
  void shouldSayWhatNoExaminationCoversWhereNothingIsFound() {
    assertThat(print(Diagnoses.fast()))
        .anyMatch(line -> line.startsWith("checked "))
        .anyMatch(line -> line.contains("exceptions, I/O"));
    assertThat(print(Diagnoses.slow())).noneMatch(line -> line.contains("exceptions, I/O"));
  }

  /** What was found may hide a leak, or come from one. */
  @Test
  void shouldSayThatSlowLeaksNeedLongerBesideOtherFindings() {
    assertThat(print(Diagnoses.slow()))
        .anyMatch(line -> line.contains("growth of less than 16 MiB"));
  }
}
