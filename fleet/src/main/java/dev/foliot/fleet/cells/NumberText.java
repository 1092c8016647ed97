package dev.foliot.fleet.cells;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses numbers as measuring programs and people write them. For one thread.
 *
 * <p>{@code 1.5e3}, {@code 1,234.5}, {@code 0,53} with a decimal comma, {@code 1250m}, {@code
 * 1.2Gi}, {@code 3.2s}, {@code 1m30s}, {@code 53 %}. A quantity comes in its basic unit: bytes,
 * cores, seconds; a percentage as it is written. Suffixes:
 * kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity and
 * pkg.go.dev/time#ParseDuration.
 */
public final class NumberText {
  /** The sign before the decimals. The other one may separate thousands. */
  public enum Decimal {
    POINT,
    COMMA
  }

  /** What stands behind a number. Cells of different kinds do not belong into one column. */
  public enum Unit {
    NONE,
    /** Thousands, bytes or similar: {@code m}, {@code k}, {@code GiB}. */
    SCALED,
    PERCENT,
    /** A duration. */
    TIME
  }

  private record Suffix(Unit unit, double factor) {}

  private static final int LONGEST = 60;
  private static final double[] POWERS = new double[23];

  /** A blank of any width, an apostrophe or an underscore between thousands. */
  private static final String THIN = " \u00A0\u202F\u2009'\u2019_";

  private static final Pattern POINTED = grouped("[," + THIN + "]", "\\.");
  private static final Pattern COMMAED = grouped("[." + THIN + "]", ",");
  private static final Pattern DURATION =
      Pattern.compile(
          "(?:([0-9.]+)d)?(?:([0-9.]+)h)?(?:([0-9.]+)m)?(?:([0-9.]+)s)?(?:([0-9.]+)ms)?");
  private static final double[] DURATION_SECONDS = {86_400, 3_600, 60, 1, 1e-3};
  private static final Map<String, Suffix> SUFFIXES = suffixes();

  static {
    double power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  private final Decimal decimal;
  private final @Nullable Unit wanted;
  private double value;
  private Unit unit = Unit.NONE;

  /** Numbers with a decimal point. */
  public NumberText() {
    this(Decimal.POINT);
  }

  /** Numbers with this sign before the decimals. */
  public NumberText(Decimal decimal) {
    this(decimal, null);
  }

  /**
   * Numbers with this sign before the decimals, and units of this kind. A number without a unit is
   * as one with a scale, and zero needs none.
   */
  public NumberText(Decimal decimal, @Nullable Unit unit) {
    this.decimal = decimal;
    this.wanted = unit == Unit.SCALED ? Unit.NONE : unit;
  }

  private static Pattern grouped(String between, String decimal) {
    return Pattern.compile(
        "[+-]?[0-9]{1,3}(?:%1$s[0-9]{2,3})*%1$s[0-9]{3}(?:%2$s[0-9]*)?"
            .formatted(between, decimal));
  }

  private static Map<String, Suffix> suffixes() {
    Map<String, Suffix> all = new HashMap<>();
    all.put("%", new Suffix(Unit.PERCENT, 1));
    String[] small = {"n", "u", "\u00B5", "\u03BC", "m"};
    double[] smallFactors = {1e-9, 1e-6, 1e-6, 1e-6, 1e-3};
    for (int i = 0; i < small.length; i++) {
      all.put(small[i], new Suffix(Unit.SCALED, smallFactors[i]));
      all.put(small[i] + "s", new Suffix(Unit.TIME, smallFactors[i]));
    }
    char[] large = {'k', 'M', 'G', 'T', 'P', 'E'};
    double decimal = 1e3;
    double binary = 1024;
    for (char prefix : large) {
      for (String bytes : new String[] {"", "B", "b"}) {
        // 5E would be a number that is cut short
        if (prefix != 'E' || !bytes.isEmpty()) {
          all.put(prefix + bytes, new Suffix(Unit.SCALED, decimal));
        }
        all.put(prefix + "i" + bytes, new Suffix(Unit.SCALED, binary));
        if (prefix == 'k') {
          all.put("K" + bytes, new Suffix(Unit.SCALED, decimal));
          all.put("Ki" + bytes, new Suffix(Unit.SCALED, binary));
        }
      }
      decimal *= 1e3;
      binary *= 1024;
    }
    for (String one : new String[] {"B", "bytes", "cores", "req", "ops"}) {
      all.put(one, new Suffix(Unit.SCALED, 1));
    }
    for (String one : new String[] {"rps", "qps", "tps", "reqps"}) {
      all.put(one, new Suffix(Unit.SCALED, 1));
    }
    all.put("s", new Suffix(Unit.TIME, 1));
    all.put("sec", new Suffix(Unit.TIME, 1));
    all.put("min", new Suffix(Unit.TIME, 60));
    all.put("h", new Suffix(Unit.TIME, 3_600));
    return all;
  }

  /** The last number; NaN and infinities included. */
  public double value() {
    return value;
  }

  /** The kind of the last number's unit. */
  public Unit unit() {
    return unit;
  }

  /** Parses the text; returns whether it is a number. */
  public boolean read(String text) {
    return readAny(text) && fits();
  }

  private boolean fits() {
    return wanted == null
        || unit == wanted
        || (wanted == Unit.NONE && unit == Unit.SCALED)
        || (unit == Unit.NONE && !(Math.abs(value) > 0));
  }

  private boolean readAny(String text) {
    int end = text.length();
    if (end == 0) {
      return false;
    }
    int at = 0;
    char first = text.charAt(0);
    if (first == '-' || first == '+') {
      at = 1;
    }
    char sign = decimal == Decimal.POINT ? '.' : ',';
    // up to 15 digits and a power of ten up to 22 are exact, and so is their quotient's rounding
    long digits = 0;
    int significant = 0;
    int decimals = 0;
    boolean point = false;
    for (; at < end; at++) {
      char c = text.charAt(at);
      if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
        significant++;
        decimals += point ? 1 : 0;
      } else if (c == sign && !point) {
        point = true;
      } else {
        break;
      }
      if (significant > 15) {
        break;
      }
    }
    if (at == end && significant > 0) {
      double magnitude = digits / POWERS[decimals];
      value = first == '-' ? -magnitude : magnitude;
      unit = Unit.NONE;
      return true;
    }
    return readSlowly(text.strip());
  }

