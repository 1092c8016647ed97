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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the nodes of a fleet fall into bands, and what separates them.
 *
 * <p>The load is taken out of the metric first, then what all nodes do at the same time; each node
 * then stands at a median over time. Whether these centres are one population or several says a
 * likelihood ratio that is calibrated by bootstrap; whether the groups last says a node's own data,
 * odd windows against even ones and the first half against the second. Only then it is asked what
 * restarts do to the bands, how large they are, and what separates them. Each step says in the
 * record what it did and from where its method is.
 *
 * <p>Pure: the same sums and seed give the same record, but for its time.
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
   * @param now when, for the record
   * @param seed of what is left to chance: the bootstrap, pairs for a slope, what a page draws
   * @return the record, whatever the data is: too few nodes are a verdict
   */
  public static FleetRecord of(FleetMeasured measured, Instant now, long seed) {
    return new FleetAnalysis(measured, seed).analyse(now);
  }

  private FleetRecord analyse(Instant now) {
    Panel metric = Panel.metric(sums);
    LoadRemoval load = LoadRemoval.of(sums, metric, seed);
    CommonCourse course = CommonCourse.of(load.after(), sums);
    Panel panel = course.without();
    Centres centres = Centres.of(sums, panel);
    steps.addAll(List.of(load.step(), course.step(), centres.step()));

    double[] each = centres.ofNodes();
    boolean enough = each.length >= Bands.LEAST_NODES;
    Found seen =
        enough ? Found.of(each, centres.errorsOfNodes(), seed) : Found.nothing(each.length);
    Repeatability repeatability = Repeatability.of(panel, centres, seen);
    Optional<String> objection =
        sums.hasLoad()
            ? LoadObjection.to(seen, centres, Panel.load(sums).means(), load.slope())
            : Optional.empty();
    Judgement judgement = Judgement.of(seen, each, repeatability, objection);
    Found found = judgement.found();
    Double dip = enough ? Dip.pValue(Dip.statistic(each), each.length) : null;
    if (dip != null) {
      steps.add(BandsStep.of(seen, dip));
      steps.add(repeatability.step(seen));
    }

    List<FleetBand> bands = Shares.bands(found, each);
    Separated separated =
        judgement.verdict() == FleetVerdict.BANDS
            ? separated(panel, centres, found, bands)
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

  /** What is asked of bands only. */
  private record Separated(
      @Nullable FleetEighths eighths,
      @Nullable FleetLoyalty loyalty,
      @Nullable Explanations explanations) {
    static final Separated NOT = new Separated(null, null, null);
  }

  private Separated separated(Panel panel, Centres centres, Found found, List<FleetBand> bands) {
    FleetLoyalty loyalty = Loyalty.of(panel, centres, sums, found);
    FleetBand smallest = bands.get(found.smallest());
    Explanations explanations = Explanations.of(sums, measured.input(), centres, found);
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

  /** Of how many nodes the verdict says nothing. */
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

  /** As it was read, with the names of those that could not be placed. */
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
