package dev.foliot.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * A plotting area: a grid with labels, lines and bands in it, and names at the lines' right ends.
 * Its width is whatever the page leaves it; only its height is known here.
 *
 * <p>Lines are drawn on a grid of their own that is stretched to the area, with strokes that are
 * not; so texts and line widths are the same on a phone and on a wide screen.
 */
public final class Area {
  /** Where labels of the y axis end: left of the area, in room that the style leaves there. */
  public static final String LEFT = "-6";

  /** Below the area, for the labels of the x axis. */
  public static final int BELOW = 22;

  private static final int LABEL_HEIGHT = 12;
  private static final int MOST_LABELS = 10;
  private static final int LABEL_DROP = 4;
  private static final int X_LABEL_DROP = 16;
  private static final int X_TITLE_DROP = 31;

  private final int height;
  private final Scale x;
  private final Scale y;
  private final List<Shape> shapes = new ArrayList<>();
  private final List<EndLabel> labels = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final List<LineName> names = new ArrayList<>();
  private Consumer<Svg> ground = svg -> {};
  private boolean xLabels = true;
  private String xTitle = "";

  private record Shape(String key, String css, String data) {}

  private record EndLabel(String key, String css, double at, String text) {}

  private record LineName(String key, String css, double across, double up, String text) {}

  private record Mark(String key, String css, double at, String text) {}

  public Area(int height, Scale x, Scale y) {
    this.height = height;
    this.x = x;
    this.y = y;
  }

  public Scale x() {
    return x;
  }

  public Scale y() {
    return y;
  }

  /** Leaves the labels of the x axis to an area below. */
  public Area withoutXLabels() {
    xLabels = false;
    return this;
  }

  /** What the x axis counts, below its labels. */
  public Area withXTitle(String title) {
    xTitle = title;
    return this;
  }

  /** What is drawn before all lines, by itself. */
  public Area on(Consumer<Svg> drawn) {
    ground = drawn;
    return this;
  }

  /**
   * A line or a filled shape.
   *
   * @param key by which the page's buttons show and hide it, empty for what is always there
   */
  public Area shape(String key, String css, Curve path) {
    if (!path.isEmpty()) {
      shapes.add(new Shape(key, css, path.toString()));
    }
    return this;
  }

  /** The name of a line at the right, beside a value of the y axis. */
  public Area endLabel(String key, String css, double value, String text) {
    labels.add(new EndLabel(key, css, y.at(value), text));
    return this;
  }

  /** The name of a line where it ends within the area, from 0 to 1 across, above a value of y. */
  public Area lineName(String key, String css, double across, double value, String text) {
    names.add(new LineName(key, css, across, y.at(value), text));
    return this;
  }

  /** A line from top to bottom at a value of the x axis, with a text at its top. */
  public Area mark(String key, String css, double value, String text) {
    marks.add(new Mark(key, css, x.at(value), text));
    return this;
  }

  /** Draws itself below a number of pixels. */
  public void draw(Svg svg, int top) {
    yLabels(svg, top);
    svg.begin(
        "svg", "class", "area", "y", Integer.toString(top), "height", Integer.toString(height));
    svg.leaf("rect", "class", "hit", "width", "100%", "height", "100%");
    grid(svg);
    ground.accept(svg);
    shapes(svg);
    marks(svg);
    endLabels(svg);
    lineNames(svg);
    svg.end();
  }

  private void yLabels(Svg svg, int top) {
    svg.begin("g", "class", "yl");
    for (Scale.Tick tick : y.ticks()) {
      String at = Svg.px(top + (1 - tick.at()) * height + LABEL_DROP);
      svg.text("text", tick.label(), "x", LEFT, "y", at);
    }
    svg.end();
  }

  private void grid(Svg svg) {
    svg.begin("g", "class", "grid");
    for (Scale.Tick tick : y.ticks()) {
      String at = Svg.px((1 - tick.at()) * height);
      svg.leaf("line", "x2", "100%", "y1", at, "y2", at);
    }
    svg.end();
    if (xLabels) {
      svg.begin("g", "class", "xl");
      String at = Integer.toString(height + X_LABEL_DROP);
      for (Scale.Tick tick : x.ticks()) {
        String across = Svg.percent(tick.at());
        svg.leaf("line", "x1", across, "x2", across, "y1", px(height), "y2", px(height + 4));
        svg.text("text", tick.label(), "x", across, "y", at);
      }
      svg.end();
    }
    if (!xTitle.isEmpty()) {
      svg.text("text", xTitle, "class", "xt", "x", "100%", "y", px(height + X_TITLE_DROP));
    }
  }

