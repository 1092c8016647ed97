package dev.foliot.fleet.read;

import static dev.foliot.fleet.read.Samples.mean;
import static dev.foliot.fleet.read.Samples.read;
import static dev.foliot.fleet.read.Samples.with;
import static dev.foliot.fleet.read.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.sums.FleetMeasured;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows of the asked for time, and rows from the standard input. */
class TimeSpanTest {
  private static final Instant START = Instant.ofEpochSecond(1_790_035_200);
  private static final int ROWS = 10;

  @TempDir Path folder;

  /** Minutes 0 to 9, at which node a has as many. */
  private static String csv() {
    StringBuilder csv = new StringBuilder("time,node,cpu\n");
    for (int i = 0; i < ROWS; i++) {
      csv.append("%1$s,a,%2$d\n%1$s,b,%3$d\n".formatted(minute(i), i, 2 * i));
    }
    return csv.toString();
  }

  private static Instant minute(int minute) {
    return START.plusSeconds(60L * minute);
  }

  static Stream<Arguments> spans() {
    return Stream.of(
        Arguments.of(new FleetRequest.Span(null, null, Duration.ofMinutes(3)), 6, 9),
        Arguments.of(new FleetRequest.Span(null, minute(5), Duration.ofMinutes(2)), 3, 5),
        Arguments.of(new FleetRequest.Span(minute(7), null, null), 7, 9),
        Arguments.of(new FleetRequest.Span(minute(2), minute(4), null), 2, 4),
        Arguments.of(FleetRequest.Span.ALL, 0, 9));
  }

  @ParameterizedTest
  @MethodSource("spans")
  void shouldTakeOnlyRowsOfTheTime(FleetRequest.Span span, int first, int last)
      throws IOException, SQLException {
    Path text = write(folder, "a.csv", csv());
    Path parquet =
        Samples.parquet(folder.resolve("a.parquet"), "SELECT * FROM read_csv('" + text + "')");

    for (Path file : List.of(text, parquet)) {
      FleetMeasured measured = read(file, r -> with(r, span));
      assertThat(mean(measured, "a")).isEqualTo((first + last) / 2.0);
      int left = 2 * (ROWS - (last - first + 1));
      assertThat(
              measured.data().notes().stream()
                  .anyMatch(note -> note.startsWith(left + " rows are outside")))
          .isEqualTo(left > 0);
    }
  }

  @Test
  void shouldSayFromWhenToWhenThereAreRows() throws IOException {
    Path file = write(folder, "a.csv", csv());

    assertThatThrownBy(
            () -> read(file, r -> with(r, new FleetRequest.Span(minute(100), null, null))))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("go from 2026-09-22T00:00:00Z to 2026-09-22T00:09:00Z");
    Path timeless = write(folder, "b.csv", "node,cpu\na,1\nb,2\n");
    assertThatThrownBy(() ->
            read(timeless, r -> with(r, new FleetRequest.Span(null, null, Duration.ofHours(1)))))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("no column has times");
    assertThatThrownBy(() -> new FleetRequest.Span(START, null, Duration.ofHours(1)))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("choose one");
    assertThatThrownBy(() -> new FleetRequest.Span(START, START, null))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("turn them");
  }

  @Test
  void shouldReadTheStandardInput() throws IOException, SQLException {
    FleetRequest request = FleetRequest.of(List.of(FleetRequest.STANDARD_INPUT));
    InputStream input = new ByteArrayInputStream(csv().getBytes(StandardCharsets.UTF_8));

    FleetMeasured measured = new Reading(request, null, input, false).call().measured();

    assertThat(mean(measured, "a")).isEqualTo(4.5);
    assertThat(measured.input().files()).containsExactly("standard input");
    assertThatThrownBy(
            () -> new Reading(request, null, InputStream.nullInputStream(), false).call())
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("standard input is empty");
  }
}
