package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.store.explain.CauseRecord;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** An explanation in a few lines: the first cause, all causes, what was looked at. */
public final class ExplanationBrief {
  /** What only a flight recording shows. */
  private static final String NOT_LOOKED_AT = "locks, I/O, deoptimisation";

  /** Less is shown as 0.0 %. */
  private static final double WORTH = 0.0005;

  private final Brief brief;
  private final ExplanationRecord explanation;
  private final ExplanationAnswer answer;

  /** Prints an explanation with such a brief. */
  public ExplanationBrief(Brief brief, ExplanationRecord explanation, ExplanationAnswer answer) {
    this.brief = brief;
    this.explanation = explanation;
    this.answer = answer;
  }

  /** Prints it. */
  public void print(boolean hasDetails) {
    brief.answer(answer.sentence(), 4);
    if (explanation.scope().forks() == 0) {
      return;
    }
    brief.table(table(explanation, hasDetails));
    ExplanationRecord recorded = explanation.recorded();
    if (recorded != null) {
      brief.line("likely", "in one extra fork with a flight recording:");
      brief.table(table(recorded, hasDetails));
    }
    example(recorded == null ? explanation : recorded);
    sources(recorded == null ? explanation : recorded, hasDetails);
  }

  private static TextTable table(ExplanationRecord explanation, boolean hasDetails) {
    TextTable table =
        new TextTable("share", "<cause", "episodes", "messages", "slowest", "longest stop");
    for (CauseRecord cause : explanation.causes()) {
      if (!hasDetails && cause.delayShare() < WORTH) {
        continue;
      }
      table.row(
          List.of(
              Numbers.percent(cause.delayShare()),
              cause.code().code(),
              Numbers.count(cause.episodes()),
              Numbers.count(cause.messages()),
              cause.worstNs() == 0 ? "-" : Numbers.duration(cause.worstNs()),
              cause.stops() == 0 ? "-" : Numbers.duration(cause.longestNs())));
    }
    if (explanation.scope().messages() > 0) {
      table.row(
          List.of(
              Numbers.percent(explanation.unexplainedShare()), "unexplained", "-", "-", "-", "-"));
    }
    return table;
  }

  private void example(ExplanationRecord of) {
    ExplanationRecord.Example example = of.example();
    if (example == null) {
      return;
    }
    List<String> over = new ArrayList<>();
    for (Stop stop : example.stops()) {
      over.add(
          stop.kind().code()
              + " of "
              + Numbers.duration(stop.lengthNs())
              + (stop.startNs() <= example.dueNs()
                  ? " from before it was due"
                  : " from " + Numbers.duration(stop.startNs() - example.dueNs()) + " on"));
    }
    brief.line(
        "example",
        (explanation.recorded() == null ? "fork " + example.fork() : "the extra fork")
            + ": due at "
            + Numbers.duration(example.dueNs())
            + ", started "
            + Numbers.duration(example.startedNs() - example.dueNs())
            + " later, ended "
            + Numbers.duration(example.endedNs() - example.dueNs())
            + " after it was due"
            + (over.isEmpty() ? "" : "; " + String.join(", ", over)),
        3);
  }

  private void sources(ExplanationRecord of, boolean hasDetails) {
    List<String> seen = new ArrayList<>();
    for (TimelineSource source : of.sources()) {
      if (source.unavailable() == null) {
        seen.add(
            source.name()
                + (hasDetails && source.everyNs() > 0
                    ? " (every " + Numbers.duration(source.everyNs()) + ")"
                    : ""));
      }
    }
    brief.line("looked at", String.join(", ", seen), 5);
    for (TimelineSource source : of.sources()) {
      if (source.unavailable() != null) {
        brief.line("not seen", source.name() + ": " + Words.shown(source.unavailable()), 2);
      }
    }
    if (explanation.recorded() == null) {
      brief.line("", "not looked at: " + NOT_LOOKED_AT, 2);
    }
  }
}
