package dev.foliot.report.study;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Rail;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Quantity;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.StudyPoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a study's forks against time: the fork that stands for its arm as a thick line, the
 * others as thin ones, and under it rails with what happened when.
 */
final class TimePlot {
  private static final int USUAL_PX = 130;
  private static final int WIDE_PX = 260;
  private static final int THICK_POINTS = 160;
  private static final int THIN_POINTS = 80;
  private static final int WIDE_PLACES = 60;
  private static final int USUAL_PLACES = 40;
  private static final int WIDE_ROWS = 13;
  private static final int USUAL_ROWS = 9;

  private final String id;
  private final StudyView study;
  private final double fromS;
  private final double toS;
  private final Quantity quantity;
  private final List<Line> lines = new ArrayList<>();
  private final List<Events> events = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final List<Mark> levels = new ArrayList<>();
  private boolean wide;
  private boolean logarithmic;

  private record Line(ArmView arm, String what, String css, Trace trace, boolean thick) {
    String name() {
      return arm.name() + (what.isEmpty() ? "" : " " + what);
    }
  }

  private record Events(ArmView arm, String text, List<Mark> marks) {}

  /** Something that happened at a moment. */
  record Mark(double atS, String text) {}

  TimePlot(String id, StudyView study, double fromS, double toS, Quantity quantity) {
    this.id = id;
    this.study = study;
    this.fromS = fromS;
    this.toS = Math.max(toS, fromS + 1e-3);
    this.quantity = quantity;
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
    String css =
        switch (point.validity().verdict()) {
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

  /**
   * What happened when, on a rail below.
   *
   * @param text what it is
   */
  TimePlot rail(ArmView arm, String text, List<Mark> happened) {
    events.add(new Events(arm, text, happened));
    return this;
  }

  /** Something that all arms have at a moment. */
  TimePlot mark(double atS, String text) {
    marks.add(new Mark(atS, text));
    return this;
  }

  /** A dashed line across, at what nobody measured but all are compared with. */
  TimePlot level(double value, String text) {
    levels.add(new Mark(value, text));
    return this;
  }

  boolean isEmpty() {
    return lines.stream().allMatch(line -> line.trace.most() == 0);
  }

  Block.Figure figure(String title, String claim) {
    Chart chart = new Chart(id, title + ", over time", wide ? Chart.Names.LONG : Chart.Names.NONE);
    Axis seconds = Axis.linear(fromS, toS, wide ? 10 : 6, Units::shortSeconds);
    Plot plot = chart.plot(wide ? WIDE_PX : USUAL_PX, seconds, values());
    for (Mark level : levels) {
      plot.series("", "").path("line ideal").to(fromS, level.atS).to(toS, level.atS);
      plot.series("", "soft").name(toS, level.atS, level.text);
    }
    // Thin ones first, so that they cover nothing.
    lines.stream().filter(line -> !line.thick).forEach(line -> line(plot, line));
    lines.stream().filter(line -> line.thick).forEach(line -> line(plot, line));
    if (wide) {
      ends(plot);
    }
    marks.forEach(mark -> plot.mark(mark.atS, mark.text));
    chart.gap(4);
    for (Events each : events) {
      Rail rail = chart.railBelow(each.arm.key(), each.arm.colour(), each.text);
      each.marks.forEach(mark -> rail.tick("tick", mark.atS, mark.text));
    }
    moments(wide ? WIDE_PLACES : USUAL_PLACES).forEach(s -> chart.place(s, Units.seconds(s)));
    thick().forEach(line -> read(chart, line));
    Block.Figure figure = chart.figure(title, claim).table(table(title));
    return wide ? figure.legend(study.legend()) : figure.part();
  }

  private List<Line> thick() {
    return lines.stream().filter(line -> line.thick).toList();
  }

  private Axis values() {
    double most = lines.stream().mapToDouble(line -> line.trace.most()).max().orElse(1);
    most = Math.max(most, levels.stream().mapToDouble(Mark::atS).max().orElse(0));
    if (!logarithmic || most <= 0) {
      return Axis.fromZero(most, wide ? 6 : 4, quantity.axis());
    }
    double least =
        lines.stream()
            .mapToDouble(line -> line.trace.leastPositive())
            .filter(Double::isFinite)
            .min()
            .orElse(most);
    return Axis.roundLog(least, most, 5, quantity.axis());
  }

  private void line(Plot plot, Line line) {
    Path path = plot.series(line.arm.key(), "").path(line.css);
    for (int i = 0; i < line.trace.size(); i++) {
      double s = line.trace.atS(i);
      boolean inside = s >= fromS - 1e-9 && s <= toS + 1e-9;
      path.to(s, inside ? line.trace.value(i) : Double.NaN);
    }
  }

  /** One name for each arm, beside where its first thick line ends. */
  private void ends(Plot plot) {
    Map<ArmView, Double> ends = new LinkedHashMap<>();
    for (Line line : thick()) {
      double end = line.trace.at(toS);
      if (!Double.isNaN(end)) {
        ends.putIfAbsent(line.arm, end);
      }
    }
    ends.forEach((arm, end) -> plot.series(arm.key(), arm.colour()).endLabel(end, arm.atLine()));
  }

  /** So many moments, evenly from the beginning to the end. */
  private List<Double> moments(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> fromS + (toS - fromS) * i / (count - 1))
        .toList();
  }

  private void read(Chart chart, Line line) {
    List<@Nullable Double> values = new ArrayList<>();
    for (double s : moments(wide ? WIDE_PLACES : USUAL_PLACES)) {
      double value = line.trace.at(s);
      values.add(Double.isNaN(value) ? null : (Double) value);
    }
    chart.values(line.arm.key(), line.name(), quantity.unit(), values);
  }

  private Block.Table table(String title) {
    Rows rows = new Rows().texts("at").numbers(thick().stream().map(Line::name).toList());
    for (double s : moments(wide ? WIDE_ROWS : USUAL_ROWS)) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(Units.shortSeconds(s)));
      for (Line line : thick()) {
        double value = line.trace.at(s);
        row.add(Cell.number(Double.isNaN(value) ? Units.NONE : quantity.shown().apply(value)));
      }
      rows.row(row);
    }
    return rows.of(id, title);
  }
}
