package dev.foliot.cli.details;

import dev.foliot.cli.screen.Paragraphs;
import dev.foliot.store.study.JointRecord;
import dev.foliot.text.Shown;
import java.io.PrintStream;
import java.util.List;

/** What several studies answer together, as a person reads it. */
public final class JointText {
  private static final int WIDTH = 96;
  private static final int LONGEST = 6_000;
  private static final String FIRST = "  ";
  private static final String LATER = "    ";

  private final PrintStream out;

  public JointText(PrintStream out) {
    this.out = out;
  }

  /** The joint answer, and then each question; nothing where there is none. */
  public void print(JointRecord joint) {
    if (joint.isEmpty()) {
      return;
    }
    print(joint.question(), joint.paragraphs());
    joint.rows().forEach(row -> print(row.question(), List.of(String.join(" ", row.answer()))));
    out.println();
  }

  private void print(String question, List<String> paragraphs) {
    out.printf("%n%s%n", question);
    for (String paragraph : paragraphs) {
      String before = FIRST;
      for (String line :
          Paragraphs.wrapped(Shown.text(paragraph, LONGEST), WIDTH - LATER.length())) {
        out.println(before + line);
        before = LATER;
      }
    }
  }
}
