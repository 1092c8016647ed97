package dev.foliot.fleet;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** The rows of a text file. Can be read again. */
interface Rows {
  /**
   * Reads them all.
   *
   * @param notes takes what is odd
   * @throws FleetException if the file is broken
   */
  void each(RowSink sink, Notes notes) throws IOException, SQLException;

  /**
   * Of a text file.
   *
   * @param wanted the columns that were asked for
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

  /** Of several; where there is more than one, their names are a column before the others. */
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
