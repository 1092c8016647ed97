package dev.foliot.checks.fleets;

import dev.foliot.checks.fleets.FleetKind.Truth;
import dev.foliot.store.fleet.FleetVerdict;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Measures how often one population is reported as bands, at the analysis's significance level.
 *
 * <p>It uses the kinds that the bar names (normal, lognormal, Student's t, daily rhythm), in turn.
 * Prints a line for each kind and for each fleet reported as bands.
 */
public final class SinglePopulations {
  /** The most nodes of a fleet; thousands of such fleets take minutes. */
  private static final int MOST_NODES = 400;

  private SinglePopulations() {}

  /**
   * Runs them.
   *
   * @param args the number of fleets, and the seed or {@code fresh}
   */
  public static void main(String[] args) {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
    long seed =
        args.length > 1 && !args[1].equals("fresh")
            ? Long.parseLong(args[1])
            : new SplittableRandom().nextInt(1_000_000_000);
    System.out.println(
        "simulated: "
            + count
            + " single populations of up to "
            + MOST_NODES
            + " nodes, seed "
            + seed);
    List<FleetKind> kinds =
        Arrays.stream(FleetKind.values()).filter(kind -> kind.truth() == Truth.SINGLE).toList();
    List<Outcome> outcomes =
        SimulatedFleets.outcomes(count, seed, MOST_NODES, i -> kinds.get(i % kinds.size()));
    for (FleetKind kind : kinds) {
      print(kind.words(), outcomes.stream().filter(one -> one.kind() == kind).toList());
    }
    print("all", outcomes);
    System.out.println(
        "of too few nodes to have bands: "
            + outcomes.stream()
                .filter(one -> one.verdict() == FleetVerdict.NOT_ENOUGH_NODES)
                .count());
    long failed = outcomes.stream().filter(one -> one.failure() != null).count();
    System.out.println("analyses that failed: " + failed);
    outcomes.stream()
        .filter(Outcome::falseBands)
        .forEach(one -> System.out.println("  " + one.line()));
  }

  private static void print(String what, List<Outcome> outcomes) {
    int bands = (int) outcomes.stream().filter(Outcome::falseBands).count();
    System.out.printf(
        Locale.ROOT,
        "%-10s called bands: %d of %d%s%n",
        what,
        bands,
        outcomes.size(),
        Bars.interval(bands, outcomes.size()));
  }
}
