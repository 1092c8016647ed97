package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.NumberText;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.cells.TimeText;
import dev.foliot.fleet.columns.Column;
import dev.foliot.fleet.columns.Columns;
import dev.foliot.fleet.columns.Condition;
import dev.foliot.fleet.columns.Distinct;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.columns.Profile;
import dev.foliot.fleet.columns.Roles;
import dev.foliot.fleet.columns.Style;
import dev.foliot.fleet.engine.Answer;
import dev.foliot.fleet.engine.Dialect;
import dev.foliot.fleet.engine.Engine;
import dev.foliot.fleet.points.Source;
import dev.foliot.fleet.rows.FileColumn;
import dev.foliot.fleet.rows.FormatSniffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table that the engine itself reads: Parquet, and on Spark also CSV. */
final class TableSource implements Source {
  private static final int SAMPLE = 1000;
  private static final int ORDER_SAMPLE = 1_000_000;
  private static final int FEW = 200;

  /** A time of day with a zone, as a regular expression of the engine. */
  private static final String ZONED =
      "[0-9]{2}:[0-9]{2}.*(Z|z|UTC|GMT|[+-][0-9]{2}(:?[0-9]{2})?)(\\[.*\\])?$";

  private static final int MOST_TEXTS = 1000;

  private final Engine engine;
  private final Dialect dialect;
  private final List<Condition> conditions;
  private final FleetRequest.Span span;
  private final FleetRequest request;
  private final String name;
  private final EngineTable table;
  private final CellSql cells;
  private String read;
  private long rows;
  private @Nullable Narrowed narrowed;

  /**
   * That rows of other times are left out before anything is counted.
   *
   * @param within the span of the others
   * @param rows the number of all
   * @param timed of them with a time
   * @param firstUs the earliest
   * @param lastUs the latest
   */
  private record Narrowed(TimeSpan within, long rows, long timed, long firstUs, long lastUs) {}

  /** A source for a table that messages call {@code name}. */
  TableSource(Engine engine, EngineTable table, FleetRequest request, String name) {
    this.engine = engine;
    this.dialect = engine.dialect();
    this.conditions = Condition.all(request.series().where());
    this.name = name;
    this.span = request.span();
    this.request = request;
    this.table = table;
    this.cells = new CellSql(dialect, table);
    this.read = table.relation();
  }

  /**
   * Each of several files may belong to a node: then file names are a column, as for text files.
   */
  private void nameFiles(List<Column> columns) {
    boolean taken =
        columns.stream()
            .anyMatch(column ->
                column.name().equalsIgnoreCase(FileColumn.NAME)
                    || column.name().equalsIgnoreCase(EngineTable.FROM));
    if (table.withFile() != null && !taken) {
      read = table.withFile();
      columns.add(new Column(FileColumn.NAME, Column.Kind.TEXT, 0, 0, CellSql.TEXT, Style.PLAIN));
    }
  }

  @Override
  public Columns columns() throws SQLException {
    List<Column> columns =
        engine.query(
            "DESCRIBE SELECT * FROM " + read,
            result -> {
              List<Column> all = new ArrayList<>();
              while (result.next()) {
                String type = dialect.type(String.valueOf(result.getString(2)));
                all.add(described(String.valueOf(result.getString(1)), type));
              }
              return all;
            });
    nameFiles(columns);
    filter(columns);
    narrow(columns);
    long[] counts = engine.numbers("SELECT COUNT(*)" + counts(columns) + " FROM " + read);
    rows = counts[0];
    Narrowed narrow = narrowed;
    if (rows == 0 && narrow != null) {
      throw narrow.within().noRow(name, narrow.firstUs(), narrow.lastUs());
    }
    if (rows == 0) {
      throw new FleetException(name + " has no rows of data: give a file with some");
    }
    Set<String> few = new LinkedHashSet<>();
    List<Column> counted = new ArrayList<>();
    int at = 1;
    for (Column column : columns) {
      Column known =
          isCounted(column)
              ? with(column, counts[at++], counts[at++])
              // not needed for other columns
              : with(column, rows, 1);
      counted.add(known);
      if (isCounted(column) && known.distinct() <= FEW) {
        few.add(known.name());
      }
    }
    exact(counted, few);
    findTimes(counted);
    cells.know(counted);
    return new Columns(name, counted);
  }

  private Column described(String column, String type) {
    Column sampled = table.sampled().get(column);
    return sampled == null || !type.equals(CellSql.TEXT)
        ? new Column(column, kind(type), 0, 0, type, Style.PLAIN)
        : new Column(column, sampled.kind(), 0, 0, type, sampled.style());
  }

  /** Leaves out the rows that do not meet the conditions. */
  private void filter(List<Column> columns) {
    if (conditions.isEmpty()) {
      return;
    }
    Columns all = new Columns(name, columns);
    read =
        conditions.stream()
            .map(one ->
                one.sql(Engine.identifier(all.required("--where", one.column()).name()), dialect))
            .collect(
                Collectors.joining(" AND ", "(SELECT * FROM " + read + " WHERE ", ") AS kept"));
  }

