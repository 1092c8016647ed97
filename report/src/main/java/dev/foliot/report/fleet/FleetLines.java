package dev.foliot.report.fleet;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Series;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetPlots.Course;
import dev.foliot.store.fleet.FleetPlots.Line;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Each node a thin line over time in its band's colour, and each band an area from the 5th to the
 * 95th percentile of its nodes with their median as a thick line. A line's tooltip names its node,
 * script or not.
 */
final class FleetLines {
  private static final int HEIGHT = 300;
  private static final int MOST_LINES = 1_000;
  private static final int MOST_WINDOWS = 256;
  private static final int MOST_COURSES = 6;
  private static final int MOST_ROWS = 16;
  private static final int FEW = 24;
  private static final int MANY = 120;

  private final FleetView view;
  private final FleetPlots plots;
  private final String id;
  private final double[] starts;
  private final double windowS;

  FleetLines(FleetView view) {
    this.view = view;
    this.plots = view.fleet().plots();
    this.id = view.key() + "-lines";
    this.starts =
        plots.windowStartsUs().stream()
            .limit(MOST_WINDOWS)
            .mapToDouble(us -> Axis.secondsOf((double) us))
            .toArray();
    this.windowS = Math.max(0, Axis.secondsOf((double) view.fleet().data().period().windowUs()));
  }

  List<Block> blocks() {
    if (starts.length < 2 || plots.lines().isEmpty()) {
      return List.of(
          new Block.Prose(
              "The data has no times, or too few to draw a node as a line: all of it is one"
                  + " window."));
    }
    FleetRange range = range();
    int drawn = Math.min(MOST_LINES, plots.lines().size());
    String claim =
        "A thin line is a node, in "
            + Units.count(starts.length, "window")
            + " of "
            + Axis.length(windowS)
            + "; "
            + (view.fleet().takesLoadOut() ? "its load is taken out; " : "")
            + "the thick line is a group's median, and the area around it goes from the 5th to the"
            + " 95th percentile of its nodes. A line has the colour of the node's longest lifetime,"
            + " and may change groups where its process restarted. Times are UTC."
            + (drawn < view.fleet().finding().nodes()
                ? " Of %s nodes %s are drawn: all of small groups, others by lot; the areas are of all."
                    .formatted(Units.count(view.fleet().finding().nodes()), Units.count(drawn))
                : "")
            + range.left("node");
    return List.of(
        chart(range)
            .figure(view.metric() + " of each node", claim)
            .legend(view.legend())
            .table(table()));
  }

  private FleetRange range() {
    List<Double> together = new ArrayList<>();
    for (Course course : courses()) {
      course.p5().stream().filter(Objects::nonNull).forEach(together::add);
      course.p95().stream().filter(Objects::nonNull).forEach(together::add);
    }
    double[] apart =
        lines().mapToDouble(FleetLines::median).filter(median -> !Double.isNaN(median)).toArray();
    return FleetRange.of(together.stream().mapToDouble(Double::doubleValue).toArray(), apart);
  }

  private Stream<Line> lines() {
    return plots.lines().stream().limit(MOST_LINES);
  }

  private List<Course> courses() {
    return plots.courses().stream().limit(MOST_COURSES).toList();
  }

  private static double median(Line line) {
    return Median.of(line.values().stream().filter(Objects::nonNull).toList());
  }

  private Chart chart(FleetRange range) {
    Chart chart =
        new Chart(
            id, view.metric() + " of each node over time, in its group's colour", Chart.Names.NONE);
    double from = starts[0];
    double to = Math.max(from + 1, starts[starts.length - 1] + windowS);
    Plot plot = chart.plot(HEIGHT, Axis.time(from, to, 6), range.axis(7));
    // nodes first, the greatest band below the smaller ones, so that none is covered
    lines()
        .collect(Collectors.groupingBy(Line::band, TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .sorted(Comparator.comparingInt(nodes -> -nodes.size()))
        .forEach(nodes -> nodes.forEach(node -> node(plot, node, density(nodes.size()))));
    for (int w = 0; w < starts.length; w++) {
      chart.place(middleS(w), Axis.moment(starts[w]));
    }
    FleetUnit unit = FleetUnit.of(courses().stream().flatMap(course -> course.p50().stream()));
    courses().forEach(course -> course(plot, course, unit));
    return chart;
  }

  private static String density(int lines) {
    return lines <= FEW ? "" : lines <= MANY ? " several" : " many";
  }

  private Series band(Plot plot, int band) {
    return plot.series(view.key(band), FleetView.colour(band));
  }

  private void node(Plot plot, Line line, String density) {
    Path path = band(plot, line.band()).path("node" + density);
    path.title(Foreign.text(line.node(), 80));
    List<@Nullable Double> values = line.values();
    for (int w = 0; w < starts.length; w++) {
      path.to(middleS(w), w < values.size() ? values.get(w) : null);
    }
  }

  private double middleS(int window) {
    return starts[window] + windowS / 2;
  }

  private void course(Plot plot, Course course, FleetUnit unit) {
    Series series = band(plot, course.band());
    List<Integer> whole = new ArrayList<>();
    int windows =
        Math.min(
            starts.length,
            Math.min(course.p5().size(), Math.min(course.p50().size(), course.p95().size())));
    for (int w = 0; w < windows; w++) {
      if (course.p5().get(w) != null && course.p95().get(w) != null) {
        whole.add(w);
      }
    }
    series
        .path("band")
        .band(
            whole.size(),
            i -> middleS(whole.get(i)),
            i -> Objects.requireNonNull(course.p5().get(whole.get(i))),
            i -> Objects.requireNonNull(course.p95().get(whole.get(i))));
    Path median = series.path("median");
    for (int w = 0; w < windows; w++) {
      median.to(middleS(w), course.p50().get(w));
    }
    String name = view.name(course.band());
    series.values(name + ", 95 %", unit.name(), unit.of(course.p95()));
    series.values(name + ", median", unit.name(), unit.of(course.p50()));
    series.values(name + ", 5 %", unit.name(), unit.of(course.p5()));
  }

  private Block.Table table() {
    Rows rows =
        new Rows()
            .texts("from")
            .numbers(courses().stream().map(one -> view.name(one.band()) + ", median").toList());
    int step = Math.max(1, (starts.length + MOST_ROWS - 1) / MOST_ROWS);
    for (int w = 0; w < starts.length; w += step) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(Axis.moment(starts[w])));
      for (Course course : courses()) {
        String from = shown(course.p5(), w);
        row.add(Cell.number(shown(course.p50(), w), from + " to " + shown(course.p95(), w)));
      }
      rows.row(row);
    }
    return rows.of(id, view.metric() + " of the groups over time");
  }

  private static String shown(List<@Nullable Double> values, int window) {
    Double value = window < values.size() ? values.get(window) : null;
    return value == null ? Units.NONE : Units.metric(value);
  }
}