  private void shapes(Svg svg) {
    if (shapes.isEmpty()) {
      return;
    }
    String grid = Integer.toString(Curve.GRID);
    svg.begin(
        "svg",
        "class",
        "lines",
        "width",
        "100%",
        "height",
        "100%",
        "viewBox",
        "0 0 " + grid + " " + grid,
        "preserveAspectRatio",
        "none");
    for (Shape shape : shapes) {
      svg.leaf("path", keyed(shape.key, shape.css, "d", shape.data));
    }
    svg.end();
  }

  private void marks(Svg svg) {
    for (Mark mark : marks) {
      String across = Svg.percent(mark.at);
      svg.begin("g", keyed(mark.key, mark.css));
      svg.leaf("line", "x1", across, "x2", across, "y2", px(height));
      boolean left = mark.at > 0.7;
      svg.text(
          "text",
          mark.text,
          "x",
          across,
          "y",
          "10",
          "dx",
          left ? "-4" : "4",
          "class",
          left ? "to-left" : "to-right");
      svg.end();
    }
  }

  private void endLabels(Svg svg) {
    labels.sort(Comparator.comparingDouble(EndLabel::at));
    int room = Math.min(MOST_LABELS, Math.max(2, height / LABEL_HEIGHT));
    List<EndLabel> kept = evenly(labels, room);
    double[] at = apart(kept.stream().mapToDouble(EndLabel::at).toArray());
    for (int i = 0; i < at.length; i++) {
      EndLabel label = kept.get(i);
      String y = Svg.px((1 - at[i]) * height + LABEL_DROP);
      svg.text("text", label.text, keyed(label.key, label.css, "x", "100%", "dx", "6", "y", y));
    }
  }

  /** Above the ends of the lines. */
  private void lineNames(Svg svg) {
    names.sort(Comparator.comparingDouble(LineName::up));
    double above = 7.0 / height;
    double[] at = apart(names.stream().mapToDouble(name -> name.up + above).toArray());
    for (int i = 0; i < at.length; i++) {
      LineName name = names.get(i);
      String css = "name " + name.css + (name.across > 0.5 ? " to-left" : "");
      String y = Svg.px((1 - at[i]) * height + LABEL_DROP);
      svg.text("text", name.text, keyed(name.key, css, "x", Svg.percent(name.across), "y", y));
    }
  }

  /** Of more than there is room for, the first, the last, and others evenly between. */
  private static <T> List<T> evenly(List<T> all, int room) {
    List<T> kept = new ArrayList<>();
    int count = Math.min(all.size(), room);
    for (int i = 0; i < count; i++) {
      kept.add(all.get(count == 1 ? 0 : i * (all.size() - 1) / (count - 1)));
    }
    return kept;
  }

  /**
   * Moves places, given in ascending order, so far apart that texts do not cover each other:
   * upwards first, then all that went beyond the top down again.
   */
  private double[] apart(double[] places) {
    double step = (double) LABEL_HEIGHT / height;
    double[] at = places.clone();
    for (int i = 1; i < at.length; i++) {
      at[i] = Math.max(at[i], at[i - 1] + step);
    }
    double limit = 1;
    for (int i = at.length - 1; i >= 0; i--) {
      at[i] = Math.min(at[i], limit);
      limit = at[i] - step;
    }
    return at;
  }

  private static String px(int px) {
    return Integer.toString(px);
  }

  /** Attributes with a key, if there is one, and a class. */
  public static String[] keyed(String key, String css, String... others) {
    List<String> attributes = new ArrayList<>();
    if (!key.isEmpty()) {
      attributes.addAll(List.of("data-k", key));
    }
    attributes.addAll(List.of("class", css));
    attributes.addAll(List.of(others));
    return attributes.toArray(String[]::new);
  }
}
