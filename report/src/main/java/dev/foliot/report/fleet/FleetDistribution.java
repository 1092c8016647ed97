package dev.foliot.report.fleet;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Series;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetPlots.Component;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many nodes have their centre where, as a histogram, with the fitted bands over it: each the
 * density of a normal distribution in nodes per bar.
 */
final class FleetDistribution {
  private static final int HEIGHT = 220;
  private static final int MOST_CENTERS = 50_000;
  private static final int MOST_PARTS = 6;
  private static final int LEAST_BARS = 12;
  private static final int MOST_BARS = 80;
  private static final int STEPS = 240;
  private static final int FEW = 400;
  private static final int RUG_PX = 12;
  private static final double SPREADS = 4;
  private static final double FAR = 6;
  private static final double BARS_IN_A_SPREAD = 1.5;
  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

  private final FleetView view;
  private final String id;
  private final double[] centers;
  private final List<Component> parts;
  private final double[] boundaries;
  private final FleetRange range;
  private final int[] bars;

  FleetDistribution(FleetView view) {
    this.view = view;
    this.id = view.key() + "-distribution";
    FleetPlots plots = view.fleet().plots();
    this.centers =
        plots.centers().stream().limit(MOST_CENTERS).mapToDouble(Double::doubleValue).toArray();
    this.parts =
        plots.mixture().stream()
            .filter(part -> part.deviation() > 0 && part.weight() > 0)
            .limit(MOST_PARTS)
            .toList();
    this.boundaries = boundaries();
    this.range = range();
    this.bars = new int[count()];
    for (double center : centers) {
      if (center >= range.low() && center <= range.high()) {
        bars[Math.min(bars.length - 1, (int) ((center - range.low()) / width()))]++;
      }
    }
  }

  private double width() {
    return (range.high() - range.low()) / bars.length;
  }

  /** Over the bands; what is far from all of them may be left outside. */
  private FleetRange range() {
    double[] together =
        parts.stream()
            .flatMap(part -> List.of(part, part).stream())
            .mapToDouble(Component::mean)
            .toArray();
    for (int i = 0; i < parts.size(); i++) {
      double reach = SPREADS * parts.get(i).deviation();
      together[2 * i] -= reach;
      together[2 * i + 1] += reach;
    }
    return FleetRange.of(together, centers);
  }

  /** So many that the narrowest band has several. */
  private int count() {
    double least = parts.stream().mapToDouble(Component::deviation).min().orElse(Double.NaN);
    double wanted = (range.high() - range.low()) / least * BARS_IN_A_SPREAD;
    double root = 2 * Math.sqrt(centers.length);
    return (int)
        Math.clamp(Double.isNaN(wanted) ? root : Math.max(root, wanted), LEAST_BARS, MOST_BARS);
  }

  /** Where the densities of neighbours are equal, between their means. */
  private double[] boundaries() {
    double[] between = new double[Math.max(0, parts.size() - 1)];
    for (int i = 0; i < between.length; i++) {
      Component lower = parts.get(i);
      Component upper = parts.get(i + 1);
      double from = lower.mean();
      double to = upper.mean();
      for (int step = 0; step < 60; step++) {
        double middle = from + (to - from) / 2;
        if (density(lower, middle) > density(upper, middle)) {
          from = middle;
        } else {
          to = middle;
        }
      }
      between[i] = from;
    }
    return between;
  }

  private static double density(Component part, double x) {
    double z = (x - part.mean()) / part.deviation();
    return part.weight() * Math.exp(-z * z / 2) / (part.deviation() * ROOT_TWO_PI);
  }

  private int bandAt(double value) {
    int band = 0;
    while (band < boundaries.length && value > boundaries[band]) {
      band++;
    }
    return band;
  }

  /** The band of a bar, none where the bar is far from all and some nodes are known to be. */
  private int bandOfBar(double middle) {
    boolean far =
        !view.fleet().groups().places().outliers().isEmpty()
            && parts.stream()
                .allMatch(part -> Math.abs(middle - part.mean()) > FAR * part.deviation());
    return far ? FleetPlots.NO_BAND : bandAt(middle);
  }

