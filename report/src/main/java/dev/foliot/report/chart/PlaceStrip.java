package dev.foliot.report.chart;

/**
 * The places in a cache line, as a strip of cells side by side.
 *
 * <p>A tick stands where two words are on different lines, a cross where they are on one.
 */
public final class PlaceStrip {
  private static final String TICK = "M-5 0L-1 4L6-5";
  private static final String CROSS = "M-4-4L4 4M4-4L-4 4";

  private final Svg svg;
  private final int cells;
  private final int top;
  private final int height;

  /**
   * @param cells how many there are
   * @param top of the cells, in pixels
   * @param height of a cell, in pixels
   */
  public PlaceStrip(Svg svg, int cells, int top, int height) {
    this.svg = svg;
    this.cells = cells;
    this.top = top;
    this.height = height;
  }

  /** Begins the picture that strips are drawn into. */
  public static Svg picture(int height, String label) {
    return Svg.picture("places", height, label);
  }

  /** A cell where the two words are on different lines, in green, or on one. */
  public void cell(int cell, boolean apart) {
    cell(cell, apart ? "place lucky" : "place unlucky", apart);
  }

  /** A cell with a look of its own. */
  public void cell(int cell, String css, boolean apart) {
    svg.box("area", left(cell), top, 1.0 / cells, height).cover(css);
    svg.glyph(apart ? "tick" : "cross", 0.5, height / 2.0, apart ? TICK : CROSS).end();
  }

  /** A frame around a cell. */
  public void frame(int cell) {
    svg.rect("here", left(cell), top, 1.0 / cells, height);
  }

  /** A text in the middle of a cell's column, at a height below the strip's top. */
  public void text(int cell, String css, int y, String text) {
    svg.text(css, middle(cell), top + y, text);
  }

  /** A text under a cell, moved inwards near the ends so that a long one stays in the picture. */
  public void longText(int cell, int y, double margin, String text) {
    double middle = middle(cell);
    boolean start = middle < margin;
    boolean end = middle > 1 - margin;
    double x = start ? left(cell) : end ? left(cell + 1) : middle;
    svg.text(start ? "this start" : end ? "this end" : "this", x, top + y, text);
  }

  private double left(int cell) {
    return (double) cell / cells;
  }

  private double middle(int cell) {
    return (cell + 0.5) / cells;
  }
}
