package dev.foliot.checks.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The bars for random workloads: the share of workloads with a permitted miss.
 *
 * <p>With 200 workloads or more the share is exact. With fewer, the permitted number of misses is
 * one that chance exceeds in one of a thousand such samples at that share.
 */
final class Bars {
  private static final int LARGE = 200;
  private static final double CHANCE = 0.001;
  private final List<String> lines = new ArrayList<>();
  private boolean met = true;

  Bars(List<Outcome> outcomes) {
    bar(outcomes, "regret, whole run, median at most 1 %", 0.5, o -> o.regret().whole() > 0.01);
    bar(
        outcomes,
        "regret, whole run, 95th percentile at most 5 %",
        0.05,
        o -> o.regret().whole() > 0.05);
    bar(outcomes, "regret, settled, median at most 1 %", 0.5, o -> o.regret().settled() > 0.01);
    bar(
        outcomes,
        "regret, settled, 95th percentile at most 5 %",
        0.05,
        o -> o.regret().settled() > 0.05);
    bar(outcomes, "size at most 1.5 x oracle + 2c in 95 %", 0.05, o -> o.size() > o.allowed());
    bar(
        outcomes,
        "running at most 1.5 x oracle + 2c in 95 %",
        0.05,
        o -> o.running() > o.allowed());
  }

  private void bar(List<Outcome> outcomes, String what, double share, Predicate<Outcome> missed) {
    long misses = outcomes.stream().filter(missed).count();
    long most = most(outcomes.size(), share);
    met &= misses <= most;
    lines.add(
        String.format(
            Locale.ROOT,
            "%-6s %-50s missed by %d of %d, %d may",
            misses <= most ? "met" : "MISSED",
            what,
            misses,
            outcomes.size(),
            most));
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
