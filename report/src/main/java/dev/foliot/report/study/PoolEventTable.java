package dev.foliot.report.study;

import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyEvent;
import dev.foliot.store.study.StudyPoint;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Foliot's pools told the flight recorder: that they hung, and, where the service itself did
 * not tell what they decided, how and why their size changed. One fork of each arm and load.
 */
final class PoolEventTable {
  private static final int MOST_STEPS = 60;
  private static final int MOST_ROWS = 40;
  private static final int MOST_ROWS_OF_ALL = 200;
  private static final int LONGEST_REASON = 300;

  /** Hangs, then what is of the load, then what is of the warm-up. */
  private static final Comparator<StudyEvent> FIRST =
      Comparator.comparing((StudyEvent one) -> !isHang(one))
          .thenComparing(one -> one.atMs() < 0)
          .thenComparingDouble(StudyEvent::atMs);

  private PoolEventTable() {}

  static List<Block> blocks(StudyView study) {
    Rows rows =
        new Rows().texts("arm").numbers("at").texts("pool").numbers("from", "to").texts("reason");
    int all = 0;
    for (int step = 0; step < Math.min(MOST_STEPS, study.study().steps().size()); step++) {
      for (ArmView arm : study.arms()) {
        StudyPoint typical = study.typical(arm, step);
        if (typical != null) {
          List<StudyEvent> told = told(study.course(typical));
          String small = study.stepName(step) + ", fork " + typical.fork();
          int room = Math.min(MOST_ROWS, MOST_ROWS_OF_ALL - rows.size());
          told.stream()
              .sorted(FIRST)
              .limit(room)
              .sorted(Comparator.comparingDouble(StudyEvent::atMs))
              .forEach(event -> rows.row(row(arm, small, event)));
          all += told.size();
        }
      }
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    int left = all - rows.size();
    String claim =
        "As the flight recorder saw it, of each arm the fork with the median throughput; times"
            + " count from the start of the measured load, those below zero are of the warm-up."
            + " Sizes before and after, and the pool's own words."
            + (left == 0 ? "" : " " + Units.count(left, "more event") + " are in the store.");
    return List.of(
        rows.table(
            study.key() + "-pool-events",
            "What pools told the flight recorder",
            claim,
            "decisions"));
  }

  private static List<StudyEvent> told(StudyCourse course) {
    boolean sizes = course.decisions().isEmpty();
    return course.events().stream()
        .filter(one -> isHang(one) || (sizes && one.event().equals(StudyEvent.POOL_RESIZE)))
        .toList();
  }

  private static List<Cell> row(ArmView arm, String small, StudyEvent event) {
    return List.of(
        Cell.text(arm.name(), small, null),
        Cell.number(Units.seconds(event.atMs() / 1e3)),
        Cell.text(Foreign.name(event.name())),
        Cell.number(size(event.pool().from())),
        Cell.number(size(event.pool().to())),
        Cell.text(isHang(event) ? hang(event) : Foreign.text(event.reason(), LONGEST_REASON)));
  }

  private static boolean isHang(StudyEvent event) {
    return event.event().equals(StudyEvent.POOL_HANG);
  }

  private static String hang(StudyEvent event) {
    return "hangs: none of "
        + Units.count(known(event.pool().running()), "task")
        + " ends, and "
        + Units.count(known(event.pool().queued()))
        + " wait, the first for "
        + Units.durationOrNone(event.durationNs());
  }

  private static String size(@Nullable Long threads) {
    return threads == null ? Units.NONE : Units.count(threads);
  }

  private static long known(@Nullable Long count) {
    return count == null ? 0 : count;
  }
}
