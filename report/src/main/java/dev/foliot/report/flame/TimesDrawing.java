package dev.foliot.report.flame;

import dev.foliot.report.chart.HeatCells;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Block.Cell;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * When a profile's hottest methods ran: a row for each, a column for each slice of the time, the
 * darker the more. With a script a range of columns is chosen, and the flame graph shows it alone.
 */
final class TimesDrawing {
  private static final int MOST_ROWS = 8;
  private static final int SHADES = 7;
  private static final int ROW_PX = 30;
  private static final int LABEL_PX = 12;
  private static final int CELL_PX = 12;
  private static final int AXIS_PX = 18;

  private final FlameTree tree;
  private final long sliceNs;
  private final int slices;
  private final List<String> names;

  TimesDrawing(FlameProfile profile) {
    tree = profile.tree();
    sliceNs = profile.sliceNs();
    slices = tree.root().slices().isEmpty() ? 0 : tree.root().slices().lastKey() + 1;
    names =
        tree.names().stream()
            .sorted(Comparator.comparingDouble(name -> -tree.ownShare(name)))
            .limit(MOST_ROWS)
            .toList();
  }

  /** Whether the profile says when. */
  boolean isPossible() {
    return slices > 1 && sliceNs > 0;
  }

  /**
   * The picture.
   *
   * @param of whose times
   * @param flame the id of the figure with the flame graph
   */
  Content draw(String of, String flame) {
    int height = (names.size() + 1) * ROW_PX + AXIS_PX;
    Svg svg =
        Svg.picture(
            "times",
            height,
            "when " + of + " was spent",
            "data-flame",
            flame,
            "data-slices",
            Integer.toString(slices),
            "data-ns",
            Long.toString(sliceNs));
    row(svg, 0, "all", tree.root().slices()::getOrDefault);
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      row(svg, i + 1, FlameDrawing.shortName(name), (slice, none) -> tree.ownIn(name, slice));
    }
    svg.text("tick", 0, height - 4, "0\u00a0s");
    svg.text(
        "tick",
        1,
        height - 4,
        Units.shortDuration((double) sliceNs * slices),
        "text-anchor",
        "end");
    svg.begin("rect", "class", "hit", "width", "100%", "height", "100%").end();
    return svg.end();
  }

  /** What a row counts in a slice. */
  private interface Counts {
    Long in(Integer slice, Long none);
  }

  private void row(Svg svg, int number, String name, Counts counts) {
    int top = number * ROW_PX;
    svg.text("name", 0, top + LABEL_PX - 1, Foreign.text(name, 120));
    long most = 1;
    for (int slice = 0; slice < slices; slice++) {
      most = Math.max(most, counts.in(slice, 0L));
    }
    HeatCells cells = new HeatCells(slices, 1, SHADES);
    for (int slice = 0; slice < slices; slice++) {
      long count = counts.in(slice, 0L);
      if (count > 0) {
        cells.run(0, slice, slice + 1L, (int) Math.ceilDiv(count * SHADES, most));
      }
    }
    svg.box("", 0, top + LABEL_PX + 2, 1, CELL_PX);
    cells.draw(svg);
    svg.end();
  }

  /** The same as a table, ten rows at most. */
  List<List<Cell>> rows() {
    int together = Math.ceilDiv(slices, 10);
    List<List<Cell>> rows = new ArrayList<>();
    for (int from = 0; from < slices; from += together) {
      int to = Math.min(slices, from + together);
      long all = 0;
      for (int slice = from; slice < to; slice++) {
        all += tree.root().slices().getOrDefault(slice, 0L);
      }
      int first = from;
      String hottest =
          names.stream()
              .max(Comparator.comparingLong(name -> sum(name, first, to)))
              .filter(name -> sum(name, first, to) > 0)
              .map(Foreign::name)
              .orElse(Units.NONE);
      rows.add(
          List.of(
              Cell.text(Units.shortDuration((double) sliceNs * from)),
              Cell.number(FlameDrawing.amount(tree, all)),
              Cell.text(hottest)));
    }
    return rows;
  }

  private long sum(String name, int from, int to) {
    long sum = 0;
    for (int slice = from; slice < to; slice++) {
      sum += tree.ownIn(name, slice);
    }
    return sum;
  }
}
