package dev.foliot.fleet.points;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.fleet.read.Samples;
import dev.foliot.fleet.sums.FleetMeasured;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many rows share node and time, whether slots of time show it or not. */
class SameMomentsTest {
  private static final long START_US = 1_772_323_200_000_000L;
  private static final long STEP_US = 60_000_000;
  private static final int NODES = 9;
  private static final int POINTS = 150;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "0, 0", // on the minute
    "20000000, 0", // up to 20 s late
    "59000000, 0", // two of them may be a second apart
    "0, 1", // a row twice
    "20000000, 7",
    "59000000, 30"
  })
  void shouldCountRowsOfOneMoment(long jitterUs, int twice) throws IOException {
    Random random = new Random(jitterUs + twice);
    StringBuilder csv = new StringBuilder("time,node,cpu\n");
    for (int node = 0; node < NODES; node++) {
      for (int point = 0; point < POINTS; point++) {
        long us = START_US + point * STEP_US + (jitterUs == 0 ? 0 : random.nextLong(jitterUs));
        String row = us + ",n" + node + "," + (5 + random.nextInt(9)) + "\n";
        csv.append(row);
        if (node * POINTS + point < twice) {
          csv.append(row);
        }
      }
    }

    FleetMeasured measured = Samples.read(Samples.write(folder, "times.csv", csv.toString()));

    assertThat(measured.data().points().duplicates()).isEqualTo(twice);
    assertThat(measured.data().points().rows()).isEqualTo(NODES * POINTS + twice);
  }

  @Test
  void shouldSeeThatAllRowsAreOfOneMoment() throws IOException {
    StringBuilder csv = new StringBuilder("time,node,cpu\n");
    for (int node = 0; node < NODES; node++) {
      csv.append(START_US).append(",n").append(node).append(",3\n");
    }

    FleetMeasured measured = Samples.read(Samples.write(folder, "one.csv", csv.toString()));

    assertThat(measured.data().points().duplicates()).isZero();
    assertThat(measured.data().period().windows()).isEqualTo(1);
  }
}
