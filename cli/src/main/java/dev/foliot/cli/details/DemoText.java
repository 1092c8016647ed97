package dev.foliot.cli.details;

import dev.foliot.cli.screen.Paragraphs;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.DemoAnswer;
import dev.foliot.store.Verdict;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.demo.DemoRecord;
import dev.foliot.text.Shown;
import java.io.PrintStream;
import java.util.List;

/** A demo as a person reads it: what each part showed, in a few lines. */
public final class DemoText {
  private static final int WIDTH = 96;
  private static final int MOST_REASONS = 2;
  private static final int LONGEST = 1_000;
  private static final String INDENT = "   ";

  private final PrintStream out;
  private final DemoRecord demo;
  private final DemoAnswer answer;

  public DemoText(PrintStream out, DemoRecord demo, DemoAnswer answer) {
    this.out = out;
    this.demo = demo;
    this.answer = answer;
  }

  public void print() {
    out.println(answer.sentence());
    List<DemoPart> parts = demo.parts();
    for (int i = 0; i < parts.size(); i++) {
      DemoPart part = parts.get(i);
      out.printf("%n%d. %s%n", i + 1, Words.shown(part.title()));
      if (!part.wasShown()) {
        paragraph("not available here: " + part.reason());
        continue;
      }
      paragraph(String.join(" ", part.shown().says()));
      if (part.validity().verdict() != Verdict.VALID) {
        List<String> reasons = part.validity().reasons();
        reasons.stream()
            .limit(MOST_REASONS)
            .forEach(reason -> paragraph(part.validity().verdict() + ": " + reason));
        if (reasons.size() > MOST_REASONS) {
          paragraph("and " + (reasons.size() - MOST_REASONS) + " more reasons, on the page");
        }
      }
    }
  }

  private void paragraph(String text) {
    Paragraphs.wrapped(Shown.text(text, LONGEST), WIDTH - INDENT.length())
        .forEach(line -> out.println(INDENT + line));
  }
}
