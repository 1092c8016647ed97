package dev.foliot.fleet.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.sums.FleetMeasured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FilesOfSpanTest {
  @TempDir Path folder;

  private static FleetRequest.Span from(String from, @Nullable String to) {
    return new FleetRequest.Span(Instant.parse(from), to == null ? null : Instant.parse(to), null);
  }

  private static FleetRequest.Span last(Duration last) {
    return new FleetRequest.Span(null, null, last);
  }

  /** A path for each day of November. */
  private static List<String> november(String pattern) {
    List<String> all = new ArrayList<>();
    LocalDate first = LocalDate.of(2026, 11, 1);
    for (int day = 0; day < 30; day++) {
      LocalDate date = first.plusDays(day);
      all.add(
          pattern
              .replace("DATE", date.toString())
              .replace("D/D", date.toString().replace('-', '/'))
              .replace("BASIC", date.toString().replace("-", ""))
              .replace("NUMBER", String.valueOf(date.getDayOfMonth())));
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "m/day=DATE/1.parquet",
        "s3a://m/zone=a/dt=BASIC/1.csv",
        "m/year=2026/month=11/day=NUMBER/1.csv",
        "m/DATE/1.csv",
        "m/D/D/1.csv",
        "m/cpu-DATE.csv",
        "m/cpu.BASIC.csv.gz"
      })
  void shouldKeepTheDaysOfASpanAndOneBeside(String pattern) {
    List<String> all = november(pattern);
    assertThat(FilesOfSpan.of(all, from("2026-11-10T06:00:00Z", "2026-11-11T18:00:00Z")))
        .containsExactlyElementsOf(all.subList(8, 12));
  }

  @Test
  void shouldCountBackFromTheLatestFile() {
    List<String> keyed = november("m/day=DATE/1.parquet");
    // the last row may be of the 29th, late in a zone of the west
    assertThat(FilesOfSpan.of(keyed, last(Duration.ofHours(36))))
        .containsExactlyElementsOf(keyed.subList(25, 30));
    List<String> named = november("m/cpu-DATE.csv");
    assertThat(FilesOfSpan.of(named, last(Duration.ofHours(36))))
        .contains(named.get(27), named.get(29));
    assertThat(FilesOfSpan.of(named, last(Duration.ofHours(36)))).doesNotContain(named.get(20));
  }

  @Test
  void shouldKnowMonthsAndHours() {
    List<String> months =
        List.of("m/year=2026/month=9/a", "m/year=2026/month=10/a", "m/year=2026/month=11/a");
    assertThat(FilesOfSpan.of(months, from("2026-11-05T00:00:00Z", null)))
        .containsExactly(months.get(2));
    List<String> hours = new ArrayList<>();
    for (String day : november("m/day=DATE")) {
      hours.add(day + "/hour=5/a");
      hours.add(day + "/hour=17/a");
    }
    assertThat(FilesOfSpan.of(hours, from("2026-11-10T17:30:00Z", "2026-11-10T17:40:00Z")))
        .containsExactly(
            "m/day=2026-11-09/hour=17/a",
            "m/day=2026-11-10/hour=5/a",
            "m/day=2026-11-10/hour=17/a",
            "m/day=2026-11-11/hour=5/a",
            "m/day=2026-11-11/hour=17/a");
  }

  @Test
  void shouldKeepAFileOfAWeekThatIsNamedByItsFirstDayOrItsLast() {
    List<String> weeks =
        List.of(
            "cpu-2026-11-01.csv", "cpu-2026-11-08.csv", "cpu-2026-11-15.csv", "cpu-2026-11-22.csv");
    assertThat(FilesOfSpan.of(weeks, from("2026-11-11T00:00:00Z", "2026-11-12T00:00:00Z")))
        .containsExactly("cpu-2026-11-08.csv", "cpu-2026-11-15.csv");
  }

  @Test
  void shouldKeepAllWhosePathsDoNotTell() {
    FleetRequest.Span span = from("2026-11-11T00:00:00Z", "2026-11-12T00:00:00Z");
    List<String> plain =
        List.of("m/a.csv", "m/2026-13-01.csv", "m/2026-01-01_2026-02-01.csv", "m/day=3/a.csv");
    assertThat(FilesOfSpan.of(plain, span)).isEqualTo(plain);
    List<String> exports = List.of("export-2027-01-01.csv");
    assertThat(FilesOfSpan.of(exports, span)).isEqualTo(exports);
    List<String> all = november("m/day=DATE/1.parquet");
    assertThat(FilesOfSpan.of(all, FleetRequest.Span.ALL)).isEqualTo(all);
    // the rows say which times there are
    assertThat(FilesOfSpan.of(all, from("2027-01-01T00:00:00Z", null))).isEqualTo(all);
  }

  private Path day(int day, String rows) throws IOException {
    Path file = folder.resolve("m/day=2026-11-%02d/part.csv".formatted(day));
    Files.createDirectories(file.getParent());
    return Files.writeString(file, rows);
  }

  private static String rows(int day) {
    StringBuilder rows = new StringBuilder("time,node,cpu\n");
    for (int minute = 0; minute < 60; minute++) {
      for (int node = 0; node < 4; node++) {
        rows.append(
            "2026-11-%02dT12:%02d:00Z,n%d,%d\n"
                .formatted(day, minute, node, 1 + node + minute % 3));
      }
    }
    return rows.toString();
  }

  /** What stands in a file of another day would be refused. */
  @Test
  void shouldNotOpenFilesOfOtherDays() throws IOException {
    for (int day : new int[] {10, 11, 12}) {
      day(day, rows(day));
    }
    day(2, "no,table\u0000");
    String all = folder.resolve("m").toString();
    FleetRequest request = FleetRequest.of(List.of(all));
    assertThatThrownBy(() -> FleetReader.read(request)).isInstanceOf(FleetException.class);
    FleetMeasured measured =
        FleetReader.read(
            Samples.with(request, from("2026-11-11T00:00:00Z", "2026-11-12T00:00:00Z")));
    assertThat(measured.data().points().rows()).isEqualTo(720);
    assertThat(measured.data().notes())
        .anyMatch(note -> note.startsWith("1 files were not opened"))
        .anyMatch(note -> note.startsWith("480 rows are outside"));
    assertThat(measured.sums().windows()).isPositive();
  }

  @Test
  void shouldNotOpenParquetOfOtherDays() throws IOException, SQLException {
    for (int day : new int[] {10, 11, 12}) {
      Path csv = day(day, rows(day));
      Samples.parquet(csv.resolveSibling("part.parquet"), "SELECT * FROM '" + csv + "'");
      Files.delete(csv);
    }
    Path broken = folder.resolve("m/day=2026-11-02/part.parquet");
    Files.createDirectories(broken.getParent());
    Files.writeString(broken, "PAR1 and no more");
    FleetRequest request = FleetRequest.of(List.of(folder.resolve("m").toString()));
    assertThatThrownBy(() -> FleetReader.read(request)).isInstanceOf(FleetException.class);
    FleetMeasured measured = FleetReader.read(Samples.with(request, last(Duration.ofHours(12))));
    assertThat(measured.data().notes())
        .anyMatch(note -> note.startsWith("1 files were not opened"));
  }

  @Test
  void shouldTakeOtherKeysOfFoldersAsColumns() throws IOException {
    for (String zone : List.of("eu", "us")) {
      Path file = folder.resolve("m/zone=%s/day=2026-11-03/part.csv".formatted(zone));
      Files.createDirectories(file.getParent());
      StringBuilder rows = new StringBuilder("time,node,cpu\n");
      for (int i = 0; i < 10; i++) {
        rows.append("%d,%s-1,%d\n".formatted(1_793_700_000 + 60 * i, zone, 1 + i % 3));
        rows.append("%d,%s-2,%d\n".formatted(1_793_700_000 + 60 * i, zone, 1 + i % 3));
      }
      Files.writeString(file, rows);
    }

    FleetMeasured measured = Samples.read(folder.resolve("m"));

    assertThat(measured.input().columns().labels()).containsExactly("zone");
    assertThat(measured.input().columns().node()).isEqualTo("node");
    int first = measured.sums().lifetimesOf("us-2").getFirst();
    assertThat(measured.sums().label(0, first)).isEqualTo("us");
  }
}
