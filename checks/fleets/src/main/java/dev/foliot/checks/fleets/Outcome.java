package dev.foliot.checks.fleets;

import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetLoyalty.Verdict;
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
 * @param amiss what else is wrong; empty for nothing
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
    String amiss,
    double tookMs,
    @Nullable String failure) {
  private static final int MANY = 10;
  private static final int FEW = 5;
  private static final double APART = 6;
  private static final double FAR_APART = 8;

  /** The least share of nodes in the verdict. */
  private static final double MOSTLY = 0.9;

  /** The most error of a ratio's distance from 1. */
  private static final double NEAR = 0.25;

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
          "",
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
        said == truth.parts() ? right(truth, record.groups().places().assignments()) : Double.NaN,
        explained(truth, record),
        alsoNamed(truth, record),
        redrawn(recipe),
        record.groups().loyalty(),
        amiss(recipe, truth, record),
        tookMs,
        null);
  }

  /** What a kind is about, besides its bands. */
  private static String amiss(FleetRecipe recipe, FleetTruth truth, FleetRecord record) {
    return switch (recipe.kind()) {
      case NIGHT_LOTTERY -> ratio(recipe, record);
      case PODS, PODS_LOTTERY ->
          record.groups().places().assignments().size() < MOSTLY * truth.bands().size()
              ? "nodes left out"
              : "";
      case CEILING -> ceiling(recipe, record.finding().ceiling());
      default -> record.finding().ceiling() == null ? "" : "false ceiling";
    };
  }

  /** Most limited nodes and no others, and the metric that goes with them. */
  private static String ceiling(FleetRecipe recipe, @Nullable FleetCeiling ceiling) {
    if (ceiling == null) {
      return "no ceiling";
    }
    int limited = (recipe.nodes() + 3) / 4;
    boolean named =
        ceiling.explanations().goesWith().stream().anyMatch(one -> one.label().equals("l1_misses"));
    return ceiling.nodes().size() > limited || ceiling.nodes().size() < MOSTLY * limited
        ? ceiling.nodes().size() + " of " + limited + " limited nodes"
        : named ? "" : "no metric";
  }

  /** The ratio of the bands by day must be that of their costs then. */
  private static String ratio(FleetRecipe recipe, FleetRecord record) {
    FleetRecipe.LoadRecipe load = recipe.load();
    if (record.bands().size() != 2 || load == null) {
      return "";
    }
    double idle = load.slope() / load.zones().getFirst();
    double low = recipe.levels().parts().get(0).center() + idle;
    double high = recipe.levels().parts().get(1).center() + idle;
    double said = record.bands().get(1).center() / record.bands().get(0).center();
    return Math.abs((said - 1) / (high / low - 1) - 1) > NEAR ? "ratio" : "";
  }

  private static double right(FleetTruth truth, Map<String, Integer> assignments) {
    long right =
        truth.bands().entrySet().stream()
            .filter(entry -> entry.getValue().equals(assignments.get(entry.getKey())))
            .count();
    return (double) right / truth.bands().size();
  }

  private static List<FleetExplanation> all(FleetRecord record) {
    return Stream.concat(
            record.groups().explanations().explainedBy().stream(),
            record.groups().explanations().goesWith().stream())
        .toList();
  }

  private static boolean explained(FleetTruth truth, FleetRecord record) {
    List<FleetExplanation> explanations =
        truth.explains() == FleetRecipe.Explains.METRIC
            ? record.groups().explanations().goesWith()
            : all(record);
    return switch (truth.explains()) {
      case NOTHING -> explanations.isEmpty();
      case LABEL, VERSION, RACK, METRIC -> names(explanations).anyMatch(name(truth)::equals);
    };
  }

  private static String name(FleetTruth truth) {
    return switch (truth.explains()) {
      case NOTHING -> "";
      case LABEL -> SimulatedFleet.LABEL;
      case VERSION -> "version";
      case RACK -> "rack";
      case METRIC -> SimulatedFleet.METRIC;
    };
  }

  private static boolean alsoNamed(FleetTruth truth, FleetRecord record) {
    List<FleetExplanation> explanations = all(record);
    return switch (truth.explains()) {
      case NOTHING -> false;
      case LABEL, VERSION, RACK, METRIC -> !names(explanations).allMatch(name(truth)::equals);
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
    if (loyalty == null) {
      return true;
    }
    if (truth.explains() == FleetRecipe.Explains.VERSION) {
      return loyalty.verdict() != Verdict.ANEW && loyalty.verdict() != Verdict.KEPT;
    }
    if (redrawn == null) {
      return true;
    }
    return loyalty.verdict() != (redrawn ? Verdict.KEPT : Verdict.ANEW);
  }

  Bar bar() {
    if (!kind.banded()) {
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

  /** Whether one population was reported as bands, or too few nodes as enough. */
  boolean falseBands() {
    return kind.truth() == FleetKind.Truth.FEW
        ? verdict != FleetVerdict.NOT_ENOUGH_NODES && truth.separation() >= APART
        : !kind.banded() && verdict == FleetVerdict.BANDS;
  }

  /** Whether there are two bands in truth. */
  boolean isTwo() {
    return kind.banded() && truth.parts() == 2;
  }

  /** Whether there are more bands than in truth. */
  boolean tooMany() {
    return falseBands() || (kind.banded() && said > truth.parts());
  }

  /** Whether bands above the bars were not all reported. */
  boolean isMissed() {
    return (bar() == Bar.MANY || bar() == Bar.FEW) && said < truth.parts();
  }

  /** Whether the bands found were explained wrongly, or by too much. */
  boolean misexplained() {
    return found() && bar() != Bar.BELOW && (!explained || alsoNamed);
  }

  /** A line with everything, including how to generate the fleet again. */
  String line() {
    return String.format(
        Locale.ROOT,
        "%-16s %10d n=%-5d smallest=%-5d D=%-6.2f %-6s said %-16s bands=%d right=%.3f"
            + " explained=%b also=%b loyal=%b %s %.0f ms%s",
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
        amiss,
        tookMs,
        failure == null ? "" : " " + failure);
  }
}
