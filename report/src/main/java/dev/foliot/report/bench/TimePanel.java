package dev.foliot.report.bench;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.Drawing;
import dev.foliot.report.chart.LinearScale;
import dev.foliot.report.chart.LogScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import dev.foliot.store.SeriesInterval;
import dev.foliot.store.Stall;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One fork over time: the heat map of its response times, under it rails with the JVM's stalls and
 * the episodes of its slowest messages, and its lag split into backlog and lateness, all on one
 * axis.
 */
final class TimePanel {
  private static final int ROW_PX = 4;
  private static final int LEAST_HEAT_PX = 110;
  private static final int MOST_HEAT_PX = 210;
  private static final int RAIL_PX = 13;
  private static final int LAG_PX = 78;
  private static final int GAP = 10;
  private static final int MOST_MARKS = 200;
  private static final int MOST_EPISODES = 30;
  private static final double LEAST_MARK = 0.004;
  private static final int MOST_TABLE_ROWS = 20;

  private final String id;
  private final ForkView fork;
  private final HeatMap heat;
  private final double durationS;
  private final Scale seconds;
  private final LogScale lag;

  /**
   * @param heat with the rows and shades of all panels beside this one
   * @param durationS of the load
   * @param lag the axis of all panels beside this one
   */
  TimePanel(String id, ForkView fork, HeatMap heat, double durationS, LogScale lag) {
    this.id = id;
    this.fork = fork;
    this.heat = heat;
    this.durationS = durationS;
    this.seconds = new LinearScale(0, durationS, 5, s -> Units.shortSeconds(s));
    this.lag = lag;
  }

  Content draw(Hover hover) {
    List<Slice> response = fork.columns("response");
    int heatPx = Math.max(LEAST_HEAT_PX, Math.min(MOST_HEAT_PX, heat.rows() * ROW_PX));
    Area map =
        new Area(heatPx, seconds, heat.scale(heatPx / 24))
            .withoutXLabels()
            .on(svg -> heat.draw(svg, response, durationS));
    Svg svg = new Svg();
    int lagTop = 8 + heatPx + 2 * RAIL_PX + GAP;
    Drawing.begin(
        svg,
        id,
        false,
        "Response time over time, stalls, episodes and lag of " + fork.name(),
        lagTop + LAG_PX + Area.BELOW);
    map.draw(svg, 8);
    rail(svg, 8 + heatPx + 3, "stalls", stalls());
    rail(svg, 8 + heatPx + 3 + RAIL_PX, "episodes", episodes());
    lag().draw(svg, lagTop);
    hover.put(id, values(response));
    return svg.end();
  }

  private Area lag() {
    Area area = new Area(LAG_PX, seconds, lag);
    line(area, "backlog", "c1");
    line(area, "lateness", "c3");
    return area;
  }

  private void line(Area area, String kind, String css) {
    Curve path = new Curve();
    double last = Double.NaN;
    for (Slice slice : fork.columns(kind)) {
      double mean = slice.meanNs();
      path.to(seconds.at((slice.startS() + slice.endS()) / 2), lag.at(mean));
      last = Double.isNaN(mean) ? last : mean;
    }
    area.shape("", "line " + css, path);
    if (!Double.isNaN(last)) {
      area.lineName("", css, 1, Math.max(last, lag.low()), kind);
    }
  }

  private record Mark(double fromS, double toS, String title) {}

  /** Stalls that would touch each other in the drawing are one mark. */
  private List<Mark> stalls() {
    List<Mark> marks = new ArrayList<>();
    List<Stall> stalls = fork.record().pauses().stalls();
    for (int from = 0; from < stalls.size(); ) {
      int to = from + 1;
      while (to < stalls.size() && startS(stalls, to) - endS(stalls, to - 1) < joined()) {
        to++;
      }
      long sumNs = stalls.subList(from, to).stream().mapToLong(Stall::lengthNs).sum();
      String what =
          to - from == 1
              ? "the JVM stalled for %s at %s"
              : Units.count(to - from, "stall") + " of the JVM, %s in all, from %s on";
      double at = startS(stalls, from);
      String title = what.formatted(Units.duration(sumNs), Units.seconds(at));
      marks.add(new Mark(at, endS(stalls, to - 1), title));
      from = to;
    }
    return marks;
  }

  private double joined() {
    return 2 * LEAST_MARK * durationS;
  }

  private static double startS(List<Stall> stalls, int i) {
    return stalls.get(i).startNs() / 1e9;
  }

  private static double endS(List<Stall> stalls, int i) {
    return startS(stalls, i) + stalls.get(i).lengthNs() / 1e9;
  }

