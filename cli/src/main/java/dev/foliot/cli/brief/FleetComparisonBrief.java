package dev.foliot.cli.brief;

import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.FleetComparisonAnswer;
import dev.foliot.store.fleet.FleetComparison;
import dev.foliot.store.fleet.FleetComparison.Group;
import dev.foliot.store.fleet.FleetComparison.Interval;
import dev.foliot.store.fleet.FleetComparison.Moved;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How a fleet changed, in a few lines. */
public final class FleetComparisonBrief {
  private static final int MOST_NAMES = 8;
  private static final String NOTHING = "-";

  private final Brief brief;
  private final FleetComparison comparison;
  private final FleetComparisonAnswer answer;
  private final boolean details;

  /**
   * @param details whether all nodes that changed their group are named
   */
  public FleetComparisonBrief(
      Brief brief, FleetComparison comparison, FleetComparisonAnswer answer, boolean details) {
    this.brief = brief;
    this.comparison = comparison;
    this.answer = answer;
    this.details = details;
  }

  /** Prints it. */
  public void print() {
    brief.answer(answer.sentence(), 5);
    TextTable table =
        new TextTable(
            "group " + FleetComparisonAnswer.side(comparison),
            "nodes",
            "<share before",
            "<share after",
            "before",
            "after",
            "<after by before (95 %)");
    for (Group group : comparison.groups()) {
      table.row(
          Integer.toString(group.band()),
          Numbers.count(group.nodes()),
          share(group.shareA()),
          share(group.shareB()),
          number(group.before()),
          number(group.after()),
          ratio(group.ratio()));
    }
    brief.table(table);
    Interval share = comparison.moves().movedShare();
    List<Moved> moved = comparison.moves().moved();
    if (share != null && !moved.isEmpty()) {
      brief.line(
          "moved",
          "%s (%s of the nodes): %s"
              .formatted(
                  Numbers.count(moved.size(), "node"),
                  Numbers.percentRange(share.low(), share.high()),
                  names(moved)),
          details ? Integer.MAX_VALUE : 3);
    }
    brief.line(
        "nodes",
        "%s in both, %s only before, %s only after%s"
            .formatted(
                Numbers.count(comparison.nodes().both()),
                Numbers.count(comparison.nodes().onlyA()),
                Numbers.count(comparison.nodes().onlyB()),
                comparison.nodes().sampled()
                    ? "; of a fleet of more than 2,000 nodes only a sample is stored"
                    : ""));
  }

  private String names(List<Moved> moved) {
    String names =
        moved.stream()
            .limit(details ? moved.size() : MOST_NAMES)
            .map(one -> "%s %d→%d".formatted(Words.shown(one.node()), one.from(), one.to()))
            .collect(Collectors.joining(", "));
    return moved.size() > MOST_NAMES && !details
        ? names + " and " + (moved.size() - MOST_NAMES) + " more"
        : names;
  }

  private static String share(@Nullable Interval share) {
    return share == null
        ? NOTHING
        : Numbers.percent(share.value(), 1)
            + " ("
            + Numbers.percentRange(share.low(), share.high())
            + ")";
  }

  private static String number(@Nullable Double number) {
    return number == null ? NOTHING : Numbers.significant(number, 3);
  }

  private static String ratio(@Nullable Interval ratio) {
    return ratio == null
        ? NOTHING
        : "%s (%s to %s)"
            .formatted(
                Numbers.significant(ratio.value(), 3),
                Numbers.significant(ratio.low(), 3),
                Numbers.significant(ratio.high(), 3));
  }
}
