package dev.foliot.fleet;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.KnownNames;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.TimeText;
import dev.foliot.fleet.rows.FileColumn;
import dev.foliot.fleet.rows.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Parquet files, which the engine reads. */
final class ParquetSource implements Source {
  private static final int SAMPLE = 1000;
  private static final int ORDER_SAMPLE = 1_000_000;
  private static final int FEW = 200;
  private static final String LINK = "foliot-input";
  private static final String FROM = "foliot_file";

  /** A time of day with a zone, as a regular expression of the engine. */
  private static final String ZONED =
      "[0-9]{2}:[0-9]{2}.*(Z|z|UTC|GMT|[+-][0-9]{2}(:?[0-9]{2})?)(\\[.*\\])?$";

  private final Engine engine;
  private final List<Condition> conditions;
  private final String name;
  private final List<Path> readable;
  private final Map<String, Column> byName = new HashMap<>();
  private String read;
  private long rows;

  /** A source for files that the engine may read, from {@link #readable}. */
  ParquetSource(Engine engine, List<Path> readable, List<String> where, String name) {
    this.engine = engine;
    this.conditions = Condition.all(where);
    this.name = name;
    this.readable = List.copyOf(readable);
    this.read = reading("");
  }

  private String reading(String more) {
    return readable.stream()
        .map(path -> Engine.literal(path.toString()))
        .collect(
            Collectors.joining(
                ", ",
                "read_parquet([",
                "], union_by_name = true, binary_as_string = true" + more + ")"));
  }

  /**
   * Each of several files may belong to a node: then file names are a column, as for text files.
   */
  private void nameFiles(List<Column> columns) {
    boolean taken =
        columns.stream()
            .anyMatch(column ->
                column.name().equalsIgnoreCase(FileColumn.NAME)
                    || column.name().equalsIgnoreCase(FROM));
    boolean linked =
        readable.stream().anyMatch(path -> String.valueOf(path.getFileName()).startsWith(LINK));
    if (readable.size() > 1 && !taken && !linked) {
      read =
          "(SELECT * EXCLUDE (%1$s), parse_filename(%1$s, true) AS %2$s FROM %3$s) AS named"
              .formatted(FROM, FileColumn.NAME, reading(", filename = '" + FROM + "'"));
      columns.add(new Column(FileColumn.NAME, Column.Kind.TEXT, 0, 0, "VARCHAR", Style.PLAIN));
    }
  }

  /**
   * Paths by which the engine can read the files. It treats stars and brackets in a name as a
   * pattern, so such a file gets a link with a plain name.
   */
  static List<Path> readable(List<InputFile> files, Path folder) throws IOException {
    List<Path> readable = new ArrayList<>();
    for (InputFile file : files) {
      Path path = file.path().toRealPath();
      if (path.toString().chars().anyMatch(c -> "*?[]{}\\".indexOf(c) >= 0)) {
        Path link = folder.resolve(LINK + readable.size() + ".parquet");
        try {
          path = Files.createSymbolicLink(link, path);
        } catch (IOException | UnsupportedOperationException e) {
          throw new FleetException(file.name() + ": rename it without any of *?[]{}", e);
        }
      }
      readable.add(path);
    }
    return readable;
  }

  @Override
  public Columns columns() throws SQLException {
    List<Column> columns =
        engine.query(
            "DESCRIBE SELECT * FROM " + read,
            result -> {
              List<Column> all = new ArrayList<>();
              while (result.next()) {
                String type = result.getString(2).toUpperCase(Locale.ROOT);
                all.add(new Column(result.getString(1), kind(type), 0, 0, type, Style.PLAIN));
              }
              return all;
            });
    nameFiles(columns);
    filter(columns);
    long[] counts = engine.numbers("SELECT COUNT(*)" + counts(columns) + " FROM " + read);
    rows = counts[0];
    if (rows == 0) {
      throw new FleetException(name + " has no rows of data: give a file with some");
    }
    List<Column> counted = new ArrayList<>();
    int at = 1;
    for (Column column : columns) {
      Column known =
          isCounted(column)
              ? with(column, counts[at++], counts[at++])
              // not needed for other columns
              : with(column, rows, 1);
      counted.add(known);
      byName.put(known.name(), known);
    }
    return new Columns(name, counted);
  }

