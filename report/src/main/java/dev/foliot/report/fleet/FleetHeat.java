package dev.foliot.report.fleet;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.HeatCells;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.fleet.NodeRows.Block;
import dev.foliot.report.fleet.NodeRows.Row;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Block.Chip;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetPlots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes over time as a heat map: a row for each node, sorted by group and by when it changed.
 *
 * <p>The drawing needs no script. A row's tooltip names its node. The table has the medians of the
 * rows that belong together.
 */
final class FleetHeat {
  private static final int SHADES = 7;
  private static final int MOST_COLUMNS = 200;
  private static final int LEAST_PX = 60;
  private static final int MOST_PX = 400;
  private static final int LEAST_LABEL_PX = 12;
  private static final int MOST_BLOCKS = 10;
  private static final int MOST_ROWS = 16;
  private static final int PLACES = 256;

  private final FleetView view;
  private final String id;
  private final double[] starts;
  private final double windowS;
  private final int together;
  private final int columns;
  private final NodeRows nodes;
  private final FleetRange range;

  FleetHeat(FleetView view) {
    FleetPlots plots = view.fleet().plots();
    this.view = view;
    this.id = view.key() + "-heat";
    this.starts =
        plots.windowStartsUs().stream()
            .limit(PLACES)
            .mapToDouble(us -> Axis.secondsOf((double) us))
            .toArray();
    this.windowS = Math.max(0, Axis.secondsOf((double) view.fleet().data().period().windowUs()));
    this.together = Math.max(1, Math.ceilDiv(starts.length, MOST_COLUMNS));
    this.columns = Math.ceilDiv(starts.length, together);
    this.nodes = NodeRows.of(view.fleet(), columns, together);
    this.range = range();
  }

  /** The picture; none where the data has no times or a single node. */
  List<dev.foliot.report.page.Block> blocks() {
    if (starts.length < 2 || nodes.size() < 2) {
      return List.of();
    }
    return List.of(
        chart()
            .figure(view.metric() + ", a row for each node", claim())
            .legend(legend())
            .table(table()));
  }

  private String claim() {
    int all = view.fleet().finding().nodes();
    return (nodes.size() < nodes.nodes()
            ? "A row is the mean of up to %s of one group"
                .formatted(Units.count(Math.ceilDiv(nodes.nodes(), nodes.size()), "node"))
            : "A row is a node")
        + ", and a column "
        + Axis.length(windowS * together)
        + "; the darker, the higher "
        + view.metric()
        + (view.fleet().takesLoadOut() ? " without the load's effect" : "")
        + ". Rows are sorted by group, the lowest at the bottom, then by when a node changed, then"
        + " by level. A time at the left is when the rows beside it changed, and a dashed line"
        + " marks it. Times are UTC; an empty cell has no data."
        + (nodes.nodes() < all
            ? " Of %s nodes %s are drawn: all of small groups, others by lot."
                .formatted(Units.count(all), Units.count(nodes.nodes()))
            : "");
  }

  /** Over most cells; what lies far outside has the first or the last shade. */
  private FleetRange range() {
    double[] cells =
        nodes.rows().stream()
            .flatMap(row -> row.cells().stream())
            .mapToDouble(Double::doubleValue)
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    double[] most =
        cells.length == 0
            ? cells
            : new double[] {Median.quantile(cells, 0.05), Median.quantile(cells, 0.95)};
    return FleetRange.of(most, cells);
  }

  private Chart chart() {
    Chart chart =
        new Chart(
            id, view.metric() + " of each node over time, the darker the higher", Chart.Names.NONE);
    int height = Math.clamp(nodes.size() * (nodes.size() < 20 ? 16L : 5L), LEAST_PX, MOST_PX);
    double to = Math.max(starts[0] + 1, starts[starts.length - 1] + windowS);
    Axis time = Axis.time(starts[0], to, 6);
    chart.plot(height, time, labels(height)).ground(svg -> draw(svg, height, time));
    for (double start : starts) {
      chart.place(start + windowS / 2, Axis.moment(start));
    }
    List<Block> first = nodes.blocks().stream().limit(MOST_BLOCKS).toList();
    FleetUnit unit =
        FleetUnit.of(first.stream().flatMap(block -> Arrays.stream(median(block)).boxed()));
    // from the top, as the rows are
    first
        .reversed()
        .forEach(block -> {
          double[] median = median(block);
          List<@Nullable Double> values = new ArrayList<>();
          for (int window = 0; window < starts.length; window++) {
            double value = median[window / together];
            values.add(Double.isFinite(value) ? (Double) value : null);
          }
          chart.values("", name(block), unit.name(), unit.of(values));
        });
    return chart;
  }

