package dev.foliot.report.bench;

import dev.foliot.report.chart.Area;
import dev.foliot.report.chart.Curve;
import dev.foliot.report.chart.Drawing;
import dev.foliot.report.chart.LabelledScale;
import dev.foliot.report.chart.LogScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Hover;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Knee;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.text.LoadReason;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Latency against rate, for one arm under several loads: medians over the forks. */
final class RatePlot {
  private static final int HEIGHT = 300;
  private static final double SATURATED = 0.99;
  private static final double LEAST_DISTANCE = 0.07;
  private static final List<String> KNEE_NAMES = List.of("p99", "p90", "p50");
  private static final List<String> NAMES = List.of("p50", "p90", "p99", "p99_9");

  private final String id;
  private final RunView run;
  private final List<Group> groups;

  /**
   * @param groups of one arm
   */
  RatePlot(String id, RunView run, List<Group> groups) {
    this.id = id;
    this.run = run;
    this.groups =
        groups.stream()
            .sorted(Comparator.comparingDouble(group -> group.loadRecord().ratePerS()))
            .toList();
  }

  List<Block> blocks(Hover hover, String arm) {
    List<Double> rates = groups.stream().map(g -> g.loadRecord().ratePerS()).distinct().toList();
    if (rates.size() < 2) {
      return List.of();
    }
    String title = "Latency against rate" + (arm.isEmpty() ? "" : ": " + arm);
    return List.of(
        new Block.Figure(id, null, title, claim(), draw(hover), true, List.of(), table()));
  }

  private String claim() {
    RateSearch search = run.run().rateSearch();
    Double knee = knee();
    String answer =
        search == null
            ? ""
            : Foreign.sentence(search.answer())
                + " The shaded band, as far as it lies in the picture, is the 95 % interval of the"
                + " border. ";
    return answer
        + "Response time at each rate, medians over the forks with their intervals; a ring is a"
        + " rate of which less than 99 % was achieved. "
        + (knee == null
            ? ""
            : "The knee is the last rate before "
                + kneeName()
                + " is twice that of the lowest rate, or before the"
                + " system is saturated: a place to look at, not a promise.");
  }

  private Content draw(Hover hover) {
    RateSearch search = run.run().rateSearch();
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
    if (search != null) {
      most = Math.max(most, (double) search.limitNs());
    }
    double first = groups.getFirst().loadRecord().ratePerS();
    double last = groups.getLast().loadRecord().ratePerS();
    Scale x = labelled(new LogScale(first / 1.1, last * 1.1, 8, Units::rate));
    Area area = new Area(HEIGHT, x, LogScale.durations(Math.min(least, most), most, 9));
    int colour = 0;
    for (String name : NAMES) {
      line(area, name, "c" + colour++);
    }
    Double knee = knee();
    if (knee != null) {
      area.mark("", "zero", knee, "knee " + Units.rate(knee));
    }
    if (search != null) {
      limit(area, search);
    }
    Svg svg = new Svg();
    Drawing.begin(svg, id, true, "Response time against rate", 8 + HEIGHT + Area.BELOW);
    area.draw(svg, 8);
    hover.put(id, values(x));
    return svg.end();
  }

  /** The rates themselves are the labels, as far as they leave each other room. */
  private Scale labelled(Scale scale) {
    List<Scale.Tick> ticks = new ArrayList<>();
    for (Group group : groups) {
      double rate = group.loadRecord().ratePerS();
      if (ticks.isEmpty() || scale.at(rate) - ticks.getLast().at() > LEAST_DISTANCE) {
        ticks.add(new Scale.Tick(scale.at(rate), Units.rate(rate)));
      }
    }
    return new LabelledScale(scale, ticks);
  }

  private void limit(Area area, RateSearch search) {
    double up = area.y().atNs(search.limitNs());
    area.shape("", "limit", new Curve().to(0, up).to(1, up));
    area.lineName("", "limit", 0, (double) search.limitNs(), Foreign.text(search.promise(), 40));
    Double low = search.lowPerS();
    Double high = search.highPerS();
    if (low != null && high != null) {
      area.shape("", "band c0", new Curve().box(area.x().at(low), area.x().at(high), 0, 1));
    }
  }

