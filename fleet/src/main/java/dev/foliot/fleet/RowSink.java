package dev.foliot.fleet;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the rows of text files. */
interface RowSink {
  /** Sets the unique names of the columns. Called before the first row, and at each change. */
  void columns(List<String> names);

  /**
   * Takes a row.
   *
   * @param cells null or empty for no value; the next row reuses the array
   * @param count the number of cells, at most the number of columns
   */
  void row(@Nullable String[] cells, int count) throws SQLException;
}
