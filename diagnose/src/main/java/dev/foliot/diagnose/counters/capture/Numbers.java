package dev.foliot.diagnose.counters.capture;

import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Numbers as tools print them: with a point, or with the decimal comma of a locale. */
final class Numbers {
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?[0-9]{1,40}(?:[.,][0-9]{1,40})?(?:[eE][-+]?[0-9]{1,3})?");
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,20}");

  private Numbers() {}

  /** The number, if it is one and finite. */
  static OptionalDouble of(String text) {
    if (!NUMBER.matcher(text).matches()) {
      return OptionalDouble.empty();
    }
    double value = Double.parseDouble(text.replace(',', '.'));
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  static boolean isNumber(String text) {
    return of(text).isPresent();
  }

  /** Whether it consists of digits alone. */
  static boolean isWhole(String text) {
    return WHOLE.matcher(text).matches();
  }
}
