package dev.foliot.fleet.columns;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;

/**
 * Parses an expression by recursive descent.
 *
 * <pre>
 * sum     = product { ("+" | "-") product }
 * product = factor { ("*" | "/") factor }
 * factor  = "-" factor | number | "rate" "(" column ")" | column | "(" sum ")"
 * column  = a bare name of letters, digits, _ . : @ | a name in double quotes, "" for one of them
 * </pre>
 */
public final class ExpressionParser {
  private static final int LONGEST = 1000;
  private static final int DEEPEST = 100;

  private final String option;
  private final String text;
  private int at;
  private int depth;

  private ExpressionParser(String option, String text) {
    this.option = option;
    this.text = text;
  }

  /**
   * Parses the text.
   *
   * @param option the option for messages, such as {@code --metric}
   * @throws FleetException with the position and the expected symbol, if it is invalid
   */
  public static Expression parse(String option, String text) {
    ExpressionParser parser = new ExpressionParser(option, text);
    if (text.length() > LONGEST) {
      throw new FleetException(option + " is longer than " + LONGEST + " characters");
    }
    Expression whole = parser.sum();
    if (parser.peek() != 0) {
      throw parser.expected("an operator or the end");
    }
    return whole;
  }

  private Expression sum() {
    if (++depth > DEEPEST) {
      throw new FleetException(option + ": more than " + DEEPEST + " parentheses in each other");
    }
    Expression left = product();
    for (char c = peek(); c == '+' || c == '-'; c = peek()) {
      at++;
      left = new Expression.Operation(c, left, product());
    }
    depth--;
    return left;
  }

  private Expression product() {
    Expression left = factor();
    for (char c = peek(); c == '*' || c == '/'; c = peek()) {
      at++;
      left = new Expression.Operation(c, left, factor());
    }
    return left;
  }

  private Expression factor() {
    boolean negative = false;
    while (peek() == '-') {
      at++;
      negative = !negative;
    }
    Expression factor = positive();
    return negative ? new Expression.Negated(factor) : factor;
  }

  private Expression positive() {
    char c = peek();
    if (c == '(') {
      at++;
      Expression inner = sum();
      expect(')');
      return inner;
    }
    if ((c >= '0' && c <= '9') || c == '.') {
      return number();
    }
    if (c == '"') {
      return new Expression.Name(quoted());
    }
    if (!begins(c)) {
      throw expected("a column, a number or (");
    }
    int start = at;
    String name = bare();
    if (peek() != '(') {
      return new Expression.Name(name);
    }
    if (!name.equalsIgnoreCase("rate")) {
      at = start;
      throw expected("a column or the only function, rate(COLUMN)");
    }
    at++;
    Expression counter = new Expression.Rate(column());
    expect(')');
    return counter;
  }

  private String column() {
    char c = peek();
    if (c == '"') {
      return quoted();
    }
    if (!begins(c)) {
      throw expected("a column");
    }
    return bare();
  }

  private String bare() {
    int start = at;
    while (at < text.length() && (begins(text.charAt(at)) || continues(text.charAt(at)))) {
      at++;
    }
    return text.substring(start, at);
  }

  private static boolean begins(char c) {
    return Character.isLetter(c) || c == '_' || c == '@';
  }

  private static boolean continues(char c) {
    return Character.isDigit(c) || c == '.' || c == ':';
  }

  private String quoted() {
    int start = at++;
    StringBuilder name = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c != '"') {
        name.append(c);
      } else if (at < text.length() && text.charAt(at) == '"') {
        name.append('"');
        at++;
      } else {
        return name.toString();
      }
    }
    at = start;
    throw new FleetException(
        "%s %s: the quote at character %d does not end"
            .formatted(option, Texts.quote(text), start + 1));
  }

  private Expression number() {
    int start = at;
    digits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      digits();
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
        at++;
      }
      digits();
    }
    try {
      double value = Double.parseDouble(text.substring(start, at));
      if (Double.isFinite(value)) {
        return new Expression.Constant(value);
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    at = start;
    throw expected("a number");
  }

  private void digits() {
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
  }

  private void expect(char c) {
    if (peek() != c) {
      throw expected(String.valueOf(c));
    }
    at++;
  }

  /** The next character other than a space; 0 at the end. */
  private char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private FleetException expected(String what) {
    String found =
        peek() == 0 ? "the end" : Texts.quote(text.substring(at, Math.min(at + 20, text.length())));
    return new FleetException(
        "%s %s: at character %d should stand %s, not %s (names with other signs in double quotes)"
            .formatted(option, Texts.quote(text), at + 1, what, found));
  }
}
