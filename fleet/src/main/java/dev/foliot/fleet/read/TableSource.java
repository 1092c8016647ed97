package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.columns.Column;
import dev.foliot.fleet.columns.Columns;
import dev.foliot.fleet.columns.Condition;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.columns.Layout;
import dev.foliot.fleet.columns.Style;
import dev.foliot.fleet.columns.TimeRole;
import dev.foliot.fleet.engine.Dialect;
import dev.foliot.fleet.engine.Engine;
import dev.foliot.fleet.points.Source;
import dev.foliot.fleet.rows.FileColumn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table that the engine itself reads: Parquet, and on Spark also CSV. */
final class TableSource implements Source {
  private static final int ORDER_SAMPLE = 1_000_000;

  /** Text as it was parsed, and the beginning of the names of its numbers. */
  private static final String PARSED = "foliot_parsed";

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
   * The times of all rows.
   *
   * @param rows the number of all
   * @param timed of them with a time
   * @param firstUs the earliest
   * @param lastUs the latest
   * @param least the least number of a column of numbers
   * @param most the greatest
   */
  private record Ends(
      long rows, long timed, long firstUs, long lastUs, double least, double most) {}

  /**
   * That rows of other times are left out before anything is counted.
   *
   * @param within the span of the others
   * @param all the times of all
   */
  private record Narrowed(TimeSpan within, Ends all) {}

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
    TableColumns statistics = new TableColumns(engine, table, cells);
    List<Column> columns = statistics.described(read);
    nameFiles(columns);
    filter(columns);
    parseOnce(columns);
    narrow(columns);
    TableColumns.Counted counted = statistics.counted(columns, read);
    rows = counted.rows();
    Narrowed narrow = narrowed;
    if (rows == 0 && narrow != null) {
      throw narrow.within().noRow(name, narrow.all().firstUs(), narrow.all().lastUs());
    }
    if (rows == 0) {
      throw new FleetException(name + " has no rows of data: give a file with some");
    }
    cells.know(counted.columns());
    return new Columns(name, counted.columns());
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
   * Keeps text as it was parsed, with its numbers and times: the first query parses and converts
   * it, all others read what is kept.
   */
  private void parseOnce(List<Column> columns) throws SQLException {
    String once = dialect.readOnce(PARSED, Dialect.Keeping.ON_DISKS);
    if (table.sampled().isEmpty() || once.isEmpty()) {
      return;
    }
    cells.know(columns);
    Map<String, String> converted = new LinkedHashMap<>();
    Column time = TimeRole.byName(new Columns(name, columns), request);
    if (time != null && cells.isWritten(time)) {
      converted.put(PARSED + "_us", cells.time(time.name()));
      cells.timed(time.name(), PARSED + "_us");
    }
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column.kind() == Column.Kind.NUMBER && cells.isWritten(column)) {
        converted.put(PARSED + "_" + i, cells.number(column.name()));
        cells.converted(column.name(), PARSED + "_" + i);
      }
    }
    StringBuilder kept = new StringBuilder("*");
    converted.forEach((as, sql) -> kept.append(", ").append(sql).append(" AS ").append(as));
    engine.execute("CREATE TEMP VIEW " + PARSED + " AS SELECT " + kept + " FROM " + read);
    engine.execute(once);
    read = PARSED;
  }

  /**
   * Leaves out the rows of other times, where a name or a type tells the column of the time. Then
   * the engine skips the row groups without one.
   */
  private void narrow(List<Column> columns) throws SQLException {
    Column time = span.isAll() ? null : TimeRole.byName(new Columns(name, columns), request);
    if (time == null || (time.kind() != Column.Kind.TIME && time.kind() != Column.Kind.NUMBER)) {
      return;
    }
    cells.know(columns);
    if (cells.isText(time.name())) {
      return;
    }
    String us = cells.time(time.name());
    Ends ends = ends(time, us);
    if (ends.timed() == 0) {
      return;
    }
    TimeSpan within = TimeSpan.of(span, ends.firstUs(), ends.lastUs());
    String skipping = cells.skipping(time, within, ends.least(), ends.most());
    read =
        "(SELECT * FROM %s WHERE %s%s BETWEEN %d AND %d) AS within"
            .formatted(
                read,
                skipping.isEmpty() ? "" : skipping + " AND ",
                us,
                within.fromUs(),
                within.toUs());
    narrowed = new Narrowed(within, ends);
  }

  private Ends ends(Column time, String us) throws SQLException {
    String number = time.kind() == Column.Kind.NUMBER ? cells.number(time.name()) : "0";
    return engine.query(
        "SELECT COUNT(*), COUNT(us), MIN(us), MAX(us), MIN(n), MAX(n) FROM (SELECT %s AS us, %s AS n FROM %s) AS times"
            .formatted(us, number, read),
        answer -> {
          answer.next();
          return new Ends(
              answer.getLong(1),
              answer.getLong(2),
              answer.getLong(3),
              answer.getLong(4),
              answer.getDouble(5),
              answer.getDouble(6));
        });
  }

  @Override
  public Staged stage(Layout layout, Notes notes) throws SQLException {
    boolean isWithin = span.isAll() || isNarrowed(notes);
    String us =
        layout.place().time() == null ? "CAST(0 AS BIGINT)" : cells.time(layout.place().time());
    UnconvertedCells unconverted = new UnconvertedCells(engine, table, cells, name, read);
    unconverted.refuseOtherUnits(layout);
    String noNumbers = unconverted.noted(layout, us, notes);
    String all = layout.isWide() ? wide(layout, us) : columns(layout, us);
    if (!isWithin) {
      String whole = "(" + all + ") AS whole";
      TimeSpan within = TimeSpan.of(engine, whole, span, layout, name, notes);
      all = "SELECT * FROM " + whole + " WHERE " + within.condition();
    }
    engine.execute("CREATE TEMP VIEW raw AS " + all);
    String once = dialect.readOnce("raw", Dialect.Keeping.IN_MEMORY);
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
    TimeSpan.noteOutside(notes, narrow.all().timed() - rows);
    rows = narrow.all().rows();
    return true;
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
