package dev.foliot.checks.fleets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * Measures the errors of the analysis for each kind of fleet: groups that are not there, groups
 * above the bars that are missed, wrong explanations, wrong reports on restarts.
 *
 * <p>Prints the table of {@code docs/evidence/fleet-kinds.md}.
 */
public final class KindScores {
  private static final int MOST_NODES = 400;

  private KindScores() {}

  /**
   * Runs them.
   *
   * @param args the number of fleets of each kind, the seed or {@code fresh}, optionally the
   *     maximum of nodes, and names of kinds
   */
  public static void main(String[] args) {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 100;
    long seed =
        args.length > 1 && !args[1].equals("fresh")
            ? Long.parseLong(args[1])
            : new SplittableRandom().nextInt(1_000_000_000);
    int mostNodes = args.length > 2 ? Integer.parseInt(args[2]) : MOST_NODES;
    List<String> named = List.of(args).subList(Math.min(3, args.length), args.length);
    System.out.println(
        "simulated: "
            + count
            + " fleets of each kind, up to "
            + mostNodes
            + " nodes, seed "
            + seed);
    System.out.println();
    System.out.println(
        "| kind | fleets | false groups | missed groups | wrong explanation | wrong on restarts |"
            + " other errors |");
    System.out.println("|---|---|---|---|---|---|---|");
    List<Outcome> wrong = new ArrayList<>();
    for (FleetKind kind : FleetKind.values()) {
      if (named.isEmpty() || named.contains(kind.words())) {
        List<Outcome> those = SimulatedFleets.outcomes(count, seed, mostNodes, i -> kind);
        System.out.println(line(kind, those));
        those.stream().filter(KindScores::isWrong).limit(5).forEach(wrong::add);
      }
    }
    System.out.println();
    wrong.forEach(one -> System.out.println(one.line()));
  }

  private static boolean isWrong(Outcome one) {
    return one.failure() != null
        || one.tooMany()
        || one.isMissed()
        || one.misexplained()
        || !one.loyal()
        || !one.amiss().isEmpty();
  }

  private static String line(FleetKind kind, List<Outcome> those) {
    List<Outcome> found = those.stream().filter(Outcome::found).toList();
    List<Outcome> above =
        those.stream()
            .filter(one -> one.bar() == Outcome.Bar.MANY || one.bar() == Outcome.Bar.FEW)
            .toList();
    return String.format(
        Locale.ROOT,
        "| %s | %d | %s | %s | %s | %s | %s |",
        kind.words(),
        those.size(),
        of(those, Outcome::tooMany),
        of(above, Outcome::isMissed),
        of(above.stream().filter(Outcome::found).toList(), Outcome::misexplained),
        of(found, one -> !one.loyal()),
        of(those, one -> !one.amiss().isEmpty() || one.failure() != null));
  }

  private static String of(List<Outcome> those, Predicate<Outcome> which) {
    return those.isEmpty() ? "" : those.stream().filter(which).count() + " of " + those.size();
  }
}
