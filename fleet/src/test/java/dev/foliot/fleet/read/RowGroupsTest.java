package dev.foliot.fleet.read;

import static dev.foliot.fleet.read.Samples.mean;
import static dev.foliot.fleet.read.Samples.read;
import static dev.foliot.fleet.read.Samples.request;
import static dev.foliot.fleet.read.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.engine.Dialect;
import dev.foliot.fleet.sums.FleetMeasured;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Row groups of other times are not read: in these files they are broken. */
final class RowGroupsTest {
  private static final Instant START = Instant.parse("2026-11-03T00:00:00Z");
  private static final int GROUP = 2048;
  private static final int GROUPS = 4;

  @TempDir Path folder;

  /** A row a second, of two nodes in turns; the second node has twice the CPU. */
  private Path file(String time) throws SQLException {
    Path file = folder.resolve("a.parquet");
    try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT %s AS time, CASE WHEN s %% 2 = 0 THEN 'a' ELSE 'b' END AS node, CAST(i // %d + 1 AS DOUBLE) * (1 + s %% 2) AS cpu FROM (SELECT i, i AS s, %d + i AS epoch FROM range(%d) AS r(i)) AS rows ORDER BY i) TO %s (FORMAT parquet, ROW_GROUP_SIZE %d)"
              .formatted(
                  time,
                  GROUP,
                  START.getEpochSecond(),
                  GROUP * GROUPS,
                  Dialect.DUCKDB.literal(file.toString()),
                  GROUP));
    }
    return file;
  }

  /** Breaks the CPU of all row groups but one. */
  private static void breakOthers(Path file, int but) throws IOException, SQLException {
    try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
        Statement statement = connection.createStatement();
        ResultSet chunks =
            statement.executeQuery(
                "SELECT row_group_id, COALESCE(dictionary_page_offset, data_page_offset), data_page_offset, total_compressed_size FROM parquet_metadata(%s) WHERE path_in_schema = 'cpu' AND row_group_id <> %d"
                    .formatted(Dialect.DUCKDB.literal(file.toString()), but));
        RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      while (chunks.next()) {
        byte[] noise = new byte[(int) chunks.getLong(4)];
        Arrays.fill(noise, (byte) 0xA5);
        bytes.seek(Math.min(chunks.getLong(2), chunks.getLong(3)));
        bytes.write(noise);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "make_timestamp(epoch * 1000000)",
        "make_timestamptz(epoch * 1000000)",
        "CAST(make_timestamp(epoch * 1000000) AS TIMESTAMP_MS)",
        "epoch",
        "epoch * 1000",
        "epoch * 1000000000",
        "CAST(epoch AS DOUBLE) + 0.25"
      })
  void shouldReadTheRowGroupsOfTheTime(String time) throws IOException, SQLException {
    Path file = file(time);
    breakOthers(file, 2);
    Instant first = START.plusSeconds(2 * GROUP + 100);
    FleetRequest.Span span = new FleetRequest.Span(first, first.plusSeconds(999), null);

    FleetMeasured measured = read(file, r -> with(r, span));

    assertThat(mean(measured, "a")).isEqualTo(3);
    assertThat(mean(measured, "b")).isEqualTo(6);
    assertThat(measured.data().points().rows()).isEqualTo(GROUP * GROUPS);
    assertThat(measured.data().notes())
        .anyMatch(note -> note.matches("7,?19[23] rows are outside of the asked for time.*"));
    assertThatThrownBy(() -> read(file)).isInstanceOf(FleetException.class);
  }

  @Test
  void shouldTakeTheTimeThatIsAskedFor() throws SQLException {
    Path file =
        Samples.parquet(
            folder.resolve("two.parquet"),
            "SELECT make_timestamp((1790000000 + i) * 1000000) AS seen, i AS \"time\", CASE WHEN i"
                + " % 2 = 0 THEN 'a' ELSE 'b' END AS node, 1.0 + i AS cpu FROM range(100) AS r(i)");
    FleetRequest.Span span =
        new FleetRequest.Span(Instant.ofEpochSecond(1_790_000_090), null, null);

    FleetRequest plain = request(file);
    FleetRequest.Asked asked = new FleetRequest.Asked("cpu", "node", "seen", List.of(), null, null);
    FleetMeasured measured =
        FleetReader.read(
            new FleetRequest(
                plain.files(), asked, plain.series(), plain.writing(), span, plain.engine()));

    assertThat(mean(measured, "a")).isEqualTo(95);
  }
}
