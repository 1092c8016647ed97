package dev.foliot.fleet.engine;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.spark.pipe.PipeException;
import dev.foliot.spark.pipe.SparkAnswer;
import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.spark.pipe.SparkPipe;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Apache Spark behind a pipe. */
public final class Spark implements Engine {
  private final SparkPipe pipe;

  private Spark(SparkPipe pipe) {
    this.pipe = pipe;
  }

  /**
   * Starts it.
   *
   * @param started takes the engine as soon as it can be cancelled
   * @throws FoliotException if Spark is missing or does not start
   */
  public static Spark start(SparkCommand command, Consumer<Engine> started) throws IOException {
    try {
      return new Spark(SparkPipe.start(command, pipe -> started.accept(new Spark(pipe))));
    } catch (PipeException e) {
      throw new FleetException(e.line(), e);
    }
  }

  @Override
  public Dialect dialect() {
    return Dialect.SPARK;
  }

  @Override
  public void execute(String sql) throws SQLException {
    ask(Spark::nothing, "execute", sql);
  }

  private static @Nullable Void nothing(Answer answer) {
    return null;
  }

  @Override
  public <T extends @Nullable Object> T query(String sql, Use<T> use) throws SQLException {
    return ask(use, "query", sql);
  }

  @Override
  public <T extends @Nullable Object> T queryMany(String sql, Use<T> use) throws SQLException {
    return ask(use, "many", sql);
  }

  /**
   * Sends a request, and uses the answer.
   *
   * @param words a verb of the server and its arguments
   */
  public <T extends @Nullable Object> T ask(Use<T> use, String... words) throws SQLException {
    try {
      Rows rows = new Rows(pipe.ask(words));
      T result = use.of(rows);
      while (rows.next()) {
        // to the end
      }
      return result;
    } catch (PipeException e) {
      throw failure(e);
    }
  }

  /** Only a query that fails in Spark is a matter of SQL. */
  private static SQLException failure(PipeException e) {
    if (e.kind() == PipeException.Kind.FAILED) {
      return new SQLException(e.line(), e);
    }
    throw new FleetException(e.line(), e);
  }

  @Override
  public void cancel() {
    pipe.cancel();
  }

  @Override
  public void close() {
    pipe.close();
  }

  private record Rows(SparkAnswer answer) implements Answer {
    @Override
    public boolean next() throws SQLException {
      try {
        return answer.next();
      } catch (PipeException e) {
        throw failure(e);
      }
    }

    @Override
    public int columns() {
      return answer.columns();
    }

    @Override
    public @Nullable String getString(int column) {
      return answer.getString(column);
    }

    @Override
    public long getLong(int column) {
      return answer.getLong(column);
    }

    @Override
    public double getDouble(int column) {
      return answer.getDouble(column);
    }

    @Override
    public boolean wasNull() {
      return answer.wasNull();
    }
  }
}
