package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.Column;
import dev.foliot.fleet.engine.Dialect;
import dev.foliot.fleet.rows.FileColumn;
import dev.foliot.fleet.rows.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table that the engine itself reads.
 *
 * @param relation what may follow FROM
 * @param withFile the same with the name of each row's file; null for one file
 * @param sampled how the cells of columns of text are written; empty for Parquet
 */
record EngineTable(String relation, @Nullable String withFile, Map<String, Column> sampled) {
  /** The column of paths, by which rows get the names of their files. */
  static final String FROM = "foliot_file";

  private static final String LINK = "foliot-input";

  /** Parquet files that DuckDB may read, from {@link #readable}. */
  static EngineTable parquet(List<Path> readable) {
    boolean linked =
        readable.stream().anyMatch(path -> String.valueOf(path.getFileName()).startsWith(LINK));
    return new EngineTable(
        reading(readable, ""),
        readable.size() == 1 || linked
            ? null
            : "(SELECT * EXCLUDE (%1$s), parse_filename(%1$s, true) AS %2$s FROM %3$s) AS named"
                .formatted(FROM, FileColumn.NAME, reading(readable, ", filename = '" + FROM + "'")),
        Map.of());
  }

  private static String reading(List<Path> readable, String more) {
    return readable.stream()
        .map(path -> Dialect.DUCKDB.literal(path.toString()))
        .collect(
            Collectors.joining(
                ", ",
                "read_parquet([",
                "], union_by_name = true, binary_as_string = true" + more + ")"));
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
}
