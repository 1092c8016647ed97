package dev.foliot.report.chart;

import dev.foliot.report.page.Block;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A chart: plots and rails one below the other, with the numbers that a script reads out.
 *
 * <p>Who makes a chart says what is drawn, in the values of the axes. The kit makes the frame, the
 * grid and its labels, keeps names from covering each other, and ties each series to the button
 * that shows and hides it. The picture needs no script; without one a table has the numbers.
 *
 * <p>Its width is whatever the page leaves it; only its height is known here. Not safe for use by
 * several threads.
 */
public final class Chart {
  private static final int TOP = 8;
  private static final int EXACT_TO = 1_000;

  private final String id;
  private final String label;
  private final Names names;
  private final List<Part> parts = new ArrayList<>();
  private final List<Double> places = new ArrayList<>();
  private final List<String> placeNames = new ArrayList<>();
  private final List<Map<String, Object>> series = new ArrayList<>();
  private @Nullable Plot first;

  /** What stands right of the plots, which the style leaves room for. */
  public enum Names {
    /** Nothing. */
    NONE("chart"),
    /** A short name: a number, a percentile. */
    SHORT("chart named"),
    /** A name of an arm, as far as the screen has room. */
    LONG("chart arms");

    private final String css;

    Names(String css) {
      this.css = css;
    }
  }

  private interface Part {
    int height();

    void draw(Svg svg, int top);
  }

  private record Piece(java.util.function.IntSupplier pixels, BiConsumer<Svg, Integer> drawing)
      implements Part {
    @Override
    public int height() {
      return pixels.getAsInt();
    }

    @Override
    public void draw(Svg svg, int top) {
      drawing.accept(svg, top);
    }
  }

  /**
   * A chart without a plot.
   *
   * @param id of its element
   * @param label what it shows, for who cannot see it
   * @param names what stands at its right
   */
  public Chart(String id, String label, Names names) {
    this.id = id;
    this.label = label;
    this.names = names;
  }

  /** Adds a plot below what is there. */
  public Plot plot(int height, Axis x, Axis y) {
    Plot plot = new Plot(this, height, x, y);
    first = first == null ? plot : first;
    parts.add(new Piece(plot::height, plot::draw));
    return plot;
  }

  /** Leaves some pixels free below what is there. */
  public Chart gap(int pixels) {
    parts.add(new Piece(() -> pixels, (svg, top) -> {}));
    return this;
  }

  /** Adds a rail whose name is left of it. */
  public Rail rail(String key, String css, String name) {
    return rail(new Rail(across(), key, css, name, false));
  }

  /** Adds a rail whose name, a longer one, is above it. */
  public Rail railBelow(String key, String css, String name) {
    return rail(new Rail(across(), key, css, name, true));
  }

  private Rail rail(Rail rail) {
    parts.add(new Piece(rail::height, rail::draw));
    return rail;
  }

  private Axis across() {
    if (first == null) {
      throw new IllegalStateException("a chart without a plot");
    }
    return first.x();
  }

  /** A value of the first plot's x axis at which values are read out, and its name. */
  public Chart place(double x, String name) {
    places.add(across().at(x));
    placeNames.add(name);
    return this;
  }

  /**
   * Values at these places.
   *
   * @param key by which the page's buttons show and hide them, empty for what is always there
   * @param unit {@code ns}, {@code B} and {@code share} are shown in the multiple that suits,
   *     others as they are
   */
  public Chart values(
      String key, String name, String unit, List<? extends @Nullable Number> values) {
    List<@Nullable Number> rounded = new ArrayList<>();
    values.forEach(value -> rounded.add(value == null ? null : rounded(value)));
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("k", key);
    one.put("n", name);
    one.put("u", unit);
    one.put("v", rounded);
    series.add(one);
    return this;
  }

  /** Large numbers lose the digits that nobody reads. */
  private static Number rounded(Number value) {
    return value instanceof Double number && Math.abs(number) >= EXACT_TO
        ? (Number) Math.round(number)
        : value;
  }

  /** Draws it, as a figure over the page's whole width. */
  public Block.Figure figure(String title, String claim) {
    int height = TOP + parts.stream().mapToInt(Part::height).sum();
    Svg svg = Svg.picture(names.css, height, label, "data-plot", id);
    int top = TOP;
    for (Part part : parts) {
      part.draw(svg, top);
      top += part.height();
    }
    Map<String, Object> read = new LinkedHashMap<>();
    if (!places.isEmpty()) {
      read.put("x", places);
      read.put("l", placeNames);
      read.put("s", series);
    }
    return Block.Figure.of(id, title, claim, new Block.Picture(svg.end(), read));
  }
}