  private boolean readSlowly(String text) {
    if (text.isEmpty() || text.length() > LONGEST || !begins(text.charAt(0))) {
      return false;
    }
    if (wanted == Unit.TIME && text.endsWith("m") && readDuration(text)) {
      // not thousandths
      return true;
    }
    unit = Unit.NONE;
    if (readMantissa(text) || readWord(text)) {
      return true;
    }
    int end = text.length();
    while (end > 0 && !isDigit(text.charAt(end - 1))) {
      end--;
    }
    if (end == 0) {
      return false;
    }
    String rest = text.substring(end);
    rest = rest.startsWith(".") ? rest.substring(1) : rest;
    String word = rest.strip();
    Suffix suffix = SUFFIXES.get(word.endsWith("/s") ? word.substring(0, word.length() - 2) : word);
    if (suffix != null && readMantissa(text.substring(0, end))) {
      unit = suffix.unit();
      value *= suffix.factor();
      return true;
    }
    return readDuration(text);
  }

  /** Most texts are names, and cost least. */
  private static boolean begins(char first) {
    return isDigit(first) || "+-.,nNiI".indexOf(first) >= 0;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** A number without a unit. */
  private boolean readMantissa(String text) {
    if (!isDigit(text.charAt(text.length() - 1)) && !text.endsWith(".")) {
      return false;
    }
    boolean comma = decimal == Decimal.COMMA;
    String plain = text;
    if ((comma ? COMMAED : POINTED).matcher(text).matches()) {
      StringBuilder digits = new StringBuilder();
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (isDigit(c) || c == '-' || c == (comma ? ',' : '.')) {
          digits.append(c);
        }
      }
      plain = digits.toString();
    } else if (comma && text.indexOf('.') >= 0) {
      return false;
    }
    plain = comma ? plain.replace(',', '.') : plain;
    for (int i = 0; i < plain.length(); i++) {
      // hexadecimal such as 0x1p3 is not accepted
      if ("0123456789+-.eE".indexOf(plain.charAt(i)) < 0) {
        return false;
      }
    }
    try {
      value = Double.parseDouble(plain);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private boolean readDuration(String text) {
    Matcher parts = DURATION.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    double seconds = 0;
    for (int i = 0; i < DURATION_SECONDS.length; i++) {
      String part = parts.group(i + 1);
      if (part != null) {
        try {
          seconds += Double.parseDouble(part) * DURATION_SECONDS[i];
        } catch (NumberFormatException e) {
          return false;
        }
      }
    }
    value = seconds;
    unit = Unit.TIME;
    return true;
  }

  private boolean readWord(String word) {
    switch (word.length() > 9 ? "" : word.toLowerCase(Locale.ROOT)) {
      case "nan", "+nan", "-nan" -> value = Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> value = Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> value = Double.NEGATIVE_INFINITY;
      default -> {
        return false;
      }
    }
    return true;
  }

  /**
   * The sign before the decimals of a number; null where the text does not tell: {@code 12}, {@code
   * 6,023}, {@code 1.234}.
   */
  public static @Nullable Decimal decimalOf(String number) {
    int point = number.lastIndexOf('.');
    int comma = number.lastIndexOf(',');
    if (point < 0 && comma < 0) {
      return null;
    }
    if (point >= 0 && comma >= 0) {
      return point > comma ? Decimal.POINT : Decimal.COMMA;
    }
    char sign = point >= 0 ? '.' : ',';
    Decimal here = point >= 0 ? Decimal.POINT : Decimal.COMMA;
    Decimal other = point >= 0 ? Decimal.COMMA : Decimal.POINT;
    int last = Math.max(point, comma);
    if (number.indexOf(sign) != last) {
      return other;
    }
    int start = last;
    while (start > 0 && isDigit(number.charAt(start - 1))) {
      start--;
    }
    int end = last + 1;
    while (end < number.length() && isDigit(number.charAt(end))) {
      end++;
    }
    boolean group =
        end - last - 1 == 3 && last > start && last - start <= 3 && number.charAt(start) != '0';
    return group ? null : here;
  }
}
