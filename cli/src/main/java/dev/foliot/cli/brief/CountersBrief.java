package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.CountersAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CountersRecord;
import dev.foliot.text.Numbers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Two captures of counters in a few lines: the likeliest cause, and the ratios. */
public final class CountersBrief {
  private static final int MOST_ROWS = 12;

  private final Brief brief;
  private final CountersRecord found;
  private final NextCommands next;

  /** Prints a comparison of counters with such a brief. */
  public CountersBrief(Brief brief, CountersRecord found, NextCommands next) {
    this.brief = brief;
    this.found = found;
    this.next = next;
  }

  /** Prints it. */
  public void print() {
    List<CounterHypothesis> all = found.hypotheses();
    List<String> notes = found.notes();
    CountersAnswer answer = CountersAnswer.of(found, next);
    brief.answer(answer.sentence(), 4);
    if (answer.kind() == CountersAnswer.Kind.LIMITED) {
      notes = notes.subList(1, notes.size());
    }
    boolean named = answer.kind() == CountersAnswer.Kind.LIKELY_CAUSE;
    if (named) {
      brief.also(all.getFirst().evidence(), 3);
    }
    int others = named ? all.size() - 1 : all.size();
    if (others > 0) {
      brief.also(Numbers.count(others, "more hypothesis", "more hypotheses") + ": --details", 1);
    }
    notes.forEach(note -> brief.also(CountersAnswer.sentence(note), 2));
    TextTable table = new TextTable("metric", "slow", "fast", "slow/fast");
    for (CounterRow row : found.rows().subList(0, Math.min(MOST_ROWS, found.rows().size()))) {
      Double ratio = row.ratio();
      table.row(
          Words.shown(row.metric()) + (row.withinError() && !isOne(ratio) ? " (within error)" : ""),
          Numbers.significant(row.slow(), 3),
          Numbers.significant(row.fast(), 3),
          ratio == null ? "-" : Numbers.significant(ratio, 3));
    }
    brief.table(table);
    if (table.isEmpty()) {
      brief.gap();
    }
    int more = found.rows().size() - MOST_ROWS;
    if (more > 0) {
      brief.line("", more + " metrics more, which differ less: --details");
    }
    brief.line("slow", Words.shown(found.slow().name()), 1);
    brief.line("fast", Words.shown(found.fast().name()), 1);
    brief.line("question", CountersAnswer.question(found));
    if (named) {
      brief.line("confirm", all.getFirst().confirm());
    }
    brief.next(answer.next().command());
  }

  private static boolean isOne(@Nullable Double ratio) {
    return ratio != null && ratio == 1;
  }
}
