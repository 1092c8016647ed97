package dev.foliot.report.bench;

import dev.foliot.report.chart.Axis;
import dev.foliot.stats.Counted;
import dev.foliot.stats.ForksBootstrap;
import dev.foliot.stats.Median;
import dev.foliot.stats.Range;
import dev.foliot.store.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The percentiles of one kind of duration over the forks of a group: the median and the interval in
 * which it lies with 95 % confidence. Both end where the forks together have too few episodes.
 */
final class GroupCurve {
  /** Fewer forks have no interval, as in {@code run.json}. */
  static final int FEWEST_FORKS = 3;

  private static final double CONFIDENCE = 0.95;

  /** Where the band has corners besides the named percentiles; each costs a bootstrap. */
  private static final double[] FEW = {0, 0.6, 1.5, 2.5};

  private static final double[] SOME = {
    0, 0.15, 0.45, 0.6, 0.8, 1.25, 1.5, 1.75, 2.25, 2.5, 2.75, 3.5
  };
  private static final double FINE_STEP = 0.125;
  private static final int FEW_FORKS = 8;
  private static final int MANY_FORKS = 16;

  private final Group group;
  private final List<ForkCurve> forks;
  private final double[] median;
  private final List<Edge> band;

  /** The interval at a number of nines. */
  record Edge(double nines, double lowNs, double highNs) {}

  private GroupCurve(Group group, List<ForkCurve> forks, double[] median, List<Edge> band) {
    this.group = group;
    this.forks = forks;
    this.median = median;
    this.band = band;
  }

  static GroupCurve of(Group group, String kind) {
    List<ForkCurve> all =
        group.forks().stream()
            .map(fork -> ForkCurve.of(fork, kind))
            .filter(Objects::nonNull)
            .toList();
    List<ForkCurve> counting = all.stream().filter(curve -> curve.fork().counts()).toList();
    double supported = supported(group, kind, counting);
    double[] median = new double[ForkCurve.size()];
    for (int i = 0; i < median.length; i++) {
      boolean carried = supported > 0 && ForkCurve.ninesAt(i) <= supported + 1e-9;
      median[i] = carried ? medianAt(counting, i) : Double.NaN;
    }
    return new GroupCurve(group, all, median, band(group, kind, counting, supported));
  }

  /** As far as every fork goes alone, or as run.json says that they go together. */
  private static double supported(Group group, String kind, List<ForkCurve> counting) {
    double alone = counting.stream().mapToDouble(ForkCurve::supported).min().orElse(0);
    double together =
        group.recorded().stream()
            .filter(name -> group.spread(kind, name).median() != null)
            .mapToDouble(name -> Axis.ninesOf(ForkCurve.share(name)))
            .max()
            .orElse(0);
    return counting.isEmpty() ? 0 : Math.max(alone, together);
  }

  private static double medianAt(List<ForkCurve> curves, int at) {
    return Median.of(curves.stream().mapToDouble(curve -> curve.value(at)).toArray());
  }

  /** Where run.json has an interval it is drawn; between, the same bootstrap fills in. */
  private static List<Edge> band(
      Group group, String kind, List<ForkCurve> counting, double supported) {
    if (counting.size() < FEWEST_FORKS || supported == 0) {
      return List.of();
    }
    List<List<Counted>> blocks =
        counting.stream()
            .map(curve -> curve.fork().slices(kind).stream().map(Slice::counted).toList())
            .toList();
    long seed = group.loadRecord().seed();
    List<Edge> edges = new ArrayList<>();
    for (String name : group.recorded()) {
      double share = ForkCurve.share(name);
      if (Axis.ninesOf(share) <= supported + 1e-9) {
        Spread spread = group.spread(kind, name);
        Edge stored = stored(share, spread.low(), spread.high());
        edges.add(stored != null ? stored : computed(blocks, share, seed));
      }
    }
    for (double nines : corners(counting.size(), supported)) {
      edges.add(computed(blocks, Axis.shareOf(nines), seed));
    }
    edges.sort((a, b) -> Double.compare(a.nines, b.nines));
    return edges;
  }

  private static double[] corners(int forks, double supported) {
    DoubleStream corners =
        forks > MANY_FORKS
            ? DoubleStream.of(FEW)
            : DoubleStream.concat(
                DoubleStream.of(SOME),
                forks > FEW_FORKS
                    ? DoubleStream.empty()
                    : DoubleStream.iterate(1 + FINE_STEP, at -> at + FINE_STEP).limit(40));
    return corners
        .filter(nines -> nines < supported && (nines < 1 || nines % 1 != 0))
        .distinct()
        .toArray();
  }

  private static @Nullable Edge stored(double share, @Nullable Long low, @Nullable Long high) {
    return low == null || high == null
        ? null
        : new Edge(Axis.ninesOf(share), (double) low, (double) high);
  }

  private static Edge computed(List<List<Counted>> blocks, double share, long seed) {
    Range range = ForksBootstrap.percentile(blocks, 100 * share, CONFIDENCE, seed);
    return new Edge(Axis.ninesOf(share), range.low(), range.high());
  }

  Group group() {
    return group;
  }

  /** The interval at a percentile, or null where there is none. */
  @Nullable Edge edgeAt(double share) {
    double nines = Axis.ninesOf(share);
    return band.stream()
        .filter(edge -> Math.abs(edge.nines - nines) < 1e-9)
        .findFirst()
        .orElse(null);
  }

  /** Each fork, INVALID ones too. */
  List<ForkCurve> forks() {
    return forks;
  }

  /** The median at a place of the grid; NaN beyond what every fork has enough episodes for. */
  double median(int place) {
    return median[place];
  }

  /** The interval from the least nines to the greatest; empty with fewer than three forks. */
  List<Edge> band() {
    return band;
  }

  /** The nines of the fork that has most. */
  double nines() {
    return forks.stream().mapToDouble(ForkCurve::nines).max().orElse(0);
  }
}
