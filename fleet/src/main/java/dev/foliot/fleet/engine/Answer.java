package dev.foliot.fleet.engine;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The rows of a query, one at a time. Columns count from 1, as in JDBC. */
public interface Answer {
  /** Goes to the next row; false after the last. */
  boolean next() throws SQLException;

  /** The number of columns. */
  int columns() throws SQLException;

  /** A text; null for no value. */
  @Nullable String getString(int column) throws SQLException;

  /** An integer; 0 for no value. */
  long getLong(int column) throws SQLException;

  /** A number; 0 or NaN for no value. */
  double getDouble(int column) throws SQLException;

  /** Whether the last cell had no value. */
  boolean wasNull() throws SQLException;
}
