package dev.foliot.cli.details;

import dev.foliot.cli.screen.Paragraphs;
import dev.foliot.store.study.JointAnswer;
import dev.foliot.text.Shown;
import java.io.PrintStream;
import java.util.List;
import java.util.regex.Pattern;

/** What several studies answer together, as a person reads it. */
public final class JointText {
  private static final int WIDTH = 96;

  /** Clauses, and what the studies cannot say, which is a sentence of its own. */
  private static final Pattern PARTS =
      Pattern.compile("(?<=\\)) (?=\\p{Lu})|(?<=\\.) (?=These studies )");

  private static final int LONGEST = 6_000;
  private static final String FIRST = "  ";
  private static final String LATER = "    ";

  private final PrintStream out;

  public JointText(PrintStream out) {
    this.out = out;
  }

  /** The joint sentence, and then each question; nothing where there is none. */
  public void print(List<JointAnswer> answers) {
    for (JointAnswer answer : answers) {
      out.printf("%n%s%n", answer.question());
      for (String sentence : PARTS.split(answer.answer(), -1)) {
        String before = FIRST;
        for (String line :
            Paragraphs.wrapped(Shown.text(sentence, LONGEST), WIDTH - LATER.length())) {
          out.println(before + line);
          before = LATER;
        }
      }
    }
    if (!answers.isEmpty()) {
      out.println();
    }
  }
}
