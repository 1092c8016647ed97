package dev.foliot.judgement.answer;

import dev.foliot.store.fleet.FleetMember;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.util.Comparator;
import java.util.List;

/**
 * One node among three to seven that takes more or less than all others.
 *
 * <p>So few make no groups. But if the others agree with each other far better than with the one,
 * beyond the errors of all, that one is a finding. Its ratio is to the mean of the others; the
 * interval has the error of the node and the spread of the others.
 */
final class FewNodes {
  private static final int FEWEST = 3;
  private static final int MOST = 7;
  private static final int LONGEST_NAME = 100;
  private static final double INTERVAL = 1.96;

  /** The distance of the one, in the greatest of the others from their mean, and in errors. */
  private static final double APART = 4;

  private static final double LEAST_CHANGE = 0.1;

  private FewNodes() {}

  /**
   * Which of eight or more nodes stand apart, on the smaller side of the widest gap: {@code Apart:
   * 0 and 1, around 767; the others around 691.} Empty for fewer.
   */
  static String apart(FleetRecord fleet) {
    List<FleetMember> all =
        fleet.groups().places().members().stream()
            .sorted(Comparator.comparingDouble(FleetMember::level))
            .toList();
    if (all.size() <= MOST) {
      return "";
    }
    int split = 1;
    for (int i = 2; i < all.size(); i++) {
      split = gap(all, i) > gap(all, split) ? i : split;
    }
    boolean low = 2 * split <= all.size();
    List<FleetMember> few = low ? all.subList(0, split) : all.subList(split, all.size());
    List<FleetMember> others = low ? all.subList(split, all.size()) : all.subList(0, split);
    return "Apart: %s, around %s; the others around %s."
        .formatted(
            FleetSentences.names(few.stream().map(FleetMember::node).toList()),
            Numbers.significant(middle(few), 3),
            Numbers.significant(middle(others), 3));
  }

  private static double gap(List<FleetMember> all, int at) {
    return all.get(at).level() - all.get(at - 1).level();
  }

  private static double middle(List<FleetMember> sorted) {
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half).level()
        : (sorted.get(half - 1).level() + sorted.get(half).level()) / 2;
  }

  /** The sentence; empty without such a node. */
  static String sentence(FleetRecord fleet) {
    List<FleetMember> all = fleet.groups().places().members();
    if (all.size() < FEWEST || all.size() > MOST) {
      return "";
    }
    for (FleetMember one : all) {
      List<FleetMember> others = all.stream().filter(other -> !other.equals(one)).toList();
      double mean = others.stream().mapToDouble(FleetMember::level).average().orElse(0);
      double spread =
          others.stream().mapToDouble(other -> Math.abs(other.level() - mean)).max().orElse(0);
      double error = others.stream().mapToDouble(FleetMember::error).max().orElse(0);
      double noise = Math.hypot(one.error(), Math.hypot(error, spread));
      double away = Math.abs(one.level() - mean);
      if (mean > 0
          && one.level() > 0
          && one.error() > 0
          && away >= LEAST_CHANGE * mean
          && away >= APART * spread
          && away >= APART * noise) {
        return "%s takes %s times (%s to %s) the %s that the other %s take."
            .formatted(
                Shown.text(one.node(), LONGEST_NAME),
                Numbers.significant(one.level() / mean, 3),
                Numbers.significant((one.level() - INTERVAL * noise) / mean, 3),
                Numbers.significant((one.level() + INTERVAL * noise) / mean, 3),
                Shown.text(fleet.metric(), LONGEST_NAME),
                Numbers.count(others.size(), "node"));
      }
    }
    return "";
  }
}
