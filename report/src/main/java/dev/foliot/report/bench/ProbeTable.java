package dev.foliot.report.bench;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Rows;
import dev.foliot.report.page.Units;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.text.Numbers;
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

  /** The classes of the last ring and of the bar. */
  private static final int LAST_RING = 4;

  private static final int BAR = 5;

  private final Group group;
  private final List<String> kinds = new ArrayList<>();
  private final int left;

  ProbeTable(Group group) {
    this.group = group;
    Set<String> probes = new LinkedHashSet<>();
    for (ForkView fork : group.forks()) {
      ForkRecord record = fork.record();
      record.times().probes().keySet().forEach(name -> probes.add(SummaryKey.probe(name)));
    }
    if (!probes.isEmpty()) {
      kinds.add("service");
      probes.stream().limit(MOST_PROBES).forEach(kinds::add);
    }
    this.left = probes.size() + 1 - kinds.size();
  }

  List<Block> blocks(String id) {
    Axis axis = axis();
    if (kinds.isEmpty() || axis == null) {
      return List.of();
    }
    Rows rows = new Rows().texts(group.name()).column(Cell.picture(labels(axis), "bar"));
    rows.numbers(Headline.heads(List.of(group)));
    for (String kind : kinds) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.text(Foreign.name(kind)));
      row.add(Cell.picture(marks(kind, axis), "bar"));
      for (String name : names()) {
        row.add(Cell.ns(group.shown(kind, name)).with("n"));
      }
      rows.row(row);
    }
    String claim =
        "The median over the forks of each percentile: a filled dot for "
            + dots()
            + ". A bar is the greatest of all forks. Thin lines are the range"
            + " of the forks. Percentiles of parts do not add up to that of the whole."
            + (left > 0 ? " " + Units.count(left, "probe") + " more are in fork.json." : "");
    return List.of(rows.table(id, "Probes side by side", claim, "dots"));
  }

  private List<String> names() {
    return Headline.names(List.of(group));
  }

  /** As in {@code p50, then rings for p90 and p99}. */
  private String dots() {
    List<String> all = names().stream().map(Units::percentileName).toList();
    List<String> rings = all.subList(1, all.size() - 1);
    return all.getFirst() + (rings.isEmpty() ? "" : ", then rings for " + Numbers.and(rings));
  }

  private @Nullable Axis axis() {
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
    return most == 0 ? null : Axis.durations((double) least, (double) most, 5);
  }

  private static Content labels(Axis axis) {
    Svg svg = Svg.picture("bar axis", 16, "");
    axis.ticks().forEach(tick -> svg.text("", tick.at(), 12, tick.label()));
    return svg.end();
  }

  private Content marks(String kind, Axis axis) {
    Svg svg = Svg.picture("bar", ROW_PX, "percentiles of " + Foreign.name(kind));
    svg.group("grid");
    axis.ticks().forEach(tick -> svg.vertical("", tick.at(), 0, ROW_PX));
    svg.end();
    int number = 0;
    for (String name : names()) {
      mark(svg, group.spread(kind, name), name, axis, Math.min(number++, LAST_RING));
    }
    return svg.end();
  }

  private static void mark(Svg svg, Spread spread, String name, Axis axis, int number) {
    Long median = spread.median();
    if (median == null || spread.min() == null || spread.max() == null) {
      return;
    }
    double middle = ROW_PX / 2;
    double at = axis.at((double) (name.equals("max") ? spread.max() : median));
    svg.group("dot d" + (name.equals("max") ? BAR : number));
    svg.line("", axis.at((double) spread.min()), middle, axis.at((double) spread.max()), middle);
    if (name.equals("max")) {
      svg.vertical("", at, middle - 6, middle + 6);
    } else {
      svg.circle(at, middle, number == 0 ? 4.5 : 3.5);
    }
    svg.title(Units.percentileName(name) + " " + Units.duration(median)).end();
  }
}
