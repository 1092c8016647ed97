package dev.foliot.report.history;

import dev.foliot.judgement.history.HistoryChange;
import dev.foliot.judgement.history.HistoryLine;
import dev.foliot.judgement.history.HistoryRun;
import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Rail;
import dev.foliot.report.chart.Series;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Titles;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Median;
import dev.foliot.store.Spread;
import dev.foliot.store.Verdict;
import dev.foliot.text.Numbers;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The percentiles of a line's runs, one run beside the other: each with its interval, and the level
 * of the runs between two changes.
 */
final class LineChart {
  private static final int PLOT_PX = 260;
  private static final int LABELS = 6;
  private static final int Y_LABELS = 6;
  private static final int MANY = 60;
  private static final double HALF = 0.5;
  private static final int COLOURS = 6;
  private static final int LONGEST_COMMIT = 40;
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private final HistoryLine line;
  private final String id;

  /** The index of the first run that is drawn. */
  private final int from;

  LineChart(HistoryLine line, String id, int from) {
    this.line = line;
    this.id = id;
    this.from = from;
  }

  Block.Figure figure(String title, String claim) {
    Chart chart = new Chart(id, title, Chart.Names.SHORT);
    int last = line.runs().size();
    Plot plot = chart.plot(PLOT_PX, across(last), up());
    gaps(plot);
    List<String> names = line.percentiles();
    for (int i = 0; i < names.size(); i++) {
      percentile(plot, names.get(i), "c" + i % COLOURS);
    }
    for (HistoryChange change : line.changes()) {
      if (change.first() > from) {
        plot.mark(change.first() - HALF, Numbers.digits(change.clearest().ratio()) + "×");
      }
    }
    rail(chart.rail("", "stalls", "invalid"), Verdict.INVALID);
    rail(chart.rail("", "episodes", "suspect"), Verdict.SUSPECT);
    Rail jdks = chart.rail("", "", "JDK");
    for (int i = Math.max(1, from); i < last; i++) {
      String jdk = run(i).source().jdk();
      if (!jdk.equals(run(i - 1).source().jdk())) {
        jdks.tick("change", i - HALF, "JDK " + Foreign.name(jdk) + " from here");
      }
    }
    for (int i = from; i < last; i++) {
      chart.place(i, place(run(i)));
    }
    return chart.figure(title, claim);
  }

  private HistoryRun run(int index) {
    return line.runs().get(index);
  }

  private static String place(HistoryRun run) {
    String commit = run.source().commit();
    return Titles.moment(run.at().toString())
        + (commit.isEmpty() ? "" : ", " + Foreign.text(commit, LONGEST_COMMIT))
        + ", JDK "
        + Foreign.text(run.source().jdk(), LONGEST_COMMIT)
        + (run.verdict() == Verdict.VALID ? "" : ", " + run.verdict());
  }

  /** The days of some runs that are evenly apart. */
  private Axis across(int last) {
    Axis bare = Axis.linear(from - HALF, last - HALF);
    int count = last - from;
    List<Axis.Tick> ticks = new ArrayList<>();
    new TreeSet<>(
            IntStream.rangeClosed(0, LABELS)
                .mapToObj(i -> from + i * (count - 1) / LABELS)
                .toList())
        .forEach(i -> ticks.add(new Axis.Tick(bare.at(i), DAY.format(run(i).at()))));
    return bare.labelled(ticks);
  }

  private Axis up() {
    List<Long> all = new ArrayList<>();
    for (HistoryRun run : line.runs().subList(from, line.runs().size())) {
      for (Spread spread : run.response().values()) {
        all.add(Objects.requireNonNull(low(spread)));
        all.add(Objects.requireNonNull(high(spread)));
      }
    }
    return Axis.durations(
        all.stream().mapToDouble(Long::doubleValue).min().orElse(1),
        all.stream().mapToDouble(Long::doubleValue).max().orElse(1),
        Y_LABELS);
  }

  /** The lower end of the interval; of a run without one that of its forks. */
  static @Nullable Long low(Spread spread) {
    return spread.low() != null ? spread.low() : spread.min();
  }

  /** The upper end, likewise. */
  static @Nullable Long high(Spread spread) {
    return spread.high() != null ? spread.high() : spread.max();
  }

  private void gaps(Plot plot) {
    Path path = plot.series("", "").bare("gapped");
    for (int gap : line.gaps()) {
      if (gap > from) {
        path.box(gap - 0.85, gap - 0.15, plot.y().low(), plot.y().high());
      }
    }
  }

  private void percentile(Plot plot, String name, String colour) {
    Series series = plot.series(id + name, colour);
    int last = line.runs().size();
    Path whiskers = series.path("whisker");
    Path dots = series.path(last - from > MANY ? "spot many" : "spot");
    List<@Nullable Long> values = new ArrayList<>();
    Long latest = null;
    for (int i = from; i < last; i++) {
      Spread spread = run(i).response().get(name);
      Long median = spread == null ? null : spread.median();
      values.add(median);
      if (spread != null && median != null) {
        whiskers.interval(
            i, Objects.requireNonNull(low(spread)), Objects.requireNonNull(high(spread)));
        dots.point(i, median);
        latest = median;
      }
    }
    levels(series.path("line"), name);
    if (latest != null) {
      series.endLabel(latest, Units.percentileName(name));
    }
    series.values(Units.percentileName(name), "ns", values);
  }

  /** The median of the runs on one machine between two changes, where such runs are together. */
  private void levels(Path path, String name) {
    int start = 0;
    int last = line.runs().size();
    for (int i = 1; i <= last; i++) {
      int at = i;
      boolean ends =
          i == last
              || !run(i).machine().equals(run(i - 1).machine())
              || line.changes().stream().anyMatch(change -> change.first() == at);
      if (ends) {
        double level = level(start, i, name);
        if (i - 1 > from && i - start > 1) {
          path.lift()
              .to(Math.max(start, from) - HALF / 2, level)
              .to(i - 1 + HALF / 2, level)
              .lift();
        }
        start = i;
      }
    }
  }

  private double level(int first, int end, String name) {
    return Median.of(
        line.runs().subList(first, end).stream()
            .filter(run -> run.verdict() != Verdict.INVALID)
            .map(run -> run.response().get(name))
            .filter(spread -> spread != null && spread.median() != null)
            .mapToDouble(spread -> (double) Objects.requireNonNull(spread.median()))
            .toArray());
  }

  private void rail(Rail rail, Verdict verdict) {
    int last = line.runs().size();
    int start = -1;
    for (int i = from; i <= last; i++) {
      boolean is = i < last && run(i).verdict() == verdict;
      if (is && start < 0) {
        start = i;
      } else if (!is && start >= 0) {
        rail.box(start - HALF, i - HALF, Units.count(i - start, "run") + " " + verdict);
        start = -1;
      }
    }
  }
}
