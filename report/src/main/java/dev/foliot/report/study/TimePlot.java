package dev.foliot.report.study;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.LinearScale;
import dev.foliot.report.chart.LogScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.StudyDrawing;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import dev.foliot.store.StudyPoint;
import dev.foliot.store.Verdict;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a study's forks against time: the fork that stands for its arm as a thick line, the
 * others as thin ones, and under it rails with what happened when.
 */
final class TimePlot {
  private static final int USUAL_PX = 130;
  private static final int WIDE_PX = 260;
  private static final int RAIL_PX = 26;
  private static final int THICK_POINTS = 160;
  private static final int THIN_POINTS = 80;
  private static final int WIDE_PLACES = 60;
  private static final int USUAL_PLACES = 40;
  private static final int WIDE_ROWS = 13;
  private static final int USUAL_ROWS = 9;
  private static final int MOST_TICKS = 120;

  private final String id;
  private final StudyView study;
  private final double fromS;
  private final double toS;
  private final Look look;
  private final List<Line> lines = new ArrayList<>();
  private final List<Rail> rails = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private boolean wide;
  private boolean logarithmic;

  /**
   * How values look.
   *
   * @param shown with their unit
   * @param axis the same without digits that say nothing
   * @param unit as the script knows it
   */
  record Look(DoubleFunction<String> shown, DoubleFunction<String> axis, String unit) {
    static final Look RATE = new Look(Units::rate, Units::shortRate, "/s");
    static final Look CORES = new Look(Units::cores, Units::shortCores, "CPU");
    static final Look COUNT = new Look(Units::number, Units::shortNumber, "");
    static final Look BYTES = new Look(Units::bytes, Units::shortBytes, "B");
    static final Look DURATION = new Look(ns -> Units.duration(ns), Units::shortDuration, "ns");
  }

  private record Line(ArmView arm, String what, String css, Trace trace, boolean thick) {}

  private record Mark(double atS, String text) {}

  /**
   * What happened when.
   *
   * @param text what it is, in front of the ticks
   */
  record Rail(ArmView arm, String text, List<Tick> ticks) {}

  /** One of these moments. */
  record Tick(double atS, String title) {}

  TimePlot(String id, StudyView study, double fromS, double toS, Look look) {
    this.id = id;
    this.study = study;
    this.fromS = fromS;
    this.toS = Math.max(toS, fromS + 1e-3);
    this.look = look;
  }

  TimePlot wide() {
    wide = true;
    return this;
  }

  TimePlot logarithmic() {
    logarithmic = true;
    return this;
  }

  /** The fork that stands for its arm. */
  TimePlot typical(ArmView arm, String what, Trace trace) {
    String css = (wide ? "median " : "line ") + arm.colour();
    return add(new Line(arm, what, css, trace.atMost(THICK_POINTS), true));
  }

  /** Something else of the same fork. */
  TimePlot second(ArmView arm, String what, Trace trace) {
    return add(new Line(arm, what, "line dash " + arm.colour(), trace.atMost(THICK_POINTS), true));
  }

  /** Another fork of the arm. */
  TimePlot other(ArmView arm, StudyPoint point, Trace trace) {
    Verdict verdict = point.validity().verdict();
    String css =
        switch (verdict) {
          case INVALID -> "fork bad";
          case SUSPECT -> "fork dots " + arm.colour();
          case VALID -> "fork " + arm.colour();
        };
    return add(new Line(arm, "", css, trace.atMost(THIN_POINTS), false));
  }

  private TimePlot add(Line line) {
    if (!line.trace.isEmpty()) {
      lines.add(line);
    }
    return this;
  }

  TimePlot rail(Rail rail) {
    rails.add(rail);
    return this;
  }

  TimePlot mark(double atS, String text) {
    marks.add(new Mark(atS, text));
    return this;
  }

  boolean isEmpty() {
    return lines.stream().allMatch(line -> line.trace.most() == 0);
  }

  Block.Figure figure(String title, String claim, Hover hover) {
    List<Block.Chip> legend = wide ? study.legend() : List.of();
    return new Block.Figure(id, null, title, claim, draw(title, hover), wide, legend, table(title));
  }

  private Content draw(String title, Hover hover) {
    int height = wide ? WIDE_PX : USUAL_PX;
    Scale x = new LinearScale(fromS, toS, wide ? 10 : 6, Units::shortSeconds);
    Area area = new Area(height, x, yScale());
    // Thin ones first, so that they cover nothing.
    lines.stream().filter(line -> !line.thick).forEach(line -> line(area, line));
    lines.stream().filter(line -> line.thick).forEach(line -> line(area, line));
    if (wide) {
      ends(area);
    }
    marks.forEach(mark -> area.mark("", "zero", mark.atS, mark.text));
    Svg svg = new Svg();
    int railsTop = StudyDrawing.TOP + height + Area.BELOW + 4;
    StudyDrawing.begin(svg, id, wide, title + ", over time", railsTop + RAIL_PX * rails.size());
    area.draw(svg, StudyDrawing.TOP);
    for (int i = 0; i < rails.size(); i++) {
      rail(svg, x, railsTop + RAIL_PX * i, rails.get(i));
    }
    hover.put(id, values(x));
    return svg.end();
  }

