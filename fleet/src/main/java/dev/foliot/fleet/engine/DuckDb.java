package dev.foliot.fleet.engine;

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
public final class DuckDb implements Engine {
  private final DuckDBConnection connection;
  private volatile @Nullable Statement running;
  private volatile boolean cancelled;

  private DuckDb(DuckDBConnection connection) {
    this.connection = connection;
  }

  /**
   * Starts the engine.
   *
   * @param folder its own, for data beyond its memory
   * @param readable all files that it may read
   */
  public static DuckDb open(Path folder, List<Path> readable, long memoryBytes, int threads)
      throws SQLException {
    Connection plain = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
    DuckDb engine = new DuckDb(plain.unwrap(DuckDBConnection.class));
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
    execute("SET temp_directory = " + Dialect.DUCKDB.literal(folder.resolve("spilled").toString()));
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
            .map(path -> Dialect.DUCKDB.literal(path.toString()))
            .collect(Collectors.joining(", ", "SET allowed_paths = [", "]")));
    execute("SET enable_external_access = false");
    execute("SET lock_configuration = true");
  }

  @Override
  public Dialect dialect() {
    return Dialect.DUCKDB;
  }

  @Override
  public void execute(String sql) throws SQLException {
    try (Statement statement = begin()) {
      statement.execute(sql);
    } finally {
      running = null;
    }
  }

  @Override
  public <T extends @Nullable Object> T query(String sql, Use<T> use) throws SQLException {
    try (Statement statement = begin();
        ResultSet result = statement.executeQuery(sql)) {
      return use.of(new Result(result));
    } finally {
      running = null;
    }
  }

  @Override
  public <T extends @Nullable Object> T queryMany(String sql, Use<T> use) throws SQLException {
    return query(sql, use);
  }

  /** Appends rows to a table. */
  public DuckDBAppender appender(String table) throws SQLException {
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

  @Override
  public void cancel() {
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

  /** A result of JDBC. */
  private record Result(ResultSet rows) implements Answer {
    @Override
    public boolean next() throws SQLException {
      return rows.next();
    }

    @Override
    public int columns() throws SQLException {
      return rows.getMetaData().getColumnCount();
    }

    @Override
    public @Nullable String getString(int column) throws SQLException {
      return rows.getString(column);
    }

    @Override
    public long getLong(int column) throws SQLException {
      return rows.getLong(column);
    }

    @Override
    public double getDouble(int column) throws SQLException {
      return rows.getDouble(column);
    }

    @Override
    public boolean wasNull() throws SQLException {
      return rows.wasNull();
    }
  }
}
