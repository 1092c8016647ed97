package dev.foliot.load;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A text with placeholders. Immutable.
 *
 * <p>{@code ${n}} is the request's number in its phase, {@code ${phase}} the phase's number, both
 * from 0; {@code ${random:1-1000}} is a number from a range by the load's seed; {@code ${uuid}} is
 * an id that no other request has; {@code ${csv:FILE:COLUMN}} and its like are {@link Rows}; other
 * names are of values that a user captured. A second dollar sign before one makes it plain text.
 */
public final class Template {
  private static final Pattern PLACEHOLDER = Pattern.compile("(\\$?)\\$\\{([^}]*)(}?)");
  private static final int VISIBLE = ' ' + 1;
  private static final int NONE = -1;

  /** The place of an id's second half among the random numbers of a request. */
  private static final int LOW = -100;

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,49}");
  private static final Set<String> OWN =
      Stream.concat(Stream.of("n", "phase", "random", "uuid"), Rows.KINDS.stream())
          .collect(Collectors.toUnmodifiableSet());
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

  /** A column of a file. */
  private record Column(Rows rows) implements Part {}

  /** An id that no other request has. */
  private record Unique(int place) implements Part {}

  /** A value that the user captured, by its place among the variables. */
  private record Captured(int variable, UnaryOperator<String> encoding) implements Part {}

  private record Drawn(int place, long least, long values) implements Part {}

  private Template(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /**
   * Parses the template of a path. A value of a file or of an answer is percent-encoded where a
   * path cannot have it. A captured value at the beginning is a place on the server, as in a header
   * {@code Location}: its path is taken as it is, and its host is not contacted.
   *
   * @param variables the names of captured values
   * @throws FoliotException for an unknown placeholder
   */
  public static Template ofPath(String text, List<String> variables) {
    return of(text, variables, Template::path, value -> encoded(value, VISIBLE, '%'));
  }

  private static String path(String place) {
    int scheme =
        place.startsWith("http://") || place.startsWith("https://") ? place.indexOf("://") : -1;
    int slash = scheme < 0 ? 0 : place.indexOf('/', scheme + 3);
    String path = slash < 0 ? "/" : place.substring(slash);
    int fragment = path.indexOf('#');
    String asked = fragment < 0 ? path : path.substring(0, fragment);
    return encoded(asked.startsWith("/") ? asked : "/" + asked, VISIBLE, NONE);
  }

  /** Whether a text begins with a captured value. */
  static boolean beginsWithVariable(String text) {
    Matcher found = PLACEHOLDER.matcher(text);
    return found.lookingAt() && variables(found.group()).size() == 1;
  }

  /** The same of a header's value, which may have spaces and percent signs. */
  public static Template ofHeader(String text, List<String> variables) {
    return of(text, variables, value -> encoded(value, ' ', NONE));
  }

  /** The same of a body, which may have anything. */
  public static Template ofBody(String text, List<String> variables) {
    return of(text, variables, value -> value);
  }

  /** Checks a text whose names of captured values are not known yet. */
  static void of(String text) {
    of(text, variables(text), value -> value);
  }

  /** The names of captured values in a text. */
  static List<String> variables(String text) {
    return PLACEHOLDER
        .matcher(text)
        .results()
        .filter(found -> found.group(1).isEmpty() && !found.group(3).isEmpty())
        .map(found -> found.group(2))
        .filter(name -> VARIABLE.matcher(name).matches() && !OWN.contains(name))
        .toList();
  }

  /** Refuses what cannot be the name of a captured value. */
  static void mustBeVariable(String name) {
    if (!VARIABLE.matcher(name).matches() || OWN.contains(name)) {
      throw FoliotException.usage(
          "'"
              + Shown.text(name)
              + "' is no name for a captured value: begin with a letter, use letters, digits, _ and"
              + " -, and none of "
              + OWN.stream().sorted().collect(Collectors.joining(", ")));
    }
  }

  /** The refusal of a placeholder. */
  static FoliotException unknown(String placeholder) {
    return FoliotException.usage(
        "'"
            + Shown.text(placeholder)
            + "' is no placeholder: use ${n}, ${phase}, ${random:1-1000}, ${uuid},"
            + " ${csv:FILE:COLUMN}, ${json:FILE:FIELD} or the name of a value that an earlier step"
            + " captures, and $${ for ${");
  }

  /**
   * With other characters as their bytes in UTF-8, each as a percent sign and two digits.
   *
   * @param least the first character of ASCII that stays
   * @param but one that does not
   */
  private static String encoded(String cell, int least, int but) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : cell.getBytes(StandardCharsets.UTF_8)) {
      if (each >= least && each < 127 && each != but) {
        encoded.append((char) each);
      } else {
        encoded.append("%%%02X".formatted(each & 0xFF));
      }
    }
    return encoded.toString();
  }

  private static Template of(String text, List<String> variables, UnaryOperator<String> encoding) {
    return of(text, variables, encoding, encoding);
  }

  /**
   * @param first what encodes the value at the beginning
   * @param encoding what encodes all others
   */
  private static Template of(
      String text,
      List<String> variables,
      UnaryOperator<String> first,
      UnaryOperator<String> encoding) {
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
          found.group(3).isEmpty()
              ? null
              : placeholder(
                  found.group(2), parts.size(), variables, found.start() == 0 ? first : encoding);
      if (part == null) {
        throw unknown(found.group());
      }
      parts.add(new Fixed(fixed.toString()));
      parts.add(part);
      fixed.setLength(0);
    }
    fixed.append(text, from, text.length());
    parts.add(new Fixed(fixed.toString()));
    return new Template(parts);
  }

  private static @Nullable Part placeholder(
      String name, int place, List<String> variables, UnaryOperator<String> encoding) {
    if (name.equals("n")) {
      return new OfRequest();
    }
    if (name.equals("phase")) {
      return new OfPhase();
    }
    if (name.equals("uuid")) {
      return new Unique(place);
    }
    Rows rows = Rows.parse(name);
    if (rows != null) {
      return new Column(rows.encoded(encoding));
    }
    int variable = variables.indexOf(name);
    if (variable >= 0) {
      return new Captured(variable, encoding);
    }
    Matcher random = RANDOM.matcher(name);
    if (random.matches()) {
      long least = Long.parseLong(random.group(1));
      long most = Long.parseLong(random.group(2));
      return least <= most ? new Drawn(place, least, most - least + 1) : null;
    }
    return null;
  }

  /** Its bytes if they are constant. */
  public byte @Nullable [] fixedOrNull() {
    return parts.size() == 1 && parts.getFirst() instanceof Fixed fixed ? fixed.bytes : null;
  }

  /**
   * Writes the text.
   *
   * @param values the user's; null where there are no variables
   */
  public void write(ByteBuf out, Draw draw, @Nullable Values values) {
    for (Part part : parts) {
      switch (part) {
        case Fixed fixed -> out.writeBytes(fixed.bytes);
        case OfRequest() -> digits(out, draw.number());
        case OfPhase() -> digits(out, draw.phase());
        case Column(Rows rows) -> out.writeCharSequence(rows.cell(draw), StandardCharsets.UTF_8);
        case Unique(int place) ->
            out.writeCharSequence(uuid(draw, place), StandardCharsets.US_ASCII);
        case Captured(int variable, var encoding) -> {
          if (values != null) {
            out.writeCharSequence(encoding.apply(values.value(variable)), StandardCharsets.UTF_8);
          }
        }
        case Drawn(int place, long least, long count) ->
            digits(out, least + draw.below(count, place));
      }
    }
  }

  /** Of version 8, whose bits are free to choose (RFC 9562). */
  private static String uuid(Draw draw, int place) {
    long high = (draw.bitsOfRun(place) & ~0xF000L) | 0x8000L;
    long low = (draw.bitsOfRun(LOW - place) & ~(3L << 62)) | (2L << 62);
    return new UUID(high, low).toString();
  }

  /** Writes a non-negative number in decimal digits. */
  public static void digits(ByteBuf out, long number) {
    if (number >= 10) {
      digits(out, number / 10);
    }
    out.writeByte('0' + (int) (number % 10));
  }
}