  private Scale yScale() {
    double most = lines.stream().mapToDouble(line -> line.trace.most()).max().orElse(1);
    if (logarithmic && most > 0) {
      double least =
          lines.stream()
              .mapToDouble(line -> line.trace.leastPositive())
              .filter(Double::isFinite)
              .min()
              .orElse(most);
      return new LogScale(
          LogScale.roundDown(least), LogScale.roundUp(Math.max(2 * least, most)), 5, look.axis);
    }
    return StudyDrawing.fromZero(most, wide ? 6 : 4, look.axis);
  }

  private void line(Area area, Line line) {
    Curve path = new Curve();
    Trace trace = line.trace;
    for (int i = 0; i < trace.size(); i++) {
      double s = trace.atS(i);
      boolean inside = s >= fromS - 1e-9 && s <= toS + 1e-9;
      double value = inside ? trace.value(i) : Double.NaN;
      path.to(area.x().at(s), Double.isNaN(value) ? value : area.y().at(value));
    }
    area.shape(line.arm.key(), line.css, path);
  }

  /** One name for each arm, beside where its first thick line ends. */
  private void ends(Area area) {
    Map<ArmView, Double> ends = new LinkedHashMap<>();
    for (Line line : lines) {
      double end = line.trace.at(toS);
      if (line.thick && !Double.isNaN(end)) {
        ends.putIfAbsent(line.arm, end);
      }
    }
    ends.forEach((arm, end) -> area.endLabel(arm.key(), "end " + arm.colour(), end, arm.atLine()));
  }

  private static void rail(Svg svg, Scale x, int top, Rail rail) {
    svg.begin(
        "svg",
        Area.keyed(
            rail.arm.key(),
            "area rail " + rail.arm.colour(),
            "y",
            Integer.toString(top),
            "height",
            Integer.toString(RAIL_PX)));
    svg.text("text", rail.text, "class", "railname", "x", "0", "y", "10");
    svg.leaf("line", "class", "ground", "x2", "100%", "y1", "19", "y2", "19");
    for (Tick tick : rail.ticks.subList(0, Math.min(MOST_TICKS, rail.ticks.size()))) {
      String at = Svg.percent(x.at(tick.atS));
      svg.begin("line", "class", "tick", "x1", at, "x2", at, "y1", "14", "y2", "24");
      svg.text("title", tick.title).end();
    }
    svg.end();
  }

  private Hover.Plot values(Scale x) {
    Hover.Plot plot = new Hover.Plot();
    int places = wide ? WIDE_PLACES : USUAL_PLACES;
    for (int i = 0; i < places; i++) {
      double s = fromS + (toS - fromS) * i / (places - 1);
      plot.place(x.at(s), Units.seconds(s));
    }
    for (Line line : lines) {
      if (line.thick) {
        List<@Nullable Double> values = new ArrayList<>();
        for (int i = 0; i < places; i++) {
          double value = line.trace.at(fromS + (toS - fromS) * i / (places - 1));
          values.add(Double.isNaN(value) ? null : (Double) value);
        }
        plot.numbers(line.arm.key(), named(line), look.unit, values);
      }
    }
    return plot;
  }

  private static String named(Line line) {
    return line.arm.name() + (line.what.isEmpty() ? "" : " " + line.what);
  }

  private Block.Table table(String title) {
    List<Line> thick = lines.stream().filter(line -> line.thick).toList();
    List<Block.Cell> head = new ArrayList<>();
    head.add(Block.Cell.text("at"));
    thick.forEach(line -> head.add(Block.Cell.number(named(line))));
    List<List<Block.Cell>> rows = new ArrayList<>();
    int count = wide ? WIDE_ROWS : USUAL_ROWS;
    for (int i = 0; i < count; i++) {
      double s = fromS + (toS - fromS) * i / (count - 1);
      List<Block.Cell> row = new ArrayList<>();
      row.add(Block.Cell.text(Units.shortSeconds(s)));
      for (Line line : thick) {
        double value = line.trace.at(s);
        row.add(Block.Cell.number(Double.isNaN(value) ? Units.NONE : look.shown.apply(value)));
      }
      rows.add(row);
    }
    return new Block.Table(id + "-table", title, "", head, rows, "", true);
  }
}
