package dev.foliot.report.chart;

/**
 * The data of an SVG path on a grid of 1000 by 1000, whose y counts from the top. A place that is
 * no number ends a line; the next one begins another.
 */
public final class Curve {
  /** The grid's width and height. */
  public static final int GRID = 1000;

  private final StringBuilder out = new StringBuilder();
  private boolean drawing;
  private int x;
  private int y;

  /** Goes on to a place, given from 0 to 1 from the left and from the bottom. */
  public Curve to(double across, double up) {
    if (Double.isNaN(up)) {
      drawing = false;
      return this;
    }
    int nextX = (int) Math.round(across * GRID);
    int nextY = (int) Math.round((1 - up) * GRID);
    if (!drawing) {
      out.append('M').append(nextX).append(' ').append(nextY);
    } else if (nextX == x && nextY == y) {
      return this;
    } else if (nextY == y) {
      out.append('h').append(nextX - x);
    } else if (nextX == x) {
      out.append('v').append(nextY - y);
    } else {
      out.append('l').append(nextX - x).append(nextY < y ? "" : " ").append(nextY - y);
    }
    drawing = true;
    x = nextX;
    y = nextY;
    return this;
  }

  /** Ends the line where it began. */
  public Curve close() {
    out.append('z');
    drawing = false;
    return this;
  }

  /** A box between two places across and two upwards. */
  public Curve box(double left, double right, double bottom, double top) {
    int fromX = (int) Math.round(left * GRID);
    int fromY = (int) Math.round((1 - top) * GRID);
    int width = Math.max(1, (int) Math.round(right * GRID) - fromX);
    int height = Math.max(1, (int) Math.round((1 - bottom) * GRID) - fromY);
    out.append('M').append(fromX).append(' ').append(fromY);
    out.append('h').append(width).append('v').append(height).append("h-").append(width);
    return close();
  }

  /** A place by itself: a line of no length, of which only the round ends are seen. */
  public Curve dot(double across, double up) {
    int atX = (int) Math.round(across * GRID);
    out.append('M').append(atX).append(' ').append((int) Math.round((1 - up) * GRID)).append("h0");
    drawing = false;
    return this;
  }

  public boolean isEmpty() {
    return out.isEmpty();
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
