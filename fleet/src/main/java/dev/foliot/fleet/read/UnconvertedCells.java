package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.cells.TimeText;
import dev.foliot.fleet.columns.Column;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.columns.Style;
import dev.foliot.fleet.engine.Dialect;
import dev.foliot.fleet.engine.Engine;
import dev.foliot.fleet.rows.FormatSniffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells of text of a table that SQL does not convert. Those that nothing reads are counted;
 * those that only Foliot's own reader converts are refused, as they may not be guessed.
 */
final class UnconvertedCells {
  private static final int MOST_TEXTS = 1000;

  /** A time of day with a zone, as a regular expression of the engine. */
  private static final String ZONED =
      "[0-9]{2}:[0-9]{2}.*(Z|z|UTC|GMT|[+-][0-9]{2}(:?[0-9]{2})?)(\\[.*\\])?$";

  private final Engine engine;
  private final Dialect dialect;
  private final EngineTable table;
  private final CellSql cells;
  private final String name;
  private final String read;

  /**
   * @param name of the table in messages
   * @param read what may follow FROM
   */
  UnconvertedCells(Engine engine, EngineTable table, CellSql cells, String name, String read) {
    this.engine = engine;
    this.dialect = engine.dialect();
    this.table = table;
    this.cells = cells;
    this.name = name;
    this.read = read;
  }

  /** What SQL does not convert, as it may not be guessed. */
  void refuseOtherUnits(Layout layout) {
    for (String value : Staging.values(layout)) {
      Column column = cells.column(value);
      if (column != null && cells.isWritten(column)) {
        Style style = column.style();
        String unit =
            switch (style.unit()) {
              case PERCENT -> "percentages";
              case TIME -> "durations";
              case NONE, SCALED ->
                  style.decimal() == NumberText.Decimal.COMMA ? "decimal commas" : "";
            };
        if (!unit.isEmpty()) {
          throw unreadable(value, unit);
        }
      }
    }
  }

  private FleetException unreadable(String column, String what) {
    return new FleetException(
        "%s: column %s has %s, which --engine spark does not read: read it without --engine spark, or write Parquet with numbers and times"
            .formatted(name, Texts.quote(column), what));
  }

  /**
   * Counts the cells of text that SQL could not convert, and refuses those that are read without
   * Spark. Describes the first that holds no number.
   */
  String noted(Layout layout, String us, Notes notes) throws SQLException {
    List<String> counts = new ArrayList<>();
    List<String> values = Staging.values(layout);
    for (String value : values) {
      counts.add(cells.isText(value) ? "COUNT(" + cells.number(value) + ")" : "0");
      counts.add(
          cells.isText(value) ? "COUNT(CASE WHEN " + cells.noNumber(value) + " THEN 1 END)" : "0");
    }
    boolean timed =
        layout.place().time() != null
            && dialect == Dialect.SPARK
            && cells.isText(layout.place().time());
    String noTime =
        timed
            ? Engine.identifier(String.valueOf(layout.place().time()))
                + " IS NOT NULL AND ("
                + us
                + ") IS NULL"
            : "";
    counts.add(timed ? "COUNT(CASE WHEN " + noTime + " THEN 1 END)" : "0");
    List<String> texts = new ArrayList<>();
    if (!table.sampled().isEmpty() && !layout.isWide()) {
      texts.add(layout.place().node());
      texts.addAll(layout.texts().all());
    }
    for (String text : texts) {
      counts.add(
          "COUNT(CASE WHEN CAST(%s AS STRING) LIKE '%%\uFFFD%%' THEN 1 END)"
              .formatted(Engine.identifier(text)));
    }
    counts.addAll(zones(layout));
    if (counts.stream().allMatch("0"::equals)) {
      return "";
    }
    long[] counted = engine.numbers("SELECT " + String.join(", ", counts) + " FROM " + read);
    if (counted[counted.length - 2] > 0) {
      notes.count(
          "times have no zone and are taken as UTC, others have one", counted[counted.length - 1]);
    }
    List<NoNumbers> all = values.stream().map(NoNumbers::new).toList();
    long[] filled = new long[values.size()];
    for (int i = 0; i < filled.length; i++) {
      filled[i] = counted[2 * i];
      if (counted[2 * i + 1] > 0) {
        addTexts(values.get(i), all.get(i), counted[2 * i + 1]);
      }
    }
    if (counted[2 * filled.length] > 0) {
      refuseReadableTimes(String.valueOf(layout.place().time()), noTime);
    }
    for (int i = 0; i < texts.size(); i++) {
      if (counted[2 * filled.length + 1 + i] > 0) {
        throw FormatSniffer.notUtf8(name, null);
      }
    }
    return NoNumbers.noted(layout, name, all, filled, notes);
  }

  /** Counts the times in text with a zone, and those without, like {@link Staging}. */
  private List<String> zones(Layout layout) {
    Column time = layout.place().time() == null ? null : cells.column(layout.place().time());
    if (time == null || !time.type().equals(CellSql.TEXT)) {
      return List.of("0", "0");
    }
    String name = Engine.identifier(time.name());
    String dated = dialect.contains(name, "^[0-9]{4}[-/]");
    String zoned = dialect.contains(name, ZONED);
    return List.of(
        "COUNT(CASE WHEN %s AND %s THEN 1 END)".formatted(dated, zoned),
        "COUNT(CASE WHEN %s AND NOT %s THEN 1 END)".formatted(dated, zoned));
  }

  private void addTexts(String column, NoNumbers to, long all) throws SQLException {
    Column known = cells.column(column);
    NumberText number = new NumberText();
    boolean written = cells.isWritten(known);
    long added =
        engine.query(
            common(column, cells.noNumber(column)),
            result -> {
              long sum = 0;
              while (result.next()) {
                String cell = String.valueOf(result.getString(1));
                if (written && number.read(cell)) {
                  throw unreadable(column, Texts.quote(cell));
                }
                to.addAll(cell, result.getLong(2));
                sum += result.getLong(2);
              }
              return sum;
            });
    // beyond the most common ones
    to.addAll("", all - added);
  }

  private void refuseReadableTimes(String column, String condition) throws SQLException {
    Column known = cells.column(column);
    TimeText time = new TimeText(known == null ? null : known.style().order());
    engine.query(
        common(column, condition),
        result -> {
          while (result.next()) {
            String cell = String.valueOf(result.getString(1));
            if (time.read(cell)) {
              throw unreadable(column, Texts.quote(cell));
            }
          }
          return null;
        });
  }

  /** The most common texts of the cells that meet a condition. */
  private String common(String column, String condition) {
    return "SELECT %1$s, COUNT(*) AS n FROM %2$s WHERE %3$s GROUP BY %1$s ORDER BY n DESC, %1$s LIMIT %4$d"
        .formatted(Engine.identifier(column), read, condition, MOST_TEXTS);
  }
}
