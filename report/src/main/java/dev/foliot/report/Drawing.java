package dev.foliot.report;

/** The outermost element of a picture. */
final class Drawing {
  private Drawing() {}

  /**
   * Begins it.
   *
   * @param id of the figure, by which the script finds its values; empty for none
   * @param label what it shows, for who cannot see it
   * @param height in pixels
   */
  static void begin(Svg svg, String id, String label, int height) {
    String high = Integer.toString(height);
    if (id.isEmpty()) {
      svg.begin("svg", "class", "chart", "height", high, "role", "img", "aria-label", label);
    } else {
      svg.begin(
          "svg",
          "class",
          "chart",
          "height",
          high,
          "role",
          "img",
          "aria-label",
          label,
          "data-plot",
          id);
    }
  }
}
