package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.TimeText;
import dev.foliot.fleet.columns.Column;
import dev.foliot.fleet.columns.Profile;
import dev.foliot.fleet.engine.Dialect;
import dev.foliot.fleet.engine.Engine;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the engine converts the cells of a table. For one thread. */
final class CellSql {
  static final String TEXT = "VARCHAR";

  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  private final Dialect dialect;
  private final EngineTable table;
  private final Map<String, Column> byName = new HashMap<>();
  private final Map<String, String> numbers = new HashMap<>();
  private final Map<String, String> times = new HashMap<>();

  CellSql(Dialect dialect, EngineTable table) {
    this.dialect = dialect;
    this.table = table;
  }

  /** Remembers the columns, as they were counted. */
  void know(List<Column> columns) {
    columns.forEach(column -> byName.put(column.name(), column));
  }

  /** Remembers another column that has the numbers of a column of text. */
  void converted(String column, String to) {
    numbers.put(column, to);
  }

  /** Remembers another column that has the microseconds of a column of text. */
  void timed(String column, String us) {
    times.put(column, us);
  }

  /** A known column. */
  @Nullable Column column(String column) {
    return byName.get(column);
  }

  /** Whether the cells of a column are text as people write it, of CSV. */
  boolean isWritten(@Nullable Column column) {
    return column != null
        && column.type().equals(TEXT)
        && table.sampled().containsKey(column.name());
  }

  /** Whether the engine has text in a column. */
  boolean isText(String column) {
    Column known = byName.get(column);
    return known != null && known.type().equals(TEXT);
  }

  /** The condition for a cell that should hold a number, and does not. */
  String noNumber(String column) {
    String quoted = Engine.identifier(column);
    return "%s IS NOT NULL AND %s IS NULL AND TRIM(%1$s) NOT IN ('', %s)"
        .formatted(
            quoted,
            number(column),
            Profile.nothing().stream()
                .sorted()
                .map(dialect::literal)
                .collect(Collectors.joining(", ")));
  }

  /** A column as text; empty cells have none. */
  static String text(String column) {
    return "NULLIF(CAST(" + Engine.identifier(column) + " AS STRING), '')";
  }

  /** A column as a number; cells without one have none. */
  String number(String column) {
    String converted = numbers.get(column);
    if (converted != null) {
      return Engine.identifier(converted);
    }
    String quoted = Engine.identifier(column);
    return isText(column) ? dialect.number(quoted) : "TRY_CAST(" + quoted + " AS DOUBLE)";
  }

  /** Microseconds since 1970, by the rules of {@link TimeText}. */
  String time(String column) {
    String us = times.get(column);
    if (us != null) {
      return Engine.identifier(us);
    }
    Column known = byName.get(column);
    String type = known == null ? "" : known.type();
    String quoted = Engine.identifier(column);
    if (type.startsWith("TIMESTAMP") || type.equals("DATE")) {
      return dialect.micros(quoted, type);
    }
    if (!type.equals(TEXT)) {
      return epoch("TRY_CAST(" + quoted + " AS DOUBLE)");
    }
    String epoch = epoch(number(column));
    return known != null && known.kind() == Column.Kind.NUMBER
        ? epoch
        : "COALESCE(" + epoch + ", " + dialect.microsOfText(quoted) + ")";
  }

  /**
   * A condition on a column of times that all rows of a span meet. It compares the column itself,
   * so that the engine skips row groups by their least and greatest values.
   *
   * @param least the least number of a column of numbers
   * @param most the greatest
   * @return empty if there is none
   */
  String skipping(Column time, TimeSpan span, double least, double most) {
    String quoted = Engine.identifier(time.name());
    String type = time.type();
    if (time.kind() == Column.Kind.NUMBER) {
      double unitUs = unitUs(most);
      // numbers of several units have no common bounds
      return least < 0 || unitUs != unitUs(least)
          ? ""
          : "%s BETWEEN %d AND %d"
              .formatted(
                  quoted,
                  (long) Math.floor(span.fromUs() / unitUs) - 1,
                  (long) Math.ceil(span.toUs() / unitUs) + 1);
    }
    LocalDateTime from = second(span.fromUs()).minusSeconds(1);
    LocalDateTime to = second(span.toUs()).plusSeconds(1);
    boolean isTime = type.startsWith("TIMESTAMP") && !type.endsWith("]");
    return isTime && from.getYear() > 0 && to.getYear() <= 9999
        ? "%s BETWEEN %s AND %s"
            .formatted(
                quoted,
                dialect.moment(SECOND.format(from), type),
                dialect.moment(SECOND.format(to), type))
        : "";
  }

  private static LocalDateTime second(long us) {
    return LocalDateTime.ofEpochSecond(Math.floorDiv(us, 1_000_000L), 0, ZoneOffset.UTC);
  }

  /** The microseconds of a unit, by the rules of {@link TimeText}. */
  private static double unitUs(double number) {
    return number < TimeText.SECONDS_BELOW
        ? 1e6
        : number < TimeText.MILLIS_BELOW ? 1e3 : number < TimeText.MICROS_BELOW ? 1 : 1e-3;
  }

  private static String epoch(String number) {
    return ("TRY_CAST(ROUND(CASE WHEN ABS(%1$s) < %2$s THEN %1$s * 1e6 WHEN ABS(%1$s) < %3$s THEN"
            + " %1$s * 1e3 WHEN ABS(%1$s) < %4$s THEN %1$s WHEN ABS(%1$s) < 9e18 THEN %1$s /"
            + " 1e3 END) AS BIGINT)")
        .formatted(number, TimeText.SECONDS_BELOW, TimeText.MILLIS_BELOW, TimeText.MICROS_BELOW);
  }
}
