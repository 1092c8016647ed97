package dev.foliot.report.demo;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Series;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.demo.DemoCurve;
import dev.foliot.store.demo.DemoPart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The one picture of a part of a demo: percentiles of two loops, answers over time, or the places
 * of a class.
 */
final class DemoPicture {
  /** Nothing that anybody measures is beyond it. */
  static final double GREATEST = 1e15;

  private static final int HEIGHT_PX = 280;
  private static final int MOST_CURVES = 6;
  private static final int MOST_POINTS = 2_000;
  private static final double MOST_NINES = 9;
  private static final double LEAST_NINES = 1.3;
  private static final int HOVER_PLACES = 24;

  private final DemoPart part;
  private final String id;
  private final List<Line> lines = new ArrayList<>();

  /** A curve without what cannot be drawn. */
  private record Line(String name, String css, String key, List<Double> x, List<Double> y) {
    /** The value at the nearest place at or before one; null before the first. */
    @Nullable Double at(double place) {
      Double value = null;
      for (int i = 0; i < x.size() && x.get(i) <= place + 1e-9; i++) {
        value = y.get(i);
      }
      return x.isEmpty() || place > x.getLast() + 1e-9 ? null : value;
    }
  }

  DemoPicture(DemoPart part, String id) {
    this.part = part;
    this.id = id + "-picture";
    for (DemoCurve curve : part.shown().curves().stream().limit(MOST_CURVES).toList()) {
      line(curve);
    }
  }

  private void line(DemoCurve curve) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < Math.min(MOST_POINTS, curve.x().size()); i++) {
      double across = curve.x().get(i);
      double up = curve.y().get(i);
      boolean ascends = x.isEmpty() || across > x.getLast();
      if (across >= 0 && across < GREATEST && up >= 0 && up < GREATEST && ascends) {
        x.add(across);
        y.add(up);
      }
    }
    if (x.size() > 1) {
      String css = "c" + lines.size();
      lines.add(new Line(Foreign.text(curve.side(), 40), css, id + css, x, y));
    }
  }

  List<Block> blocks() {
    if (!part.shown().places().isEmpty()) {
      DemoPlaces places = new DemoPlaces(part.shown().places());
      return places.isEmpty() ? List.of() : List.of(places.figure(id));
    }
    if (lines.isEmpty()) {
      return List.of();
    }
    return List.of(part.name().equals(DemoPart.STALL) ? percentiles() : course());
  }

  private Block.Figure percentiles() {
    String claim =
        "Each step to the right is ten times as rare. A closed loop sends the next message when the"
            + " last one ends, so a stall delays one message. Users arrive on their own schedule,"
            + " so a stall delays all who arrive meanwhile.";
    double nines = Math.clamp(mostX(), LEAST_NINES, MOST_NINES);
    double least = lines.stream().flatMap(one -> one.y.stream()).min(Double::compare).orElse(1.0);
    Chart chart = new Chart(id, "what the two loops measure, by percentile", Chart.Names.NONE);
    Plot plot =
        chart.plot(HEIGHT_PX, Axis.nines(nines), Axis.durations(least, mostY(), HEIGHT_PX / 26));
    for (Line line : lines) {
      Series series = plot.series(line.key, line.css);
      Path path = series.path("median");
      int last = 0;
      for (int i = 0; i < line.x.size() && line.x.get(i) <= nines; i++) {
        path.to((double) line.x.get(i), line.y.get(i));
        last = i;
      }
      series.name(line.x.get(last), line.y.get(last), line.name);
    }
    read(chart, nines, "ns", at -> Units.percentile(Axis.shareOf(at)));
    return figure(chart, "Response time of users, and what a closed loop measures", claim);
  }

  private Block.Figure course() {
    String claim =
        "Requests answered a second, from the moment when all users arrive at once. Each point is"
            + " over two delays of the remote system.";
    double toS = Math.max(mostX(), 1e-3);
    Chart chart = new Chart(id, "answers a second over time", Chart.Names.LONG);
    Plot plot =
        chart.plot(
            HEIGHT_PX,
            Axis.linear(0, toS, 10, Units::shortSeconds),
            Axis.fromZero(mostY(), 6, Units::shortRate));
    for (Line line : lines) {
      Series series = plot.series(line.key, line.css);
      Path path = series.path("median");
      for (int i = 0; i < line.x.size(); i++) {
        path.to((double) line.x.get(i), line.y.get(i));
      }
      series.endLabel(line.y.getLast(), line.name);
    }
    read(chart, toS, "/s", Units::seconds);
    return figure(chart, "Throughput after the burst", claim);
  }

  private Block.Figure figure(Chart chart, String title, String claim) {
    return chart
        .figure(title, claim)
        .legend(lines.stream().map(line -> new Block.Chip(line.key, line.name, line.css)).toList());
  }

  private double mostX() {
    return lines.stream().mapToDouble(line -> line.x.getLast()).max().orElse(1);
  }

  private double mostY() {
    return lines.stream().flatMap(line -> line.y.stream()).max(Double::compare).orElse(1.0);
  }

  private void read(Chart chart, double to, String unit, DoubleFunction<String> label) {
    for (int i = 0; i <= HOVER_PLACES; i++) {
      chart.place(to * i / HOVER_PLACES, label.apply(to * i / HOVER_PLACES));
    }
    for (Line line : lines) {
      List<@Nullable Double> values = new ArrayList<>();
      for (int i = 0; i <= HOVER_PLACES; i++) {
        values.add(line.at(to * i / HOVER_PLACES));
      }
      chart.values(line.key, line.name, unit, values);
    }
  }
}
