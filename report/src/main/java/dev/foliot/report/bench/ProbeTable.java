package dev.foliot.report.bench;

import dev.foliot.report.chart.LogScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Spread;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The probes beside each other, with the service time above them: for each the percentiles as marks
 * on one axis, medians over the forks.
 */
final class ProbeTable {
  private static final int MOST_PROBES = 40;
  private static final int ROW_PX = 20;

  private final Group group;
  private final List<String> kinds = new ArrayList<>();
  private final int left;

  ProbeTable(Group group) {
    this.group = group;
    Set<String> probes = new LinkedHashSet<>();
    for (ForkView fork : group.forks()) {
      ForkRecord record = fork.record();
      record.times().probes().keySet().forEach(name -> probes.add("probe " + name));
    }
    if (!probes.isEmpty()) {
      kinds.add("service");
      probes.stream().limit(MOST_PROBES).forEach(kinds::add);
    }
    this.left = probes.size() + 1 - kinds.size();
  }

  List<Block> blocks(String id) {
    LogScale scale = scale();
    if (kinds.isEmpty() || scale == null) {
      return List.of();
    }
    List<Block.Cell> head = new ArrayList<>();
    head.add(Block.Cell.text(group.name()));
    head.add(Block.Cell.picture(axis(scale), "bar"));
    names()
        .forEach(name -> head.add(Block.Cell.number(Units.percentileName(name)).with(css(name))));
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (String kind : kinds) {
      List<Block.Cell> row = new ArrayList<>();
      row.add(Block.Cell.text(Foreign.name(kind)));
      row.add(Block.Cell.picture(marks(kind, scale), "bar"));
      for (String name : names()) {
        row.add(Block.Cell.ns(group.spread(kind, name).median()).with(css(name)));
      }
      rows.add(row);
    }
    String claim =
        "The median over the forks of each percentile: a filled dot for p50, then rings for p90,"
            + " p99, p99.9 and p99.99, a bar for the maximum; the thin lines are the range of the"
            + " forks. Percentiles of parts do not add up to that of the whole."
            + (left > 0 ? " " + Units.count(left, "probe") + " more are in fork.json." : "");
    return List.of(new Block.Table(id, "Probes side by side", claim, head, rows, "dots", false));
  }

  /** A phone has room for two. */
  private static String css(String name) {
    return name.equals("p50") || name.equals("p99") ? "n" : "n wide";
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>(Percentiles.NAMES);
    names.add("max");
    return names;
  }

  private @Nullable LogScale scale() {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (String kind : kinds) {
      for (String name : names()) {
        Spread spread = group.spread(kind, name);
        if (spread.min() != null && spread.max() != null) {
          least = Math.min(least, spread.min());
          most = Math.max(most, spread.max());
        }
      }
    }
    return most == 0 ? null : LogScale.durations((double) least, (double) most, 5);
  }

  private static Content axis(LogScale scale) {
    Svg svg = new Svg().begin("svg", "class", "bar axis", "height", "16", "aria-hidden", "true");
    for (Scale.Tick tick : scale.ticks()) {
      svg.text("text", tick.label(), "x", Svg.percent(tick.at()), "y", "12");
    }
    return svg.end();
  }

  private Content marks(String kind, LogScale scale) {
    Svg svg =
        new Svg()
            .begin(
                "svg",
                "class",
                "bar",
                "height",
                Integer.toString(ROW_PX),
                "role",
                "img",
                "aria-label",
                "percentiles of " + Foreign.name(kind));
    svg.begin("g", "class", "grid");
    for (Scale.Tick tick : scale.ticks()) {
      String at = Svg.percent(tick.at());
      svg.leaf("line", "x1", at, "x2", at, "y2", Integer.toString(ROW_PX));
    }
    svg.end();
    int number = 0;
    for (String name : names()) {
      mark(svg, group.spread(kind, name), name, scale, number++);
    }
    return svg.end();
  }

  private static void mark(Svg svg, Spread spread, String name, LogScale scale, int number) {
    Long median = spread.median();
    if (median == null || spread.min() == null || spread.max() == null) {
      return;
    }
    String at = Svg.percent(scale.atNs(median));
    svg.begin("g", "class", "dot d" + number);
    svg.leaf(
        "line",
        "x1",
        Svg.percent(scale.atNs(spread.min())),
        "x2",
        Svg.percent(scale.atNs(spread.max())),
        "y1",
        "10",
        "y2",
        "10");
    if (name.equals("max")) {
      svg.leaf("line", "x1", at, "x2", at, "y1", "4", "y2", "16");
    } else {
      svg.leaf("circle", "cx", at, "cy", "10", "r", name.equals("p50") ? "4.5" : "3.5");
    }
    svg.text("title", Units.percentileName(name) + " " + Units.duration(median)).end();
  }
}
