package dev.foliot.report.bench;

import dev.foliot.report.chart.Axis;
import dev.foliot.report.chart.HeatCells;
import dev.foliot.report.chart.Svg;
import dev.foliot.report.page.Units;
import dev.foliot.stats.Counted;
import dev.foliot.stats.Median;
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

  Axis scale(int most) {
    return Axis.log(
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
    double columnsPerS = columns / durationS;
    int[][] shade = shades(slices);
    HeatCells heat = new HeatCells(columns, rows, SHADES);
    for (int row = 0; row < rows; row++) {
      for (int from = 0; from < slices.size(); ) {
        int to = from + 1;
        while (to < slices.size() && shade[row][to] == shade[row][from]) {
          to++;
        }
        if (shade[row][from] > 0) {
          heat.run(
              row,
              Math.round(slices.get(from).startS() * columnsPerS),
              Math.round(slices.get(to - 1).endS() * columnsPerS),
              shade[row][from]);
        }
        from = to;
      }
    }
    heat.draw(svg);
  }

  /** The shade of each row of each interval. */
  private int[][] shades(List<Slice> slices) {
    int[][] shade = new int[rows][slices.size()];
    for (int column = 0; column < slices.size(); column++) {
      for (long[] cell : cells(slices.get(column))) {
        shade[(int) cell[0] - firstRow][column] = shadeOf(cell[1]);
      }
    }
    return shade;
  }

  /** As many as intervals of the usual length fit in. */
  private static int columns(List<Slice> slices, double durationS) {
    double usual =
        slices.isEmpty()
            ? durationS
            : Median.of(
                slices.stream().mapToDouble(slice -> slice.endS() - slice.startS()).toArray());
    long columns = usual > 0 ? Math.round(durationS / usual) : MOST_COLUMNS;
    return (int) Math.max(1, Math.min(MOST_COLUMNS, columns));
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
