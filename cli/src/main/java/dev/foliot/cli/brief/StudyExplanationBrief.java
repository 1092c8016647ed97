package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.store.explain.CauseRecord;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.store.explain.StudyExplanation;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The first causes of each arm of a study. */
public final class StudyExplanationBrief {
  private static final int MOST_CAUSES = 2;

  /** Less is not worth a row. */
  private static final double WORTH = 0.01;

  private final Brief brief;
  private final StudyExplanation study;

  /** Prints an explanation with such a brief. */
  public StudyExplanationBrief(Brief brief, StudyExplanation study) {
    this.brief = brief;
    this.study = study;
  }

  /** Prints it. */
  public void print() {
    brief.answer(ExplanationAnswer.of(study).sentence(), 6);
    List<String> heads =
        new ArrayList<>(List.of("<arm", "share", "<cause", "episodes", "slowest", "unexplained"));
    TextTable table = new TextTable(heads);
    heads.add("<where");
    TextTable likely = new TextTable(heads);
    for (StudyExplanation.Arm arm : study.arms()) {
      rows(table, Words.shown(arm.arm()), arm.explanation(), false);
      ExplanationRecord recorded = arm.explanation().recorded();
      if (recorded != null) {
        rows(likely, Words.shown(arm.arm()), recorded, true);
      }
    }
    brief.table(table);
    if (!likely.isEmpty()) {
      brief.line("likely", "in one extra fork of each arm, with a flight recording:");
      brief.table(likely);
    }
  }

  private static void rows(
      TextTable table, String arm, ExplanationRecord explanation, boolean hasDetail) {
    String unexplained =
        explanation.scope().messages() == 0 ? "-" : Numbers.percent(explanation.unexplainedShare());
    List<CauseRecord> causes =
        explanation.causes().stream()
            .filter(cause -> cause.delayShare() >= WORTH)
            .limit(MOST_CAUSES)
            .toList();
    if (causes.isEmpty()) {
      table.row(
          List.of(
              arm,
              "-",
              explanation.scope().messages() == 0 ? "no slow request" : "none was seen",
              "-",
              "-",
              unexplained));
    }
    for (int i = 0; i < causes.size(); i++) {
      CauseRecord cause = causes.get(i);
      List<String> cells =
          new ArrayList<>(
              List.of(
                  i == 0 ? arm : "",
                  Numbers.percent(cause.delayShare()),
                  cause.code().code(),
                  Numbers.count(cause.episodes()),
                  cause.worstNs() == 0 ? "-" : Numbers.duration(cause.worstNs()),
                  i == 0 ? unexplained : ""));
      if (hasDetail) {
        cells.add(Words.shown(cause.detail()));
      }
      table.row(cells);
    }
  }
}
