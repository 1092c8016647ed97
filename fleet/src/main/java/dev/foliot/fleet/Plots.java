package dev.foliot.fleet;

import dev.foliot.fleet.groups.Found;
import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetPlots;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The data for a page's plots. Large fleets are sampled; small bands keep all nodes. */
final class Plots {
  private static final int MOST_LINES = 600;
  private static final int MOST_DOTS = 2_000;
  private static final int MOST_CENTERS = 10_000;
  private static final int SMALL_BAND = 200;
  private static final MathContext FIVE = new MathContext(5);

  private final FleetSums sums;
  private final Panel before;
  private final Panel after;
  private final Centres centres;
  private final Found found;
  private final long seed;

  private Plots(
      FleetSums sums, Panel before, Panel after, Centres centres, Found found, long seed) {
    this.sums = sums;
    this.before = before;
    this.after = after;
    this.centres = centres;
    this.found = found;
    this.seed = seed;
  }

  /**
   * The plots of a judged fleet.
   *
   * @param before the original metric
   * @param after the metric without the load
   * @param seed of the samples
   */
  static FleetPlots of(
      FleetSums sums, Panel before, Panel after, Centres centres, Found found, long seed) {
    return new Plots(sums, before, after, centres, found, seed).draw();
  }

  private FleetPlots draw() {
    return new FleetPlots(
        LongStream.range(0, sums.windows())
            .mapToObj(window -> sums.windowStartUs((int) window))
            .toList(),
        IntStream.of(sample(MOST_LINES)).mapToObj(this::line).toList(),
        IntStream.range(0, found.parts()).mapToObj(this::course).toList(),
        dots(),
        centers(),
        found.mixture());
  }

  /** Nodes in order: all of small bands and the outliers first, then others at random. */
  private int[] sample(int most) {
    List<Integer> nodes = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    int[] sizes = IntStream.range(0, found.parts()).map(i -> found.members(i).length).toArray();
    for (int k = 0; k < found.bandOf().size(); k++) {
      int band = found.bandOf().get(k);
      boolean small = band < 0 ? found.parts() > 0 : sizes[band] < SMALL_BAND;
      (small ? nodes : others).add(k);
    }
    Collections.shuffle(others, Random.from(new SplittableRandom(seed)));
    nodes.addAll(others);
    return nodes.stream().limit(most).mapToInt(Integer::intValue).sorted().toArray();
  }

  @SuppressWarnings(
      "NullAway") // the checker reads a record's list of nullables as a list of values
  private FleetPlots.Line line(int k) {
    List<@Nullable Double> values = new ArrayList<>();
    for (int window = 0; window < sums.windows(); window++) {
      values.add(drawn(value(k, window)));
    }
    return new FleetPlots.Line(centres.nodes().get(k), found.bandOf().get(k), values);
  }

  /** The value in any of the node's lifetimes, the latest of two. */
  private double value(int k, int window) {
    double value = Double.NaN;
    for (int lifetime : sums.lifetimesOf(centres.nodes().get(k))) {
      double own = after.at(lifetime, window);
      value = Double.isNaN(own) ? value : own;
    }
    return value;
  }

  @SuppressWarnings("NullAway") // likewise
  private FleetPlots.Course course(int band) {
    int[] members = found.members(band);
    List<@Nullable Double> p5 = new ArrayList<>();
    List<@Nullable Double> p50 = new ArrayList<>();
    List<@Nullable Double> p95 = new ArrayList<>();
    for (int window = 0; window < sums.windows(); window++) {
      int at = window;
      double[] values =
          IntStream.of(members)
              .mapToDouble(k -> after.at(centres.lifetime(k), at))
              .filter(Double::isFinite)
              .sorted()
              .toArray();
      p5.add(drawn(Median.quantile(values, 0.05)));
      p50.add(drawn(Median.quantile(values, 0.5)));
      p95.add(drawn(Median.quantile(values, 0.95)));
    }
    return new FleetPlots.Course(band, p5, p50, p95);
  }

  private List<FleetPlots.Dot> dots() {
    double[] medianBefore = before.medians();
    double[] medianAfter = after.medians();
    IntToDoubleFunction load = sums.hasLoad() ? this::load : lifetime -> Double.NaN;
    return IntStream.of(sample(MOST_DOTS))
        .mapToObj(k -> {
          int lifetime = centres.lifetime(k);
          return new FleetPlots.Dot(
              centres.nodes().get(k),
              found.bandOf().get(k),
              drawn(load.applyAsDouble(lifetime)),
              rounded(medianBefore[lifetime]),
              rounded(medianAfter[lifetime]));
        })
        .toList();
  }

  /** The mean over all points; for 1/load the harmonic mean. */
  private double load(int lifetime) {
    double sum = 0;
    long count = 0;
    for (int window = 0; window < sums.windows(); window++) {
      FleetSums.Cell cell = sums.cell(lifetime, window);
      sum += cell.x();
      count += cell.n();
    }
    return sums.inverseLoad() ? count / sum : sum / count;
  }

  private List<Double> centers() {
    double[] sorted = centres.ofNodes();
    Arrays.sort(sorted);
    int step = Math.max(1, (sorted.length + MOST_CENTERS - 1) / MOST_CENTERS);
    return IntStream.iterate(0, i -> i < sorted.length, i -> i + step)
        .mapToObj(i -> rounded(sorted[i]))
        .toList();
  }

  private static @Nullable Double drawn(double value) {
    return Double.isFinite(value) ? rounded(value) : null;
  }

  /** Five significant digits are enough to draw. */
  private static double rounded(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(FIVE).doubleValue() : value;
  }
}
