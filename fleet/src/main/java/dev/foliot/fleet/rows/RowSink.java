package dev.foliot.fleet.rows;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the rows of text files. */
public interface RowSink {
  /** Sets the unique names of the columns. Called before the first row, and at each change. */
  void columns(List<String> names);

  /**
   * Says which columns are labels of series, whatever their cells look like. Called before {@link
   * #columns} that names them.
   */
  default void labels(Set<String> names) {}

  /**
   * Takes a row.
   *
   * @param cells null or empty for no value; the next row reuses the array
   * @param count the number of cells, at most the number of columns
   */
  void row(@Nullable String[] cells, int count) throws SQLException;

  /** Whether further rows of a table would tell it nothing. */
  default boolean isFull() {
    return false;
  }
}
