package dev.foliot.report.fleet;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.Drawing;
import dev.foliot.report.chart.StudyDrawing;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Figures;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.FleetPlots;
import dev.foliot.store.FleetPlots.Dot;
import gg.jte.Content;
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
    String load = Foreign.text(Objects.requireNonNullElse(view.fleet().input().load(), "load"), 60);
    int nodes = view.fleet().nodes();
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
    return new Block.Figure(
        id + "-" + name,
        null,
        title,
        "",
        draw(id + "-" + name, title, load, x, y, value),
        false,
        List.of(),
        null);
  }

  private Content draw(
      String plot,
      String title,
      String load,
      FleetRange x,
      FleetRange y,
      ToDoubleFunction<Dot> value) {
    Area area =
        new Area(HEIGHT, x.scale(6, Figures::axis), y.scale(6, Figures::axis)).withXTitle(load);
    String css = dots.size() > MANY ? "spot many " : "spot ";
    List<Integer> bands = dots.stream().map(Dot::band).distinct().sorted().toList();
    for (int band : bands) {
      Curve path = new Curve();
      for (Dot dot : dots) {
        if (dot.band() == band) {
          path.dot(area.x().at(load(dot)), area.y().at(value.applyAsDouble(dot)));
        }
      }
      area.shape(view.key(band), css + FleetView.colour(band), path);
    }
    Svg svg = new Svg();
    Drawing.begin(
        svg,
        plot,
        false,
        view.metric() + " of each node against " + load + ": " + title,
        8 + HEIGHT + StudyDrawing.BELOW);
    area.draw(svg, 8);
    return svg.end();
  }

  private Block table(String load) {
    int step = Math.max(1, (dots.size() + MOST_ROWS - 1) / MOST_ROWS);
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (int i = 0; i < dots.size(); i += step) {
      Dot dot = dots.get(i);
      rows.add(
          List.of(
              Block.Cell.text(Foreign.name(dot.node())),
              Block.Cell.text(view.name(dot.band())),
              Block.Cell.number(shown(dot.load())),
              Block.Cell.number(Figures.of(dot.before())),
              Block.Cell.number(Figures.of(dot.after()))));
    }
    List<Block.Cell> head =
        List.of(
            Block.Cell.text("node"),
            Block.Cell.text("band"),
            Block.Cell.number(load),
            Block.Cell.number("as it is"),
            Block.Cell.number("load taken out"));
    String every = step == 1 ? "" : ", one in " + step;
    return new Block.Table(id + "-table", "Nodes and their load" + every, "", head, rows, "", true);
  }

  private static String shown(@Nullable Double value) {
    return value == null ? Units.NONE : Figures.of(value);
  }
}