  /** A label in the middle of each block that has room for one. */
  private Axis labels(int height) {
    List<Double> middles = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Block block : nodes.blocks()) {
      middles.add((block.first() + block.after()) / 2.0);
      names.add(shortName(block));
    }
    return Axis.linear(0, nodes.size())
        .labelledAt(
            middles,
            (double) LEAST_LABEL_PX / height,
            middle -> names.get(middles.indexOf(middle)));
  }

  private void draw(Svg svg, int height, Axis time) {
    HeatCells heat = new HeatCells(columns, nodes.size(), SHADES);
    double rowPx = (double) height / nodes.size();
    for (int row = 0; row < nodes.size(); row++) {
      List<Double> cells = nodes.rows().get(row).cells();
      for (int from = 0; from < columns; ) {
        int shade = shade(cells.get(from));
        int to = from + 1;
        while (to < columns && shade(cells.get(to)) == shade) {
          to++;
        }
        if (shade > 0) {
          heat.run(row, from, to, shade);
        }
        from = to;
      }
    }
    heat.draw(svg);
    svg.group("nodes");
    for (int row = 0; row < nodes.size(); row++) {
      Row one = nodes.rows().get(row);
      svg.rect("", 0, height - (row + 1) * rowPx, 1, rowPx, one.names());
    }
    svg.end();
    svg.group("edge");
    for (Block block : nodes.blocks()) {
      double bottom = height - block.first() * rowPx;
      double top = height - block.after() * rowPx;
      if (block.first() > 0) {
        svg.line("", 0, bottom, 1, bottom);
      }
      for (double moment : block.changesS()) {
        svg.line(
            "change",
            time.at(moment),
            top,
            time.at(moment),
            bottom,
            name(block) + ": changed at " + Axis.moment(moment));
      }
    }
    svg.end();
  }

  /** From 1; 0 without data. */
  private int shade(double value) {
    if (!Double.isFinite(value)) {
      return 0;
    }
    double share = (value - range.low()) / (range.high() - range.low());
    return 1 + Math.clamp((long) (share * SHADES), 0, SHADES - 1);
  }

  private List<Chip> legend() {
    double step = (range.high() - range.low()) / SHADES;
    List<Chip> legend = new ArrayList<>();
    for (int i = 0; i < SHADES && Double.isFinite(step); i++) {
      String from = Units.metric(range.low() + (i == 0 ? 1 : i) * step);
      String text = i == 0 ? "below " + from : i == SHADES - 1 ? from + " or more" : from;
      legend.add(new Chip("", text, "h" + (i + 1)));
    }
    return legend;
  }

  private double[] median(Block block) {
    double[] median = new double[columns];
    for (int column = 0; column < columns; column++) {
      int at = column;
      median[column] =
          Median.of(
              nodes.rows().subList(block.first(), block.after()).stream()
                  .mapToDouble(row -> row.cells().get(at))
                  .filter(Double::isFinite)
                  .toArray());
    }
    return median;
  }

  /** Its group, and since when it differs. */
  private String name(Block block) {
    String changed =
        block.changesS().isEmpty()
            ? block.drifts() ? ", drifting" : ""
            : ", changed at " + clock(block.changesS().getFirst());
    return view.name(block.band()) + changed;
  }

  private String shortName(Block block) {
    return !block.changesS().isEmpty()
        ? clock(block.changesS().getFirst())
        : block.drifts()
            ? "drift"
            : block.band() < 0 ? "others" : view.name(block.band()).replace("the ", "");
  }

  /** The time of day, or the day in data of many days. */
  private String clock(double momentS) {
    String moment = Axis.moment(momentS);
    boolean days = starts[starts.length - 1] - starts[0] > 3 * 86_400;
    return days ? moment.substring(5, 10) : moment.substring(11, 16);
  }

  private dev.foliot.report.page.Block.Table table() {
    List<Block> shown = nodes.blocks().stream().limit(MOST_BLOCKS).toList();
    Rows rows =
        new Rows()
            .texts("from")
            .numbers(
                shown.stream()
                    .map(block -> name(block) + ": " + Units.count(block.nodes(), "node"))
                    .toList());
    List<double[]> medians = shown.stream().map(this::median).toList();
    int step = Math.max(1, Math.ceilDiv(columns, MOST_ROWS));
    for (int column = 0; column < columns; column += step) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(Axis.moment(starts[column * together])));
      for (double[] median : medians) {
        double value = median[column];
        row.add(Cell.number(Double.isFinite(value) ? Units.metric(value) : Units.NONE));
      }
      rows.row(row);
    }
    return rows.of(id, "median of " + view.metric() + " of these nodes over time");
  }
}
