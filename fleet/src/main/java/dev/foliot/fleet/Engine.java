package dev.foliot.fleet;

import dev.foliot.fleet.cells.FleetException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB in this process, locked down.
 *
 * <p>It may read the named files and use its own folder, nothing else. It loads no extension, and
 * this configuration cannot change. Data beyond its memory goes to its folder.
 *
 * <p>For one thread, except {@link #cancel}. Source: duckdb.org, "Securing DuckDB" and
 * "Configuration".
 */
final class Engine implements AutoCloseable {
  private final DuckDBConnection connection;
  private volatile @Nullable Statement running;
  private volatile boolean cancelled;

  private Engine(DuckDBConnection connection) {
    this.connection = connection;
  }

  /**
   * Starts the engine.
   *
   * @param folder its own, for data beyond its memory
   * @param readable all files that it may read
   */
  static Engine open(Path folder, List<Path> readable, long memoryBytes, int threads)
      throws SQLException {
    Connection plain = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
    Engine engine = new Engine(plain.unwrap(DuckDBConnection.class));
    try {
      engine.lock(folder, readable, memoryBytes, threads);
      return engine;
    } catch (SQLException | RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  private void lock(Path folder, List<Path> readable, long memoryBytes, int threads)
      throws SQLException {
    execute("SET temp_directory = " + literal(folder.resolve("spilled").toString()));
    execute("SET memory_limit = '" + (memoryBytes >> 20) + "MiB'");
    execute("SET threads = " + threads);
    execute("SET autoinstall_known_extensions = false");
    execute("SET autoload_known_extensions = false");
    execute("SET allow_community_extensions = false");
    try {
      execute("SET TimeZone = 'UTC'");
    } catch (SQLException e) {
      // without ICU's calendars the only zone is UTC
    }
    execute(
        readable.stream()
            .map(path -> literal(path.toString()))
            .collect(Collectors.joining(", ", "SET allowed_paths = [", "]")));
    execute("SET enable_external_access = false");
    execute("SET lock_configuration = true");
  }

  /** Quotes a text for SQL. */
  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Quotes a name for SQL. */
  static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = begin()) {
      statement.execute(sql);
    } finally {
      running = null;
    }
  }

  /** Uses a result. */
  @FunctionalInterface
  interface Use<T extends @Nullable Object> {
    T of(ResultSet result) throws SQLException;
  }

  <T extends @Nullable Object> T query(String sql, Use<T> use) throws SQLException {
    try (Statement statement = begin();
        ResultSet result = statement.executeQuery(sql)) {
      return use.of(result);
    } finally {
      running = null;
    }
  }

  /** One row of integers, 0 for nulls. */
  long[] numbers(String sql) throws SQLException {
    return query(
        sql,
        result -> {
          result.next();
          long[] numbers = new long[result.getMetaData().getColumnCount()];
          for (int i = 0; i < numbers.length; i++) {
            numbers[i] = result.getLong(i + 1);
          }
          return numbers;
        });
  }

  DuckDBAppender appender(String table) throws SQLException {
    return connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, table);
  }

  private Statement begin() throws SQLException {
    Statement statement = connection.createStatement();
    running = statement;
    if (cancelled) {
      statement.close();
      throw new FleetException("interrupted");
    }
    return statement;
  }

  /** Ends the running query, and refuses others. From any thread; may be repeated. */
  void cancel() {
    cancelled = true;
    Statement now = running;
    if (now != null) {
      try {
        now.cancel();
      } catch (SQLException e) {
        // it has ended
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
