package dev.foliot.load;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A condition on an answer. Immutable.
 *
 * <p>Without a status check, 200 to 299 are expected. Only the first 64 KiB of a body are examined.
 */
public sealed interface Check {
  /** The longest text or pattern. */
  int LONGEST = 1_000;

  /**
   * The status is in a range.
   *
   * @param least from 100
   * @param most up to 999
   */
  record Status(int least, int most) implements Check {
    private static final int LEAST = 100;
    private static final int MOST = 999;

    /** Checks the range. */
    public Status {
      if (least < LEAST || most > MOST || least > most) {
        throw FoliotException.usage(
            "status " + least + "-" + most + " is no range: write status 200 or status 200-299");
      }
    }

    @Override
    public String toString() {
      return "status " + least + (least == most ? "" : "-" + most);
    }
  }

  /**
   * The body contains a text.
   *
   * @param text 1 to 1000 characters
   */
  record BodyContains(String text) implements Check {
    /** Checks the length. */
    public BodyContains {
      if (text.isEmpty() || text.length() > LONGEST) {
        throw FoliotException.usage("body contains: give 1 to " + LONGEST + " characters");
      }
    }

    @Override
    public String toString() {
      return "body contains " + text;
    }
  }

  /**
   * The body contains a match of a regular expression. Its work is bounded: a pattern that
   * backtracks for too long does not match.
   *
   * @param pattern in the syntax of {@link Pattern}, 1 to 1000 characters
   */
  record BodyMatches(Pattern pattern) implements Check {
    @Override
    public String toString() {
      return "body matches " + pattern;
    }
  }

  /**
   * Parses {@code status 200}, {@code status 200-299}, {@code body contains TEXT} or {@code body
   * matches REGEX}.
   *
   * @throws FoliotException for any other text, with the remedy
   */
  static Check parse(String text) {
    Matcher status = Texts.STATUS.matcher(text.strip());
    if (status.matches()) {
      int least = Integer.parseInt(status.group(1));
      return new Status(least, status.group(2) == null ? least : Integer.parseInt(status.group(2)));
    }
    if (text.startsWith(Texts.CONTAINS)) {
      return new BodyContains(text.substring(Texts.CONTAINS.length()));
    }
    if (text.startsWith(Texts.MATCHES)) {
      return matches(text.substring(Texts.MATCHES.length()));
    }
    throw FoliotException.usage(
        "'"
            + Shown.text(text)
            + "' is no check: write status 200, body contains TEXT or body matches REGEX");
  }

  private static Check matches(String regex) {
    if (regex.isEmpty() || regex.length() > LONGEST) {
      throw FoliotException.usage("body matches: give 1 to " + LONGEST + " characters");
    }
    try {
      return new BodyMatches(Pattern.compile(regex));
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

  /** Formats checks. */
  final class Texts {
    private static final Pattern STATUS = Pattern.compile("status ([0-9]{3})(?: ?- ?([0-9]{3}))?");
    private static final String CONTAINS = "body contains ";
    private static final String MATCHES = "body matches ";

    private Texts() {}
  }
}
