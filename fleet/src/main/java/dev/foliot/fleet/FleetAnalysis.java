package dev.foliot.fleet;

import dev.foliot.fleet.explain.Explanations;
import dev.foliot.fleet.groups.Found;
import dev.foliot.fleet.groups.Judgement;
import dev.foliot.fleet.groups.LoadObjection;
import dev.foliot.fleet.groups.Loyalty;
import dev.foliot.fleet.groups.Repeatability;
import dev.foliot.fleet.groups.SameTime;
import dev.foliot.fleet.groups.Shares;
import dev.foliot.fleet.level.Ceilings;
import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.CommonCourse;
import dev.foliot.fleet.level.LoadRemoval;
import dev.foliot.fleet.level.Loads;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.onset.Onsets;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Bands;
import dev.foliot.stats.Dip;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetCeiling;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetEighths;
import dev.foliot.store.fleet.FleetExplanations;
import dev.foliot.store.fleet.FleetFinding;
import dev.foliot.store.fleet.FleetGroups;
import dev.foliot.store.fleet.FleetLimits;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.store.fleet.FleetVerdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
  /** Labels whose values are programs of different kinds. */
  private static final List<String> SERVICES =
      List.of("app", "application", "service", "service_name", "deployment", "workload", "job");

  /** Whether a node has something is no service. */
  private static final Set<String> TRUTHS = Set.of("yes", "no", "true", "false", "0", "1");

  private static final int MOST_SERVICES = 20;
  private static final int FEWEST_OF_A_SERVICE = 3;

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
    Onsets.Result onsets =
        Onsets.of(
            sums,
            load.after(),
            course,
            (changed, from, to) ->
                explained(Centres.of(sums, panel.within(from, to)), changed, loads));
    if (loads.known()) {
      steps.addAll(List.of(ceilings.step(), loads.step()));
    }
    steps.addAll(
        List.of(load.step(), course.step(), onsets.step(), centres.step(ceilings::reaches)));

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
    Double dip = enough ? Dip.pValue(Dip.statistic(each), each.length) : null;
    if (dip != null) {
      steps.add(seen.step(dip));
      steps.add(repeatability.step(seen));
    }

    FleetOnset first =
        onsets.events().stream().filter(FleetOnset::isOfSome).findFirst().orElse(null);
    if (first != null
        && judgement.verdict() != FleetVerdict.BANDS
        && judgement.verdict() != FleetVerdict.NOT_ENOUGH_NODES) {
      centres = Centres.of(sums, Onsets.since(panel, sums, first));
      each = centres.ofNodes();
      judgement = judgement.since(first, changed(centres, first));
    }
    Centres inTime = Centres.of(sums, load.after());
    Found changedOver = enough ? SameTime.changedOver(sums, inTime) : null;
    if (changedOver != null) {
      centres = inTime;
      each = centres.ofNodes();
      judgement = Judgement.undecided(changedOver);
    }
    Found found = judgement.found();
    List<FleetBand> bands = Shares.bands(found, each);
    Separated separated =
        judgement.verdict() == FleetVerdict.BANDS
            ? separated(panel, loads, centres, found, bands)
            : Separated.NOT;
    int several =
        judgement.verdict() == FleetVerdict.BANDS
            ? found.several(each, centres.errorsOfNodes(), seed)
            : -1;
    FleetData data = data(centres);
    FleetReason few =
        judgement.verdict() == FleetVerdict.NOT_ENOUGH_NODES
            ? enough
                ? new FleetReason.FewApart(each.length, seen.apart(each), Found.ENOUGH)
                : new FleetReason.FewNodes(
                    each.length, Bands.LEAST_NODES, data.nodesWithout().size())
            : null;
    return new FleetRecord(
        FleetRecord.SCHEMA,
        now.toString(),
        measured.input(),
        new FleetFinding(
            each.length,
            centres.nodes().stream().mapToInt(node -> sums.lifetimesOf(node).size()).sum(),
            judgement.verdict(),
            judgement.confidence(),
            few,
            new FleetLimits(
                judgement.against(),
                objection.separates() ? objection.effect() : null,
                load.explains(),
                loads.idleShare(),
                services(),
                several < 0 ? null : (Integer) several),
            ceilings.found() ? ceiling(loads) : null,
            others(onsets.events(), separated.loyalty)),
        new FleetGroups(
            bands,
            Double.isFinite(found.separation()) ? found.separation() : null,
            dip,
            separated.eighths,
            separated.loyalty,
            separated.explanations,
            Shares.places(found, centres, sums, loads.offered())),
        steps,
        data,
        Plots.of(sums, metric, load.after(), centres, found, seed));
  }

  /** The questions that arise only with bands. */
  private record Separated(
      @Nullable FleetEighths eighths,
      @Nullable FleetLoyalty loyalty,
      FleetExplanations explanations) {
    static final Separated NOT = new Separated(null, null, FleetExplanations.NONE);
  }

  private Separated separated(
      Panel panel, Loads loads, Centres centres, Found found, List<FleetBand> bands) {
    Explanations explanations =
        Explanations.of(sums, measured.input(), centres, found, loads.offered());
    List<Integer> labels =
        IntStream.range(0, sums.labels().size())
            .filter(i -> explanations.labels().contains(sums.labels().get(i)))
            .boxed()
            .toList();
    FleetLoyalty loyalty = Loyalty.of(panel, centres, sums, found, labels);
    FleetBand smallest = bands.get(found.smallest());
    steps.add(Loyalty.step(loyalty));
    steps.add(Shares.step(bands, smallest));
    steps.add(explanations.step());
    return new Separated(Shares.eighths(smallest), loyalty, explanations.found());
  }

  private FleetExplanations explained(Centres centres, Set<String> changed, Loads loads) {
    return Explanations.of(
            sums,
            measured.input(),
            centres,
            Found.split(centres.nodes().stream().map(changed::contains).toList()),
            loads.offered())
        .found();
  }

  /** A label of services of which at least two have several nodes; null for none. */
  private @Nullable String services() {
    for (String name : SERVICES) {
      int label = sums.labels().indexOf(name);
      if (label >= 0) {
        Map<String, Long> nodes =
            IntStream.range(0, sums.lifetimes())
                .boxed()
                .collect(
                    Collectors.groupingBy(
                        lifetime -> sums.label(label, lifetime), Collectors.counting()));
        nodes.remove("");
        nodes.remove(FleetSums.VARIES);
        if (nodes.size() > 1
            && nodes.size() <= MOST_SERVICES
            && !TRUTHS.containsAll(nodes.keySet())
            && nodes.values().stream().filter(count -> count >= FEWEST_OF_A_SERVICE).count() > 1) {
          return name;
        }
      }
    }
    return null;
  }

  /** Changes that are more than nodes whose restart reassigned their group. */
  private static List<FleetOnset> others(List<FleetOnset> events, @Nullable FleetLoyalty loyalty) {
    return loyalty == null || loyalty.verdict() != FleetLoyalty.Verdict.ANEW
        ? events
        : events.stream().filter(event -> event.restarted() * 5 < event.nodes().size()).toList();
  }

  /** The nodes on the higher side of a change as group 1. */
  private static Found changed(Centres centres, FleetOnset onset) {
    Set<String> changed = Set.copyOf(onset.nodes());
    boolean higher = onset.after() > onset.before();
    return Found.split(
        centres.nodes().stream().map(node -> changed.contains(node) == higher).toList());
  }

  /** The nodes at a ceiling, and what separates them from the others. */
  private FleetCeiling ceiling(Loads loads) {
    String metric = measured.input().columns().metric();
    String load = measured.input().columns().load();
    String suffix = "/" + load;
    String limited =
        !sums.inverseLoad()
            ? metric
            : metric.endsWith(suffix)
                ? metric.substring(0, metric.length() - suffix.length())
                : metric + " times " + load;
    Set<String> there =
        Set.copyOf(ceilings.always().isEmpty() ? ceilings.nodes() : ceilings.always());
    // by all windows: some of these nodes have no others
    Centres centres = Centres.of(sums, Panel.metric(sums));
    Explanations explanations =
        Explanations.of(
            sums,
            measured.input(),
            centres,
            Found.split(centres.nodes().stream().map(there::contains).toList()),
            loads.offered());
    return new FleetCeiling(
        limited,
        ceilings.level(),
        sums.nodes().size(),
        ceilings.nodes(),
        ceilings.always(),
        ceilings.atCeiling(),
        explanations.found());
  }

  /** The data as read, with the names of nodes without a median. */
  private FleetData data(Centres centres) {
    Set<String> without = new LinkedHashSet<>(measured.data().nodesWithout());
    centres.without().stream().filter(node -> !ceilings.reaches(node)).forEach(without::add);
    return measured.data().without(List.copyOf(without));
  }
}
