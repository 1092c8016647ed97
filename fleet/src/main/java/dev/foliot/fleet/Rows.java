package dev.foliot.fleet;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** The rows of a text file. Can be read repeatedly. */
interface Rows {
  /**
   * Reads all rows.
   *
   * @param notes takes irregularities
   * @throws FleetException for a broken file
   */
  void each(RowSink sink, Notes notes) throws IOException, SQLException;

  /**
   * The rows of a text file.
   *
   * @param wanted the requested columns
   */
  static Rows of(InputFile file, Set<String> wanted) {
    return switch (file.format()) {
      case CSV -> new CsvRows(file);
      case JSON_LINES -> new JsonRows(file);
      case PROMETHEUS -> new PrometheusRows(file, wanted);
      case OPENMETRICS -> new OpenMetricsRows(file);
      case PARQUET -> throw new IllegalArgumentException("the engine reads Parquet");
    };
  }

  /** The rows of text files; of several, their names are the first column. */
  static Rows of(List<InputFile> files, Set<String> wanted) {
    if (files.size() == 1) {
      return of(files.getFirst(), wanted);
    }
    return (sink, notes) -> {
      for (InputFile file : files) {
        of(file, wanted).each(new FileColumn(sink, file.baseName()), notes);
      }
    };
  }
}
