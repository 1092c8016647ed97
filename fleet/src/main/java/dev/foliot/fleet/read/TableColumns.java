package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.TimeText;
import dev.foliot.fleet.columns.Column;
import dev.foliot.fleet.columns.Distinct;
import dev.foliot.fleet.columns.Profile;
import dev.foliot.fleet.columns.Style;
import dev.foliot.fleet.engine.Dialect;
import dev.foliot.fleet.engine.Engine;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What the columns of a table hold: types, filled cells, different values, times in text. */
final class TableColumns {
  private static final int SAMPLE = 1000;
  private static final int FEW = 200;

  private final Engine engine;
  private final Dialect dialect;
  private final EngineTable table;
  private final CellSql cells;

  TableColumns(Engine engine, EngineTable table, CellSql cells) {
    this.engine = engine;
    this.dialect = engine.dialect();
    this.table = table;
    this.cells = cells;
  }

  /**
   * The columns of a table, counted.
   *
   * @param rows of the table; without any the columns are not counted
   */
  record Counted(long rows, List<Column> columns) {}

  /** The columns by their types alone. */
  List<Column> described(String read) throws SQLException {
    return engine.query(
        "DESCRIBE SELECT * FROM " + read,
        result -> {
          List<Column> all = new ArrayList<>();
          while (result.next()) {
            String type = dialect.type(String.valueOf(result.getString(2)));
            all.add(described(String.valueOf(result.getString(1)), type));
          }
          return all;
        });
  }

  /** Counts the cells of columns. */
  Counted counted(List<Column> columns, String read) throws SQLException {
    long[] counts = engine.numbers("SELECT COUNT(*)" + counts(columns) + " FROM " + read);
    long rows = counts[0];
    if (rows == 0) {
      return new Counted(0, columns);
    }
    Set<String> few = new LinkedHashSet<>();
    List<Column> counted = new ArrayList<>();
    int at = 1;
    for (Column column : columns) {
      Column known =
          isCounted(column)
              ? with(column, counts[at++], counts[at++], read)
              // not needed for other columns
              : with(column, rows, 1, read);
      counted.add(known);
      if (isCounted(column) && known.distinct() <= FEW) {
        few.add(known.name());
      }
    }
    exact(counted, few, read);
    findTimes(counted, read);
    return new Counted(rows, counted);
  }

  private Column described(String column, String type) {
    Column sampled = table.sampled().get(column);
    return sampled == null || !type.equals(CellSql.TEXT)
        ? new Column(column, kind(type), 0, 0, type, Style.PLAIN)
        : new Column(column, sampled.kind(), 0, 0, type, sampled.style());
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

  private Column with(Column column, long filled, long distinct, String read) throws SQLException {
    Column known =
        column.kind() == Column.Kind.OTHER && cells.isWritten(column)
            ? later(column, read)
            : column;
    Column.Kind kind = filled == 0 ? Column.Kind.OTHER : known.kind();
    int few = distinct > Distinct.LIMIT ? Column.MANY : (int) distinct;
    return new Column(column.name(), kind, filled, few, column.type(), known.style());
  }

  /** A column that is empty in the sample, by its first cells. */
  private Column later(Column column, String read) throws SQLException {
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
  private void exact(List<Column> columns, Set<String> few, String read) throws SQLException {
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
  private void findTimes(List<Column> columns, String read) throws SQLException {
    List<Column> texts =
        columns.stream()
            .filter(column -> column.kind() == Column.Kind.TEXT && !cells.isWritten(column))
            .toList();
    if (texts.isEmpty()) {
      return;
    }
    long[][] counts = times(texts, read, "");
    for (int i = 0; i < texts.size(); i++) {
      Column text = texts.get(i);
      long[] count = counts[i];
      if (count[0] == 0) {
        // empty in the first rows
        String filled = " WHERE " + Engine.identifier(text.name()) + " IS NOT NULL";
        count = times(List.of(text), read, filled)[0];
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
  private long[][] times(List<Column> texts, String read, String condition) throws SQLException {
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
}
