package dev.foliot.checks.fleets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The proof of {@code foliot fleet}: analyses many simulated fleets of all kinds on all processors.
 *
 * <p>It prints a table, every fleet with a wrong answer, and whether each bar is met. It writes a
 * line for each fleet to {@code simulated-fleets.txt} in the current directory.
 */
public final class SimulatedFleets {
  /** The most nodes of a fleet. */
  static final int MOST_NODES = 10_000;

  private static final int LISTED = 60;

  private SimulatedFleets() {}

  /**
   * Runs them; the exit code is 1 if a bar is missed.
   *
   * @param args the number of fleets, and the seed or {@code fresh}
   * @throws IOException if the file cannot be written
   */
  public static void main(String[] args) throws IOException {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
    long seed =
        args.length > 1 && !args[1].equals("fresh")
            ? Long.parseLong(args[1])
            : new SplittableRandom().nextInt(1_000_000_000);
    System.out.println("simulated fleets: " + count + ", fleets.seed " + seed);
    long began = System.nanoTime();
    List<Outcome> outcomes = outcomes(count, seed, MOST_NODES);
    System.out.printf(
        Locale.ROOT, "simulated and analysed in %.0f s%n%n", (System.nanoTime() - began) / 1e9);
    Files.write(Path.of("simulated-fleets.txt"), outcomes.stream().map(Outcome::line).toList());
    KindTable.lines(outcomes).forEach(System.out::println);
    System.out.println(
        "\nwhat was missed, at most " + LISTED + " (ShowFleet KIND SEED says more):");
    outcomes.stream()
        .filter(SimulatedFleets::missed)
        .limit(LISTED)
        .forEach(outcome -> System.out.println(outcome.line()));
    Bars bars = new Bars(outcomes);
    System.out.println();
    bars.lines().forEach(System.out::println);
    System.exit(bars.met() ? 0 : 1);
  }

  /** The outcomes of {@code count} fleets from a seed. */
  static List<Outcome> outcomes(int count, long seed, int mostNodes) {
    return outcomes(count, seed, mostNodes, FleetKind::at);
  }

  /** The outcomes of fleets with kinds by number: of the first fleet, the second and so on. */
  static List<Outcome> outcomes(int count, long seed, int mostNodes, IntFunction<FleetKind> kinds) {
    int[] seeds = new SplittableRandom(seed).ints(count, 0, 1_000_000_000).toArray();
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(i -> Outcome.of(Recipes.draw(kinds.apply(i), seeds[i], mostNodes)))
        .toList();
  }

  private static boolean missed(Outcome one) {
    boolean above = one.bar() == Outcome.Bar.MANY || one.bar() == Outcome.Bar.FEW;
    return one.failure() != null
        || one.falseBands()
        || (above && (!one.found() || !one.explained() || one.right() < 0.98))
        || !one.loyal()
        || !one.amiss().isEmpty();
  }
}
