package dev.foliot.report.bench;

import dev.foliot.judgement.ForkVerdict;
import dev.foliot.judgement.RateKnee;
import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Chart;
import dev.foliot.report.chart.Path;
import dev.foliot.report.chart.Plot;
import dev.foliot.report.chart.Series;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.RateSearch;
import dev.foliot.store.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Latency against rate, for one arm under several loads: medians over the forks. */
final class RatePlot {
  private static final int HEIGHT = 300;
  private static final double LEAST_DISTANCE = 0.07;
  private static final List<String> NAMES = List.of("p50", "p90", "p99", "p99_9");

  private final String id;
  private final RunView run;
  private final List<Group> groups;
  private final RateKnee knee;

  /**
   * @param groups of one arm
   */
  RatePlot(String id, RunView run, List<Group> groups) {
    this.id = id;
    this.run = run;
    this.groups = groups.stream().sorted(Comparator.comparingDouble(RatePlot::rate)).toList();
    this.knee = RateKnee.of(this.groups.stream().map(RatePlot::judged).toList());
  }

  List<Block> blocks(String arm) {
    List<Double> rates = groups.stream().map(RatePlot::rate).distinct().toList();
    if (rates.size() < 2) {
      return List.of();
    }
    String title = "Latency against rate" + (arm.isEmpty() ? "" : ": " + arm);
    return List.of(chart().figure(title, claim()).table(table()));
  }

  private String claim() {
    RateSearch search = run.run().rateSearch();
    Double kneeRate = kneeRate();
    String answer =
        search == null
            ? ""
            : Foreign.sentence(search.answer())
                + " The shaded band, as far as it lies in the picture, is the 95 % interval of the"
                + " border. ";
    return answer
        + "Response time at each rate: medians over the forks with their intervals. A ring: less"
        + " than 99 % of the rate was achieved, and no line leads there. "
        + (kneeRate == null
            ? ""
            : "The knee is the last rate before "
                + knee.percentile()
                + " is twice that of the lowest rate, or before the"
                + " task is saturated.");
  }

  private Chart chart() {
    Chart chart = new Chart(id, "Response time against rate", Chart.Names.SHORT);
    Plot plot = chart.plot(HEIGHT, rates(), durations());
    groups.forEach(group -> chart.place(rate(group), Units.rate(rate(group))));
    int colour = 0;
    for (String name : NAMES) {
      line(plot.series("", "c" + colour++), name);
    }
    Double kneeRate = kneeRate();
    if (kneeRate != null) {
      plot.mark(kneeRate, "knee " + Units.rate(kneeRate));
    }
    RateSearch search = run.run().rateSearch();
    if (search != null) {
      limit(plot, search);
    }
    return chart;
  }

  private static double rate(Group group) {
    return group.loadRecord().ratePerS();
  }

  /** The rates themselves are the labels, as far as they leave each other room. */
  private Axis rates() {
    double first = rate(groups.getFirst());
    double last = rate(groups.getLast());
    List<Double> all = groups.stream().map(RatePlot::rate).toList();
    return Axis.log(first / 1.1, last * 1.1, 8, Units::rate)
        .labelledAt(all, LEAST_DISTANCE, Units::rate);
  }

  private Axis durations() {
    double least = Double.MAX_VALUE;
    double most = 1;
    for (Group group : groups) {
      for (String name : NAMES) {
        Spread spread = group.spread("response", name);
        if (spread.median() != null) {
          least = Math.min(least, low(spread));
          most = Math.max(most, high(spread));
        }
      }
    }
    RateSearch search = run.run().rateSearch();
    if (search != null) {
      most = Math.max(most, (double) search.limitNs());
    }
    return Axis.durations(Math.min(least, most), most, 9);
  }

  private static void limit(Plot plot, RateSearch search) {
    double limit = (double) search.limitNs();
    Series series = plot.series("", "limit");
    series.bare("limit").to(plot.x().low(), limit).to(plot.x().high(), limit);
    series.name(plot.x().low(), limit, Foreign.text(search.promise(), 40));
    Double low = search.lowPerS();
    Double high = search.highPerS();
    if (low != null && high != null) {
      plot.series("", "c0").path("band").box(low, high, plot.y().low(), plot.y().high());
    }
  }

  private void line(Series series, String name) {
    Path line = series.path("line");
    Path whiskers = series.path("whisker");
    Path dots = series.path("point");
    Path rings = series.path("point");
    series.again("hole", rings);
    Long end = null;
    double endAt = 0;
    List<@Nullable Long> medians = new ArrayList<>();
    for (Group group : groups) {
      Spread spread = group.spread("response", name);
      Long median = spread.median();
      medians.add(median);
      // what a saturated rate makes of the response time depends on how long was measured
      line.to(rate(group), isBelow(group) ? null : median);
      if (median != null) {
        end = median;
        endAt = rate(group);
        whiskers.interval(rate(group), low(spread), high(spread));
        (isBelow(group) ? rings : dots).point(rate(group), (double) median);
      }
    }
    if (end != null && endAt == rate(groups.getLast())) {
      series.endLabel((double) end, Units.percentileName(name));
    } else if (end != null) {
      series.name(endAt, (double) end, Units.percentileName(name));
    }
    series.values(Units.percentileName(name), "ns", medians);
  }

  private static boolean isBelow(Group group) {
    return group.forks().stream()
        .anyMatch(
            fork -> ForkVerdict.isBelow(fork.record().messages().achievedPerS(), rate(group)));
  }

  private static double low(Spread spread) {
    Long low = spread.low() != null ? spread.low() : spread.min();
    return low == null ? Double.NaN : (double) low;
  }

  private static double high(Spread spread) {
    Long high = spread.high() != null ? spread.high() : spread.max();
    return high == null ? Double.NaN : (double) high;
  }

  /** The last rate before the bend, null where it was not reached, or where rates were searched. */
  private @Nullable Double kneeRate() {
    return run.run().rateSearch() != null || !knee.knee().isReached()
        ? null
        : (Double) rate(groups.get(knee.knee().ratesBefore() - 1));
  }

  private static RateKnee.Rate judged(Group group) {
    Map<String, Spread> response = new HashMap<>();
    for (String name : RateKnee.PERCENTILES) {
      response.put(name, group.spread("response", name));
    }
    return RateKnee.Rate.of(group.forks().stream().map(ForkView::record).toList(), response);
  }

  private Block.Table table() {
    Rows rows = new Rows().texts("rate").numbers("achieved");
    rows.numbers(NAMES.stream().map(Units::percentileName).toList()).texts("forks");
    for (Group group : groups) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(Units.rate(rate(group))));
      double achieved =
          group.forks().stream()
              .mapToDouble(f -> f.record().messages().achievedPerS())
              .average()
              .orElse(0);
      row.add(Cell.number(Units.rate(achieved)));
      for (String name : NAMES) {
        row.add(Cell.ns(group.spread("response", name).median()));
      }
      row.add(Cell.number(Units.count(group.forks().size())));
      rows.row(row);
    }
    return rows.of(id, "Response time at each rate, medians over forks");
  }
}
