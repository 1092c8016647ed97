package dev.foliot.load;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Where a value for later requests of a sequence is in an answer. Immutable.
 *
 * <p>Only the first 64 KiB of a body are examined.
 */
public sealed interface Capture {
  /** The longest path, name or pattern, and the longest value that is captured. */
  int LONGEST = 4_000;

  /** A value of a JSON body: a text, a number, or true or false. */
  record Json(JsonPath path) implements Capture {
    @Override
    public String toString() {
      return Texts.JSON + path;
    }
  }

  /**
   * The first header of a name.
   *
   * @param name in lower case
   */
  record Header(String name) implements Capture {
    /** Checks the name. */
    public Header {
      name = name.toLowerCase(Locale.ROOT);
      if (!RequestTemplate.isHeaderName(name) || name.length() > LONGEST) {
        throw FoliotException.usage("'" + Shown.text(name) + "' is no name of a header");
      }
    }

    @Override
    public String toString() {
      return Texts.HEADER + name;
    }
  }

  /**
   * The first match of a regular expression in the body; its first group, if it has one.
   *
   * @param pattern in the syntax of {@link Pattern}; its work is bounded as in a check
   */
  record Regex(Pattern pattern) implements Capture {
    @Override
    public String toString() {
      return Texts.REGEX + pattern;
    }
  }

  /** Whether it needs the body of an answer. */
  default boolean isOfBody() {
    return !(this instanceof Header);
  }

  /**
   * A capture by a JSON path.
   *
   * @throws FoliotException for an invalid path, with the remedy
   */
  static Capture json(String path) {
    return new Json(JsonPath.parse(path));
  }

  /**
   * A capture by a regular expression.
   *
   * @throws FoliotException for an invalid one, with the remedy
   */
  static Capture regex(String regex) {
    if (regex.isEmpty() || regex.length() > LONGEST) {
      throw FoliotException.usage("a pattern has 1 to " + LONGEST + " characters");
    }
    try {
      return new Regex(Pattern.compile(regex));
    } catch (PatternSyntaxException e) {
      throw FoliotException.usage(
          "'"
              + Shown.text(regex)
              + "' is no regular expression: "
              + Shown.text(e.getDescription())
              + " at character "
              + e.getIndex());
    }
  }

  /**
   * Parses the form of {@code toString}.
   *
   * @throws FoliotException for any other text, with the remedy
   */
  static Capture parse(String text) {
    if (text.startsWith(Texts.JSON)) {
      return json(text.substring(Texts.JSON.length()));
    }
    if (text.startsWith(Texts.HEADER)) {
      return new Header(text.substring(Texts.HEADER.length()));
    }
    if (text.startsWith(Texts.REGEX)) {
      return regex(text.substring(Texts.REGEX.length()));
    }
    throw FoliotException.usage(
        "'" + Shown.text(text) + "' is no capture: write json $.a, header Location or regex a(.*)");
  }

  /** The forms of captures. */
  final class Texts {
    private static final String JSON = "json ";
    private static final String HEADER = "header ";
    private static final String REGEX = "regex ";

    private Texts() {}
  }
}
