package dev.foliot.report.bench;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.Drawing;
import dev.foliot.report.chart.LinearScale;
import dev.foliot.report.chart.LogScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import dev.foliot.store.WarmUpRecord;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the forks warmed up: the median service time over time, and when it changed. */
final class WarmUpPlot {
  private static final String WARMUP = "warmup-service";
  private static final int HEIGHT = 200;
  private static final int RAIL_PX = 11;
  private static final int MOST_RAILS = 16;

  private final RunView run;
  private final String id;
  private final List<ForkView> forks;

  WarmUpPlot(RunView run) {
    this.run = run;
    this.id = run.key() + "-warmup";
    this.forks = run.forks().stream().filter(f -> !f.slices(WARMUP).isEmpty()).toList();
  }

  List<Block> blocks(Hover hover) {
    if (forks.isEmpty()) {
      return List.of();
    }
    String claim =
        "The median service time of each interval, a line per fork; the measured load begins at"
            + " 0 s. "
            + judged();
    return List.of(
        new Block.Figure(
            id,
            null,
            "Service time from the warm-up on",
            claim,
            draw(hover),
            true,
            List.of(),
            table()));
  }

  private String judged() {
    Map<String, Integer> by = new LinkedHashMap<>();
    for (ForkView fork : forks) {
      WarmUpRecord warmUp = fork.record().warmUp();
      if (warmUp != null) {
        by.merge(Foreign.text(warmUp.steadiness(), 40), 1, Integer::sum);
      }
    }
    if (by.isEmpty()) {
      return "Whether they had become steady was not judged when this run was stored.";
    }
    List<String> parts = new ArrayList<>();
    by.forEach((steadiness, count) -> parts.add(Units.count(count, "fork") + " " + steadiness));
    return String.join(", ", parts)
        + ". Ticks below are changes of level or noise; the bar is the last steady stretch.";
  }

  private List<Slice> all(ForkView fork) {
    List<Slice> all = new ArrayList<>(fork.columns(WARMUP));
    all.addAll(fork.columns("service"));
    return all;
  }

  private Content draw(Hover hover) {
    double from = 0;
    double to = 0;
    double least = Double.MAX_VALUE;
    double most = 1;
    for (ForkView fork : forks) {
      for (Slice slice : all(fork)) {
        if (slice.count() > 0) {
          from = Math.min(from, slice.startS());
          to = Math.max(to, slice.endS());
          least = Math.min(least, (double) slice.percentileNs(50));
          most = Math.max(most, (double) slice.percentileNs(50));
        }
      }
    }
    Scale x = new LinearScale(from, Math.max(to, from + 1e-3), 8, Units::shortSeconds);
    Area area = new Area(HEIGHT, x, LogScale.durations(Math.min(least, most), most, 6));
    for (ForkView fork : forks) {
      line(area, fork);
    }
    area.mark("", "zero", 0, "measured from here");
    List<ForkView> judged =
        forks.stream().filter(f -> f.record().warmUp() != null).limit(MOST_RAILS).toList();
    int railsTop = 8 + HEIGHT + Area.BELOW + 4;
    Svg svg = new Svg();
    String label = "Median service time of the forks during warm-up and load";
    Drawing.begin(svg, id, run.forks().size() > 1, label, railsTop + RAIL_PX * judged.size());
    area.draw(svg, 8);
    for (int i = 0; i < judged.size(); i++) {
      rail(svg, railsTop + RAIL_PX * i, judged.get(i), x, to * 1e3);
    }
    hover.put(id, values(x));
    return svg.end();
  }

  private void line(Area area, ForkView fork) {
    Curve path = new Curve();
    double last = 1;
    for (Slice slice : all(fork)) {
      double ns = slice.count() == 0 ? Double.NaN : (double) slice.percentileNs(50);
      path.to(area.x().at((slice.startS() + slice.endS()) / 2), area.y().at(ns));
      last = slice.count() == 0 ? last : ns;
    }
    area.shape(
        fork.key(), PercentilePlot.forkCss(forks.size()) + (fork.counts() ? "" : " bad"), path);
    if (run.forks().size() > 1) {
      area.endLabel(fork.key(), "end fork", last, Integer.toString(fork.number()));
    }
  }

  private void rail(Svg svg, int top, ForkView fork, Scale x, double endMs) {
    WarmUpRecord warmUp = Objects.requireNonNull(fork.record().warmUp());
    svg.begin("g", Area.keyed(fork.key(), "yl"));
    svg.text("text", fork.name(), "x", Area.LEFT, "y", Integer.toString(top + 9));
    svg.end();
    svg.begin(
        "svg", Area.keyed(fork.key(), "area rail", "y", Integer.toString(top), "height", "10"));
    svg.leaf("line", "class", "ground", "x2", "100%", "y1", "5", "y2", "5");
    Double steady = warmUp.steadyFromMs();
    if (steady != null) {
      svg.leaf(
          "line",
          "class",
          "steady",
          "x1",
          Svg.percent(x.at(steady / 1e3)),
          "x2",
          Svg.percent(x.at(endMs / 1e3)),
          "y1",
          "5",
          "y2",
          "5");
    }
    for (double change : warmUp.changesMs()) {
      String at = Svg.percent(x.at(change / 1e3));
      svg.leaf("line", "class", "change", "x1", at, "x2", at, "y1", "1", "y2", "9");
    }
    svg.end();
  }

  private Hover.Plot values(Scale x) {
    Hover.Plot plot = new Hover.Plot();
    List<Slice> first = all(forks.getFirst());
    for (Slice slice : first) {
      plot.place(
          x.at((slice.startS() + slice.endS()) / 2),
          Units.seconds(slice.startS()) + " to " + Units.seconds(slice.endS()));
    }
    for (ForkView fork : forks.subList(0, Math.min(12, forks.size()))) {
      List<@Nullable Long> values = new ArrayList<>();
      List<Slice> slices = all(fork);
      for (int i = 0; i < Math.min(first.size(), slices.size()); i++) {
        values.add(slices.get(i).count() == 0 ? null : slices.get(i).percentileNs(50));
      }
      plot.durations(fork.key(), fork.name(), values);
    }
    return plot;
  }

  private Block.Table table() {
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (ForkView fork : forks) {
      List<Slice> warmUp = fork.slices(WARMUP);
      WarmUpRecord judged = fork.record().warmUp();
      Double from = judged == null ? null : judged.steadyFromMs();
      rows.add(
          List.of(
              Block.Cell.text(fork.name()),
              Block.Cell.ns(median(warmUp.getFirst())),
              Block.Cell.ns(median(warmUp.getLast())),
              Block.Cell.ns(fork.record().times().service().p50()),
              Block.Cell.text(judged == null ? "–" : Foreign.text(judged.steadiness(), 40)),
              Block.Cell.number(from == null ? "–" : Units.seconds(from / 1e3)),
              Block.Cell.number(judged == null ? "–" : Units.count(judged.changesMs().size()))));
    }
    List<Block.Cell> head =
        List.of(
            Block.Cell.text("fork"),
            Block.Cell.number("first interval, p50"),
            Block.Cell.number("last of the warm-up, p50"),
            Block.Cell.number("measured, p50"),
            Block.Cell.text("judged"),
            Block.Cell.number("steady from"),
            Block.Cell.number("changes"));
    return new Block.Table(id + "-table", "Service time in the warm-up", "", head, rows, "", true);
  }

  private static @Nullable Long median(Slice slice) {
    return slice.count() == 0 ? null : slice.percentileNs(50);
  }
}