  /**
   * Leaves out the rows of other times, where a name or a type tells the column of the time. Then
   * the engine skips the row groups without one.
   */
  private void narrow(List<Column> columns) throws SQLException {
    Column time = span.isAll() ? null : Roles.timeByName(new Columns(name, columns), request);
    if (time == null || (time.kind() != Column.Kind.TIME && time.kind() != Column.Kind.NUMBER)) {
      return;
    }
    cells.know(columns);
    if (cells.isText(time.name())) {
      return;
    }
    String us = cells.time(time.name());
    String number = time.kind() == Column.Kind.NUMBER ? cells.number(time.name()) : "0";
    narrowed =
        engine.query(
            "SELECT COUNT(*), COUNT(us), MIN(us), MAX(us), MIN(n), MAX(n) FROM (SELECT %s AS us, %s AS n FROM %s) AS times"
                .formatted(us, number, read),
            ends -> narrowed(time, us, ends));
  }

  private @Nullable Narrowed narrowed(Column time, String us, Answer ends) throws SQLException {
    ends.next();
    long timed = ends.getLong(2);
    if (timed == 0) {
      return null;
    }
    TimeSpan within = TimeSpan.of(span, ends.getLong(3), ends.getLong(4));
    String skipping = cells.skipping(time, within, ends.getDouble(5), ends.getDouble(6));
    read =
        "(SELECT * FROM %s WHERE %s%s BETWEEN %d AND %d) AS within"
            .formatted(
                read,
                skipping.isEmpty() ? "" : skipping + " AND ",
                us,
                within.fromUs(),
                within.toUs());
    return new Narrowed(within, ends.getLong(1), timed, ends.getLong(3), ends.getLong(4));
  }

  private static Column.Kind kind(String type) {
    if (type.matches("U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL\\(.*\\)")) {
      return Column.Kind.NUMBER;
    }
    if (type.startsWith("TIMESTAMP") || type.equals("DATE")) {
      return type.endsWith("]") ? Column.Kind.OTHER : Column.Kind.TIME;
    }
    if (type.equals("VARCHAR") || type.equals("UUID") || type.startsWith("ENUM(")) {
      return type.endsWith("]") ? Column.Kind.OTHER : Column.Kind.TEXT;
    }
    return type.equals("BOOLEAN") ? Column.Kind.TRUTH : Column.Kind.OTHER;
  }

  private boolean isCounted(Column column) {
    return cells.isWritten(column)
        || column.tells()
        || (column.kind() == Column.Kind.NUMBER
            && (column.type().endsWith("INT")
                || column.type().endsWith("INTEGER")
                || KnownNames.NODE.contains(column.name().toLowerCase(Locale.ROOT))));
  }

  private String counts(List<Column> columns) {
    StringBuilder counts = new StringBuilder();
    for (Column column : columns) {
      if (isCounted(column)) {
        String quoted = Engine.identifier(column.name());
        counts.append(", COUNT(%1$s), APPROX_COUNT_DISTINCT(%1$s)".formatted(quoted));
      }
    }
    return counts.toString();
  }

  private Column with(Column column, long filled, long distinct) throws SQLException {
    Column known =
        column.kind() == Column.Kind.OTHER && cells.isWritten(column) ? later(column) : column;
    Column.Kind kind = filled == 0 ? Column.Kind.OTHER : known.kind();
    int few = distinct > Distinct.LIMIT ? Column.MANY : (int) distinct;
    return new Column(column.name(), kind, filled, few, column.type(), known.style());
  }

  /** A column that is empty in the sample, by its first cells. */
  private Column later(Column column) throws SQLException {
    Profile profile = new Profile(null, null);
    profile.columns(List.of(column.name()));
    engine.query(
        "SELECT %1$s FROM %2$s WHERE %1$s IS NOT NULL LIMIT %3$d"
            .formatted(Engine.identifier(column.name()), read, SAMPLE),
        result -> {
          while (result.next()) {
            profile.row(new String[] {result.getString(1)}, 1);
          }
          return null;
        });
    return profile.columns().getFirst();
  }

  /** The estimate sometimes merges two values; for few values the exact count is cheap. */
  private void exact(List<Column> columns, Set<String> few) throws SQLException {
    if (few.isEmpty()) {
      return;
    }
    long[] exact =
        engine.numbers(
            few.stream()
                .map(column -> dialect.values(Engine.identifier(column)))
                .collect(Collectors.joining(", ", "SELECT ", " FROM " + read)));
    int at = 0;
    for (int i = 0; i < columns.size(); i++) {
      Column one = columns.get(i);
      if (few.contains(one.name())) {
        columns.set(
            i,
            new Column(
                one.name(), one.kind(), one.filled(), (int) exact[at++], one.type(), one.style()));
      }
    }
  }

