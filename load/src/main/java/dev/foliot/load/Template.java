package dev.foliot.load;

import dev.foliot.store.CsvTable;
import dev.foliot.store.StoreException;
import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text with placeholders. Immutable.
 *
 * <p>{@code ${n}} is the request's number in its phase, {@code ${phase}} the phase's number, both
 * from 0; {@code ${random:1-1000}} is a number from a range by the load's seed. A second dollar
 * sign before one makes it plain text.
 */
public final class Template {
  private static final Pattern PLACEHOLDER = Pattern.compile("(\\$?)\\$\\{([^}]*)(}?)");
  private static final String CSV = "csv:";
  private static final Pattern RANDOM = Pattern.compile("random:([0-9]{1,18})-([0-9]{1,18})");

  private final List<Part> parts;

  private sealed interface Part {}

  /** A class, because a record with an array has no useful equality. */
  private static final class Fixed implements Part {
    private final byte[] bytes;

    private Fixed(String text) {
      bytes = text.getBytes(StandardCharsets.UTF_8);
    }
  }

  private record OfRequest() implements Part {}

  private record OfPhase() implements Part {}

  /** A column of a file; a request has the row of its number, and begins again after the last. */
  private record Column(List<String> cells) implements Part {}

  private record Drawn(int place, long least, long values) implements Part {}

  private Template(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /**
   * Parses the template of a path. What a file has for it is percent-encoded where a path cannot
   * have it.
   *
   * @throws LabException for an unknown placeholder
   */
  public static Template ofPath(String text) {
    return of(text, Template::encoded);
  }

  /**
   * Parses a template.
   *
   * @throws LabException for an unknown placeholder
   */
  public static Template of(String text) {
    return of(text, cell -> cell);
  }

  /** Anything but visible ASCII as its bytes in UTF-8, each as a percent sign and two digits. */
  private static String encoded(String cell) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : cell.getBytes(StandardCharsets.UTF_8)) {
      if (each > ' ' && each < 127 && each != '%') {
        encoded.append((char) each);
      } else {
        encoded.append("%%%02X".formatted(each & 0xFF));
      }
    }
    return encoded.toString();
  }

  private static Template of(String text, UnaryOperator<String> cells) {
    List<Part> parts = new ArrayList<>();
    StringBuilder fixed = new StringBuilder();
    Matcher found = PLACEHOLDER.matcher(text);
    int from = 0;
    while (found.find()) {
      fixed.append(text, from, found.start());
      from = found.end();
      if (!found.group(1).isEmpty()) {
        fixed.append(found.group().substring(1));
        continue;
      }
      Part part =
          found.group(3).isEmpty() ? null : placeholder(found.group(2), parts.size(), cells);
      if (part == null) {
        throw LabException.usage(
            "'"
                + Shown.text(found.group())
                + "' is no placeholder: use ${n}, ${phase}, ${random:1-1000} or ${csv:FILE:COLUMN},"
                + " and $${ for ${");
      }
      parts.add(new Fixed(fixed.toString()));
      parts.add(part);
      fixed.setLength(0);
    }
    fixed.append(text, from, text.length());
    parts.add(new Fixed(fixed.toString()));
    return new Template(parts);
  }

  private static @Nullable Part placeholder(String name, int place, UnaryOperator<String> cells) {
    if (name.equals("n")) {
      return new OfRequest();
    }
    if (name.equals("phase")) {
      return new OfPhase();
    }
    if (name.startsWith(CSV)) {
      return column(name.substring(CSV.length()), cells);
    }
    Matcher random = RANDOM.matcher(name);
    if (random.matches()) {
      long least = Long.parseLong(random.group(1));
      long most = Long.parseLong(random.group(2));
      return least <= most ? new Drawn(place, least, most - least + 1) : null;
    }
    return null;
  }

  private static Part column(String place, UnaryOperator<String> encoding) {
    int colon = place.lastIndexOf(':');
    if (colon < 1) {
      throw LabException.usage(
          "'${csv:" + Shown.text(place) + "}' names no column: write ${csv:FILE:COLUMN}");
    }
    Path file = Path.of(place.substring(0, colon));
    String column = place.substring(colon + 1);
    List<String> cells = new ArrayList<>();
    try {
      for (CsvTable.Row row : CsvTable.readForeign(file).rows()) {
        cells.add(encoding.apply(row.text(column)));
      }
    } catch (StoreException e) {
      throw LabException.usage("${csv:...}: " + Shown.text(e.getMessage(), 300));
    }
    if (cells.isEmpty()) {
      throw LabException.usage(
          "${csv:...}: " + Shown.text(file.toString()) + " has no row below its first line");
    }
    return new Column(List.copyOf(cells));
  }

  /** Its bytes if they are constant. */
  public byte @Nullable [] fixedOrNull() {
    return parts.size() == 1 && parts.getFirst() instanceof Fixed fixed ? fixed.bytes : null;
  }

  /** Writes the text. */
  public void write(ByteBuf out, Draw draw) {
    for (Part part : parts) {
      switch (part) {
        case Fixed fixed -> out.writeBytes(fixed.bytes);
        case OfRequest() -> digits(out, draw.number());
        case OfPhase() -> digits(out, draw.phase());
        case Column(List<String> cells) ->
            out.writeCharSequence(
                cells.get((int) (draw.number() % cells.size())), StandardCharsets.UTF_8);
        case Drawn(int place, long least, long values) ->
            digits(out, least + draw.below(values, place));
      }
    }
  }

  /** Writes a non-negative number in decimal digits. */
  public static void digits(ByteBuf out, long number) {
    if (number >= 10) {
      digits(out, number / 10);
    }
    out.writeByte('0' + (int) (number % 10));
  }
}
