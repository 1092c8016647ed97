package dev.foliot.report.chart;

import java.util.function.DoubleFunction;

/** What the pictures of a study have alike. */
public final class StudyDrawing {
  public static final int TOP = 8;

  /** Below an area whose x axis says what it counts. */
  public static final int BELOW = Area.BELOW + 15;

  private StudyDrawing() {}

  /**
   * Begins a picture that leaves room at the right for the arms' names, as far as the screen has
   * it.
   *
   * @param wide whether it takes the page's whole width
   */
  public static void begin(Svg svg, String id, boolean wide, String label, int height) {
    svg.begin(
        "svg",
        "class",
        wide ? "chart arms" : "chart",
        "height",
        Integer.toString(height),
        "role",
        "img",
        "aria-label",
        label,
        "data-plot",
        id);
  }

  /** A y axis from 0 to a little above the greatest value. */
  public static Scale fromZero(double most, int ticks, DoubleFunction<String> label) {
    return new LinearScale(0, most > 0 ? most * 1.06 : 1, ticks, label);
  }
}
