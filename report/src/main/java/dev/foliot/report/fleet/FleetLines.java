package dev.foliot.report.fleet;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.Drawing;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.chart.TimeAxis;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Figures;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import dev.foliot.store.FleetPlots;
import dev.foliot.store.FleetPlots.Course;
import dev.foliot.store.FleetPlots.Line;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
            .mapToDouble(us -> TimeAxis.seconds((double) us))
            .toArray();
    this.windowS = Math.max(0, TimeAxis.seconds((double) view.fleet().data().windowUs()));
  }

  List<Block> blocks(Hover hover) {
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
            + TimeAxis.length(windowS)
            + "; "
            + (view.fleet().input().load() == null ? "" : "its load is taken out; ")
            + "the thick line is a band's median, and the area around it goes from the 5th to the"
            + " 95th percentile of its nodes. A line has the colour of the node's longest lifetime,"
            + " and may change bands where its process restarted. Times are UTC."
            + (drawn < view.fleet().nodes()
                ? " Of %s nodes %s are drawn: all of small bands, others by lot; the areas are of all."
                    .formatted(Units.count(view.fleet().nodes()), Units.count(drawn))
                : "")
            + range.left("node");
    return List.of(
        new Block.Figure(
            id,
            null,
            view.metric() + " of each node",
            claim,
            draw(range, hover),
            true,
            view.legend(),
            table()));
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
    double[] sorted =
        line.values().stream()
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
  }

  private Content draw(FleetRange range, Hover hover) {
    double from = starts[0];
    double to = Math.max(from + 1, starts[starts.length - 1] + windowS);
    Scale x = TimeAxis.of(from, to, 6);
    Area area = new Area(HEIGHT, x, range.scale(7, Figures::axis));
    // nodes first, the greatest band below the smaller ones, so that none is covered
    area.on(svg -> nodes(svg, area));
    for (Course course : courses()) {
      course(area, course);
    }
    Svg svg = new Svg();
    Drawing.begin(
        svg,
        id,
        false,
        view.metric() + " of each node over time, in its band's colour",
        8 + HEIGHT + Area.BELOW);
    area.draw(svg, 8);
    hover.put(id, values(x));
    return svg.end();
  }

  private void nodes(Svg svg, Area area) {
    String grid = Integer.toString(Curve.GRID);
    svg.begin(
        "svg",
        "class",
        "lines",
        "width",
        "100%",
        "height",
        "100%",
        "viewBox",
        "0 0 " + grid + " " + grid,
        "preserveAspectRatio",
        "none");
    Map<Integer, List<Line>> byBand =
        lines().collect(Collectors.groupingBy(Line::band, TreeMap::new, Collectors.toList()));
    byBand.entrySet().stream()
        .sorted(Comparator.comparingInt(band -> -band.getValue().size()))
        .forEach(
            band -> {
              String css = "node" + density(band.getValue().size());
              band.getValue().forEach(line -> node(svg, area, line, css));
            });
    svg.end();
  }

  private static String density(int lines) {
    return lines <= FEW ? "" : lines <= MANY ? " several" : " many";
  }

  private void node(Svg svg, Area area, Line line, String css) {
    Curve path = new Curve();
    List<@Nullable Double> values = line.values();
    for (int w = 0; w < starts.length; w++) {
      Double value = w < values.size() ? values.get(w) : null;
      path.to(middle(area.x(), w), value == null ? Double.NaN : area.y().at(value));
    }
    if (!path.isEmpty()) {
      svg.begin(
          "path",
          Area.keyed(
              view.key(line.band()),
              css + " " + FleetView.colour(line.band()),
              "d",
              path.toString()));
      svg.text("title", Foreign.text(line.node(), 80)).end();
    }
  }

  private double middle(Scale x, int window) {
    return x.at(starts[window] + windowS / 2);
  }

  private void course(Area area, Course course) {
    Curve band = new Curve();
    Curve median = new Curve();
    int windows =
        Math.min(
            starts.length,
            Math.min(course.p5().size(), Math.min(course.p50().size(), course.p95().size())));
    List<Integer> whole = new ArrayList<>();
    for (int w = 0; w < windows; w++) {
      Double middle = course.p50().get(w);
      median.to(middle(area.x(), w), middle == null ? Double.NaN : area.y().at(middle));
      if (course.p5().get(w) != null && course.p95().get(w) != null) {
        whole.add(w);
      }
    }
    for (int w : whole) {
      band.to(middle(area.x(), w), up(area, course.p95().get(w)));
    }
    for (int w : whole.reversed()) {
      band.to(middle(area.x(), w), up(area, course.p5().get(w)));
    }
    String colour = FleetView.colour(course.band());
    if (!band.isEmpty()) {
      area.shape(view.key(course.band()), "band " + colour, band.close());
    }
    area.shape(view.key(course.band()), "median " + colour, median);
  }

  private static double up(Area area, @Nullable Double value) {
    return value == null ? Double.NaN : area.y().at(value);
  }

  private Hover.Plot values(Scale x) {
    Hover.Plot plot = new Hover.Plot();
    for (int w = 0; w < starts.length; w++) {
      plot.place(middle(x, w), TimeAxis.exact(starts[w]));
    }
    FleetUnit unit = FleetUnit.of(courses().stream().flatMap(course -> course.p50().stream()));
    for (Course course : courses()) {
      String key = view.key(course.band());
      String name = view.name(course.band());
      plot.numbers(key, name + ", 95 %", unit.name(), unit.of(course.p95()));
      plot.numbers(key, name + ", median", unit.name(), unit.of(course.p50()));
      plot.numbers(key, name + ", 5 %", unit.name(), unit.of(course.p5()));
    }
    return plot;
  }

  private Block.Table table() {
    List<Block.Cell> head = new ArrayList<>();
    head.add(Block.Cell.text("from"));
    List<Course> courses = courses();
    courses.forEach(course -> head.add(Block.Cell.number(view.name(course.band()) + ", median")));
    List<List<Block.Cell>> rows = new ArrayList<>();
    int step = Math.max(1, (starts.length + MOST_ROWS - 1) / MOST_ROWS);
    for (int w = 0; w < starts.length; w += step) {
      List<Block.Cell> row = new ArrayList<>();
      row.add(Block.Cell.text(TimeAxis.exact(starts[w])));
      for (Course course : courses) {
        row.add(
            new Block.Cell(
                shown(course.p50(), w),
                shown(course.p5(), w) + " to " + shown(course.p95(), w),
                null,
                null,
                "n"));
      }
      rows.add(row);
    }
    return new Block.Table(
        id + "-table", view.metric() + " of the bands over time", "", head, rows, "", true);
  }

  private static String shown(List<@Nullable Double> values, int window) {
    Double value = window < values.size() ? values.get(window) : null;
    return value == null ? Units.NONE : Figures.of(value);
  }
}
