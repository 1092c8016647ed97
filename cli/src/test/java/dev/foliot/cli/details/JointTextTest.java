package dev.foliot.cli.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.json.StudyJson;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.study.JointRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JointTextTest {
  private static final JointRecord JOINT =
      new JointRecord(
          "Virtual threads, a fixed pool or the adaptive pool?",
          "On this machine (2 CPUs)",
          List.of(
              new JointRecord.Clause(
                  "Virtual threads take the least memory.", List.of(), "memory", "a", ""),
              new JointRecord.Clause(
                  "More CPUs \u001b[31mgive nothing.",
                  List.of(),
                  "scaling",
                  "b",
                  "1 of 2 forks suspect")),
          "These studies do not say much.",
          List.of(
              new JointRecord.Row(
                  "More CPUs?",
                  "scaling",
                  List.of("b"),
                  List.of("word ".repeat(60)),
                  List.of(),
                  null)),
          List.of("a", "b"));

  private static String printed(JointRecord joint) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new JointText(new PrintStream(bytes, true, StandardCharsets.UTF_8)).print(joint);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldPrintEachClauseOnLinesOfItsOwn() {
    String printed = printed(JOINT);

    assertThat(printed.lines())
        .contains(
            "Virtual threads, a fixed pool or the adaptive pool?",
            "  On this machine (2 CPUs): Virtual threads take the least memory. (memory)",
            "  These studies do not say much.",
            "More CPUs?")
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(96));
    assertThat(printed).contains("\n  More CPUs ").doesNotContain("\u001b");
  }

  @Test
  void shouldPrintNothingWhereThereIsNoAnswer() {
    assertThat(printed(JointRecord.NONE)).isEmpty();
  }

  @Test
  void shouldHaveTheJointAnswerInJson() {
    String json =
        StudyJson.of(
            List.of(),
            JOINT,
            new NextCommands(List.of("foliot", "study"), null),
            Path.of("store"),
            "page.html");

    assertThat(json.replaceAll("\\s+", " "))
        .contains("\"schema\" : \"foliot.studies/1\", \"answer\" : [ {")
        .contains("\"question\" : \"Virtual threads, a fixed pool or the adaptive pool?\"")
        .contains("\"answer\" : \"On this machine", "\"evidence\" : \"\"")
        .contains(
            "\"answer_kind\" : \"answered\"",
            "\"next_command\" : [ \"foliot\", \"runs\" ]",
            "\"studies\" : [ \"a\", \"b\" ]",
            "\"studies\" : [ ]",
            "\"page\" : \"page.html\"");
  }
}
