package dev.foliot.checks.fleets;

import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The analysis of a simulated fleet, beside the truth.
 *
 * @param nodes the number of nodes
 * @param said the number of reported bands, 1 for one, 0 after a failure
 * @param right the share of nodes assigned to their band; NaN unless the number of bands is right
 * @param explained whether the explanation, or its absence, was reported
 * @param alsoNamed whether another explanation was reported too
 * @param redrawn whether a restart reassigns the band; null without restarts
 * @param loyalty the report on restarts; null without bands
 * @param tookMs for the analysis
 * @param failure the exception of the analysis, or null
 */
record Outcome(
    FleetKind kind,
    long seed,
    int nodes,
    FleetTruth truth,
    @Nullable FleetVerdict verdict,
    int said,
    double right,
    boolean explained,
    boolean alsoNamed,
    @Nullable Boolean redrawn,
    @Nullable FleetLoyalty loyalty,
    double tookMs,
    @Nullable String failure) {
  private static final int MANY = 10;
  private static final int FEW = 5;
  private static final double APART = 6;
  private static final double FAR_APART = 8;

  /** The report for restarts that reassign bands. */
  static final String ANEW = "drawn anew at a restart";

  /** The report for restarts that do not. */
  static final String KEPT = "kept over restarts";

  /** The bar that applies to the sample. */
  enum Bar {
    /** One population. */
    SINGLE,
    /** At least 10 nodes in each band and D at least 6. */
    MANY,
    /** 5 to 9 nodes in the smallest band and D at least 8. */
    FEW,
    /** None. */
    BELOW
  }

  /** Generates a fleet and analyses it. */
  static Outcome of(FleetRecipe recipe) {
    SimulatedFleet fleet = SimulatedFleet.of(recipe);
    SimulatedFleet.Drawn drawn = fleet.draw();
    long began = System.nanoTime();
    try {
      FleetRecord record = FleetAnalysis.of(drawn.measured(), Instant.EPOCH, recipe.seed());
      return of(recipe, drawn.truth(), record, (System.nanoTime() - began) / 1e6);
    } catch (RuntimeException failed) {
      double tookMs = (System.nanoTime() - began) / 1e6;
      return new Outcome(
          recipe.kind(),
          recipe.seed(),
          recipe.nodes(),
          drawn.truth(),
          null,
          0,
          Double.NaN,
          false,
          false,
          redrawn(recipe),
          null,
          tookMs,
          failed.toString());
    }
  }

  private static Outcome of(
      FleetRecipe recipe, FleetTruth truth, FleetRecord record, double tookMs) {
    int said = record.verdict() == FleetVerdict.BANDS ? record.bands().size() : 1;
    return new Outcome(
        recipe.kind(),
        recipe.seed(),
        recipe.nodes(),
        truth,
        record.verdict(),
        said,
        said == truth.parts() ? right(truth, record.assignments()) : Double.NaN,
        explained(truth, record.explainedBy()),
        alsoNamed(truth, record.explainedBy()),
        redrawn(recipe),
        record.loyalty(),
        tookMs,
        null);
  }

  private static double right(FleetTruth truth, Map<String, Integer> assignments) {
    long right =
        truth.bands().entrySet().stream()
            .filter(entry -> entry.getValue().equals(assignments.get(entry.getKey())))
            .count();
    return (double) right / truth.bands().size();
  }

  private static boolean explained(FleetTruth truth, List<FleetExplanation> explanations) {
    return switch (truth.explains()) {
      case NOTHING -> explanations.isEmpty();
      case LABEL -> names(explanations).anyMatch(SimulatedFleet.LABEL::equals);
      case METRIC -> names(explanations).anyMatch(SimulatedFleet.METRIC::equals);
    };
  }

  private static boolean alsoNamed(FleetTruth truth, List<FleetExplanation> explanations) {
    return switch (truth.explains()) {
      case NOTHING -> false;
      case LABEL -> !names(explanations).allMatch(SimulatedFleet.LABEL::equals);
      case METRIC -> !names(explanations).allMatch(SimulatedFleet.METRIC::equals);
    };
  }

  /** A name may include its value, such as {@code zone=a}. */
  private static Stream<String> names(List<FleetExplanation> explanations) {
    return explanations.stream()
        .flatMap(one -> Stream.concat(Stream.of(one.label()), one.alike().stream()))
        .map(name -> name.replaceFirst("[ =].*", ""));
  }

  private static @Nullable Boolean redrawn(FleetRecipe recipe) {
    return recipe.faults().restarts() == 0 ? null : recipe.faults().redrawn();
  }

  /** Whether the report on restarts has no error. */
  boolean loyal() {
    if (loyalty == null || redrawn == null) {
      return true;
    }
    return !loyalty.verdict().equals(redrawn ? KEPT : ANEW);
  }

  Bar bar() {
    if (truth.parts() == 1) {
      return Bar.SINGLE;
    }
    if (truth.smallest() >= MANY) {
      return truth.separation() >= APART ? Bar.MANY : Bar.BELOW;
    }
    return truth.smallest() >= FEW && truth.separation() >= FAR_APART ? Bar.FEW : Bar.BELOW;
  }

  /** Whether all bands and no others were reported. */
  boolean found() {
    return kind.banded() && said == truth.parts();
  }

  /** Whether one population was reported as bands. */
  boolean falseBands() {
    return !kind.banded() && verdict == FleetVerdict.BANDS;
  }

  /** A line with everything, including how to generate the fleet again. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%-16s %10d n=%-5d smallest=%-5d D=%-6.2f %-6s said %-16s bands=%d right=%.3f"
            + " explained=%b also=%b loyal=%b %.0f ms%s",
        kind.words(),
        seed,
        nodes,
        truth.smallest(),
        truth.separation(),
        bar(),
        verdict == null ? "nothing" : verdict.words(),
        said,
        right,
        explained,
        alsoNamed,
        loyal(),
        tookMs,
        failure == null ? "" : " " + failure);
  }
}
