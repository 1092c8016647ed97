package dev.foliot.checks.fleets;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures how often bands are missed at the analysis's significance level.
 *
 * <p>It uses fleets with bands and few nodes, of all such kinds in turn. Prints the bars, and a
 * line for each fleet above them with missed bands.
 */
public final class SmallFleets {
  private static final int MOST_NODES = 100;

  private SmallFleets() {}

  /**
   * Runs them.
   *
   * @param args the number of fleets, and the seed or {@code fresh}
   */
  public static void main(String[] args) {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
    long seed =
        args.length > 1 && !args[1].equals("fresh")
            ? Long.parseLong(args[1])
            : new SplittableRandom().nextInt(1_000_000_000);
    System.out.println(
        "simulated: "
            + count
            + " fleets with bands of up to "
            + MOST_NODES
            + " nodes, seed "
            + seed);
    List<FleetKind> kinds = Arrays.stream(FleetKind.values()).filter(FleetKind::banded).toList();
    List<Outcome> outcomes =
        SimulatedFleets.outcomes(count, seed, MOST_NODES, i -> kinds.get(i % kinds.size()));
    new Bars(outcomes).lines().forEach(System.out::println);
    outcomes.stream()
        .filter(one -> one.bar() == Outcome.Bar.MANY || one.bar() == Outcome.Bar.FEW)
        .filter(one -> !one.found())
        .forEach(one -> System.out.println("  " + one.line()));
  }
}
