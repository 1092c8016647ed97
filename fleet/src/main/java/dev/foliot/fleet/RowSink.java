package dev.foliot.fleet;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the rows of text files. */
interface RowSink {
  /**
   * The names of the columns from here on, each another. Told before the first row, and whenever
   * they change.
   */
  void columns(List<String> names);

  /**
   * A row.
   *
   * @param cells null or empty where there is nothing; the array is used again for the next row
   * @param count how many cells there are, at most as many as columns
   */
  void row(@Nullable String[] cells, int count) throws SQLException;
}
