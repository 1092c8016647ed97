package dev.foliot.report.bench;

import static java.util.stream.Collectors.joining;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Rail;
import dev.foliot.report.chart.Series;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.ForkRecord.Stall;
import dev.foliot.store.SeriesInterval;
import dev.foliot.store.explain.Stop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The forks of a run over time, beside each other; of many those that show the spread.
 *
 * <p>Each has the heat map of its response times, under it rails with the JVM's stalls, the stops
 * that were seen from outside and the episodes of its slowest messages, and its lag split into
 * backlog and lateness.
 */
final class OverTime {
  private static final int MOST_PANELS = 6;
  private static final double LEAST_LAG_NS = 10;
  private static final int ROW_PX = 4;
  private static final int LEAST_HEAT_PX = 110;
  private static final int MOST_HEAT_PX = 210;
  private static final int LAG_PX = 78;
  private static final int MOST_EPISODES = 30;
  private static final int MOST_TABLE_ROWS = 20;
  private static final long LEAST_STOP_NS = 1_000_000;
  private static final int MOST_STOPS = 200;

  private final RunView run;

  OverTime(RunView run) {
    this.run = run;
  }

  /** The panels, or none where nothing was measured. */
  List<Block> blocks() {
    List<ForkView> shown = chosen();
    if (shown.isEmpty()) {
      return List.of();
    }
    HeatMap heat = HeatMap.over(shown.stream().map(fork -> fork.columns("response")).toList());
    Panels panels = new Panels(heat, durationS(shown), lag(shown));
    List<Block.Figure> figures = shown.stream().map(panels::figure).toList();
    String claim =
        "Every message at its intended start; a stronger colour is more messages. Below: stalls of"
            + " the whole JVM,"
            + (shown.stream().allMatch(fork -> fork.timeline().stops().isEmpty())
                ? ""
                : " stops of 1 ms or more that were seen from outside,")
            + " episodes of the slowest messages, and the mean lag of each interval."
            + " Backlog is the wait behind other messages, lateness is the load generator's error."
            + (shown.size() < run.forks().size() ? " " + ofMany(shown.size()) : "");
    return List.of(new Block.Row("Latency over time", claim, figures, legend(heat)));
  }

  private static double durationS(List<ForkView> forks) {
    double endS =
        forks.stream()
            .flatMap(fork -> fork.slices("response").stream())
            .mapToDouble(Slice::endS)
            .max()
            .orElse(1);
    return Math.max(endS, 1e-3);
  }

  private static Axis lag(List<ForkView> forks) {
    double most =
        forks.stream()
            .flatMap(
                f -> Stream.concat(f.columns("backlog").stream(), f.columns("lateness").stream()))
            .mapToDouble(Slice::meanNs)
            .filter(Double::isFinite)
            .max()
            .orElse(1);
    return Axis.durations(LEAST_LAG_NS, Math.max(most, 1_000), 4);
  }

  private String ofMany(int shown) {
    return "%d of %d forks, evenly from the least to the greatest maximum."
        .formatted(shown, run.forks().size());
  }

  private static String title(ForkView fork) {
    return fork.name()
        + ": "
        + fork.record().validity().verdict()
        + ", "
        + Units.count(fork.record().pauses().stalls().size(), "stall");
  }

  private static List<Block.Chip> legend(HeatMap heat) {
    List<Block.Chip> legend = new ArrayList<>();
    long[] shades = heat.shades();
    for (int i = 0; i < shades.length; i++) {
      String last = i == shades.length - 1 ? " or more messages" : "";
      legend.add(new Block.Chip("", Units.count(shades[i]) + last, "h" + (i + 1)));
    }
    return legend;
  }

  /** All forks that measured, or of many some that are evenly apart by their maximum. */
  private List<ForkView> chosen() {
    List<ForkView> measured =
        new ArrayList<>(
            run.forks().stream().filter(fork -> !fork.slices("response").isEmpty()).toList());
    if (measured.size() <= MOST_PANELS) {
      return measured;
    }
    measured.sort(Comparator.comparingLong(OverTime::maxNs));
    List<ForkView> some = new ArrayList<>();
    for (int i = 0; i < MOST_PANELS; i++) {
      some.add(measured.get(i * (measured.size() - 1) / (MOST_PANELS - 1)));
    }
    return some;
  }

