package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.engine.Answer;
import dev.foliot.fleet.engine.Dialect;
import dev.foliot.fleet.engine.DuckDb;
import dev.foliot.fleet.engine.TemporaryFolder;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The rows that the query of a {@link LayoutFile} gives.
 *
 * <p>Columns with these names have a meaning; all others are columns of the row:
 *
 * <ul>
 *   <li>{@code metric} and {@code value}: the value's column is called as the metric says.
 *   <li>{@code labels}: a map or object, whose fields are labels of the row.
 *   <li>{@code fields}: a map or object, whose fields are columns of the row.
 *   <li>{@code note}: what is counted instead of a row, such as "histograms were passed over".
 *   <li>{@code refusal}: why the file is not read, and what to do.
 * </ul>
 *
 * <p>The engine that reads is another one than that of the sums, as locked down: it sees a copy of
 * the file in UTF-8, and nothing else.
 */
final class SqlRows implements Rows {
  private static final int THREADS = 2;
  private static final String COPY = "input";

  private final InputFile file;
  private final LayoutFile layout;
  private final long memoryBytes;

  /** Rows for which the engine may take so much memory before it uses the disk. */
  SqlRows(InputFile file, LayoutFile layout, long memoryBytes) {
    this.file = file;
    this.layout = layout;
    this.memoryBytes = memoryBytes;
  }

  @Override
  public void each(RowSink sink, Notes notes) throws IOException, SQLException {
    if (layout.refusal() != null) {
      throw new FleetException(file.name() + " " + layout.refusal());
    }
    GrowingRow row = new GrowingRow(sink, file.name());
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      Path copy = copied(folder.path());
      try (DuckDb engine = DuckDb.open(folder.path(), List.of(copy), memoryBytes, THREADS)) {
        engine.query(
            "SELECT CAST(TO_JSON(found) AS VARCHAR) FROM (%s%s) AS found"
                .formatted(source(copy), layout.sql()),
            answer -> {
              emit(answer, row, notes);
              return null;
            });
      } catch (SQLException e) {
        throw broken(e);
      }
    }
  }

  private Path copied(Path folder) throws IOException {
    Path copy = folder.resolve(COPY);
    try (Reader text = file.text();
        Writer out = Files.newBufferedWriter(copy)) {
      text.transferTo(out);
    }
    return copy;
  }

  /** The table that the query reads. */
  private String source(Path copy) {
    String name = Dialect.DUCKDB.literal(copy.toString());
    return layout.isOfLines()
        ? """
        WITH RECURSIVE lines AS (
          SELECT ROW_NUMBER() OVER () AS nr, RTRIM(line, CHR(13)) AS line
          FROM read_csv(%s, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false,
            delim = CHR(1), quote = '', escape = '', comment = '', new_line = '\\n',
            null_padding = false, max_line_size = 10000000)
        ),
        """
            .formatted(name)
        : "WITH RECURSIVE content AS (SELECT content AS text FROM read_text(%s)),\n"
            .formatted(name);
  }

  private void emit(Answer answer, GrowingRow row, Notes notes) throws SQLException {
    while (answer.next()) {
      Map<String, String> cells = new LinkedHashMap<>();
      Map<String, String> labels = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> cell :
          JsonText.tree(String.valueOf(answer.getString(1))).properties()) {
        switch (cell.getKey()) {
          case "labels" -> labels.putAll(texts(cell.getValue()));
          case "fields" -> cells.putAll(texts(cell.getValue()));
          default -> cells.putAll(texts(cell));
        }
      }
      String refusal = cells.remove("refusal");
      if (refusal != null) {
        throw new FleetException(file.name() + " " + Texts.line(refusal, 400));
      }
      String note = cells.remove("note");
      if (note != null) {
        notes.count(note);
        continue;
      }
      String metric = cells.remove("metric");
      if (metric != null) {
        String column = metric.equals(GrowingRow.TIME) ? "value_" + metric : metric;
        String value = cells.remove(Series.VALUE);
        cells.put(column, value == null ? "" : value);
      }
      row.clear().labels(labels, metric == null ? "" : metric);
      cells.forEach(row::set);
      row.emit();
    }
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.properties().forEach(one -> texts.putAll(texts(one)));
    return texts;
  }

  /** A value under its name; nothing for null, an empty text, and what is no single value. */
  private static Map<String, String> texts(Map.Entry<String, JsonNode> one) {
    String text = JsonText.text(one.getValue());
    return text.isEmpty() ? Map.of() : Map.of(one.getKey(), text);
  }

  private FleetException broken(SQLException e) {
    String said = String.valueOf(e.getMessage());
    if (said.toLowerCase(Locale.ROOT).contains("out of memory")) {
      return new FleetException(
          file.name()
              + " needs more memory to be read than the engine may take: give it more with"
              + " --memory, or export fewer hours or nodes at a time",
          e);
    }
    if (!layout.isOfLines()) {
      try {
        // its words say where
        JsonText.elements(file, List.of(), node -> {});
      } catch (FleetException where) {
        return where;
      } catch (IOException | SQLException | JacksonException other) {
        e.addSuppressed(other);
      }
    }
    return new FleetException(
        "%s is not as %s writes it: %s. It may be cut short or broken: export it anew"
            .formatted(
                file.name(),
                layout.name(),
                Texts.line(said.replaceAll("\\s+", " ").replaceFirst("^.*?Error: ", ""), 200)),
        e);
  }
}