  /** Leaves out the rows that do not meet the conditions. */
  private void filter(List<Column> columns) {
    if (conditions.isEmpty()) {
      return;
    }
    Columns all = new Columns(name, columns);
    read =
        conditions.stream()
            .map(one -> one.sql(Engine.identifier(all.required("--where", one.column()).name())))
            .collect(
                Collectors.joining(" AND ", "(SELECT * FROM " + read + " WHERE ", ") AS kept"));
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

  private static boolean isCounted(Column column) {
    return column.tells()
        || (column.kind() == Column.Kind.NUMBER
            && (column.type().endsWith("INT")
                || column.type().endsWith("INTEGER")
                || KnownNames.NODE.contains(column.name().toLowerCase(Locale.ROOT))));
  }

  private static String counts(List<Column> columns) {
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
    Column.Kind kind = filled == 0 ? Column.Kind.OTHER : column.kind();
    if (kind == Column.Kind.TEXT && holdsTimes(column.name())) {
      kind = Column.Kind.TIME;
    }
    int few = distinct > Distinct.LIMIT ? Column.MANY : (int) distinct;
    if (isCounted(column) && distinct <= FEW) {
      few = (int) exact(column.name());
    }
    return new Column(column.name(), kind, filled, few, column.type(), column.style());
  }

  /** The estimate sometimes merges two values; for few values the exact count is cheap. */
  private long exact(String column) throws SQLException {
    return engine
        .numbers("SELECT COUNT(DISTINCT " + Engine.identifier(column) + ") FROM " + read)[0];
  }

  private boolean holdsTimes(String column) throws SQLException {
    String quoted = Engine.identifier(column);
    return engine.query(
        "SELECT CAST(%1$s AS VARCHAR) FROM %2$s WHERE %1$s IS NOT NULL LIMIT %3$d"
            .formatted(quoted, read, SAMPLE),
        result -> {
          TimeText time = new TimeText();
          int all = 0;
          int times = 0;
          while (result.next()) {
            all++;
            times += time.read(result.getString(1)) && !time.epoch() ? 1 : 0;
          }
          return all > 0 && times >= 0.9 * all;
        });
  }

  @Override
  public Staged stage(Layout layout, Notes notes) throws SQLException {
    String us = layout.time() == null ? "CAST(0 AS BIGINT)" : time(layout.time());
    engine.execute(
        "CREATE VIEW raw AS " + (layout.isWide() ? wide(layout, us) : columns(layout, us)));
    noteZones(layout, notes);
    notes.count(
        "rows after the first million were not asked whether they are in order",
        Math.max(0, rows - ORDER_SAMPLE));
    return new Staged(rows, late(), "");
  }

  /** Notes zones of times in text, like {@link Staging}. */
  private void noteZones(Layout layout, Notes notes) throws SQLException {
    Column time = layout.time() == null ? null : byName.get(layout.time());
    if (time == null || !time.type().equals("VARCHAR")) {
      return;
    }
    long[] counts =
        engine.numbers(
            "SELECT COUNT(*) FILTER (WHERE zoned), COUNT(*) FILTER (WHERE NOT zoned) FROM (SELECT regexp_matches(%1$s, '%2$s') AS zoned FROM %3$s WHERE regexp_matches(%1$s, '^[0-9]{4}[-/]')) AS times"
                .formatted(Engine.identifier(time.name()), ZONED, read));
    if (counts[0] > 0) {
      notes.count("times have no zone and are taken as UTC, others have one", counts[1]);
    }
  }

  private String columns(Layout layout, String us) {
    List<String> columns = new ArrayList<>();
    columns.add(text(layout.node()) + " AS node");
    columns.add(us + " AS us");
    columns.add(
        (layout.start() == null ? "CAST(NULL AS VARCHAR)" : text(layout.start())) + " AS start");
    for (int i = 0; i < layout.values().size(); i++) {
      columns.add(number(layout.values().get(i)) + " AS v" + i);
    }
    for (int i = 0; i < layout.texts().size(); i++) {
      columns.add(text(layout.texts().get(i)) + " AS l" + i);
    }
    return "SELECT " + String.join(", ", columns) + " FROM " + read;
  }

  private String wide(Layout layout, String us) {
    List<String> nodes = layout.wide();
    String names = nodes.stream().map(Engine::literal).collect(Collectors.joining(", "));
    String values =
        IntStream.range(0, nodes.size())
            .mapToObj(i -> number(nodes.get(i)))
            .collect(Collectors.joining(", "));
    return "SELECT unnest([%s]) AS node, %s AS us, CAST(NULL AS VARCHAR) AS start, unnest([%s]) AS v0 FROM %s"
        .formatted(names, us, values, read);
  }

  private static String text(String column) {
    return "NULLIF(CAST(" + Engine.identifier(column) + " AS VARCHAR), '')";
  }

  private static String number(String column) {
    return "TRY_CAST(" + Engine.identifier(column) + " AS DOUBLE)";
  }

  /** Microseconds since 1970, by the rules of {@link TimeText}. */
  private String time(String column) {
    Column known = byName.get(column);
    String type = known == null ? "" : known.type();
    String quoted = Engine.identifier(column);
    if (type.startsWith("TIMESTAMP WITH TIME ZONE")) {
      return "CASE WHEN isfinite(%1$s) THEN epoch_us(%1$s) END".formatted(quoted);
    }
    if (type.startsWith("TIMESTAMP") || type.equals("DATE")) {
      return "CASE WHEN isfinite(CAST(%1$s AS TIMESTAMP)) THEN epoch_us(CAST(%1$s AS TIMESTAMP)) END"
          .formatted(quoted);
    }
    String epoch = epoch("TRY_CAST(" + quoted + " AS DOUBLE)");
    if (known != null && known.kind() == Column.Kind.NUMBER) {
      return epoch;
    }
    return "COALESCE(%s, epoch_us(TRY_CAST(regexp_replace(%s, '\\[.*\\]$', '') AS TIMESTAMP WITH TIME ZONE)))"
        .formatted(epoch, quoted);
  }

  private static String epoch(String number) {
    return ("TRY_CAST(ROUND(CASE WHEN ABS(%1$s) < %2$s THEN %1$s * 1e6 WHEN ABS(%1$s) < %3$s THEN"
            + " %1$s * 1e3 WHEN ABS(%1$s) < %4$s THEN %1$s WHEN ABS(%1$s) < 9e18 THEN %1$s /"
            + " 1e3 END) AS BIGINT)")
        .formatted(number, TimeText.SECONDS_BELOW, TimeText.MILLIS_BELOW, TimeText.MICROS_BELOW);
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