  private static long maxNs(ForkView fork) {
    Long max = fork.record().times().response().max();
    return max == null ? 0 : max;
  }

  /**
   * Draws forks on the same axes and in the same shades.
   *
   * @param durationS of the load
   */
  private record Panels(HeatMap heat, double durationS, Axis lag) {
    Block.Figure figure(ForkView fork) {
      String id = "time-" + fork.key();
      Chart chart =
          new Chart(
              id,
              "Response time over time, stalls, episodes and lag of " + fork.name(),
              Chart.Names.NONE);
      Axis seconds = Axis.linear(0, durationS, 5, Units::shortSeconds);
      List<Slice> response = fork.columns("response");
      int heatPx = Math.clamp((long) heat.rows() * ROW_PX, LEAST_HEAT_PX, MOST_HEAT_PX);
      chart
          .plot(heatPx, seconds, heat.scale(heatPx / 24))
          .withoutXLabels()
          .ground(svg -> heat.draw(svg, response, durationS));
      // the lowest label of the heat map is as high as that
      chart.gap(10);
      stalls(chart.rail("", "stalls", "stalls"), fork.record().pauses().stalls());
      if (!fork.timeline().stops().isEmpty()) {
        stops(chart.rail("", "stops", "stops"), fork.timeline().stops());
      }
      episodes(chart.rail("", "episodes", "episodes"), fork);
      chart.gap(12);
      Plot below = chart.plot(LAG_PX, seconds, lag);
      line(below.series("", "c1"), fork, "backlog");
      line(below.series("", "c3"), fork, "lateness");
      read(chart, fork, response);
      return chart.figure(title(fork), "").part().keyed(fork.key()).table(table(id, fork));
    }

    /** Stalls that would touch each other in the drawing are one mark. */
    private static void stalls(Rail rail, List<Stall> stalls) {
      for (int from = 0; from < stalls.size(); ) {
        int to = from + 1;
        while (to < stalls.size()
            && startS(stalls.get(to)) - endS(stalls.get(to - 1)) < rail.touching()) {
          to++;
        }
        long sumNs = stalls.subList(from, to).stream().mapToLong(Stall::lengthNs).sum();
        String what =
            to - from == 1
                ? "the JVM stalled for %s at %s"
                : Units.count(to - from, "stall") + " of the JVM, %s in all, from %s on";
        double at = startS(stalls.get(from));
        String title = what.formatted(Units.duration(sumNs), Units.seconds(at));
        rail.box(at, endS(stalls.get(to - 1)), title);
        from = to;
      }
    }

    /** The longest stops that were seen from outside; those that would touch are one mark. */
    private static void stops(Rail rail, List<Stop> all) {
      List<Stop> stops =
          all.stream()
              .filter(stop -> stop.lengthNs() >= LEAST_STOP_NS)
              .sorted(Comparator.comparingLong(Stop::lengthNs).reversed())
              .limit(MOST_STOPS)
              .sorted(Comparator.comparingLong(Stop::startNs))
              .toList();
      for (int from = 0; from < stops.size(); ) {
        int to = from + 1;
        double endS = stops.get(from).endNs() / 1e9;
        while (to < stops.size() && stops.get(to).startNs() / 1e9 - endS < rail.touching()) {
          endS = Math.max(endS, stops.get(to).endNs() / 1e9);
          to++;
        }
        List<Stop> mark = stops.subList(from, to);
        double at = Math.max(0, mark.getFirst().startNs() / 1e9);
        String kinds =
            mark.stream().map(stop -> stop.kind().code()).distinct().collect(joining(", "));
        rail.box(
            at,
            Math.max(at, endS),
            "%s: %s, the longest of %s, from %s on"
                .formatted(
                    kinds,
                    Units.count(mark.size(), "stop"),
                    Units.duration(mark.stream().mapToLong(Stop::lengthNs).max().orElse(0)),
                    Units.seconds(at)));
        from = to;
      }
    }

