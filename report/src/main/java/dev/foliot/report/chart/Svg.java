package dev.foliot.report.chart;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Writes SVG whose x coordinates are shares of the width and whose y coordinates are pixels.
 *
 * <p>So one drawing serves a wide screen, a phone and paper: only widths follow the page.
 * Everything is escaped. There are no style attributes, which the page's policy forbids.
 *
 * <p>Not safe for use by several threads.
 */
public final class Svg implements Content {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();
  private String nextKey = "";

  /**
   * Begins a picture.
   *
   * @param css its class
   * @param height in pixels
   * @param label what it shows, for who cannot see it; empty where a text beside it says so
   * @param more attributes, names and values in turn
   */
  public static Svg picture(String css, int height, String label, String... more) {
    List<String> attributes = new ArrayList<>(List.of("class", css, "height", px(height)));
    attributes.addAll(
        label.isEmpty()
            ? List.of("aria-hidden", "true")
            : List.of("role", "img", "aria-label", label));
    attributes.addAll(List.of(more));
    return new Svg().begin("svg", attributes.toArray(String[]::new));
  }

  /** The key by which buttons show and hide the next element; empty for what is always shown. */
  public Svg key(String key) {
    nextKey = key;
    return this;
  }

  /** Begins an element; attributes are names and values in turn. */
  public Svg begin(String tag, String... attributes) {
    tag(tag, attributes);
    out.append('>');
    open.push(tag);
    return this;
  }

  /** Ends the element that was begun last. */
  public Svg end() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element without content. */
  public Svg leaf(String tag, String... attributes) {
    tag(tag, attributes);
    out.append("/>");
    return this;
  }

  /** A text within the element that was begun last, shown by the browser as its tooltip. */
  public Svg title(String text) {
    begin("title");
    escape(text);
    return end();
  }

  /** A link, within a table or a picture. */
  public static Svg link(String address, String text) {
    Svg svg = new Svg().begin("a", "href", address);
    svg.escape(text);
    return svg.end();
  }

  /** A group with a class. */
  public Svg group(String css) {
    return begin("g", "class", css);
  }

  /**
   * Begins a picture within the picture; what is drawn in it counts from its corner.
   *
   * @param more attributes, names and values in turn
   */
  public Svg box(String css, double x, double y, double width, double height, String... more) {
    List<String> attributes = new ArrayList<>(List.of(frame(css, x, y, width, height)));
    attributes.addAll(List.of(more));
    return begin("svg", attributes.toArray(String[]::new));
  }

  /** Begins a picture within the picture whose grid is stretched to the whole of it. */
  public Svg stretched(String css, int columns, int rows) {
    return begin(
        "svg",
        "class",
        css,
        "width",
        "100%",
        "height",
        "100%",
        "viewBox",
        "0 0 " + columns + " " + rows,
        "preserveAspectRatio",
        "none");
  }

  /** A path in pixels around a place. */
  public Svg glyph(String css, double x, double y, String data) {
    List<String> place = attributes("area", "x", percent(x), "y", px(y));
    begin("svg", place.toArray(String[]::new));
    return leaf("path", attributes(css, "d", data).toArray(String[]::new)).end();
  }

  /** A rectangle. */
  public Svg rect(String css, double x, double y, double width, double height) {
    return leaf("rect", frame(css, x, y, width, height));
  }

  /** A rectangle with a tooltip. */
  public Svg rect(String css, double x, double y, double width, double height, String title) {
    return begin("rect", frame(css, x, y, width, height)).title(title).end();
  }

  /** A rectangle that covers the whole picture. */
  public Svg cover(String css) {
    return leaf("rect", "class", css, "width", "100%", "height", "100%");
  }

  /** A straight line. */
  public Svg line(String css, double x1, double y1, double x2, double y2) {
    return leaf("line", ends(css, x1, y1, x2, y2));
  }

  /** A straight line with a tooltip. */
  public Svg line(String css, double x1, double y1, double x2, double y2, String title) {
    return begin("line", ends(css, x1, y1, x2, y2)).title(title).end();
  }

  /** A line straight down. */
  public Svg vertical(String css, double x, double y1, double y2) {
    return line(css, x, y1, x, y2);
  }

  /** A circle; its radius is in pixels. */
  public Svg circle(double x, double y, double radius) {
    return leaf("circle", "cx", percent(x), "cy", px(y), "r", px(radius));
  }

  /** A text at a place. */
  public Svg text(String css, double x, double y, String text, String... more) {
    List<String> attributes = attributes(css, "x", percent(x), "y", px(y));
    attributes.addAll(List.of(more));
    begin("text", attributes.toArray(String[]::new));
    escape(text);
    return end();
  }

  /** A text at a place whose x is in pixels. */
  public Svg textPx(String css, double x, double y, String text) {
    begin("text", attributes(css, "x", px(x), "y", px(y)).toArray(String[]::new));
    escape(text);
    return end();
  }

  private static String[] frame(String css, double x, double y, double width, double height) {
    List<String> attributes = attributes(css);
    attributes.addAll(
        List.of("x", percent(x), "y", px(y), "width", percent(width), "height", px(height)));
    return attributes.toArray(String[]::new);
  }

  private static String[] ends(String css, double x1, double y1, double x2, double y2) {
    return attributes(css, "x1", percent(x1), "x2", percent(x2), "y1", px(y1), "y2", px(y2))
        .toArray(String[]::new);
  }

  /** Places that are 0, which is what a browser takes without them, are left out. */
  private static List<String> attributes(String css, String... places) {
    List<String> attributes = new ArrayList<>();
    if (!css.isEmpty()) {
      attributes.addAll(List.of("class", css));
    }
    for (int i = 0; i < places.length; i += 2) {
      if (!places[i + 1].equals("0") && !places[i + 1].equals("0%")) {
        attributes.addAll(List.of(places[i], places[i + 1]));
      }
    }
    return attributes;
  }

  private void tag(String tag, String... attributes) {
    if (attributes.length % 2 != 0) {
      throw new IllegalArgumentException("an attribute of " + tag + " has no value");
    }
    out.append('<').append(tag);
    if (!nextKey.isEmpty()) {
      attribute("data-k", nextKey);
      nextKey = "";
    }
    for (int i = 0; i < attributes.length; i += 2) {
      attribute(attributes[i], attributes[i + 1]);
    }
  }

  private void attribute(String name, String value) {
    out.append(' ').append(name).append("=\"");
    escape(value);
    out.append('"');
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
  }

  @Override
  public void writeTo(TemplateOutput output) {
    output.writeContent(toString());
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException(open.peek() + " was not ended");
    }
    return out.toString();
  }

  /** A share of the width. */
  public static String percent(double share) {
    return number(share * 100, 100) + "%";
  }

  /** A number with at most one decimal. */
  public static String px(double value) {
    return number(value, 10);
  }

  private static String number(double value, int grain) {
    long scaled = Math.round(value * grain);
    if (scaled % grain == 0) {
      return Long.toString(scaled / grain);
    }
    return Double.toString((double) scaled / grain);
  }
}
