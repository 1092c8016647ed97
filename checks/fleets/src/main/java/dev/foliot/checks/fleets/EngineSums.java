package dev.foliot.checks.fleets;

import dev.foliot.fleet.FleetSums;
import dev.foliot.fleet.SumsSql;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the data for comparing another engine's sums.
 *
 * <p>Files: {@code points.parquet}, of a simulated fleet; {@code sums.sql}, the query with its
 * slots filled; and {@code sums.parquet}, DuckDB's result. See {@code checks/spark}.
 */
final class EngineSums {
  private EngineSums() {}

  static void write(SimulatedFleet fleet, Path folder) throws IOException {
    Files.createDirectories(folder);
    FleetSums sums = fleet.draw().measured().sums();
    int others = SimulatedFleet.OTHERS.size();
    int labels = SimulatedFleet.LABELS.size();
    String text = SumsSql.text("points", sums.windowStartUs(0), sums.windowUs(), others, labels);
    Files.writeString(folder.resolve("sums.sql"), text);
    Path csv = Files.createTempFile(folder, "points", ".csv");
    try {
      writePoints(fleet, sums, csv);
      FleetFile.run(
          "CREATE TABLE points AS FROM read_csv("
              + FleetFile.quoted(csv)
              + ", header = false, columns = {"
              + columns(others, labels)
              + "})",
          "COPY points TO " + FleetFile.quoted(folder.resolve("points.parquet")),
          "COPY (" + text + ") TO " + FleetFile.quoted(folder.resolve("sums.parquet")));
    } finally {
      Files.delete(csv);
    }
  }

  private static String columns(int others, int labels) {
    StringBuilder columns =
        new StringBuilder(
            "'node': 'VARCHAR', 'lifetime': 'VARCHAR', 'us': 'BIGINT', 'y': 'DOUBLE',"
                + " 'x': 'DOUBLE', 'edge': 'INTEGER', 'unfit': 'INTEGER', 'reset': 'INTEGER'");
    for (int i = 0; i < others; i++) {
      columns.append(", 'o").append(i).append("': 'DOUBLE'");
    }
    for (int i = 0; i < labels; i++) {
      columns.append(", 'l").append(i).append("': 'VARCHAR'");
    }
    return columns.toString();
  }

  private static void writePoints(SimulatedFleet fleet, FleetSums sums, Path csv)
      throws IOException {
    long stepUs = fleet.recipe().stepUs();
    boolean inverse = sums.inverseLoad();
    try (BufferedWriter writer = Files.newBufferedWriter(csv)) {
      fleet.points((lifetime, at, metric, rps, pure, others) -> {
        StringBuilder row = new StringBuilder(200);
        row.append(lifetime.node()).append(',').append(lifetime.start()).append(',');
        row.append(sums.windowStartUs(0) + at * stepUs).append(',');
        boolean missing = Double.isNaN(metric);
        row.append(missing ? "" : Double.toString(metric)).append(',');
        row.append(missing ? "" : Double.toString(inverse ? 1 / rps : rps)).append(",0,0,0");
        for (double other : others) {
          row.append(',').append(other);
        }
        lifetime.labels().forEach(label -> row.append(',').append(label));
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
}
