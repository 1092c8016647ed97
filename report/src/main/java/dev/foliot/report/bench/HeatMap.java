package dev.foliot.report.bench;

import dev.foliot.report.chart.LogScale;
import dev.foliot.report.chart.Scale;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Counted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many messages had which latency when: columns are intervals, rows tenths of a power of ten,
 * and the darker a cell the more messages. Forks that are shown beside each other share rows and
 * shades.
 */
public final class HeatMap {
  /** How many shades there are. */
  static final int SHADES = 7;

  private static final int ROWS_PER_DECADE = 10;
  private static final int FEWEST_ROWS = 10;
  private static final int MOST_COLUMNS = 240;

  private final int firstRow;
  private final int rows;
  private final long[] least;

  private HeatMap(int firstRow, int rows, long[] least) {
    this.firstRow = firstRow;
    this.rows = rows;
    this.least = least;
  }

  /** Rows and shades that suit all of these. */
  public static HeatMap over(List<List<Slice>> several) {
    int first = Integer.MAX_VALUE;
    int last = 0;
    long most = 1;
    for (List<Slice> slices : several) {
      for (Slice slice : slices) {
        for (long[] cell : cells(slice)) {
          first = (int) Math.min(first, cell[0]);
          last = (int) Math.max(last, cell[0]);
          most = Math.max(most, cell[1]);
        }
      }
    }
    int from = Math.min(first, last);
    return new HeatMap(from, Math.max(FEWEST_ROWS, last + 1 - from), shades(most));
  }

  /** The least count of each shade: equal ratios from one message to the fullest cell. */
  private static long[] shades(long most) {
    long[] least = new long[SHADES];
    for (int i = 0; i < SHADES; i++) {
      long even = Math.round(Math.pow((double) most, (double) i / SHADES));
      least[i] = i == 0 ? 1 : Math.max(least[i - 1] + 1, even);
    }
    return least;
  }

  /** The least number of messages in a cell of each shade. */
  public long[] shades() {
    return least.clone();
  }

  Scale scale(int most) {
    return new LogScale(
        Math.pow(10, (double) firstRow / ROWS_PER_DECADE),
        Math.pow(10, (double) (firstRow + rows) / ROWS_PER_DECADE),
        most,
        Units::shortDuration);
  }

  public int rows() {
    return rows;
  }

  /**
   * Draws the cells into an area.
   *
   * @param durationS of the area's axis, which begins at 0
   */
  public void draw(Svg svg, List<Slice> slices, double durationS) {
    int columns = columns(slices, durationS);
    svg.begin(
        "svg",
        "class",
        "heat",
        "width",
        "100%",
        "height",
        "100%",
        "viewBox",
        "0 0 " + columns + " " + rows,
        "preserveAspectRatio",
        "none");
    int shade = 1;
    for (String lines : lines(slices, columns / durationS)) {
      if (!lines.isEmpty()) {
        svg.leaf("path", "class", "h" + shade, "d", lines);
      }
      shade++;
    }
    svg.end();
  }

  /** As many as intervals of the usual length fit in. */
  private static int columns(List<Slice> slices, double durationS) {
    double[] lengths =
        slices.stream().mapToDouble(slice -> slice.endS() - slice.startS()).sorted().toArray();
    double usual = lengths.length == 0 ? durationS : lengths[lengths.length / 2];
    long columns = usual > 0 ? Math.round(durationS / usual) : MOST_COLUMNS;
    return (int) Math.max(1, Math.min(MOST_COLUMNS, columns));
  }

  /** For each shade its cells as strokes a row wide: the shortest way to write them. */
  private List<String> lines(List<Slice> slices, double columnsPerS) {
    int[][] shade = new int[rows][slices.size()];
    for (int column = 0; column < slices.size(); column++) {
      for (long[] cell : cells(slices.get(column))) {
        shade[(int) cell[0] - firstRow][column] = shadeOf(cell[1]);
      }
    }
    List<StringBuilder> lines = new ArrayList<>();
    for (int i = 0; i < SHADES; i++) {
      lines.add(new StringBuilder());
    }
    for (int row = 0; row < rows; row++) {
      for (int from = 0; from < slices.size(); ) {
        int to = from + 1;
        while (to < slices.size() && shade[row][to] == shade[row][from]) {
          to++;
        }
        if (shade[row][from] > 0) {
          long left = Math.round(slices.get(from).startS() * columnsPerS);
          long right = Math.round(slices.get(to - 1).endS() * columnsPerS);
          lines
              .get(shade[row][from] - 1)
              .append('M')
              .append(left)
              .append(' ')
              .append(rows - 1 - row)
              .append(".5h")
              .append(Math.max(1, right - left));
        }
        from = to;
      }
    }
    return lines.stream().map(StringBuilder::toString).toList();
  }

  /** From 1, or 0 for none. */
  private int shadeOf(long count) {
    int found = Arrays.binarySearch(least, count);
    return found >= 0 ? found + 1 : -found - 1;
  }

  /** Rows with their counts. */
  private static List<long[]> cells(Slice slice) {
    Counted counted = slice.counted();
    long[] values = counted.values();
    long[] counts = counted.counts();
    List<long[]> cells = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      long row = rowOf(values[i]);
      if (!cells.isEmpty() && cells.getLast()[0] == row) {
        cells.getLast()[1] += counts[i];
      } else {
        cells.add(new long[] {row, counts[i]});
      }
    }
    return cells;
  }

  public static int rowOf(long ns) {
    return (int) Math.floor(ROWS_PER_DECADE * Math.log10((double) Math.max(1, ns)) + 1e-9);
  }
}
