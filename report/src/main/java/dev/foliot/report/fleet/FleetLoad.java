package dev.foliot.report.fleet;

import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetPlots.Dot;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Each node's metric against its load, as it is and with the load taken out, on one scale. */
final class FleetLoad {
  private static final int HEIGHT = 230;
  private static final int MOST_DOTS = 4_000;
  private static final int MANY = 300;
  private static final int MOST_ROWS = 40;

  private final FleetView view;
  private final String id;
  private final List<Dot> dots;

  FleetLoad(FleetView view) {
    this.view = view;
    this.id = view.key() + "-load";
    this.dots =
        view.fleet().plots().dots().stream()
            .filter(dot -> dot.load() != null)
            .limit(MOST_DOTS)
            .toList();
  }

  /** The panels, or why there are none. */
  List<Block> blocks() {
    if (dots.isEmpty()) {
      return List.of(
          new Block.Prose(
              "No load is known, so none was taken out: where nodes get unequal load, name it with"
                  + " --load, or divide the metric by it."));
    }
    FleetRange x = range(FleetLoad::load, FleetLoad::load);
    FleetRange y = range(Dot::before, Dot::after);
    String load =
        Foreign.text(Objects.requireNonNullElse(view.fleet().input().columns().load(), "load"), 60);
    int nodes = view.fleet().finding().nodes();
    String claim =
        "A dot is a node: %s against %s, means over its longest lifetime."
                .formatted(view.metric(), load)
            + (dots.size() < nodes
                ? " Of %s nodes %s are drawn."
                    .formatted(Units.count(nodes), Units.count(dots.size()))
                : "")
            + y.left("value");
    List<Block.Figure> panels =
        List.of(
            panel("before", "As it is", load, x, y, Dot::before),
            panel("after", "With the load taken out", load, x, y, Dot::after));
    return List.of(
        new Block.Row(view.metric() + " against " + load, claim, panels, view.legend()),
        table(load));
  }

  private FleetRange range(ToDoubleFunction<Dot> one, ToDoubleFunction<Dot> other) {
    List<Double> together = new ArrayList<>();
    List<Double> apart = new ArrayList<>();
    for (Dot dot : dots) {
      List<Double> where = dot.band() == FleetPlots.NO_BAND ? apart : together;
      where.add(one.applyAsDouble(dot));
      where.add(other.applyAsDouble(dot));
    }
    return FleetRange.of(
        together.stream().mapToDouble(Double::doubleValue).toArray(),
        apart.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static double load(Dot dot) {
    Double load = dot.load();
    return load == null ? Double.NaN : load;
  }

  private Block.Figure panel(
      String name,
      String title,
      String load,
      FleetRange x,
      FleetRange y,
      ToDoubleFunction<Dot> value) {
    Chart chart =
        new Chart(
            id + "-" + name,
            view.metric() + " of each node against " + load + ": " + title,
            Chart.Names.NONE);
    Plot plot = chart.plot(HEIGHT, x.axis(6), y.axis(6)).xTitle(load);
    String css = dots.size() > MANY ? "spot many" : "spot";
    for (int band : dots.stream().map(Dot::band).distinct().sorted().toList()) {
      Path path = plot.series(view.key(band), FleetView.colour(band)).path(css);
      dots.stream()
          .filter(dot -> dot.band() == band)
          .forEach(dot -> path.point(load(dot), value.applyAsDouble(dot)));
    }
    return chart.figure(title, "").part();
  }

  private Block table(String load) {
    int step = Math.max(1, (dots.size() + MOST_ROWS - 1) / MOST_ROWS);
    Rows rows = new Rows().texts("node", "group").numbers(load, "as it is", "load taken out");
    for (int i = 0; i < dots.size(); i += step) {
      Dot dot = dots.get(i);
      rows.row(
          Cell.text(Foreign.name(dot.node())),
          Cell.text(view.name(dot.band())),
          Cell.number(shown(dot.load())),
          Cell.number(Units.metric(dot.before())),
          Cell.number(Units.metric(dot.after())));
    }
    return rows.of(id, "Nodes and their load" + (step == 1 ? "" : ", one in " + step));
  }

  private static String shown(@Nullable Double value) {
    return value == null ? Units.NONE : Units.metric(value);
  }
}
