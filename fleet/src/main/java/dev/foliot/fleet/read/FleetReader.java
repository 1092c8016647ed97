package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.rows.FormatSniffer;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.text.FoliotException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads fleet data: CSV, Parquet, JSON lines, saved Prometheus answers, OpenMetrics text.
 *
 * <p>The content of a file is data only: it cannot name another file or become SQL. Text is
 * streamed in constant memory; DuckDB computes the sums and spills to a temporary folder beyond its
 * memory. The folder is always removed.
 */
public final class FleetReader {
  private static final long CANCEL_EVERY_MS = 50;

  private FleetReader() {}

  /**
   * Reads. If the calling thread is interrupted, it ends soon, and the thread stays interrupted.
   * Thread-safe.
   *
   * @throws FleetException if the files cannot be read as asked for, or on interruption
   * @throws FoliotException if DuckDB is not on the class path
   */
  public static FleetMeasured read(FleetRequest request) {
    return read(request, null);
  }

  /**
   * Reads on Apache Spark, or here without it. As {@link #read(FleetRequest)}.
   *
   * @param spark how it is started; null for DuckDB in this process
   * @throws FleetException if the files cannot be read as asked for, or on interruption
   * @throws FoliotException if the engine is missing or does not start
   */
  public static FleetMeasured read(FleetRequest request, @Nullable SparkCommand spark) {
    return result(request, spark, /* checked= */ false).measured();
  }

  /**
   * Reads, and says how the columns are understood. As {@link #read}.
   *
   * @throws FleetException if the files cannot be read as asked for, or on interruption
   */
  public static FleetCheck check(FleetRequest request) {
    return check(request, null);
  }

  /**
   * Reads on Apache Spark, or here without it, and says how the columns are understood.
   *
   * @param spark how it is started; null for DuckDB in this process
   * @throws FleetException if the files cannot be read as asked for, or on interruption
   * @throws FoliotException if the engine is missing or does not start
   */
  public static FleetCheck check(FleetRequest request, @Nullable SparkCommand spark) {
    return Objects.requireNonNull(result(request, spark, /* checked= */ true).check());
  }

  private static Reading.Result result(
      FleetRequest request, @Nullable SparkCommand spark, boolean checked) {
    if (spark == null) {
      requireDuckDb();
    }
    Reading reading = new Reading(request, spark, System.in, checked);
    FutureTask<Reading.Result> task = new FutureTask<>(reading);
    // a query runs in native code, that an interrupt does not reach: so another thread waits for it
    Thread thread = Thread.ofPlatform().name("foliot-fleet").daemon().start(task);
    try {
      return task.get();
    } catch (InterruptedException e) {
      end(reading, task, thread);
      Thread.currentThread().interrupt();
      throw new FleetException("interrupted", e);
    } catch (ExecutionException e) {
      throw translated(request, e.getCause());
    }
  }

  private static void requireDuckDb() {
    if (!hasDuckDb()) {
      throw FoliotException.environment(
          "foliot fleet needs DuckDB, which the archive without fleet lacks: use the full archive,"
              + " or copy its folder lib/fleet into this one's lib");
    }
  }

  /** Whether DuckDB is on the class path: it is not in Spark's own driver. */
  static boolean hasDuckDb() {
    try {
      Class.forName("org.duckdb.DuckDBDriver", false, FleetReader.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Ends the reading, and waits until its folder is gone. */
  private static void end(Reading reading, FutureTask<Reading.Result> task, Thread thread) {
    while (true) {
      thread.interrupt();
      reading.cancel();
      try {
        task.get(CANCEL_EVERY_MS, TimeUnit.MILLISECONDS);
        return;
      } catch (ExecutionException e) {
        return;
      } catch (TimeoutException | InterruptedException e) {
        // once more: a query may have begun in between
      }
    }
  }

  private static RuntimeException translated(FleetRequest request, @Nullable Throwable cause) {
    String files = Texts.list(request.files());
    return switch (cause) {
      case null -> new IllegalStateException("failed without a cause");
      case FleetException known -> known;
      case NoSuchFileException missing ->
          new FleetException(missing.getFile() + ": no such file", missing);
      case AccessDeniedException denied ->
          new FleetException(
              denied.getFile() + " cannot be read: permission denied; make it readable", denied);
      case CharacterCodingException e -> FormatSniffer.notUtf8(files, e);
      case EOFException e ->
          new FleetException(files + " ends before its end: it is cut short, copy it anew", e);
      case IOException e -> new FleetException(files + " cannot be read: " + said(e), e);
      case SQLException e when isMemory(e) ->
          new FleetException(
              files + " needs more memory than the engine may take: give it more", e);
      case SQLException e ->
          new FleetException(
              "%s cannot be read: %s. It may be cut short or broken: export it anew"
                  .formatted(files, inner(e)),
              e);
      case RuntimeException e -> e;
      default -> new IllegalStateException(cause);
    };
  }

  private static boolean isMemory(SQLException e) {
    return said(e).toLowerCase(Locale.ROOT).contains("out of memory");
  }

  /** The engine's own words, without those about how it was asked. */
  private static String inner(SQLException e) {
    String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    String words = message.replaceFirst("^.*closed pending query result", "").strip();
    words = words.replaceAll("\\b(Invalid Input|Invalid|IO|Error|Serialization) Error: ", "");
    return words.replaceFirst("^Error: ", "").replaceFirst("[.!]+$", "");
  }

  private static String said(Exception e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
