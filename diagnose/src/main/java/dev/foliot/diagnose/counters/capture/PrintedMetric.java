package dev.foliot.diagnose.counters.capture;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A metric derived by perf.
 *
 * <p>perf prints its name as the unit, after a percent sign. For AMD's and Arm's metrics newer
 * versions print the whole of the share first, before two blanks: {@code %slots frontend_bound},
 * {@code percent of slots frontend_bound}. Numbers have a decimal point, or the decimal comma of a
 * locale.
 *
 * @param name with its unit
 */
record PrintedMetric(String name, double value) {
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?[0-9]{1,40}(?:[.,][0-9]{1,40})?(?:[eE][-+]?[0-9]{1,3})?");

  /** Digits in groups, with a blank, an apostrophe or the other separator between them. */
  private static final Pattern GROUPED =
      Pattern.compile(
          "([0-9]{1,3}(?:(?:\\.[0-9]{2,3}){1,12}(?=,)|(?:,[0-9]{2,3}){1,12}(?=\\.)"
              + "|(?:\\.[0-9]{2,3}){2,12}|(?:,[0-9]{2,3}){2,12}"
              + "|(?:[\\u0020\\u00a0\\u202f\\ufffd'\\u2019][0-9]{2,3}){1,12}))"
              + "([.,][0-9]{1,12})?");

  private static final Pattern SEPARATORS = Pattern.compile("[^0-9]");
  private static final Pattern THOUSANDS = Pattern.compile("[0-9]{1,3}(?:[.,][0-9]{3}){1,12}");
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,20}");

  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern SHARE =
      Pattern.compile("^(?:%[a-z]{1,20}|percent of [a-z]{1,20}) {2}");

  /** Null without a number, which perf prints as {@code nan} or {@code (null)}. */
  static @Nullable PrintedMetric of(String unit, String value) {
    OptionalDouble number = number(value.strip());
    String shared = SHARE.matcher(unit.strip()).replaceFirst("%");
    String text = BLANKS.matcher(shared).replaceAll(" ").strip();
    boolean percent = text.startsWith("%");
    String name = percent ? text.substring(1).strip() : text;
    if (number.isEmpty() || name.isEmpty()) {
      return null;
    }
    return new PrintedMetric(percent ? name + " (%)" : name, number.getAsDouble());
  }

  /** The number, if the text is a finite one. */
  static OptionalDouble number(String text) {
    String plain = plain(text);
    if (!NUMBER.matcher(plain).matches()) {
      return OptionalDouble.empty();
    }
    double value = Double.parseDouble(plain.replace(',', '.'));
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** Without the separators of thousands, where it has two kinds of separators or several. */
  private static String plain(String text) {
    Matcher grouped = GROUPED.matcher(text);
    if (!grouped.matches()) {
      return text;
    }
    String decimals = grouped.group(2) == null ? "" : grouped.group(2);
    return SEPARATORS.matcher(grouped.group(1)).replaceAll("") + decimals;
  }

  static boolean isNumber(String text) {
    return number(text).isPresent();
  }

  /**
   * A count. perf prints two decimals where there is a unit and none elsewhere, so three digits
   * after a lone separator are a group of thousands.
   */
  static OptionalDouble count(String text, String unit) {
    return unit.isEmpty() && THOUSANDS.matcher(text).matches()
        ? OptionalDouble.of(Double.parseDouble(SEPARATORS.matcher(text).replaceAll("")))
        : number(text);
  }

  /** Whether it consists of digits only. */
  static boolean isWhole(String text) {
    return WHOLE.matcher(text).matches();
  }
}
