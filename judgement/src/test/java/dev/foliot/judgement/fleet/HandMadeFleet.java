package dev.foliot.judgement.fleet;

import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetExplanation;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetFinding;
import dev.foliot.store.fleet.FleetGroups;
import dev.foliot.store.fleet.FleetInput;
import dev.foliot.store.fleet.FleetLimits;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetMember;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetPair;
import dev.foliot.store.fleet.FleetPlaces;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The record of a fleet, put together by hand. */
public final class HandMadeFleet {
  private List<FleetOnset> onsets = List.of();
  private List<FleetMember> members = List.of();
  private long lastUs = 1;
  private final String metric;
  private final FleetVerdict verdict;
  private final List<FleetBand> bands;
  private final List<FleetPlots.Dot> dots = new ArrayList<>();
  private final Map<String, Integer> assignments = new LinkedHashMap<>();
  private int nodes = 96;
  private List<String> outliers = List.of();
  private List<String> without = List.of();
  private FleetLimits limits = FleetLimits.NONE;
  private FleetExplanations explanations = new FleetExplanations(List.of(), List.of(), true, null);
  private @Nullable FleetLoyalty loyalty =
      new FleetLoyalty(1.0, 90, 20, 19.7, 0.5, FleetLoyalty.Verdict.ANEW);
  private @Nullable FleetCeiling ceiling;
  private @Nullable Reason reason;
  private @Nullable FleetPair pair;

  public HandMadeFleet(String metric, FleetVerdict verdict, FleetBand... bands) {
    this.metric = metric;
    this.verdict = verdict;
    this.bands = List.of(bands);
  }

  /** A fleet whose nodes take what a function says, in groups below and above a bound. */
  public static HandMadeFleet of(
      int nodes, String metric, double bound, IntToDoubleFunction level) {
    int low = 0;
    for (int node = 0; node < nodes; node++) {
      low += level.applyAsDouble(node) < bound ? 1 : 0;
    }
    HandMadeFleet fleet =
        low == 0 || low == nodes
            ? new HandMadeFleet(metric, FleetVerdict.ONE_BAND, band(0, nodes, nodes))
            : new HandMadeFleet(
                metric, FleetVerdict.BANDS, band(0, low, nodes), band(1, nodes - low, nodes));
    for (int node = 0; node < nodes; node++) {
      double value = level.applyAsDouble(node);
      int band = low < nodes && value >= bound && low > 0 ? 1 : 0;
      fleet.dots.add(new FleetPlots.Dot("n" + node, band, null, value, value));
      fleet.assignments.put("n" + node, band);
    }
    fleet.nodes = nodes;
    return fleet;
  }

  private static FleetBand band(int band, int nodes, int of) {
    double share = (double) nodes / of;
    return new FleetBand(band, nodes, share, share / 2, Math.min(1, 2 * share), 1, 0.1);
  }

  public HandMadeFleet outliers(String... names) {
    outliers = List.of(names);
    return this;
  }

  public HandMadeFleet without(String... names) {
    without = List.of(names);
    return this;
  }

  public HandMadeFleet limits(FleetLimits limited) {
    limits = limited;
    return this;
  }

  public HandMadeFleet explained(boolean labelled, FleetExplanation... by) {
    explanations =
        new FleetExplanations(
            List.of(by).stream().filter(FleetExplanation::tellsLabel).toList(),
            List.of(by).stream().filter(one -> !one.tellsLabel()).toList(),
            labelled,
            null);
    return this;
  }

  public HandMadeFleet almost(FleetExplanation label) {
    explanations = new FleetExplanations(List.of(), List.of(), true, label);
    return this;
  }

  public HandMadeFleet loyalty(FleetLoyalty kept) {
    loyalty = kept;
    return this;
  }

  public HandMadeFleet ceiling(FleetCeiling reached) {
    ceiling = reached;
    return this;
  }

  public HandMadeFleet onset(FleetOnset change, long endUs) {
    onsets = List.of(change);
    lastUs = endUs;
    return this;
  }

  public HandMadeFleet members(FleetMember... all) {
    members = List.of(all);
    return this;
  }

  public HandMadeFleet pair(FleetPair two) {
    pair = two;
    return this;
  }

  public HandMadeFleet reason(Reason why) {
    reason = why;
    return this;
  }

  public FleetRecord record() {
    return new FleetRecord(
        FleetRecord.SCHEMA,
        "2026-12-01T13:00:00Z",
        new FleetInput(
            List.of("nodes.csv"),
            "csv",
            new FleetInput.Columns(metric, "node", "time", "rps", null, List.of()),
            List.of()),
        new FleetFinding(nodes, nodes, verdict, 0.9, reason, limits, ceiling, onsets),
        new FleetGroups(
            bands,
            null,
            null,
            null,
            loyalty,
            explanations,
            new FleetPlaces(
                assignments,
                outliers,
                bands.stream().map(band -> "middle-" + band.band()).toList(),
                members,
                pair)),
        List.of(),
        new FleetData(
            new FleetData.Points(1, 0, 0, 0, false, 0),
            new FleetData.Period(0, lastUs, 2, 1),
            without,
            List.of()),
        new FleetPlots(List.of(), List.of(), List.of(), dots, List.of(), List.of()));
  }
}
