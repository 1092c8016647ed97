package dev.foliot.checks.fleets;

import dev.foliot.checks.fleets.Outcome.Bar;
import dev.foliot.store.fleet.FleetVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** A line for each kind of fleet. */
final class KindTable {
  private KindTable() {}

  static List<String> lines(List<Outcome> outcomes) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%-17s %6s %6s | %-56s | %10s %10s %10s %7s | %10s %8s %6s | %9s",
            "simulated",
            "fleets",
            "failed",
            "said: one, bands, outliers, drift, onset, undecided, few",
            "10+, D>=6",
            "5-9, D>=8",
            "below",
            "right%",
            "explained",
            "and more",
            "loyal",
            "ms, worst"));
    for (FleetKind kind : FleetKind.values()) {
      List<Outcome> those = outcomes.stream().filter(one -> one.kind() == kind).toList();
      if (!those.isEmpty()) {
        lines.add(line(kind, those));
      }
    }
    return lines;
  }

  private static String line(FleetKind kind, List<Outcome> those) {
    StringBuilder said = new StringBuilder();
    for (FleetVerdict verdict : FleetVerdict.values()) {
      said.append(
          String.format(Locale.ROOT, "%7d ", count(those, one -> one.verdict() == verdict)));
    }
    List<Outcome> found = those.stream().filter(Outcome::found).toList();
    return String.format(
        Locale.ROOT,
        "%-17s %6d %6d | %-56s | %10s %10s %10s %7s | %10s %8d %6s | %4.0f %5.0f",
        kind.words(),
        those.size(),
        count(those, one -> one.failure() != null),
        said,
        found(those, Bar.MANY),
        found(those, Bar.FEW),
        found(those, Bar.BELOW),
        found.isEmpty()
            ? ""
            : String.format(
                Locale.ROOT,
                "%.2f",
                100 * found.stream().mapToDouble(Outcome::right).average().orElse(0)),
        found.isEmpty() ? "" : of(count(found, Outcome::explained), found.size()),
        count(found, Outcome::alsoNamed),
        found.isEmpty() ? "" : of(count(found, Outcome::loyal), found.size()),
        those.stream().mapToDouble(Outcome::tookMs).average().orElse(0),
        those.stream().mapToDouble(Outcome::tookMs).max().orElse(0));
  }

  private static String found(List<Outcome> those, Bar bar) {
    List<Outcome> under = those.stream().filter(one -> one.bar() == bar).toList();
    return under.isEmpty() ? "" : of(count(under, Outcome::found), under.size());
  }

  private static String of(long count, int all) {
    return count + "/" + all;
  }

  private static long count(List<Outcome> those, Predicate<Outcome> which) {
    return those.stream().filter(which).count();
  }
}
