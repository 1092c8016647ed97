package dev.foliot.checks.fleets;

import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * The proof of changes over time: how often they are found and dated, and how often they are
 * reported where nothing happens.
 *
 * <p>A change is found if at least nine in ten of its nodes are named and nine in ten of those
 * named changed. It is dated if its interval has the true time, or misses it by a quarter of an
 * hour.
 */
public final class ChangingFleets {
  /** The most false alarms in flat fleets. */
  static final double MOST_FALSE = 0.01;

  /** The least share of changes of a quarter of the nodes that is found and dated. */
  static final double LEAST_FOUND = 0.95;

  private static final List<ChangeKind> KINDS = List.of(ChangeKind.values());
  private static final long QUARTER_US = 900_000_000L;
  private static final double NEARLY_ALL = 0.9;

  private ChangingFleets() {}

  /** What became of one fleet. */
  record Outcome(
      ChangingFleet fleet, FleetRecord record, boolean alarm, boolean found, boolean dated) {
    String line() {
      return "%-14s seed %-10d %3d nodes, change %.2f at point %d to %d: %s %s"
          .formatted(
              fleet.kind().words(),
              fleet.seed(),
              fleet.nodes(),
              fleet.times(),
              fleet.at(),
              fleet.until(),
              record.verdict(),
              record.finding().onsets().stream()
                  .map(one ->
                      one.kind()
                          + " "
                          + one.changed()
                          + " nodes, "
                          + Instant.ofEpochSecond(one.time().fromUs() / 1_000_000)
                          + ", from "
                          + one.before()
                          + " to "
                          + one.after())
                  .toList());
    }
  }

  /** Analyses fleets of a kind, on all processors. */
  static List<Outcome> outcomes(ChangeKind kind, int count, long seed) {
    return LongStream.range(0, count)
        .parallel()
        .mapToObj(i -> outcome(ChangingFleet.draw(kind, seed + 7919 * i + KINDS.indexOf(kind))))
        .toList();
  }

  private static Outcome outcome(ChangingFleet fleet) {
    FleetRecord record = FleetAnalysis.of(fleet.measured(), Instant.EPOCH, fleet.seed());
    List<FleetOnset> events = record.finding().onsets();
    FleetOnset.Kind wanted =
        switch (fleet.kind()) {
          case ONE, QUARTER, DEPLOY, MOST -> FleetOnset.Kind.ONSET;
          case BACK -> FleetOnset.Kind.EPISODE;
          case ALL -> FleetOnset.Kind.ALL;
          case DRIFT -> FleetOnset.Kind.DRIFT;
          case FLAT, BLUE_GREEN, CAPPED, FOUR_GROUPS, WHOLE_PERCENT, TWO_SERVICES -> null;
        };
    FleetOnset first = events.stream().filter(one -> one.kind() == wanted).findFirst().orElse(null);
    boolean found =
        first != null
            && (fleet.kind() == ChangeKind.ALL
                || isSame(fleet.changed(), new HashSet<>(first.nodes())));
    boolean dated =
        found
            && first != null
            && first.time().fromLowUs() - QUARTER_US <= fleet.atUs()
            && first.time().fromHighUs() + QUARTER_US >= fleet.atUs();
    return new Outcome(fleet, record, !events.isEmpty(), found, dated);
  }

  private static boolean isSame(Set<String> truth, Set<String> said) {
    Set<String> both = new HashSet<>(truth);
    both.retainAll(said);
    return both.size() >= NEARLY_ALL * truth.size() && both.size() >= NEARLY_ALL * said.size();
  }

  /**
   * Runs them; the exit code is 1 if a bar is missed.
   *
   * @param args the number of fleets of each kind, ten times as many of the flat ones; the seed
   */
  public static void main(String[] args) {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 100;
    long seed =
        args.length > 1 && !args[1].equals("fresh")
            ? Long.parseLong(args[1])
            : new SplittableRandom().nextInt(1_000_000_000);
    System.out.println("fleets that change: " + count + " of each kind, fleets.seed " + seed);
    boolean met = true;
    for (ChangeKind kind : ChangeKind.values()) {
      if (args.length > 2 && !args[2].equals(kind.words())) {
        continue;
      }
      int these = kind == ChangeKind.FLAT ? 10 * count : count;
      List<Outcome> outcomes = outcomes(kind, these, seed);
      long alarms = outcomes.stream().filter(Outcome::alarm).count();
      long found = outcomes.stream().filter(Outcome::found).count();
      long dated = outcomes.stream().filter(Outcome::dated).count();
      System.out.printf(
          Locale.ROOT,
          "%-14s %5d fleets, %4d with a change reported, %4d found, %4d of these dated; %s%n",
          kind.words(),
          these,
          alarms,
          found,
          dated,
          verdicts(outcomes));
      outcomes.stream()
          .filter(one -> kind.changes() ? !one.dated() : one.alarm() && !one.found())
          .limit(args.length > 2 ? 40 : 4)
          .forEach(one -> System.out.println("   " + one.line()));
      if (kind == ChangeKind.FLAT) {
        met &= bar("flat fleets with a change at most in 1 %", alarms <= MOST_FALSE * these);
      } else if (kind == ChangeKind.QUARTER) {
        met &= bar("a quarter of the nodes found and dated in 95 %", dated >= LEAST_FOUND * these);
      }
    }
    if (!met) {
      System.exit(1);
    }
  }

  private static boolean bar(String name, boolean met) {
    System.out.println((met ? "met    " : "MISSED ") + name);
    return met;
  }

  private static String verdicts(List<Outcome> outcomes) {
    StringBuilder text = new StringBuilder();
    for (FleetVerdict verdict : FleetVerdict.values()) {
      long count = outcomes.stream().filter(one -> one.record().verdict() == verdict).count();
      if (count > 0) {
        text.append(verdict.words()).append(' ').append(count).append(' ');
      }
    }
    return text.toString().strip();
  }
}
