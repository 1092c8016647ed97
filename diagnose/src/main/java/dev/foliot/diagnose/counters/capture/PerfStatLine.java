package dev.foliot.diagnose.counters.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One parsed line of {@code perf stat -x} (perf-stat(1), "CSV FORMAT").
 *
 * <p>The columns are: an optional time stamp ({@code -I}); an optional CPU, core, socket or thread,
 * possibly with the number of CPUs; value, unit, event; possibly a control group; the variance with
 * {@code -r}; the counter's running time and its percentage; then pairs of a metric's value and
 * unit. The columns around the event vary, so parsing starts at the event.
 *
 * @param seconds the time stamp
 * @param event as printed; null on a line that continues the metrics of the line before
 * @param value empty for none
 * @param isUnsupported whether the value is missing because the machine lacks the event
 * @param extent how far it was counted
 * @param metrics derived by perf
 */
record PerfStatLine(
    OptionalDouble seconds,
    @Nullable String event,
    OptionalDouble value,
    boolean isUnsupported,
    Tally.Extent extent,
    List<PrintedMetric> metrics) {
  private static final int MOST_BEFORE = 6;
  private static final int LEAST_EMPTY = 3;
  private static final double PERCENT = 100;
  private static final Pattern NO_VALUE = Pattern.compile("<not (?:counted|supported)>");
  private static final Pattern UNIT = Pattern.compile("(?:[A-Za-z%][A-Za-z%/^ -]{0,19})?");
  private static final Pattern EVENT = Pattern.compile("[A-Za-z_{][^\\t]{0,300}");
  private static final Pattern TIME = Pattern.compile("[0-9]{1,12}[.,][0-9]{3,9}");
  private static final Pattern NANOS = Pattern.compile("[0-9]{9}");
  private static final Pattern WHERE =
      Pattern.compile(
          "CPU[0-9]{1,6}|[SND][0-9]{1,6}(?:-[A-Z]{1,3}[0-9]{1,6}){0,4}|.{1,200}-[0-9]{1,10}");
  private static final Pattern VARIANCE = Pattern.compile("[0-9]{1,6}(?:[.,][0-9]{1,4})?%");
  private static final Pattern HUNDREDTHS = Pattern.compile("[0-9]{2}");

  /** The columns before the value. */
  private record Before(OptionalDouble seconds, String wholePart) {}

  /**
   * Parses a line; null if it has another form.
   *
   * @param fields without blanks around them
   * @param separator between them; if it is a comma, a decimal comma splits numbers
   */
  static @Nullable PerfStatLine of(List<String> fields, String separator) {
    for (int at = 0; at < Math.min(MOST_BEFORE, fields.size() - 2); at++) {
      PerfStatLine line = counted(fields, at, separator);
      if (line != null) {
        return line;
      }
    }
    return continued(fields, separator.equals(","));
  }

  private static @Nullable PerfStatLine counted(List<String> fields, int at, String separator) {
    boolean comma = separator.equals(",");
    String value = fields.get(at);
    String unit = fields.get(at + 1);
    boolean none = NO_VALUE.matcher(value).matches();
    if (!(none || PrintedMetric.count(value, unit).isPresent())
        || !UNIT.matcher(unit).matches()
        || !EVENT.matcher(fields.get(at + 2)).matches()) {
      return null;
    }
    Before before = before(fields.subList(0, at), value, unit, comma);
    if (before == null) {
      return null;
    }
    int last = at + 2;
    StringBuilder event = new StringBuilder(fields.get(last));
    while (hasOpenPmu(event) && last + 1 < fields.size()) {
      event.append(separator).append(fields.get(++last));
    }
    OptionalDouble count =
        none
            ? OptionalDouble.empty()
            : before.wholePart().isEmpty()
                ? PrintedMetric.count(value, unit)
                : PrintedMetric.number(before.wholePart() + "." + value);
    if (hasOpenPmu(event) || (!none && (count.isEmpty() || count.getAsDouble() < 0))) {
      return null;
    }
    return rest(
        before.seconds(),
        event.toString(),
        count,
        value.equals("<not supported>"),
        fields.subList(last + 1, fields.size()),
        comma);
  }

  /** The name of a PMU's event has commas, between slashes. */
  private static boolean hasOpenPmu(CharSequence event) {
    return event.chars().filter(c -> c == '/').count() % 2 == 1;
  }

  private static @Nullable Before before(
      List<String> fields, String value, String unit, boolean comma) {
    int at = 0;
    OptionalDouble seconds = OptionalDouble.empty();
    if (!fields.isEmpty() && TIME.matcher(fields.get(0)).matches()) {
      seconds = PrintedMetric.number(fields.get(0));
      at = 1;
    } else if (comma
        && fields.size() > 1
        && PrintedMetric.isWhole(fields.get(0))
        && NANOS.matcher(fields.get(1)).matches()) {
      seconds = PrintedMetric.number(fields.get(0) + "." + fields.get(1));
      at = 2;
    }
    boolean cut = comma && !unit.isEmpty() && PrintedMetric.isWhole(value);
    if (at < fields.size() && WHERE.matcher(fields.get(at)).matches()) {
      at++;
      boolean isWholePart = cut && fields.size() - at == 1;
      if (at < fields.size() && PrintedMetric.isWhole(fields.get(at)) && !isWholePart) {
        at++;
      }
    }
    if (cut && fields.size() - at == 1 && PrintedMetric.isWhole(fields.get(at))) {
      return new Before(seconds, fields.get(at));
    }
    return at == fields.size() ? new Before(seconds, "") : null;
  }

  private static PerfStatLine rest(
      OptionalDouble seconds,
      String event,
      OptionalDouble value,
      boolean isUnsupported,
      List<String> rest,
      boolean comma) {
    int at = 0;
    if (rest.size() > 1
        && !rest.get(0).isEmpty()
        && !Character.isDigit(rest.get(0).charAt(0))
        && !rest.get(0).startsWith("-")) {
      // a control group
      at = 1;
    }
    String spread = "0";
    if (at < rest.size() && VARIANCE.matcher(rest.get(at)).matches()) {
      spread = rest.get(at);
      at++;
    } else if (comma
        && at + 1 < rest.size()
        && PrintedMetric.isWhole(rest.get(at))
        && VARIANCE.matcher(rest.get(at + 1)).matches()) {
      spread = rest.get(at) + "." + rest.get(at + 1);
      at += 2;
    }
    OptionalDouble percent = OptionalDouble.empty();
    OptionalDouble running = OptionalDouble.empty();
    if (at + 1 < rest.size() && PrintedMetric.isWhole(rest.get(at))) {
      running = PrintedMetric.number(rest.get(at));
      percent = PrintedMetric.number(rest.get(at + 1));
      at += 2;
      if (comma
          && at < rest.size()
          && PrintedMetric.isWhole(rest.get(at - 1))
          && HUNDREDTHS.matcher(rest.get(at)).matches()) {
        percent = PrintedMetric.number(rest.get(at - 1) + "." + rest.get(at));
        at++;
      }
    }
    return new PerfStatLine(
        seconds,
        event,
        value,
        isUnsupported,
        new Tally.Extent(percent, running, share(spread)),
        metrics(rest.subList(at, rest.size()), comma));
  }

  /** Of a percentage. */
  private static double share(String percent) {
    return PrintedMetric.number(percent.replace("%", "")).orElse(0) / PERCENT;
  }

  /** A continuation has empty fields instead of an event, and a metric at the end. */
  private static @Nullable PerfStatLine continued(List<String> fields, boolean comma) {
    long empty = fields.stream().filter(String::isEmpty).count();
    List<PrintedMetric> metrics = metrics(fields, comma);
    boolean nothing = empty == fields.size() && empty > LEAST_EMPTY;
    if (!nothing && (metrics.size() != 1 || empty < LEAST_EMPTY)) {
      return null;
    }
    OptionalDouble none = OptionalDouble.empty();
    return new PerfStatLine(none, null, none, false, Tally.Extent.WHOLE, metrics);
  }

  private static List<PrintedMetric> metrics(List<String> fields, boolean comma) {
    List<PrintedMetric> metrics = new ArrayList<>();
    for (int at = 1; at < fields.size(); at++) {
      String name = fields.get(at);
      String value = fields.get(at - 1);
      if (name.isEmpty() || PrintedMetric.isNumber(name) || !PrintedMetric.isNumber(value)) {
        continue;
      }
      boolean cut =
          comma
              && at > 1
              && PrintedMetric.isWhole(value)
              && PrintedMetric.isWhole(fields.get(at - 2));
      PrintedMetric metric = PrintedMetric.of(name, cut ? fields.get(at - 2) + "." + value : value);
      if (metric != null) {
        metrics.add(metric);
      }
    }
    return metrics;
  }
}
