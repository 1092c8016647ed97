package dev.foliot.checks.fleets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetInput;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A negative control: one real node's series (numenta/NAB, MIT), cut into pieces that play nodes.
 * It is read from beside the repository, and skipped if absent.
 */
final class RealSeriesTest {
  /** The tests run in checks/fleets. */
  private static final Path SERIES =
      Path.of("..", "..", "..", "shared", "data", "fleet", "nab_ec2_cpu_utilization_24ae8d.csv");

  private static final int WINDOWS = 24;

  private static FleetMeasured cut(List<String> rows, int hours) {
    long windowUs = hours * 3_600_000_000L / WINDOWS;
    FleetSums.Builder sums =
        FleetSums.builder(WINDOWS, 0, windowUs, false, false, List.of(), List.of());
    Map<String, Integer> pieces = new HashMap<>();
    for (String row : rows) {
      int comma = row.indexOf(',');
      LocalDateTime time = LocalDateTime.parse(row.substring(0, comma).replace(' ', 'T'));
      int second = time.toLocalTime().toSecondOfDay();
      int piece = second / (hours * 3600);
      String node = time.toLocalDate() + "/" + piece;
      int lifetime = pieces.computeIfAbsent(node, name -> sums.lifetime(name, "", List.of()));
      long intoUs = (second - (long) piece * hours * 3600) * 1_000_000;
      sums.add(
          lifetime, (int) (intoUs / windowUs), Double.parseDouble(row.substring(comma + 1)), 0);
    }
    return new FleetMeasured(
        sums.build(),
        new FleetInput(
            List.of("a real series"),
            "csv",
            new FleetInput.Columns("value", "piece", "time", null, null, List.of()),
            List.of()),
        new FleetData(
            new FleetData.Points(rows.size(), 0, 0, 0, false, 0),
            new FleetData.Period(0, hours * 3_600_000_000L, WINDOWS, windowUs),
            List.of(),
            List.of()));
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 12, 6})
  void shouldFindOneBandInPiecesOfOneNodesSeries(int hours) throws IOException {
    assumeThat(SERIES).exists();
    List<String> rows = Files.readAllLines(SERIES);

    FleetRecord record =
        FleetAnalysis.of(cut(rows.subList(1, rows.size()), hours), Instant.EPOCH, 1);

    System.out.println(
        hours + " h: " + record.verdict().words() + ": " + record.finding().toString());
    assertThat(record.verdict()).as(record.finding().toString()).isEqualTo(FleetVerdict.ONE_BAND);
  }
}
