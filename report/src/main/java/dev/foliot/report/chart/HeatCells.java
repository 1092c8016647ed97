package dev.foliot.report.chart;

/**
 * Cells of a heat map, from one shade to the strongest.
 *
 * <p>Cells of one shade are strokes a row wide in one path: the shortest way to write them.
 */
public final class HeatCells {
  private final int columns;
  private final int rows;
  private final StringBuilder[] paths;

  public HeatCells(int columns, int rows, int shades) {
    this.columns = columns;
    this.rows = rows;
    this.paths = new StringBuilder[shades];
    for (int i = 0; i < shades; i++) {
      paths[i] = new StringBuilder();
    }
  }

  /**
   * Neighbours in a row that have one shade.
   *
   * @param row from the bottom
   * @param left the first column
   * @param right the column behind the last
   * @param shade from 1
   */
  public void run(int row, long left, long right, int shade) {
    paths[shade - 1]
        .append('M')
        .append(left)
        .append(' ')
        .append(rows - 1 - row)
        .append(".5h")
        .append(Math.max(1, right - left));
  }

  /** Draws them over the whole of a picture. */
  public void draw(Svg svg) {
    svg.stretched("heat", columns, rows);
    for (int i = 0; i < paths.length; i++) {
      if (!paths[i].isEmpty()) {
        svg.leaf("path", "class", "h" + (i + 1), "d", paths[i].toString());
      }
    }
    svg.end();
  }
}
