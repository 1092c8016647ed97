package dev.foliot.cli.screen;

/** Lays texts out under each other. */
public final class Columns {
  private static final int GAP = 4;

  private Columns() {}

  /** A cell at the left end of a line, of exactly a width; what is too long is cut. */
  public static String left(String text, int width) {
    String cut =
        text.codePointCount(0, text.length()) < width
            ? text
            : text.substring(0, text.offsetByCodePoints(0, width - GAP)) + "...";
    return cut + " ".repeat(width - cut.codePointCount(0, cut.length()));
  }

  /** A cell of a width at least, its text at the right, with a space before it. */
  public static String right(String text, int width) {
    return " ".repeat(Math.max(1, width - text.codePointCount(0, text.length()))) + text;
  }
}
