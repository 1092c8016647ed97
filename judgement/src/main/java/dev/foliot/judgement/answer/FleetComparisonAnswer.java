package dev.foliot.judgement.answer;

import dev.foliot.store.fleet.FleetComparison;
import dev.foliot.store.fleet.FleetComparison.Group;
import dev.foliot.store.fleet.FleetComparison.Interval;
import dev.foliot.store.fleet.FleetComparison.Moves;
import dev.foliot.store.fleet.FleetComparison.Sides;
import dev.foliot.text.AnswerFigure;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer of {@code foliot fleet compare}.
 *
 * @param kind what became of the groups
 * @param sentence what changed
 * @param figures those of the sentence
 */
public record FleetComparisonAnswer(Kind kind, String sentence, List<AnswerFigure> figures)
    implements Answer {
  /** What became of the groups. */
  public enum Kind {
    /** One before and one after. */
    ONE_GROUP,
    /** The same number before and after. */
    SAME_GROUPS,
    /** Another number. */
    OTHER_GROUPS
  }

  /** Keeps a copy. */
  public FleetComparisonAnswer {
    figures = List.copyOf(figures);
  }

  @Override
  public NextAction next() {
    return NextAction.NONE;
  }

  /** The answer on a comparison. */
  public static FleetComparisonAnswer of(FleetComparison comparison) {
    List<AnswerFigure> figures = new ArrayList<>();
    Sides sides = comparison.sides();
    Kind kind =
        sides.bandsA() != sides.bandsB()
            ? Kind.OTHER_GROUPS
            : sides.bandsA() == 1 ? Kind.ONE_GROUP : Kind.SAME_GROUPS;
    StringBuilder sentence =
        new StringBuilder(
            switch (kind) {
              case ONE_GROUP -> "One group before and after.";
              case SAME_GROUPS ->
                  Numbers.count(sides.bandsA())
                      + " groups before and after. "
                      + moved(comparison.moves(), figures);
              case OTHER_GROUPS ->
                  "%s before, %s after."
                      .formatted(
                          Numbers.count(sides.bandsA(), "group"),
                          Numbers.count(sides.bandsB(), "group"));
            });
    for (Group group : comparison.groups()) {
      Interval ratio = group.ratio();
      if (ratio != null) {
        String shown = Numbers.significant(ratio.value(), 3);
        figures.add(AnswerFigure.of("ratio_" + group.band(), ratio.value(), "ratio", shown));
        sentence.append(
            " %s take %s times what they took (%s to %s)."
                .formatted(
                    comparison.groups().size() == 1
                        ? "The nodes"
                        : "The nodes of group %d %s".formatted(group.band(), side(comparison)),
                    shown,
                    Numbers.significant(ratio.low(), 3),
                    Numbers.significant(ratio.high(), 3)));
      }
    }
    return new FleetComparisonAnswer(kind, sentence.toString(), figures);
  }

  /** Whose groups are the rows: {@code before} or {@code after}. */
  public static String side(FleetComparison comparison) {
    return comparison.groupsOf().equals(FleetComparison.BEFORE) ? "before" : "after";
  }

  private static String moved(Moves moves, List<AnswerFigure> figures) {
    int moved = moves.moved().size();
    String shown = Numbers.count(moved);
    figures.add(AnswerFigure.of("moved", moved, "count", shown));
    return moved == 0
        ? "No node changed its group."
        : shown + " of " + Numbers.count(moves.placed(), "node") + " changed their group.";
  }
}
