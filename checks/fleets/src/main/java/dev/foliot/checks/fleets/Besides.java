package dev.foliot.checks.fleets;

import dev.foliot.checks.fleets.FleetRecipe.Explains;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetLoyalty.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;

/** Statistics outside the bars, or mixed in them: counted and printed beside the bars. */
final class Besides {
  private final List<String> lines = new ArrayList<>();

  private Besides() {}

  /**
   * The lines.
   *
   * @param above fleets above the bars with detected bands
   * @param found all fleets with detected bands
   */
  static List<String> lines(List<Outcome> above, List<Outcome> found) {
    Besides besides = new Besides();
    List<Outcome> label = explainedBy(above, Explains.LABEL);
    List<Outcome> metric = explainedBy(above, Explains.METRIC);
    besides.count("a label explains them: not named", label, one -> !one.explained());
    besides.count("a label explains them: others named too", label, Outcome::alsoNamed);
    besides.count("a metric goes with them: not named", metric, one -> !one.explained());
    besides.count("a metric goes with them: others named too", metric, Outcome::alsoNamed);
    besides.restarts("restarts draw anew", Verdict.ANEW, Verdict.KEPT, redrawn(found, true));
    besides.restarts("restarts change nothing", Verdict.KEPT, Verdict.ANEW, redrawn(found, false));
    besides.within(found);
    return besides.lines;
  }

  private static List<Outcome> explainedBy(List<Outcome> outcomes, Explains explains) {
    return outcomes.stream().filter(one -> one.truth().explains() == explains).toList();
  }

  private static List<Outcome> redrawn(List<Outcome> outcomes, Boolean redrawn) {
    return outcomes.stream().filter(one -> redrawn.equals(one.redrawn())).toList();
  }

  private static int count(List<Outcome> outcomes, Predicate<Outcome> which) {
    return (int) outcomes.stream().filter(which).count();
  }

  private static boolean said(Outcome one, Verdict verdict) {
    FleetLoyalty loyalty = one.loyalty();
    return loyalty != null && loyalty.verdict() == verdict;
  }

  private void count(String what, List<Outcome> outcomes, Predicate<Outcome> which) {
    int those = count(outcomes, which);
    lines.add(
        String.format(
            Locale.ROOT,
            "       %-50s %d of %d%s",
            what,
            those,
            outcomes.size(),
            Bars.interval(those, outcomes.size())));
  }

  private void restarts(String what, Verdict right, Verdict wrong, List<Outcome> outcomes) {
    int told = count(outcomes, one -> said(one, right));
    int contrary = count(outcomes, one -> said(one, wrong));
    lines.add(
        String.format(
            Locale.ROOT,
            "       %-50s told right in %d of %d%s, the contrary in %d, left open in %d",
            what,
            told,
            outcomes.size(),
            Bars.interval(told, outcomes.size()),
            contrary,
            outcomes.size() - told - contrary));
  }

  /** In truth all windows of a lifetime are in its band. */
  private void within(List<Outcome> found) {
    double[] shares =
        found.stream()
            .map(Outcome::loyalty)
            .filter(Objects::nonNull)
            .map(FleetLoyalty::withinLifetime)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    if (shares.length > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "       %-50s %.1f %% of windows in the median of %d fleets, worst %.1f %%",
              "a lifetime's windows are in its band",
              100 * shares[shares.length / 2],
              shares.length,
              100 * shares[0]));
    }
  }
}
