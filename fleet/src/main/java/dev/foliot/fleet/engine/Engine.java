package dev.foliot.fleet.engine;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A database that runs the fleet's queries.
 *
 * <p>All engines run the same texts; {@link Dialect} has the few words in which they differ. For
 * one thread, except {@link #cancel}.
 */
public interface Engine extends AutoCloseable {
  /** Uses a result. */
  @FunctionalInterface
  interface Use<T extends @Nullable Object> {
    T of(Answer answer) throws SQLException;
  }

  /** How it writes what has no common form. */
  Dialect dialect();

  /** Runs a statement without a result. */
  void execute(String sql) throws SQLException;

  /** Runs a query of at most some 100,000 rows, which fit into memory. */
  <T extends @Nullable Object> T query(String sql, Use<T> use) throws SQLException;

  /** Runs a query of any number of rows. */
  <T extends @Nullable Object> T queryMany(String sql, Use<T> use) throws SQLException;

  /** One row of integers, 0 for nulls. */
  default long[] numbers(String sql) throws SQLException {
    return query(
        sql,
        answer -> {
          answer.next();
          long[] numbers = new long[answer.columns()];
          for (int i = 0; i < numbers.length; i++) {
            numbers[i] = answer.getLong(i + 1);
          }
          return numbers;
        });
  }

  /** Ends the running query, and refuses others. From any thread; may be repeated. */
  void cancel();

  @Override
  void close() throws SQLException;

  /** Quotes a name for SQL. */
  static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