  private void line(Area area, String name, String css) {
    Curve line = new Curve();
    Curve whiskers = new Curve();
    Curve dots = new Curve();
    Curve rings = new Curve();
    double end = Double.NaN;
    for (Group group : groups) {
      Spread spread = group.spread("response", name);
      double across = area.x().at(group.loadRecord().ratePerS());
      Long median = spread.median();
      if (median == null) {
        line.to(across, Double.NaN);
        continue;
      }
      end = (double) median;
      line.to(across, area.y().atNs(median));
      whiskers.to(across, area.y().at(low(spread))).to(across, area.y().at(high(spread)));
      whiskers.to(0, Double.NaN);
      // A box of no size is drawn as the round end of its stroke.
      (saturated(group) ? rings : dots).dot(across, area.y().atNs(median));
    }
    area.shape("", "line " + css, line);
    area.shape("", "whisker " + css, whiskers);
    area.shape("", "point " + css, dots);
    area.shape("", "point " + css, rings);
    area.shape("", "hole", rings);
    if (!Double.isNaN(end)) {
      area.endLabel("", "end " + css, end, Units.percentileName(name));
    }
  }

  private static boolean saturated(Group group) {
    double rate = group.loadRecord().ratePerS();
    return group.forks().stream()
        .anyMatch(fork -> fork.record().messages().achievedPerS() < SATURATED * rate);
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
  private @Nullable Double knee() {
    boolean[] overloaded = overloaded();
    double[] latencies = latencies(overloaded, kneeName());
    int before = Knee.ratesBefore(latencies, overloaded);
    return run.run().rateSearch() != null || before == 0 || before == groups.size()
        ? null
        : (Double) groups.get(before - 1).loadRecord().ratePerS();
  }

  /** p99, or the highest percentile below it that every rate short of saturation has. */
  private String kneeName() {
    boolean[] overloaded = overloaded();
    return KNEE_NAMES.stream()
        .filter(name -> Arrays.stream(latencies(overloaded, name)).noneMatch(Double::isNaN))
        .findFirst()
        .orElse("p50");
  }

  private double[] latencies(boolean[] overloaded, String name) {
    double[] latencies = new double[groups.size()];
    for (int i = 0; i < latencies.length; i++) {
      Long median = groups.get(i).spread("response", name).median();
      latencies[i] = median != null ? median : overloaded[i] ? 0 : Double.NaN;
    }
    return latencies;
  }

  private boolean[] overloaded() {
    boolean[] overloaded = new boolean[groups.size()];
    for (int i = 0; i < overloaded.length; i++) {
      overloaded[i] = overloaded(groups.get(i));
    }
    return overloaded;
  }

  /** Whether at least half of the forks were SATURATED. */
  private static boolean overloaded(Group group) {
    long saturated =
        group.forks().stream()
            .filter(fork -> fork.record().validity().has(LoadReason.Saturated.class))
            .count();
    return saturated > 0 && 2 * saturated >= group.forks().size();
  }

  private Hover.Plot values(Scale x) {
    Hover.Plot plot = new Hover.Plot();
    for (Group group : groups) {
      double rate = group.loadRecord().ratePerS();
      plot.place(x.at(rate), Units.rate(rate));
    }
    for (String name : NAMES) {
      List<@Nullable Long> values = new ArrayList<>();
      groups.forEach(group -> values.add(group.spread("response", name).median()));
      plot.durations("", Units.percentileName(name), values);
    }
    return plot;
  }

  private Block.Table table() {
    List<Block.Cell> head = new ArrayList<>();
    head.add(Block.Cell.text("rate"));
    head.add(Block.Cell.number("achieved"));
    NAMES.forEach(name -> head.add(Block.Cell.number(Units.percentileName(name))));
    head.add(Block.Cell.text("forks"));
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (Group group : groups) {
      RunRecord record = run.run();
      List<Block.Cell> row = new ArrayList<>();
      row.add(Block.Cell.text(Units.rate(record.loads().get(group.load()).ratePerS())));
      double achieved =
          group.forks().stream()
              .mapToDouble(f -> f.record().messages().achievedPerS())
              .average()
              .orElse(0);
      row.add(Block.Cell.number(Units.rate(achieved)));
      for (String name : NAMES) {
        row.add(Block.Cell.ns(group.spread("response", name).median()));
      }
      row.add(Block.Cell.number(Units.count(group.forks().size())));
      rows.add(row);
    }
    return new Block.Table(
        id + "-table", "Response time at each rate, medians over forks", "", head, rows, "", true);
  }
}
