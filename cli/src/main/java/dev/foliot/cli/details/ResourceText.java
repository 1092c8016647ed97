package dev.foliot.cli.details;

import dev.foliot.cli.screen.Paragraphs;
import dev.foliot.cli.screen.Words;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Numbers;
import java.io.PrintStream;
import java.util.List;

/** One finding of CPUs, memory or counters as a person reads it. */
public final class ResourceText {
  private static final int MOST_LINES = 12;

  private final PrintStream out;
  private final ResourceFinding finding;
  private final Paragraphs paragraphs;

  public ResourceText(PrintStream out, ResourceFinding finding) {
    this.out = out;
    this.finding = finding;
    this.paragraphs = new Paragraphs(out);
  }

  /** The rest of a line that was begun, and the lines below it. */
  public void print() {
    out.printf(
        "%s, %s: %s%n",
        finding.title(), finding.severity().words(), Words.shown(finding.subject()));
    paragraphs.print("what", finding.advice().explanation());
    paragraphs.list(
        "seen", finding.evidence().stream().map(ResourceText::line).toList(), MOST_LINES);
    paragraphs.print("costs", finding.grade().severityReason());
    paragraphs.print("sure", Numbers.percent(finding.advice().confidence(), 0));
    List<String> remedies = finding.advice().remedies();
    for (int i = 0; i < Math.min(MOST_LINES, remedies.size()); i++) {
      paragraphs.print(i == 0 ? "remedies" : "", remedies.get(i), (i + 1) + ". ");
    }
  }

  /** One figure on a line: its name, value, unit and note. */
  public static String line(Evidence one) {
    Double value = one.value();
    String figure = value == null ? "not known" : Numbers.number(value) + unit(one.unit());
    return one.name() + ": " + figure + (one.note().isEmpty() ? "" : " (" + one.note() + ")");
  }

  private static String unit(String unit) {
    return unit.isEmpty() ? "" : " " + unit;
  }
}
