package dev.foliot.judgement.answer;

import dev.foliot.store.fleet.FleetMember;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
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
