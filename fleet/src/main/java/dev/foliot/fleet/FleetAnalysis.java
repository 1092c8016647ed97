package dev.foliot.fleet;

import dev.foliot.fleet.explain.Explanations;
import dev.foliot.fleet.groups.Found;
import dev.foliot.fleet.groups.Judgement;
import dev.foliot.fleet.groups.LoadObjection;
import dev.foliot.fleet.groups.Loyalty;
import dev.foliot.fleet.groups.Repeatability;
import dev.foliot.fleet.groups.Shares;
import dev.foliot.fleet.level.Ceilings;
import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.CommonCourse;
import dev.foliot.fleet.level.LoadRemoval;
import dev.foliot.fleet.level.Loads;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Bands;
import dev.foliot.stats.Dip;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetCeiling;
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
  /** The least share of idle windows that the answer mentions. */
  private static final double LEAST_SAID = 0.01;

  private final FleetMeasured measured;
  private final FleetSums sums;
  private final Ceilings ceilings;
  private final long seed;
  private final List<FleetStep> steps = new ArrayList<>();

  private FleetAnalysis(FleetMeasured measured, long seed) {
    this.measured = measured;
    this.sums = measured.sums();
    this.ceilings = Ceilings.of(sums);
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
    Loads loads = Loads.of(sums, ceilings);
    Panel metric = loads.without(Panel.metric(sums));
    LoadRemoval load = LoadRemoval.of(sums, metric, loads, seed);
    CommonCourse course = CommonCourse.of(load.after(), sums);
    Panel panel = course.without();
    Centres centres = Centres.of(sums, panel);
    if (loads.known()) {
      steps.addAll(List.of(ceilings.step(), loads.step()));
    }
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
    Judgement judgement = Judgement.of(seen, each, repeatability, objection);
    Found found = judgement.found();
    Double dip = enough ? Dip.pValue(Dip.statistic(each), each.length) : null;
    if (dip != null) {
      steps.add(seen.step(dip));
      steps.add(repeatability.step(seen));
    }

    List<FleetBand> bands = Shares.bands(found, each);
    Separated separated =
        judgement.verdict() == FleetVerdict.BANDS
            ? separated(panel, loads, centres, found, bands)
            : Separated.NOT;
    FleetReason few =
        judgement.verdict() == FleetVerdict.NOT_ENOUGH_NODES
            ? enough
                ? new FleetReason.FewApart(each.length, seen.apart(each), Found.ENOUGH)
                : new FleetReason.FewNodes(each.length, Bands.LEAST_NODES, without(centres))
            : null;
    FleetCeiling ceiling = ceilings.found() ? ceiling(loads) : null;
    String words = few == null ? words(judgement, centres, bands, separated) : few.text() + ".";
    return new FleetRecord(
        FleetRecord.SCHEMA,
        now.toString(),
        measured.input(),
        each.length,
        centres.nodes().stream().mapToInt(node -> sums.lifetimesOf(node).size()).sum(),
        measured.input().metric(),
        judgement.verdict(),
        judgement.confidence(),
        words(words, judgement, ceiling, loads, load, objection),
        bands,
        Double.isFinite(found.separation()) ? found.separation() : null,
        dip,
        separated.eighths,
        separated.loyalty,
        separated.explanations == null ? List.of() : separated.explanations.labels(),
        separated.explanations == null ? List.of() : separated.explanations.metrics(),
        steps,
        assignments(centres, found),
        NextSteps.outliers(centres, found),
        data(centres),
        Plots.of(sums, metric, load.after(), centres, found, seed),
        NextSteps.of(judgement, centres, separated.explanations, objection.separates()),
        few,
        ceiling);
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
        Explanations.of(sums, measured.input(), centres, found, loads.offered());
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

  /** The nodes at a ceiling, and what separates them from the others. */
  private FleetCeiling ceiling(Loads loads) {
    String metric = measured.input().metric();
    String suffix = "/" + measured.input().load();
    String limited =
        !sums.inverseLoad()
            ? metric
            : metric.endsWith(suffix)
                ? metric.substring(0, metric.length() - suffix.length())
                : metric + " times " + measured.input().load();
    // by all windows: some of these nodes have no others
    Centres centres = Centres.of(sums, Panel.metric(sums));
    Explanations explanations =
        Explanations.of(
            sums,
            measured.input(),
            centres,
            Found.split(centres.nodes().stream().map(ceilings::reaches).toList()),
            loads.offered());
    return new FleetCeiling(
        limited,
        ceilings.level(),
        ceilings.nodes(),
        ceilings.atCeiling(),
        explanations.labels(),
        explanations.metrics());
  }

  /** The verdict in words, with what limits it. */
  private String words(
      String words,
      Judgement judgement,
      @Nullable FleetCeiling ceiling,
      Loads loads,
      LoadRemoval removal,
      LoadObjection objection) {
    Wording wording = new Wording(measured.input().metric(), sums.nodes().size());
    List<String> all = new ArrayList<>();
    if (ceiling != null) {
      all.add(wording.ceiling(ceiling));
    }
    if (judgement.verdict() == FleetVerdict.BANDS && objection.separates()) {
      all.add(wording.loadSeparates(measured.input().load(), objection.effect()));
    }
    all.add(words);
    if (judgement.verdict() != FleetVerdict.BANDS && removal.explains()) {
      all.add(wording.loadExplains(measured.input().load()));
    }
    if (loads.idleShare() >= LEAST_SAID) {
      all.add(wording.idle(loads.idleShare()));
    }
    return String.join(" ", all);
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
    centres.without().stream().filter(node -> !ceilings.reaches(node)).forEach(without::add);
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
