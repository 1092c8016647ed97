package dev.foliot.report.chart;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes SVG. Everything that it is given is escaped; there are no style attributes, which the
 * page's policy forbids.
 *
 * <p>Not safe for use by several threads.
 */
public final class Svg implements Content {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

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

  /** An element with text only. */
  public Svg text(String tag, String text, String... attributes) {
    begin(tag, attributes);
    escape(text);
    return end();
  }

  private void tag(String tag, String... attributes) {
    if (attributes.length % 2 != 0) {
      throw new IllegalArgumentException("an attribute of " + tag + " has no value");
    }
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
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
