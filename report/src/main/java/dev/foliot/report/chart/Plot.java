package dev.foliot.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * A plotting area: a grid with labels, series in it, and names at the right ends of their lines.
 *
 * <p>Lines are drawn on a grid of their own that is stretched to the area, with strokes that are
 * not; so texts and line widths are the same on a phone and on a wide screen.
 */
public final class Plot {
  /** Where labels of the y axis end: left of the area, in room that the style leaves there. */
  static final double LEFT = -6;

  private static final int LABELS_PX = 22;
  private static final int TITLE_PX = 15;
  private static final int NAME_PX = 12;
  private static final int MOST_NAMES = 10;
  private static final int DROP = 4;

  /** About how wide the area is on a phone, and a letter of a label. */
  private static final double PHONE_PX = 270;

  private static final double LETTER_PX = 6.5;
  private static final int MARK_ROWS = 3;

  private final Chart chart;
  private final int height;
  private final Axis x;
  private final Axis y;
  private final List<Shape> shapes = new ArrayList<>();
  private final List<Name> names = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private Consumer<Svg> ground = svg -> {};
  private boolean xLabels = true;
  private String xTitle = "";

  record Shape(String key, String css, Path path) {}

  /**
   * @param atEnd whether it is right of the area, instead of above a place
   */
  record Name(String key, String css, double across, double up, String text, boolean atEnd) {}

  private record Mark(double at, String text) {}

  Plot(Chart chart, int height, Axis x, Axis y) {
    this.chart = chart;
    this.height = height;
    this.x = x;
    this.y = y;
  }

  Chart chart() {
    return chart;
  }

  public Axis x() {
    return x;
  }

  public Axis y() {
    return y;
  }

  /** Leaves the labels of the x axis to a plot below. */
  public Plot withoutXLabels() {
    xLabels = false;
    return this;
  }

  /** What the x axis counts, below its labels. */
  public Plot xTitle(String title) {
    xTitle = title;
    return this;
  }

  /** What is drawn below all lines, in pixels. */
  public Plot ground(Consumer<Svg> drawn) {
    ground = drawn;
    return this;
  }

  /**
   * A series.
   *
   * @param key by which the page's buttons show and hide it, empty for what is always there
   * @param colour the class of its colour, empty for none
   */
  public Series series(String key, String colour) {
    return new Series(this, key, colour, 0);
  }

  /** A line from top to bottom at a value of the x axis, with a text at its top. */
  public Plot mark(double value, String text) {
    marks.add(new Mark(x.at(value), text));
    return this;
  }

  void add(Shape shape) {
    shapes.add(shape);
  }

  void add(Name name) {
    names.add(name);
  }

  int height() {
    return height + (xLabels ? LABELS_PX : 0) + (xTitle.isEmpty() ? 0 : TITLE_PX);
  }

  void draw(Svg svg, int top) {
    svg.group("yl");
    for (Axis.Tick tick : y.ticks()) {
      svg.textPx("", LEFT, top + (1 - tick.at()) * height + DROP, tick.label());
    }
    svg.end();
    svg.begin("svg", "class", "area", "y", Svg.px(top), "height", Svg.px(height));
    svg.cover("hit");
    grid(svg);
    ground.accept(svg);
    paths(svg);
    marks(svg);
    endNames(svg);
    innerNames(svg);
    svg.end();
  }

  /** Where two texts would cover each other on a phone, the later one is lower. */
  private void marks(Svg svg) {
    double[] ends = new double[MARK_ROWS];
    for (Mark mark : marks) {
      boolean left = mark.at > 0.7;
      double length = mark.text.length() * LETTER_PX;
      double from = mark.at * PHONE_PX - (left ? length : 0);
      int row = 0;
      while (row < MARK_ROWS - 1 && from < ends[row] + LETTER_PX) {
        row++;
      }
      ends[row] = from + length;
      svg.group("zero").vertical("", mark.at, 0, height);
      String css = left ? "to-left" : "to-right";
      svg.text(css, mark.at, 10.0 + row * NAME_PX, mark.text, "dx", left ? "-4" : "4");
      svg.end();
    }
  }

  private void grid(Svg svg) {
    svg.group("grid");
    for (Axis.Tick tick : y.ticks()) {
      double at = (1 - tick.at()) * height;
      svg.line("", 0, at, 1, at);
    }
    svg.end();
    if (xLabels) {
      svg.group("xl");
      double free = Double.NEGATIVE_INFINITY;
      for (Axis.Tick tick : x.ticks()) {
        double half = tick.label().length() * LETTER_PX / 2;
        double middle = tick.at() * PHONE_PX;
        boolean crowded = middle - half < free + LETTER_PX;
        free = crowded ? free : middle + half;
        svg.vertical("", tick.at(), height, height + DROP);
        svg.text(crowded ? "crowded" : "", tick.at(), height + LABELS_PX - 6, tick.label());
      }
      svg.end();
    }
    if (!xTitle.isEmpty()) {
      svg.text("xt", 1, height + LABELS_PX + TITLE_PX - 6, xTitle);
    }
  }

  private void paths(Svg svg) {
    List<Shape> drawn = shapes.stream().filter(shape -> !shape.path.isEmpty()).toList();
    if (!drawn.isEmpty()) {
      svg.stretched("lines", Path.GRID, Path.GRID);
      for (Shape shape : drawn) {
        svg.key(shape.key).begin("path", "class", shape.css, "d", shape.path.toString());
        if (!shape.path.title().isEmpty()) {
          svg.title(shape.path.title());
        }
        svg.end();
      }
      svg.end();
    }
  }

  /** Right of the area; of more than there is room for, some that are evenly apart. */
  private void endNames(Svg svg) {
    int room = Math.min(MOST_NAMES, Math.max(2, height / NAME_PX));
    List<Name> shown = evenly(sorted(true), room);
    double[] at = apart(shown, 0);
    for (int i = 0; i < at.length; i++) {
      Name name = shown.get(i);
      svg.key(name.key).text(name.css, 1, (1 - at[i]) * height + DROP, name.text, "dx", "6");
    }
  }

  private void innerNames(Svg svg) {
    List<Name> shown = sorted(false);
    double[] at = apart(shown, 7.0 / height);
    for (int i = 0; i < at.length; i++) {
      Name name = shown.get(i);
      String css = name.css + (name.across > 0.5 ? " to-left" : "");
      svg.key(name.key).text(css, name.across, (1 - at[i]) * height + DROP, name.text);
    }
  }

  private List<Name> sorted(boolean atEnd) {
    return names.stream()
        .filter(name -> name.atEnd == atEnd)
        .sorted(Comparator.comparingDouble(Name::up))
        .toList();
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
   * Moves names so far apart that they do not cover each other: upwards first, then all that went
   * beyond the top down again.
   */
  private double[] apart(List<Name> ascending, double above) {
    double step = (double) NAME_PX / height;
    double[] at = ascending.stream().mapToDouble(name -> name.up + above).toArray();
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
}
