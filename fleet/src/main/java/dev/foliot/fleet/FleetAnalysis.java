package dev.foliot.fleet;

import dev.foliot.stats.Bands;
import dev.foliot.stats.Dip;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetEighths;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.store.fleet.FleetVerdict;
import dev.foliot.text.FleetReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds bands among the nodes of a fleet, and the properties that separate them.
 *
 * <p>It removes the load and the common course of all nodes from the metric. Each node is then its
 * median over time. A likelihood ratio, calibrated by bootstrap, decides whether the medians are
 * one population or several. A node's own data shows whether the groups last: odd windows against
 * even ones, the first half against the second. Then follow the effect of restarts, the sizes of
 * the bands, and the properties that separate them. Each step records its action and the source of
 * its method.
 *
 * <p>Pure: the same sums and seed give the same record, except for its time.
 */
public final class FleetAnalysis {
  private final FleetMeasured measured;
  private final FleetSums sums;
  private final long seed;
  private final List<FleetStep> steps = new ArrayList<>();

  private FleetAnalysis(FleetMeasured measured, long seed) {
    this.measured = measured;
    this.sums = measured.sums();
    this.seed = seed;
  }

  /**
   * Analyses a fleet.
   *
   * @param now the time for the record
   * @param seed of the random parts: the bootstrap, pairs for a slope, the sample for the page
   * @return the record for any data: too few nodes are a verdict
   */
  public static FleetRecord of(FleetMeasured measured, Instant now, long seed) {
    return new FleetAnalysis(measured, seed).analyse(now);
  }

  private FleetRecord analyse(Instant now) {
    Loads loads = Loads.of(sums);
    Panel metric = loads.without(Panel.metric(sums));
    LoadRemoval load = LoadRemoval.of(sums, metric, loads, seed);
    CommonCourse course = CommonCourse.of(load.after(), sums);
    Panel panel = course.without();
    Centres centres = Centres.of(sums, panel);
    steps.addAll(List.of(load.step(), course.step(), centres.step()));

    double[] each = centres.ofNodes();
    boolean enough = each.length >= Bands.LEAST_NODES;
    Found seen =
        enough ? Found.of(each, centres.errorsOfNodes(), seed) : Found.nothing(each.length);
    Repeatability repeatability = Repeatability.of(panel, centres, seen);
    LoadObjection objection =
        loads.known()
            ? LoadObjection.to(seen, centres, loads.atTheSameTime(), load.curve())
            : LoadObjection.NONE;
    Judgement judgement = Judgement.of(seen, each, repeatability, objection.reason());
    Found found = judgement.found();
    Double dip = enough ? Dip.pValue(Dip.statistic(each), each.length) : null;
    if (dip != null) {
      steps.add(BandsStep.of(seen, dip));
      steps.add(repeatability.step(seen));
    }

    List<FleetBand> bands = Shares.bands(found, each);
    Separated separated =
        judgement.verdict() == FleetVerdict.BANDS
            ? separated(panel, loads, centres, found, bands)
            : Separated.NOT;
    FleetReason few =
        judgement.verdict() == FleetVerdict.NOT_ENOUGH_NODES
            ? new FleetReason.FewNodes(each.length, Bands.LEAST_NODES, without(centres))
            : null;
    return new FleetRecord(
        FleetRecord.SCHEMA,
        now.toString(),
        measured.input(),
        each.length,
        centres.nodes().stream().mapToInt(node -> sums.lifetimesOf(node).size()).sum(),
        measured.input().metric(),
        judgement.verdict(),
        judgement.confidence(),
        few == null ? words(judgement, centres, bands, separated) : few.text() + ".",
        bands,
        Double.isFinite(found.separation()) ? found.separation() : null,
        dip,
        separated.eighths,
        separated.loyalty,
        separated.explanations == null ? List.of() : separated.explanations.list(),
        steps,
        assignments(centres, found),
        NextSteps.outliers(centres, found),
        data(centres),
        Plots.of(sums, metric, load.after(), centres, found, seed),
        NextSteps.of(judgement, centres, separated.explanations),
        few);
  }

  /** The questions that arise only with bands. */
  private record Separated(
      @Nullable FleetEighths eighths,
      @Nullable FleetLoyalty loyalty,
      @Nullable Explanations explanations) {
    static final Separated NOT = new Separated(null, null, null);
  }

  private Separated separated(
      Panel panel, Loads loads, Centres centres, Found found, List<FleetBand> bands) {
    Explanations explanations =
        Explanations.of(sums, measured.input(), centres, found, loads.atTheSameTime());
    List<Integer> labels =
        IntStream.range(0, sums.labels().size())
            .filter(i -> explanations.names().contains(sums.labels().get(i)))
            .boxed()
            .toList();
    FleetLoyalty loyalty = Loyalty.of(panel, centres, sums, found, labels);
    FleetBand smallest = bands.get(found.smallest());
    steps.add(Loyalty.step(loyalty));
    steps.add(Shares.step(bands, smallest));
    steps.add(explanations.step());
    return new Separated(Shares.eighths(smallest), loyalty, explanations);
  }

  private String words(
      Judgement judgement, Centres centres, List<FleetBand> bands, Separated separated) {
    Wording wording = new Wording(measured.input().metric(), centres.nodes().size());
    FleetLoyalty loyalty = separated.loyalty;
    Explanations explanations = separated.explanations;
    String words =
        judgement.verdict() == FleetVerdict.DRIFT
            ? wording.drift(judgement.against())
            : loyalty == null || explanations == null
                ? wording.oneBand(
                    bands.get(0),
                    NextSteps.outliers(centres, judgement.found()),
                    judgement.against())
                : wording.bands(bands, loyalty, explanations);
    int without = without(centres);
    return without == 0
        ? words
        : words + " " + FleetReason.leftOut(without, centres.nodes().size()) + ".";
  }

  /** The number of nodes outside the verdict. */
  private int without(Centres centres) {
    return data(centres).nodesWithout().size();
  }

  private static Map<String, Integer> assignments(Centres centres, Found found) {
    Map<String, Integer> assignments = new LinkedHashMap<>();
    for (int k = 0; k < centres.nodes().size(); k++) {
      int band = found.bandOf().get(k);
      if (band != FleetPlots.NO_BAND) {
        assignments.put(centres.nodes().get(k), band);
      }
    }
    return assignments;
  }

  /** The data as read, with the names of nodes without a median. */
  private FleetData data(Centres centres) {
    FleetData data = measured.data();
    Set<String> without = new LinkedHashSet<>(data.nodesWithout());
    without.addAll(centres.without());
    return new FleetData(
        data.rows(),
        data.missing(),
        data.notFinite(),
        data.duplicates(),
        data.unordered(),
        data.resets(),
        data.firstUs(),
        data.lastUs(),
        data.windows(),
        data.windowUs(),
        List.copyOf(without),
        data.notes());
  }
}
