package dev.foliot.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A thin line under a plot that shows when something happened, on the plot's x axis. */
public final class Rail {
  private static final int MOST_MARKS = 200;
  private static final double LEAST_WIDTH = 0.004;

  private final Axis x;
  private final String key;
  private final String css;
  private final String name;
  private final boolean nameAbove;
  private final List<Consumer<Svg>> marks = new ArrayList<>();

  Rail(Axis x, String key, String css, String name, boolean nameAbove) {
    this.x = x;
    this.key = key;
    this.css = css;
    this.name = name;
    this.nameAbove = nameAbove;
  }

  /** The longest time between two marks that touch each other in the drawing. */
  public double touching() {
    return 2 * LEAST_WIDTH * (x.high() - x.low());
  }

  /** A box from one moment to another, wide enough to be visible. */
  public Rail box(double from, double to, String title) {
    double at = x.at(from);
    double width = Math.max(LEAST_WIDTH, x.at(to) - at);
    double left = Math.min(at, 1 - LEAST_WIDTH);
    return add(svg -> svg.rect("", left, line() - 4.0, width, 8, title));
  }

  /** A line along the rail. */
  public Rail stretch(String look, double from, double to) {
    return add(svg -> svg.line(look, x.at(from), line(), x.at(to), line()));
  }

  /** A line across the rail. */
  public Rail tick(String look, double at, String title) {
    double half = nameAbove ? 5 : 4;
    double place = x.at(at);
    return add(svg -> {
      if (title.isEmpty()) {
        svg.vertical(look, place, line() - half, line() + half);
      } else {
        svg.line(look, place, line() - half, place, line() + half, title);
      }
    });
  }

  private Rail add(Consumer<Svg> mark) {
    if (marks.size() < MOST_MARKS) {
      marks.add(mark);
    }
    return this;
  }

  /** Where the line is, in pixels from the rail's top. */
  private int line() {
    return nameAbove ? 19 : 5;
  }

  int height() {
    return nameAbove ? 26 : 12;
  }

  void draw(Svg svg, int top) {
    if (!nameAbove) {
      svg.key(key).group("yl").textPx("", Plot.LEFT, top + 9, name).end();
    }
    String height = nameAbove ? "26" : "10";
    svg.key(key).begin("svg", "class", look(), "y", Svg.px(top), "height", height);
    if (nameAbove) {
      svg.text("railname", 0, 10, name);
    }
    svg.line("ground", 0, line(), 1, line());
    marks.forEach(mark -> mark.accept(svg));
    svg.end();
  }

  private String look() {
    return css.isEmpty() ? "area rail" : "area rail " + css;
  }
}