  List<Block> blocks() {
    if (centers.length == 0) {
      return List.of(new Block.Prose("No node has enough data for a centre."));
    }
    String claim =
        "How many nodes have their centre where: the median over time of "
            + view.metric()
            + (view.fleet().takesLoadOut() ? ", the load taken out" : "")
            + ", and the common course of all nodes too. The lines are the groups as they were"
            + " fitted, normal distributions in nodes per bar; "
            + (parts.size() < 2
                ? "one population may be skewed and have heavy tails, which a normal has not."
                : "a bar has the colour of the group that is the likelier there.")
            + range.left("node");
    return List.of(
        chart().figure("Distribution of the nodes", claim).legend(legend()).table(table()));
  }

  private List<Block.Chip> legend() {
    return view.legend().stream()
        .filter(chip -> !chip.key().equals(view.key(FleetPlots.NO_BAND)))
        .toList();
  }

  private Chart chart() {
    Chart chart =
        new Chart(
            id,
            "Histogram of " + view.metric() + " over the nodes, with the fitted groups",
            Chart.Names.NONE);
    double most = Arrays.stream(bars).max().orElse(1);
    double nodes = fitted();
    for (int i = 0; i <= STEPS; i++) {
      double x = range.low() + (range.high() - range.low()) * i / STEPS;
      for (Component part : parts) {
        most = Math.max(most, Math.min(3 * centers.length, density(part, x) * nodes * width()));
      }
    }
    Axis counts = Axis.fromZero(most, most < 6 ? Math.max(1, (int) most) : 5, Units::number);
    Plot plot = chart.plot(HEIGHT, range.axis(6), counts).xTitle(view.metric());
    List<Integer> read = new ArrayList<>();
    for (int i = 0; i < bars.length; i++) {
      double left = range.low() + i * width();
      double right = left + width();
      chart.place(left + width() / 2, Units.metric(left) + " to " + Units.metric(right));
      read.add(bars[i]);
      if (bars[i] > 0) {
        band(plot, bandOfBar(left + width() / 2)).path("bars").box(left, right, 0, bars[i]);
      }
    }
    chart.values("", "nodes", "", read);
    for (int band = 0; band < parts.size(); band++) {
      density(band(plot, band).path("median"), parts.get(band), nodes);
    }
    if (centers.length <= FEW) {
      plot.ground(svg -> rug(svg, plot.x()));
    }
    return chart;
  }

  private Series band(Plot plot, int band) {
    return plot.series(view.key(band), FleetView.colour(band));
  }

  /** How many nodes the bands are fitted to: outliers are in the histogram and not in the fit. */
  private double fitted() {
    int placed = view.fleet().groups().places().assignments().size();
    int all = placed + view.fleet().groups().places().outliers().size();
    return all == 0 ? centers.length : (double) centers.length * placed / all;
  }

  private void density(Path line, Component part, double nodes) {
    double low = Math.max(range.low(), part.mean() - SPREADS * part.deviation());
    double high = Math.min(range.high(), part.mean() + SPREADS * part.deviation());
    for (int i = 0; i <= STEPS; i++) {
      double x = low + (high - low) * i / STEPS;
      line.to(x, density(part, x) * nodes * width());
    }
  }

  /** A stroke for each node, below the bars. */
  private void rug(Svg svg, Axis across) {
    svg.group("rug");
    for (double center : centers) {
      if (center >= range.low() && center <= range.high()) {
        String colour = FleetView.colour(bandAt(center));
        svg.vertical(colour, across.at(center), HEIGHT - RUG_PX, HEIGHT);
      }
    }
    svg.end();
  }

  private Block.Table table() {
    Rows rows = new Rows().texts("group").numbers("nodes", "weight", "mean", "deviation");
    for (int i = 0; i < parts.size(); i++) {
      Component part = parts.get(i);
      int band = i;
      FleetBand known =
          view.fleet().bands().stream().filter(one -> one.band() == band).findFirst().orElse(null);
      rows.row(
          Cell.text(view.name(i), FleetView.colour(i)),
          Cell.number(known == null ? Units.NONE : Units.count(known.nodes())),
          Cell.number(Units.percent(part.weight())),
          Cell.number(Units.metric(part.mean())),
          Cell.number(Units.metric(part.deviation())));
    }
    return rows.of(id, "The groups as they were fitted");
  }
}
