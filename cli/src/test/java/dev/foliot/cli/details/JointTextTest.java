package dev.foliot.cli.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.json.StudyJson;
import dev.foliot.store.study.JointAnswer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JointTextTest {
  private static final JointAnswer JOINT =
      new JointAnswer(
          "Virtual threads, a fixed pool or the self-tuning pool?",
          "On this machine (2 CPUs): of memory the least is taken by virtual threads (memory) With"
              + " more CPUs \u001b[31mnothing (scaling). These studies cannot say much.",
          "",
          List.of("a", "b"));

  private static String printed(List<JointAnswer> answers) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new JointText(new PrintStream(bytes, true, StandardCharsets.UTF_8)).print(answers);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldPrintEachClauseOnLinesOfItsOwn() {
    String printed =
        printed(List.of(JOINT, new JointAnswer("More CPUs?", "word ".repeat(60), "", List.of())));

    assertThat(printed.lines())
        .contains(
            "Virtual threads, a fixed pool or the self-tuning pool?",
            "  On this machine (2 CPUs): of memory the least is taken by virtual threads (memory)",
            "  These studies cannot say much.",
            "More CPUs?")
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(96));
    assertThat(printed).contains("\n  With more CPUs ").doesNotContain("\u001b");
  }

  @Test
  void shouldPrintNothingWhereThereIsNoAnswer() {
    assertThat(printed(List.of())).isEmpty();
  }

  @Test
  void shouldHaveTheJointAnswerInJson() {
    String json = StudyJson.of(List.of(), List.of(JOINT), Path.of("store"), "page.html");

    assertThat(json.replaceAll("\\s+", " "))
        .contains("\"schema\" : \"foliot.studies/1\", \"answer\" : [ {")
        .contains("\"question\" : \"Virtual threads, a fixed pool or the self-tuning pool?\"")
        .contains("\"answer\" : \"On this machine", "\"evidence\" : \"\"")
        .contains(
            "\"studies\" : [ \"a\", \"b\" ]", "\"studies\" : [ ]", "\"page\" : \"page.html\"");
  }
}
