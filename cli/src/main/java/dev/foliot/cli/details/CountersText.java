package dev.foliot.cli.details;

import dev.foliot.cli.screen.Columns;
import dev.foliot.cli.screen.Paragraphs;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.CountersAnswer;
import dev.foliot.store.diagnosis.CounterCapture;
import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CountersRecord;
import dev.foliot.text.Numbers;
import java.io.PrintStream;
import java.util.List;

/** Two captures as a person reads them: what they suggest first, then the ratios. */
public final class CountersText {
  private static final int NAME_WIDTH = 56;
  private static final int CELL_WIDTH = 13;
  private static final int MOST_ROWS = 30;
  private static final int MOST_NOTES = 8;

  private final PrintStream out;
  private final CountersRecord found;
  private final Answer answer;
  private final Paragraphs paragraphs;

  public CountersText(PrintStream out, CountersRecord found, Answer answer) {
    this.out = out;
    this.found = found;
    this.answer = answer;
    this.paragraphs = new Paragraphs(out);
  }

  public void print() {
    out.println(answer.sentence());
    out.println();
    hypotheses();
    if (!found.notes().isEmpty()) {
      out.println();
      paragraphs.list("note", found.notes(), MOST_NOTES);
    }
    rows();
    out.println();
    side("slow", found.slow());
    side("fast", found.fast());
    paragraphs.print("question", CountersAnswer.question(found));
  }

  private void hypotheses() {
    List<CounterHypothesis> all = found.hypotheses();
    if (all.isEmpty()) {
      out.println("no hypothesis: no pattern that the rules know");
      return;
    }
    out.println(all.size() == 1 ? "1 hypothesis" : all.size() + " hypotheses, the likeliest first");
    for (int i = 0; i < all.size(); i++) {
      CounterHypothesis one = all.get(i);
      out.printf(
          "%n%d. %s (confidence %s)%n",
          i + 1, Words.shown(one.name()), Numbers.percent(one.confidence(), 0));
      paragraphs.print("evidence", one.evidence());
      paragraphs.print("confirm", one.confirm());
      paragraphs.print("source", one.source());
    }
  }

  private void rows() {
    out.printf(
        "%n%s%s%s%s%n",
        Columns.left("metric", NAME_WIDTH),
        Columns.right("slow", CELL_WIDTH),
        Columns.right("fast", CELL_WIDTH),
        Columns.right("slow/fast", CELL_WIDTH));
    found.rows().stream().limit(MOST_ROWS).forEach(this::row);
    if (found.rows().size() > MOST_ROWS) {
      out.println((found.rows().size() - MOST_ROWS) + " more, which differ less: --json has them");
    }
  }

  private void row(CounterRow row) {
    Double ratio = row.ratio();
    out.println(
        Columns.left(Words.shown(row.metric()), NAME_WIDTH)
            + Columns.right(Numbers.significant(row.slow(), 4), CELL_WIDTH)
            + Columns.right(Numbers.significant(row.fast(), 4), CELL_WIDTH)
            + Columns.right(ratio == null ? "-" : Numbers.significant(ratio, 4), CELL_WIDTH)
            + interval(row));
  }

  /** The ratios that the error of the counts allows, where that leaves the difference open. */
  private static String interval(CounterRow row) {
    Double low = row.low();
    Double high = row.high();
    Double ratio = row.ratio();
    return low == null || high == null || !row.withinError() || (ratio != null && ratio == 1)
        ? ""
        : "  (%s to %s)".formatted(Numbers.significant(low, 3), Numbers.significant(high, 3));
  }

  private void side(String name, CounterCapture capture) {
    String cpu = capture.cpu() == null ? "" : ", " + capture.cpu();
    paragraphs.print(name, capture.name() + " (" + capture.format() + cpu + ")");
    paragraphs.list("", capture.notes(), MOST_NOTES);
  }
}
