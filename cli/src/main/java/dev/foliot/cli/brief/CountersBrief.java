package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.diagnosis.CounterHypothesis;
import dev.foliot.store.diagnosis.CounterRow;
import dev.foliot.store.diagnosis.CountersRecord;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Two captures of counters in a few lines: the likeliest cause, and the ratios. */
public final class CountersBrief {
  private static final int MOST_ROWS = 12;

  /** Two captures of one program differ by as much. */
  private static final double LEAST_CHANGE = 0.03;

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
    if (all.isEmpty() && !notes.isEmpty()) {
      brief.answer(sentence(notes.getFirst()), 2);
      notes = notes.subList(1, notes.size());
    } else if (all.isEmpty()) {
      brief.answer(
          differs(found)
              ? "No known pattern explains the difference."
              : "No difference beyond the error of the counts.",
          1);
    } else {
      CounterHypothesis first = all.getFirst();
      brief.answer(
          "Likely cause: "
              + Words.shown(first.name())
              + " (confidence "
              + Numbers.percent(first.confidence(), 0)
              + ").",
          2);
      brief.also(first.evidence(), 3);
      if (all.size() > 1) {
        brief.also(
            Numbers.count(all.size() - 1, "more hypothesis", "more hypotheses") + ": --details", 1);
      }
    }
    notes.forEach(note -> brief.also(sentence(note), 2));
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
    if (!all.isEmpty()) {
      brief.line("confirm", all.getFirst().confirm());
    }
    brief.next(next.of("diagnose", "PID"));
  }

  private static boolean isOne(@Nullable Double ratio) {
    return ratio != null && ratio == 1;
  }

  private static boolean differs(CountersRecord found) {
    return found.rows().stream()
        .filter(row -> !row.withinError())
        .map(CounterRow::ratio)
        .anyMatch(ratio -> ratio == null || Math.abs(ratio - 1) > LEAST_CHANGE);
  }

  private static String sentence(String note) {
    String shown = Words.shown(note);
    return shown.substring(0, 1).toUpperCase(Locale.ROOT) + shown.substring(1) + ".";
  }
}
