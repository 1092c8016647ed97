package dev.foliot.checks.fleets;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Writes a simulated fleet's points to a file for {@code foliot fleet}. A separate column marks
 * every row as simulated. A missing value is an empty field.
 */
final class FleetFile {
  private FleetFile() {}

  /** To CSV, or to Parquet if the name ends with it. */
  static void write(SimulatedFleet fleet, Path file) throws IOException {
    if (!file.toString().endsWith(".parquet")) {
      writeCsv(fleet, file);
      return;
    }
    Path csv = Files.createTempFile("simulated-fleet", ".csv");
    try {
      writeCsv(fleet, csv);
      run("COPY (FROM read_csv(" + quoted(csv) + ", header = true)) TO " + quoted(file));
    } finally {
      Files.delete(csv);
    }
  }

  private static void writeCsv(SimulatedFleet fleet, Path file) throws IOException {
    boolean load = fleet.recipe().load() != null;
    boolean perRequest = fleet.metric().equals("cpu/rps");
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      writer.write(
          "node,time,start_time,"
              + String.join(",", SimulatedFleet.LABELS)
              + ",cpu,"
              + (load ? "rps," : "")
              + String.join(",", SimulatedFleet.OTHERS)
              + "\n");
      fleet.points((lifetime, at, metric, rps, pure, others) -> {
        StringBuilder row = new StringBuilder(200);
        row.append(lifetime.node()).append(',');
        row.append(SimulatedFleet.time(fleet.recipe(), at)).append(',').append(lifetime.start());
        lifetime.labels().forEach(label -> row.append(',').append(label));
        row.append(',');
        if (!Double.isNaN(metric)) {
          row.append(perRequest ? metric * rps : metric);
        }
        if (load) {
          row.append(',').append(rps);
        }
        for (double other : others) {
          row.append(',').append(other);
        }
        try {
          writer.write(row.append('\n').toString());
        } catch (IOException failed) {
          throw new UncheckedIOException(failed);
        }
      });
    } catch (UncheckedIOException failed) {
      throw new IOException(failed.getMessage(), failed);
    }
  }

  /** A file's name as an SQL string. */
  static String quoted(Path file) {
    return "'" + file.toString().replace("'", "''") + "'";
  }

  /** Runs statements in a separate DuckDB. */
  static void run(String... statements) throws IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      for (String one : statements) {
        statement.execute(one);
      }
    } catch (SQLException failed) {
      throw new IOException("DuckDB: " + failed.getMessage(), failed);
    }
  }
}