    private static double startS(Stall stall) {
      return stall.startNs() / 1e9;
    }

    private static double endS(Stall stall) {
      return startS(stall) + stall.lengthNs() / 1e9;
    }

    private static void episodes(Rail rail, ForkView fork) {
      for (SlowEpisode episode : SlowEpisode.greatest(fork, MOST_EPISODES)) {
        String title =
            "%s of the slowest from %s on, up to %s"
                .formatted(
                    Units.count(episode.messages().size(), "message"),
                    Units.seconds(episode.startS()),
                    Units.duration(episode.slowest().times().responseNs()));
        rail.box(episode.startS(), episode.endS(), title);
      }
    }

    private void line(Series series, ForkView fork, String kind) {
      Path path = series.path("line");
      double last = Double.NaN;
      for (Slice slice : fork.columns(kind)) {
        double mean = slice.meanNs();
        path.to(slice.middleS(), mean);
        last = Double.isNaN(mean) ? last : mean;
      }
      if (!Double.isNaN(last)) {
        series.name(durationS, Math.max(last, lag.low()), kind);
      }
    }

    private static void read(Chart chart, ForkView fork, List<Slice> slices) {
      for (Slice slice : slices) {
        chart.place(
            slice.middleS(), Units.seconds(slice.startS()) + " to " + Units.seconds(slice.endS()));
      }
      chart.values("", "messages", "", slices.stream().map(Slice::count).toList());
      List<SeriesInterval> series = fork.series();
      boolean exact = series.size() == slices.size();
      for (int percentile : new int[] {50, 99, 100}) {
        String name = percentile == 100 ? "response max" : "response p" + percentile;
        chart.values(
            "",
            name,
            "ns",
            exact
                ? each(series, one -> one.messages() == 0 ? null : stored(one, percentile))
                : each(slices, slice -> percentile(slice, percentile)));
      }
      for (String kind : List.of("backlog", "lateness")) {
        chart.values("", "mean " + kind, "ns", each(fork.columns(kind), Panels::mean));
      }
    }

    private static <T> List<@Nullable Long> each(List<T> all, Function<T, @Nullable Long> value) {
      List<@Nullable Long> values = new ArrayList<>();
      all.forEach(one -> values.add(value.apply(one)));
      return values;
    }

    private static @Nullable Long stored(SeriesInterval one, int percentile) {
      return switch (percentile) {
        case 50 -> one.response().responseP50Ns();
        case 99 -> one.response().responseP99Ns();
        default -> one.response().responseMaxNs();
      };
    }

    private static @Nullable Long percentile(Slice slice, double percentile) {
      return slice.count() == 0 ? null : slice.percentileNs(percentile);
    }

    private static @Nullable Long mean(Slice slice) {
      return slice.count() == 0 ? null : Math.round(slice.meanNs());
    }

    private static Block.Table table(String id, ForkView fork) {
      Rows rows = new Rows().texts("from").numbers("messages", "p50", "p99", "max");
      rows.numbers("mean backlog", "mean lateness");
      List<Slice> response = Slice.atMost(fork.slices("response"), MOST_TABLE_ROWS);
      List<Slice> backlog = Slice.atMost(fork.slices("backlog"), MOST_TABLE_ROWS);
      List<Slice> lateness = Slice.atMost(fork.slices("lateness"), MOST_TABLE_ROWS);
      for (int i = 0; i < response.size(); i++) {
        Slice slice = response.get(i);
        rows.row(
            Cell.text(Units.seconds(slice.startS())),
            Cell.number(Units.count(slice.count())),
            Cell.ns(percentile(slice, 50)),
            Cell.ns(percentile(slice, 99)),
            Cell.ns(percentile(slice, 100)),
            Cell.ns(i < backlog.size() ? mean(backlog.get(i)) : null),
            Cell.ns(i < lateness.size() ? mean(lateness.get(i)) : null));
      }
      return rows.of(id, "Response time of " + fork.name() + " over time");
    }
  }
}
