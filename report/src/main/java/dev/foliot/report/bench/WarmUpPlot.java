package dev.foliot.report.bench;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Rail;
import dev.foliot.report.chart.Series;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.WarmUpRecord;
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
  private static final int MOST_RAILS = 16;
  private static final int MOST_READ = 12;

  private final RunView run;
  private final String id;
  private final List<ForkView> forks;

  WarmUpPlot(RunView run) {
    this.run = run;
    this.id = run.key() + "-warmup";
    this.forks = run.forks().stream().filter(f -> !f.slices(WARMUP).isEmpty()).toList();
  }

  List<Block> blocks() {
    if (forks.isEmpty()) {
      return List.of();
    }
    String claim =
        "The median service time of each interval, a line per fork; the measured load begins at"
            + " 0 s. "
            + judged();
    return List.of(chart().figure("Service time from the warm-up on", claim).table(table()));
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

  private Chart chart() {
    boolean several = run.forks().size() > 1;
    Chart chart =
        new Chart(
            id,
            "Median service time of the forks during warm-up and load",
            several ? Chart.Names.SHORT : Chart.Names.NONE);
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
    Plot plot =
        chart.plot(
            HEIGHT,
            Axis.linear(from, Math.max(to, from + 1e-3), 8, Units::shortSeconds),
            Axis.durations(Math.min(least, most), most, 6));
    plot.mark(0, "measured from here");
    for (ForkView fork : forks) {
      line(plot.series(fork.key(), ""), fork, several);
    }
    chart.gap(4);
    double endS = to;
    forks.stream()
        .filter(fork -> fork.record().warmUp() != null)
        .limit(MOST_RAILS)
        .forEach(fork -> rail(chart.rail(fork.key(), "", fork.name()), fork, endS));
    List<Slice> first = all(forks.getFirst());
    for (Slice slice : first) {
      chart.place(
          slice.middleS(), Units.seconds(slice.startS()) + " to " + Units.seconds(slice.endS()));
    }
    for (ForkView fork : forks.subList(0, Math.min(MOST_READ, forks.size()))) {
      List<@Nullable Long> values = new ArrayList<>();
      all(fork).stream().limit(first.size()).forEach(slice -> values.add(median(slice)));
      chart.values(fork.key(), fork.name(), "ns", values);
    }
    return chart;
  }

  private void line(Series series, ForkView fork, boolean named) {
    Path path = series.path(PercentilePlot.forkCss(forks.size()) + (fork.counts() ? "" : " bad"));
    double last = 1;
    for (Slice slice : all(fork)) {
      Long ns = median(slice);
      path.to(slice.middleS(), ns);
      last = ns == null ? last : (double) ns;
    }
    if (named) {
      series.endLabel("end fork", last, Integer.toString(fork.number()));
    }
  }

  private static void rail(Rail rail, ForkView fork, double endS) {
    WarmUpRecord warmUp = Objects.requireNonNull(fork.record().warmUp());
    Double steady = warmUp.steadyFromMs();
    if (steady != null) {
      rail.stretch("steady", steady / 1e3, endS);
    }
    for (double change : warmUp.changesMs()) {
      rail.tick("change", change / 1e3, "");
    }
  }

  private Block.Table table() {
    Rows rows =
        new Rows()
            .texts("fork")
            .numbers("first interval, p50", "last of the warm-up, p50", "measured, p50")
            .texts("judged")
            .numbers("steady from", "changes");
    for (ForkView fork : forks) {
      List<Slice> warmUp = fork.slices(WARMUP);
      WarmUpRecord judged = fork.record().warmUp();
      Double from = judged == null ? null : judged.steadyFromMs();
      rows.row(
          Cell.text(fork.name()),
          Cell.ns(median(warmUp.getFirst())),
          Cell.ns(median(warmUp.getLast())),
          Cell.ns(fork.record().times().service().p50()),
          Cell.text(judged == null ? Units.NONE : Foreign.text(judged.steadiness(), 40)),
          Cell.number(from == null ? Units.NONE : Units.seconds(from / 1e3)),
          Cell.number(judged == null ? Units.NONE : Units.count(judged.changesMs().size())));
    }
    return rows.of(id, "Service time in the warm-up");
  }

  private static @Nullable Long median(Slice slice) {
    return slice.count() == 0 ? null : slice.percentileNs(50);
  }
}
