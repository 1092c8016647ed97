package dev.foliot.fleet.groups;

import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetPair;
import dev.foliot.store.fleet.FleetPlots;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A slow and a fast node that are alike otherwise: what differs between them is likelier the cause.
 *
 * <p>Matching on known properties removes their effect from a comparison: Rubin, "Matching to
 * Remove Bias in Observational Studies", Biometrics 1973. A label of another value costs as much as
 * a tenth more load.
 */
final class Twins {
  private static final double LOAD_PER_LABEL = 0.1;

  /** A node at its group's edge costs as much as half a label. */
  private static final double EDGE_PER_LABEL = 0.5;

  private static final int MOST_OF_A_GROUP = 100;

  private final FleetSums sums;
  private final Centres centres;
  private final double[] loads;
  private final double[] each;

  private Twins(FleetSums sums, Centres centres, double[] loads) {
    this.sums = sums;
    this.centres = centres;
    this.loads = loads;
    this.each = centres.ofNodes();
  }

  /**
   * The pair; null where all nodes are alike.
   *
   * @param loads of each lifetime, compared with the others at the same time
   */
  static @Nullable FleetPair of(FleetSums sums, Centres centres, Found found, double[] loads) {
    int[] usual = found.parts() == 0 ? new int[0] : found.members(0);
    int[] others =
        found.parts() > 1
            ? found.members(found.parts() - 1)
            : found.hasOutliers() ? found.members(FleetPlots.NO_BAND) : new int[0];
    return usual.length == 0 || others.length == 0
        ? null
        : new Twins(sums, centres, loads).pair(usual, others);
  }

  private record Two(int slow, int fast, double unlike) {}

  private FleetPair pair(int[] usual, int[] others) {
    double usually = middle(usual);
    double otherwise = middle(others);
    int[] some = inner(usual, usually);
    Two two =
        IntStream.of(inner(others, otherwise))
            .boxed()
            .flatMap(other ->
                IntStream.of(some)
                    .mapToObj(k ->
                        each[other] > each[k]
                            ? new Two(other, k, unlike(other, otherwise, k, usually))
                            : new Two(k, other, unlike(other, otherwise, k, usually))))
            .min(Comparator.comparingDouble(Two::unlike))
            .orElseThrow();
    double ratio = load(two.slow()) / load(two.fast());
    return new FleetPair(
        centres.nodes().get(two.slow()),
        centres.nodes().get(two.fast()),
        same(two.slow(), two.fast()),
        Double.isFinite(ratio) && ratio > 0 ? (Double) ratio : null);
  }

  private double middle(int[] nodes) {
    return Median.of(IntStream.of(nodes).mapToDouble(k -> each[k]).toArray());
  }

  /** The nodes nearest to the middle. */
  private int[] inner(int[] nodes, double middle) {
    return IntStream.of(nodes)
        .boxed()
        .sorted(Comparator.comparingDouble(k -> Math.abs(each[k] - middle)))
        .limit(Math.min(MOST_OF_A_GROUP, (nodes.length + 1) / 2))
        .mapToInt(k -> k)
        .toArray();
  }

  private double unlike(int other, double otherwise, int usual, double usually) {
    double apart = Math.abs(otherwise - usually);
    double edge = Math.abs(each[other] - otherwise) + Math.abs(each[usual] - usually);
    double load = Math.abs(Math.log(load(other) / load(usual))) / LOAD_PER_LABEL;
    return sums.labels().size()
        - same(other, usual).size()
        + (Double.isFinite(load) ? load : 0)
        + (apart > 0 ? edge / apart / EDGE_PER_LABEL : 0);
  }

  private double load(int k) {
    return sums.hasLoad() ? loads[centres.lifetime(k)] : Double.NaN;
  }

  private List<String> same(int a, int b) {
    return IntStream.range(0, sums.labels().size())
        .filter(label -> {
          String value = sums.label(label, centres.lifetime(a));
          return !value.isEmpty()
              && !value.equals(FleetSums.VARIES)
              && value.equals(sums.label(label, centres.lifetime(b)));
        })
        .mapToObj(sums.labels()::get)
        .toList();
  }
}
