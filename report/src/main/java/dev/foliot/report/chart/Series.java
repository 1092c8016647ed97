package dev.foliot.report.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has one colour in a plot, and one button that shows and hides it.
 *
 * <p>Paths are drawn in the order in which they were begun, over those of earlier series.
 */
public final class Series {
  private final Plot plot;
  private final String key;
  private final String colour;
  private final double aside;

  Series(Plot plot, String key, String colour, double aside) {
    this.plot = plot;
    this.key = key;
    this.colour = colour;
    this.aside = aside;
  }

  /**
   * The same, moved to the right, so that series that share a place do not cover each other.
   *
   * @param share of the width; may be below 0
   */
  public Series aside(double share) {
    return new Series(plot, key, colour, share);
  }

  private String coloured(String css) {
    return colour.isEmpty() ? css : css + " " + colour;
  }

  /** Begins a path in the series' colour; its class says whether it is a line, a band, a dot. */
  public Path path(String css) {
    return bare(coloured(css));
  }

  /** Begins a path whose class alone decides its colour. */
  public Path bare(String css) {
    Path path = new Path(plot.x(), plot.y(), aside);
    again(css, path);
    return path;
  }

  /** Draws a path once more with another class, over what was drawn until now. */
  public void again(String css, Path path) {
    plot.add(new Plot.Shape(key, css, path));
  }

  /** The name at the right end, beside a value of the y axis. */
  public Series endLabel(double value, String text) {
    return endLabel("end", value, text);
  }

  /** The same, with a class that decides its colour. */
  public Series endLabel(String css, double value, String text) {
    plot.add(new Plot.Name(key, coloured(css), 1, plot.y().at(value), text, true));
    return this;
  }

  /** The name within the plot, above a place. */
  public Series name(double x, double y, String text) {
    plot.add(new Plot.Name(key, coloured("name"), plot.x().at(x), plot.y().at(y), text, false));
    return this;
  }

  /**
   * The values at the chart's places, for the script that reads them out.
   *
   * @param unit {@code ns}, {@code B} and {@code share} are shown in the multiple that suits,
   *     others as they are
   * @param values one for each place
   */
  public Series values(String name, String unit, List<? extends @Nullable Number> values) {
    plot.chart().values(key, name, unit, values);
    return this;
  }
}
