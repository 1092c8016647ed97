package dev.foliot.fleet.read;

import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.engine.Dialect;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.function.UnaryOperator;
import org.duckdb.DuckDBDriver;
import org.jspecify.annotations.Nullable;

/** Small fleets in files. */
public final class Samples {
  /** Three nodes, four points each, a minute apart. */
  public static final String CSV =
      """
      time,node,zone,cpu,rps
      2026-03-01T10:00:00Z,a,west,10,5
      2026-03-01T10:00:00Z,b,east,20,5
      2026-03-01T10:00:00Z,c,west,30,5
      2026-03-01T10:01:00Z,a,west,12,6
      2026-03-01T10:01:00Z,b,east,24,6
      2026-03-01T10:01:00Z,c,west,36,6
      2026-03-01T10:02:00Z,a,west,8,4
      2026-03-01T10:02:00Z,b,east,16,4
      2026-03-01T10:02:00Z,c,west,24,4
      2026-03-01T10:03:00Z,a,west,14,7
      2026-03-01T10:03:00Z,b,east,28,7
      2026-03-01T10:03:00Z,c,west,42,7
      """;

  private Samples() {}

  public static Path write(Path folder, String name, String text) throws IOException {
    return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /** Copies a query's result into a Parquet file. */
  public static Path parquet(Path file, String query) throws SQLException {
    try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY ("
              + query
              + ") TO "
              + Dialect.DUCKDB.literal(file.toString())
              + " (FORMAT parquet)");
    }
    return file;
  }

  public static FleetRequest request(Path... files) {
    return new FleetRequest(
        List.of(files).stream().map(Path::toString).toList(),
        FleetRequest.Asked.NOTHING,
        FleetRequest.Series.ONE,
        FleetRequest.Writing.TOLD,
        FleetRequest.Span.ALL,
        new FleetRequest.Resources(256L << 20, 2));
  }

  public static FleetRequest withMetric(FleetRequest request, String metric) {
    FleetRequest.Asked asked = request.columns();
    return with(request, metric, asked.node(), asked.load(), asked.start());
  }

  public static FleetRequest with(
      FleetRequest request,
      @Nullable String metric,
      @Nullable String node,
      @Nullable String load,
      @Nullable String start) {
    return new FleetRequest(
        request.files(),
        new FleetRequest.Asked(
            metric, node, request.columns().time(), request.columns().labels(), load, start),
        request.series(),
        request.writing(),
        request.span(),
        request.engine());
  }

  public static FleetRequest with(FleetRequest request, FleetRequest.Writing writing) {
    return with(request, request.series(), writing);
  }

  public static FleetRequest with(FleetRequest request, FleetRequest.Series series) {
    return with(request, series, request.writing());
  }

  private static FleetRequest with(
      FleetRequest request, FleetRequest.Series series, FleetRequest.Writing writing) {
    return new FleetRequest(
        request.files(), request.columns(), series, writing, request.span(), request.engine());
  }

  public static FleetRequest with(FleetRequest request, FleetRequest.Span span) {
    return new FleetRequest(
        request.files(),
        request.columns(),
        request.series(),
        request.writing(),
        span,
        request.engine());
  }

  public static FleetMeasured read(Path... files) {
    return FleetReader.read(request(files));
  }

  public static FleetMeasured read(Path file, UnaryOperator<FleetRequest> changed) {
    return FleetReader.read(changed.apply(request(file)));
  }

  /** The mean of a node over all its points. */
  public static double mean(FleetMeasured measured, String node) {
    FleetSums sums = measured.sums();
    double sum = 0;
    long n = 0;
    for (int lifetime : sums.lifetimesOf(node)) {
      for (int window = 0; window < sums.windows(); window++) {
        sum += sums.cell(lifetime, window).y();
        n += sums.cell(lifetime, window).n();
      }
    }
    return sum / n;
  }
}
