package dev.foliot.fleet.points;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.fleet.read.Samples;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.HandMade;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LackingTest {
  private static final int MINUTES = 400;

  @TempDir Path folder;

  /** Three nodes with a point each minute; some points of the first are missing. */
  private FleetMeasured read(IntPredicate there) throws IOException {
    StringBuilder csv = new StringBuilder("time,node,cpu\n");
    for (int minute = 0; minute < MINUTES; minute++) {
      for (int node = 0; node < 3; node++) {
        if (node > 0 || there.test(minute)) {
          csv.append("%d,n%d,%d\n".formatted(1_790_035_200 + 60 * minute, node, node));
        }
      }
    }
    return Samples.read(Samples.write(folder, "a.csv", csv.toString()));
  }

  @Test
  void shouldCountPointsOfWhichNoRowIsThere() throws IOException {
    FleetMeasured measured = read(minute -> minute < 100 || minute >= 150);

    assertThat(measured.data().notes())
        .anyMatch(note ->
            note.contains("points lack: nodes have no row where one is due every 60 s")
                && Integer.parseInt(note.substring(0, note.indexOf(' '))) >= 48
                && Integer.parseInt(note.substring(0, note.indexOf(' '))) <= 52);
  }

  @Test
  void shouldSayNothingOfNodesThatComeLateOrGoEarly() throws IOException {
    assertThat(read(minute -> minute >= 170 && minute < 330).data().notes()).isEmpty();
  }

  @Test
  void shouldSayNothingWherePointsStandAtNoStep() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,cpu\n");
    var random = HandMade.random();
    for (int node = 0; node < 3; node++) {
      double second = 0;
      for (int i = 0; i < MINUTES; i++) {
        second += -60 * Math.log(1 - random.nextDouble());
        csv.append("%d,n%d,%d\n".formatted(Math.round(second), node, node));
      }
    }
    FleetMeasured measured = Samples.read(Samples.write(folder, "a.csv", csv.toString()));

    assertThat(measured.data().notes()).noneMatch(note -> note.contains("points lack"));
  }

  @Test
  void shouldLetAPointFallIntoTheNextWindow() {
    long[] whole = {3, 10, 10, 10, 2};

    assertThat(Lacking.points(List.of(whole, new long[] {3, 9, 10, 10, 2}), 10)).isZero();
    assertThat(Lacking.points(List.of(whole, new long[] {3, 0, 10, 10, 2}), 10)).isEqualTo(10);
    assertThat(Lacking.points(List.of(whole, new long[] {0, 0, 10, 0, 0}), 10)).isZero();
  }

  @Test
  void shouldNotMissWhatNobodyMeasured() {
    assertThat(
            Lacking.points(List.of(new long[] {3, 0, 4, 10, 2}, new long[] {3, 0, 4, 10, 2}), 10))
        .isZero();
  }
}
