package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.Notes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rows of a text file. Can be read repeatedly. */
public interface Rows {
  /**
   * Reads all rows.
   *
   * @param notes takes irregularities
   * @throws FleetException for a broken file
   */
  void each(RowSink sink, Notes notes) throws IOException, SQLException;

  /**
   * The rows of text files; of several, their names and the keys of their folders are the first
   * columns.
   *
   * @param wanted the requested columns
   * @param memoryBytes what an engine may take that reads a file
   */
  static Rows of(List<InputFile> files, Set<String> wanted, long memoryBytes)
      throws IOException, SQLException {
    Set<InputFile> named = UnnamedQueries.among(files, wanted);
    if (files.size() == 1) {
      return of(files.getFirst(), named, memoryBytes);
    }
    Set<String> keys = new TreeSet<>();
    files.forEach(file -> keys.addAll(file.keys().keySet()));
    return (sink, notes) -> {
      for (InputFile file : files) {
        Map<String, String> values = new TreeMap<>(file.keys());
        // all tables have the same columns
        keys.forEach(key -> values.putIfAbsent(key, ""));
        of(file, named, memoryBytes).each(new FileColumn(sink, file.baseName(), values), notes);
      }
    };
  }

  private static Rows of(InputFile file, Set<InputFile> named, long memoryBytes) {
    return named.contains(file)
        ? new PrometheusRows(file, file.baseName())
        : file.format().rows(file, memoryBytes);
  }
}
