package dev.foliot.report.page;

import java.util.Collection;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON without a space, in ASCII, and with nothing in it that could end the element it stands in.
 * It knows text, numbers, null, lists and maps.
 */
public final class CompactJson {
  private final StringBuilder out = new StringBuilder();

  private CompactJson() {}

  public static String of(Object value) {
    CompactJson json = new CompactJson();
    json.write(value);
    return json.out.toString();
  }

  private void write(@Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case Double number when !Double.isFinite(number) -> out.append("null");
      case Double number -> out.append(shortest(number));
      case Number number -> out.append(number);
      case Collection<?> several -> list(several.iterator());
      case Map<?, ?> map -> map(map);
      default -> text(value.toString());
    }
  }

  /** Places on an axis need no more than four decimals. */
  private static String shortest(double number) {
    String text = String.format(Locale.ROOT, "%.4f", number).replaceAll("\\.?0+$", "");
    return text.equals("-0") ? "0" : text;
  }

  private void list(Iterator<?> each) {
    out.append('[');
    while (each.hasNext()) {
      write(each.next());
      out.append(each.hasNext() ? "," : "");
    }
    out.append(']');
  }

  private void map(Map<?, ?> map) {
    out.append('{');
    String comma = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(comma);
      text(String.valueOf(entry.getKey()));
      out.append(':');
      write(entry.getValue());
      comma = ",";
    }
    out.append('}');
  }

  private void text(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&') {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
