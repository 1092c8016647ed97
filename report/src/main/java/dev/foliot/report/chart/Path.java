package dev.foliot.report.chart;

import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a series draws with one look, in the values of the axes of its plot.
 *
 * <p>A value that is no number ends a line; the next one begins another. Inside, places are rounded
 * to a grid of 1000 by 1000 whose y counts from the top.
 */
public final class Path {
  /** The grid's width and height. */
  static final int GRID = 1000;

  private final Axis across;
  private final Axis up;
  private final double aside;
  private final StringBuilder out = new StringBuilder();
  private String title = "";
  private boolean drawing;
  private int x;
  private int y;

  /**
   * @param aside how far all of it is moved to the right, as a share of the width
   */
  Path(Axis across, Axis up, double aside) {
    this.across = across;
    this.up = up;
    this.aside = aside;
  }

  /** What the browser shows where the pointer is on it, with or without the script. */
  public Path title(String text) {
    title = text;
    return this;
  }

  String title() {
    return title;
  }

  private int column(double value) {
    return (int) Math.round((across.at(value) + aside) * GRID);
  }

  private int row(double value) {
    return (int) Math.round((1 - up.at(value)) * GRID);
  }

  /** Goes on to a place. */
  public Path to(double valueX, double valueY) {
    if (Double.isNaN(valueY)) {
      drawing = false;
      return this;
    }
    int nextX = column(valueX);
    int nextY = row(valueY);
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

  /** Goes on to a place, or ends the line where the value is unknown. */
  public Path to(double valueX, @Nullable Number valueY) {
    return to(valueX, valueY == null ? Double.NaN : valueY.doubleValue());
  }

  /** Ends the line; the next place begins another. */
  public Path lift() {
    drawing = false;
    return this;
  }

  /** A line straight up from one value to another. */
  public Path interval(double valueX, double low, double high) {
    return lift().to(valueX, low).to(valueX, high).lift();
  }

  /** A place by itself: a line of no length, of which only the round ends are visible. */
  public Path point(double valueX, double valueY) {
    out.append('M').append(column(valueX)).append(' ').append(row(valueY)).append("h0");
    drawing = false;
    return this;
  }

  /** A box between two values across and two upwards. */
  public Path box(double left, double right, double bottom, double top) {
    int fromX = column(left);
    int fromY = row(top);
    int width = Math.max(1, column(right) - fromX);
    int height = Math.max(1, row(bottom) - fromY);
    out.append('M').append(fromX).append(' ').append(fromY);
    out.append('h').append(width).append('v').append(height).append("h-").append(width);
    return close();
  }

  /**
   * An area between two lines.
   *
   * @param places how many places the lines have
   */
  public Path band(
      int places, IntToDoubleFunction at, IntToDoubleFunction low, IntToDoubleFunction high) {
    for (int i = 0; i < places; i++) {
      to(at.applyAsDouble(i), high.applyAsDouble(i));
    }
    for (int i = places - 1; i >= 0; i--) {
      to(at.applyAsDouble(i), low.applyAsDouble(i));
    }
    return places == 0 ? this : close();
  }

  private Path close() {
    out.append('z');
    drawing = false;
    return this;
  }

  public boolean isEmpty() {
    return out.isEmpty();
  }

  /** The data of an SVG path on the grid. */
  @Override
  public String toString() {
    return out.toString();
  }
}
