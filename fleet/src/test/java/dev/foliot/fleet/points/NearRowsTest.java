package dev.foliot.fleet.points;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.fleet.points.NearRows.Bin;
import dev.foliot.fleet.read.Samples;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NearRowsTest {
  private static final int NODES = 10;
  private static final int HOURS = 48;

  /** The first of March 2026, in seconds. */
  private static final long MARCH = 1_772_323_200;

  @TempDir Path folder;

  private static String twoDays() {
    return "time,node,cpu\n" + hours(MARCH);
  }

  /** A point of each node each hour. */
  private static String hours(long from) {
    StringBuilder csv = new StringBuilder();
    for (int hour = 0; hour < HOURS; hour++) {
      for (int node = 0; node < NODES; node++) {
        csv.append("%d,n%d,%d\n".formatted(from + 3600L * hour, node, 10 + node));
      }
    }
    return csv.toString();
  }

  private static void assertIsOfTwoDays(FleetMeasured measured) {
    assertThat(measured.data().period().firstUs()).isEqualTo(MARCH * 1_000_000);
    assertThat(measured.data().period().lastUs() - measured.data().period().firstUs())
        .isEqualTo((HOURS - 1) * 3_600_000_000L);
    assertThat(measured.data().period().windows()).isEqualTo(12);
    FleetSums sums = measured.sums();
    for (int window = 0; window < sums.windows(); window++) {
      assertThat(sums.cell(sums.lifetimesOf("n3").getFirst(), window).n()).isEqualTo(4);
    }
  }

  @Test
  void shouldLeaveOutRowsThatAreFarFromAllOthersAndSaySo() throws IOException {
    FleetMeasured measured =
        Samples.read(
            Samples.write(
                folder,
                "a.csv",
                twoDays()
                    + "0,n1,999\n"
                    + "2100-01-01T00:00:00Z,n2,999\n"
                    + "2026-04-01T00:00:00Z,n2,999\n"));

    assertIsOfTwoDays(measured);
    assertThat(measured.data().points().rows()).isEqualTo(NODES * HOURS + 3);
    assertThat(measured.data().notes())
        .anyMatch(note ->
            note.startsWith("3 rows are far from all others in time, as at 1970-01-01T00:00:00Z"));
    assertThat(measured.data().nodesWithout()).isEmpty();
  }

  @Test
  void shouldLeaveOutFarRowsOfParquetToo() throws IOException, SQLException {
    Path csv = Samples.write(folder, "a.csv", twoDays() + "4102444800,n2,999\n");
    Path file =
        Samples.parquet(
            folder.resolve("a.parquet"),
            "SELECT make_timestamp(time * 1000000) AS time, node, cpu FROM read_csv('"
                + csv
                + "', types = {'time': 'BIGINT'})");
    FleetMeasured measured = Samples.read(file);

    assertIsOfTwoDays(measured);
    assertThat(measured.data().notes()).anyMatch(note -> note.contains("2100-01-01T00:00:00Z"));
  }

  @Test
  void shouldNameANodeWhoseClockIsWrong() throws IOException {
    FleetMeasured measured =
        Samples.read(Samples.write(folder, "a.csv", twoDays() + "60,late,1\n120,late,1\n"));

    assertIsOfTwoDays(measured);
    assertThat(measured.data().nodesWithout()).containsExactly("late");
    assertThat(measured.sums().nodes()).doesNotContain("late");
  }

  @Test
  void shouldKeepDataOfTwoTimes() throws IOException {
    String both = twoDays() + hours(MARCH + 100 * 86_400);
    FleetMeasured measured = Samples.read(Samples.write(folder, "a.csv", both));

    assertThat(measured.data().notes()).isEmpty();
    assertThat(measured.data().period().lastUs() - measured.data().period().firstUs())
        .isGreaterThan(90 * 86_400_000_000L);
  }

  @Test
  void shouldLookOutwardsFromWhereTheRowsAre() {
    List<Bin> bins =
        List.of(
            new Bin(1, -5000, -5000),
            new Bin(1, 900, 900),
            new Bin(500, 1000, 1040),
            new Bin(500, 1060, 1100),
            new Bin(2, 1110, 1110),
            new Bin(3, 1400, 1500),
            new Bin(1, 9000, 9000));

    assertThat(NearRows.near(bins, 10)).containsExactly(1, 5);
    assertThat(NearRows.near(bins.subList(0, 3), 5)).containsExactly(1, 2);
    assertThat(NearRows.near(bins.subList(2, 3), 5)).containsExactly(0, 0);
  }

  @Test
  void shouldKeepAllWhereNearlyAllAreOfOneTime() {
    List<Bin> bins = List.of(new Bin(1, 0, 0), new Bin(500, 1000, 1000), new Bin(1, 1001, 1001));

    assertThat(NearRows.near(bins, 5)).containsExactly(0, 2);
  }

  @Test
  void shouldLookForStraysOnlyWhereTheVarianceAllowsThem() {
    Extent all = new Extent(10_000, 10_000, 10_000, 10, 0, 1_000_000);
    double even = 1e12 / 12;
    assertThat(NearRows.isSpread(all, 100, even)).isTrue();
    // two clusters, each of half of the rows, on either side of a gap
    assertThat(NearRows.isSpread(all, 100, 0.25e12)).isTrue();
    // 9,800 rows over a fifth of the span and 200 at its other end: the most that strays can vary
    double near = 0.98 * 0.2 * 0.2 / 12 + 0.98 * 0.02 * 0.9 * 0.9;
    assertThat(NearRows.isSpread(all, 100, near * 1e12)).isFalse();
    assertThat(NearRows.isSpread(all, 100, 0)).isFalse();
  }
}
