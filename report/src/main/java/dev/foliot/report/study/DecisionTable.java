package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.StudyDecision;
import dev.foliot.store.study.StudyPoint;
import java.util.List;

/** What self-tuning pools decided under a load, with their reasons: one fork of each arm. */
final class DecisionTable {
  private static final int MOST_ROWS = 40;
  private static final int LONGEST_REASON = 300;

  private DecisionTable() {}

  static List<Block> blocks(StudyView study, int step, String id) {
    Rows rows = new Rows().texts("arm").numbers("at", "from", "to").texts("reason");
    int left = 0;
    for (ArmView arm : study.arms()) {
      StudyPoint typical = study.typical(arm, step);
      List<StudyDecision> decisions = RampPlots.decisions(study, typical);
      if (typical != null) {
        decisions.stream().limit(MOST_ROWS).forEach(one -> rows.row(row(arm, typical, one)));
        left += Math.max(0, decisions.size() - MOST_ROWS);
      }
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    String claim =
        "Of each self-tuning arm the fork with the median throughput; times count from the start of"
            + " the measured load, those below zero are of the warm-up. Threads before and after,"
            + " and the pool's own words."
            + (left == 0 ? "" : " " + Units.count(left, "more decision") + " are in the store.");
    return List.of(rows.table(id, "What the pool decided", claim, "decisions"));
  }

  private static List<Cell> row(ArmView arm, StudyPoint point, StudyDecision decision) {
    return List.of(
        Cell.text(arm.name(), "fork " + point.fork(), null),
        Cell.number(Units.seconds(decision.atMs() / 1e3)),
        Cell.number(Units.count(decision.from())),
        Cell.number(Units.count(decision.to())),
        Cell.text(Foreign.text(decision.reason(), LONGEST_REASON)));
  }
}
