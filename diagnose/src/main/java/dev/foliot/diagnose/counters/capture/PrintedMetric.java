package dev.foliot.diagnose.counters.capture;

import java.util.OptionalDouble;
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
    if (!NUMBER.matcher(text).matches()) {
      return OptionalDouble.empty();
    }
    double value = Double.parseDouble(text.replace(',', '.'));
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  static boolean isNumber(String text) {
    return number(text).isPresent();
  }

  /** Whether it consists of digits only. */
  static boolean isWhole(String text) {
    return WHOLE.matcher(text).matches();
  }
}