  /** Columns of text that hold times, by the first cells of all of them at once. */
  private void findTimes(List<Column> columns) throws SQLException {
    List<Column> texts =
        columns.stream()
            .filter(column -> column.kind() == Column.Kind.TEXT && !cells.isWritten(column))
            .toList();
    if (texts.isEmpty()) {
      return;
    }
    long[][] counts = times(texts, "");
    for (int i = 0; i < texts.size(); i++) {
      Column text = texts.get(i);
      long[] count = counts[i];
      if (count[0] == 0) {
        // empty in the first rows
        String filled = " WHERE " + Engine.identifier(text.name()) + " IS NOT NULL";
        count = times(List.of(text), filled)[0];
      }
      if (count[0] > 0 && count[1] >= 0.9 * count[0]) {
        columns.set(
            columns.indexOf(text),
            new Column(
                text.name(),
                Column.Kind.TIME,
                text.filled(),
                text.distinct(),
                text.type(),
                text.style()));
      }
    }
  }

  /** Of each column the filled cells among the first rows, and those that hold times. */
  private long[][] times(List<Column> texts, String condition) throws SQLException {
    String selected =
        texts.stream()
            .map(text -> "CAST(" + Engine.identifier(text.name()) + " AS STRING)")
            .collect(Collectors.joining(", "));
    return engine.query(
        "SELECT %s FROM %s%s LIMIT %d".formatted(selected, read, condition, SAMPLE),
        result -> {
          TimeText time = new TimeText();
          long[][] counts = new long[texts.size()][2];
          while (result.next()) {
            for (int i = 0; i < counts.length; i++) {
              String cell = result.getString(i + 1);
              if (cell != null) {
                counts[i][0]++;
                counts[i][1] += time.read(cell) && !time.epoch() ? 1 : 0;
              }
            }
          }
          return counts;
        });
  }

  @Override
  public Staged stage(Layout layout, Notes notes) throws SQLException {
    boolean isWithin = span.isAll() || isNarrowed(notes);
    String us =
        layout.place().time() == null ? "CAST(0 AS BIGINT)" : cells.time(layout.place().time());
    refuseOtherUnits(layout);
    String noNumbers = noteCells(layout, us, notes);
    String all = layout.isWide() ? wide(layout, us) : columns(layout, us);
    if (!isWithin) {
      String whole = "(" + all + ") AS whole";
      TimeSpan within = TimeSpan.of(engine, whole, span, layout, name, notes);
      all = "SELECT * FROM " + whole + " WHERE " + within.condition();
    }
    engine.execute("CREATE TEMP VIEW raw AS " + all);
    String once = dialect.readOnce("raw");
    if (!once.isEmpty()) {
      engine.execute(once);
    }
    if (!dialect.keepsOrder()) {
      return new Staged(rows, 0, noNumbers);
    }
    notes.count(
        "rows after the first million were not asked whether they are in order",
        Math.max(0, rows - ORDER_SAMPLE));
    return new Staged(rows, late(), noNumbers);
  }

  /** Whether the rows of other times are left out already. */
  private boolean isNarrowed(Notes notes) {
    Narrowed narrow = narrowed;
    if (narrow == null) {
      return false;
    }
    TimeSpan.noteOutside(notes, narrow.timed() - rows);
    rows = narrow.rows();
    return true;
  }

  /** What SQL does not convert, as it may not be guessed. */
  private void refuseOtherUnits(Layout layout) {
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
  private String noteCells(Layout layout, String us, Notes notes) throws SQLException {
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

  private String columns(Layout layout, String us) {
    List<String> columns = new ArrayList<>();
    String node = CellSql.text(layout.place().node());
    String name =
        cells.isWritten(cells.column(layout.place().node())) ? "TRIM(" + node + ")" : node;
    columns.add(
        "CASE WHEN " + KnownNames.isNoNodeSql(name) + " THEN NULL ELSE " + name + " END AS node");
    columns.add(us + " AS us");
    columns.add(
        (layout.place().start() == null
                ? "CAST(NULL AS STRING)"
                : CellSql.text(layout.place().start()))
            + " AS start");
    for (int i = 0; i < layout.values().size(); i++) {
      columns.add(cells.number(layout.values().get(i)) + " AS v" + i);
    }
    for (int i = 0; i < layout.texts().all().size(); i++) {
      columns.add(CellSql.text(layout.texts().all().get(i)) + " AS l" + i);
    }
    return "SELECT " + String.join(", ", columns) + " FROM " + read;
  }

  private String wide(Layout layout, String us) {
    return dialect.unfolded(
        layout.wide(),
        layout.wide().stream().map(cells::number).toList(),
        us + " AS us, CAST(NULL AS STRING) AS start",
        read);
  }

  /**
   * The number of rows earlier than their node's row before, among the first rows. With many
   * millions, each would have to leave the engine, which keeps an order only in results.
   */
  private long late() throws SQLException {
    return engine.query(
        "SELECT node, us FROM raw LIMIT " + ORDER_SAMPLE,
        result -> {
          Map<String, Long> last = new HashMap<>();
          long late = 0;
          while (result.next()) {
            String node = result.getString(1);
            long us = result.getLong(2);
            if (node != null && !result.wasNull()) {
              Long before = last.put(node, us);
              late += before != null && before > us ? 1 : 0;
            }
          }
          return late;
        });
  }
}