  private List<Mark> episodes() {
    List<Mark> marks = new ArrayList<>();
    for (SlowEpisode episode : SlowEpisode.greatest(fork, MOST_EPISODES)) {
      String title =
          "%s of the slowest from %s on, up to %s"
              .formatted(
                  Units.count(episode.messages().size(), "message"),
                  Units.seconds(episode.startS()),
                  Units.duration(episode.slowest().responseNs()));
      marks.add(new Mark(episode.startS(), episode.endS(), title));
    }
    return marks;
  }

  private void rail(Svg svg, int top, String name, List<Mark> marks) {
    svg.begin("g", "class", "yl");
    svg.text("text", name, "x", Area.LEFT, "y", Integer.toString(top + 9));
    svg.end();
    svg.begin("svg", "class", "area rail " + name, "y", Integer.toString(top), "height", "10");
    svg.leaf("line", "class", "ground", "x2", "100%", "y1", "5", "y2", "5");
    for (Mark mark : marks.subList(0, Math.min(MOST_MARKS, marks.size()))) {
      double from = seconds.at(mark.fromS);
      double width = Math.max(LEAST_MARK, seconds.at(mark.toS) - from);
      svg.begin(
          "rect",
          "x",
          Svg.percent(Math.min(from, 1 - LEAST_MARK)),
          "width",
          Svg.percent(width),
          "y",
          "1",
          "height",
          "8");
      svg.text("title", mark.title).end();
    }
    svg.end();
  }

  private Hover.Plot values(List<Slice> slices) {
    Hover.Plot plot = new Hover.Plot();
    for (Slice slice : slices) {
      plot.place(
          seconds.at((slice.startS() + slice.endS()) / 2),
          Units.seconds(slice.startS()) + " to " + Units.seconds(slice.endS()));
    }
    plot.counts("messages", slices.stream().map(Slice::count).toList());
    List<SeriesInterval> series = fork.series();
    boolean exact = series.size() == slices.size();
    plot.durations("", "response p50", exact ? each(series, 50) : percentiles(slices, 50));
    plot.durations("", "response p99", exact ? each(series, 99) : percentiles(slices, 99));
    plot.durations("", "response max", exact ? each(series, 100) : percentiles(slices, 100));
    plot.durations("", "mean backlog", means("backlog"));
    plot.durations("", "mean lateness", means("lateness"));
    return plot;
  }

  private static List<@Nullable Long> each(List<SeriesInterval> series, int percentile) {
    List<@Nullable Long> values = new ArrayList<>();
    for (SeriesInterval one : series) {
      values.add(
          one.messages() == 0
              ? null
              : switch (percentile) {
                case 50 -> one.responseP50Ns();
                case 99 -> one.responseP99Ns();
                default -> one.responseMaxNs();
              });
    }
    return values;
  }

  private static List<@Nullable Long> percentiles(List<Slice> slices, double percentile) {
    List<@Nullable Long> values = new ArrayList<>();
    slices.forEach(s -> values.add(s.count() == 0 ? null : s.percentileNs(percentile)));
    return values;
  }

  private List<@Nullable Long> means(String kind) {
    List<@Nullable Long> values = new ArrayList<>();
    fork.columns(kind).forEach(s -> values.add(s.count() == 0 ? null : Math.round(s.meanNs())));
    return values;
  }

  Block.Table table() {
    List<Block.Cell> head =
        List.of(
            Block.Cell.text("from"),
            Block.Cell.number("messages"),
            Block.Cell.number("p50"),
            Block.Cell.number("p99"),
            Block.Cell.number("max"),
            Block.Cell.number("mean backlog"),
            Block.Cell.number("mean lateness"));
    List<Slice> response = Slice.atMost(fork.slices("response"), MOST_TABLE_ROWS);
    List<Slice> backlog = Slice.atMost(fork.slices("backlog"), MOST_TABLE_ROWS);
    List<Slice> lateness = Slice.atMost(fork.slices("lateness"), MOST_TABLE_ROWS);
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (int i = 0; i < response.size(); i++) {
      Slice slice = response.get(i);
      rows.add(
          List.of(
              Block.Cell.text(Units.seconds(slice.startS())),
              Block.Cell.number(Units.count(slice.count())),
              Block.Cell.ns(percentile(slice, 50)),
              Block.Cell.ns(percentile(slice, 99)),
              Block.Cell.ns(percentile(slice, 100)),
              Block.Cell.ns(mean(backlog, i)),
              Block.Cell.ns(mean(lateness, i))));
    }
    return new Block.Table(
        id + "-table", "Response time of " + fork.name() + " over time", "", head, rows, "", true);
  }

  private static @Nullable Long percentile(Slice slice, double percentile) {
    return slice.count() == 0 ? null : slice.percentileNs(percentile);
  }

  private static @Nullable Long mean(List<Slice> slices, int at) {
    return at >= slices.size() || slices.get(at).count() == 0
        ? null
        : Math.round(slices.get(at).meanNs());
  }
}
