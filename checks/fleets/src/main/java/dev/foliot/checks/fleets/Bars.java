package dev.foliot.checks.fleets;

import dev.foliot.checks.fleets.FleetKind.Truth;
import dev.foliot.checks.fleets.Outcome.Bar;
import dev.foliot.stats.BinomialInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The bars for the analysis: the share of fleets with a permitted miss.
 *
 * <p>With 200 fleets or more the share is exact. With fewer, the permitted number of misses is one
 * that chance exceeds in one of a thousand such samples at that share.
 */
final class Bars {
  private static final int LARGE = 200;
  private static final double CHANCE = 0.001;
  private final List<String> lines = new ArrayList<>();
  private boolean met = true;

  Bars(List<Outcome> outcomes) {
    List<Outcome> single = those(outcomes, one -> one.kind().truth() == Truth.SINGLE);
    List<Outcome> lookalike = those(outcomes, one -> one.kind().truth() == Truth.LOOKALIKE);
    List<Outcome> too = those(outcomes, one -> one.kind().truth() == Truth.FEW);
    List<Outcome> many = those(outcomes, one -> one.bar() == Bar.MANY);
    List<Outcome> few = those(outcomes, one -> one.bar() == Bar.FEW);
    List<Outcome> found = those(outcomes, one -> above(one) && one.found());
    bar("one population, bands at most in 1 %", single, 0.01, Outcome::falseBands);
    bar("what looks like bands, called bands in at most 1 %", lookalike, 0.01, Outcome::falseBands);
    bar("two of ten, D >= 6, too few said in 95 %", too, 0.05, Outcome::falseBands);
    bar("a third band at most in 1 %", those(outcomes, Outcome::isTwo), 0.01, Outcome::tooMany);
    bar("10 nodes and more, D >= 6, found in 99 %", many, 0.01, one -> !one.found());
    right(those(many, Outcome::found));
    bar("5 to 9 nodes, D >= 8, found in 95 %", few, 0.05, one -> !one.found());
    bar(
        "what explains them named in 95 %",
        those(found, one -> one.truth().explains() != FleetRecipe.Explains.NOTHING),
        0.05,
        one -> !one.explained());
    bar(
        "not explained said in 95 %",
        those(found, one -> one.truth().explains() == FleetRecipe.Explains.NOTHING),
        0.05,
        one -> !one.explained());
    bar(
        "ratio by day, pods, ceilings right in 95 %",
        outcomes, 0.05, one -> !one.amiss().isEmpty());
    bar(
        "restarts of deploys called a lottery in at most 1 %",
        those(outcomes, one -> one.truth().explains() == FleetRecipe.Explains.VERSION),
        0.01,
        one -> !one.loyal());
    long failed = outcomes.stream().filter(one -> one.failure() != null).count();
    met &= failed == 0;
    lines.add(
        String.format(
            Locale.ROOT, "%-6s analysed without a failure: %d not", word(failed == 0), failed));
    lines.addAll(Besides.lines(found, outcomes.stream().filter(Outcome::found).toList()));
  }

  private static boolean above(Outcome one) {
    return one.bar() == Bar.MANY || one.bar() == Bar.FEW;
  }

  private static List<Outcome> those(List<Outcome> outcomes, Predicate<Outcome> which) {
    return outcomes.stream().filter(which).toList();
  }

  private void bar(String what, List<Outcome> outcomes, double share, Predicate<Outcome> missed) {
    int misses = (int) outcomes.stream().filter(missed).count();
    long most = most(outcomes.size(), share);
    met &= misses <= most;
    lines.add(
        String.format(
            Locale.ROOT,
            "%-6s %-50s missed by %d of %d%s, %d may",
            word(misses <= most),
            what,
            misses,
            outcomes.size(),
            interval(misses, outcomes.size()),
            most));
  }

  private void right(List<Outcome> found) {
    double mean = found.stream().mapToDouble(Outcome::right).average().orElse(1);
    double worst = found.stream().mapToDouble(Outcome::right).min().orElse(1);
    met &= mean >= 0.98;
    lines.add(
        String.format(
            Locale.ROOT,
            "%-6s %-50s %.3f %% of a fleet's, worst %.1f %%, %d of %d fleets below 98 %%",
            word(mean >= 0.98),
            "of those, nodes right in 98 %",
            100 * mean,
            100 * worst,
            found.stream().filter(one -> one.right() < 0.98).count(),
            found.size()));
  }

  private static String word(boolean met) {
    return met ? "met" : "MISSED";
  }

  /** A share with its exact interval. */
  static String interval(int count, int of) {
    if (of == 0) {
      return "";
    }
    double[] ends = BinomialInterval.of(count, of, 0.95);
    return String.format(
        Locale.ROOT, " (%.1f %%, %.1f to %.1f)", 100.0 * count / of, 100 * ends[0], 100 * ends[1]);
  }

  /** The permitted number of misses in a sample, for a permitted share. */
  static long most(int sample, double share) {
    if (sample >= LARGE) {
      return (long) Math.floor(sample * share);
    }
    double probability = Math.pow(1 - share, sample);
    double atMost = probability;
    int misses = 0;
    while (1 - atMost > CHANCE) {
      probability *= (sample - misses) * share / ((misses + 1) * (1 - share));
      atMost += probability;
      misses++;
    }
    return misses;
  }

  List<String> lines() {
    return lines;
  }

  boolean met() {
    return met;
  }
}
