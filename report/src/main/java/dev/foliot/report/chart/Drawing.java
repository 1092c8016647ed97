package dev.foliot.report.chart;

/** The outermost element of a picture. */
public final class Drawing {
  private Drawing() {}

  /**
   * Begins it.
   *
   * @param id of the figure, by which the script finds its values
   * @param named whether lines have names at their right ends, for which the style leaves room
   * @param label what it shows, for who cannot see it
   * @param height in pixels
   */
  public static void begin(Svg svg, String id, boolean named, String label, int height) {
    String high = Integer.toString(height);
    String css = named ? "chart named" : "chart";
    svg.begin(
        "svg", "class", css, "height", high, "role", "img", "aria-label", label, "data-plot", id);
  }
}
