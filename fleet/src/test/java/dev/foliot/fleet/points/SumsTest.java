package dev.foliot.fleet.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.read.Samples;
import dev.foliot.fleet.sums.FleetSums;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine's sums against a plain loop over the same points. */
class SumsTest {
  private static final int NODES = 12;
  private static final int POINTS = 300;
  private static final long STEP_US = 15_000_000;
  private static final long FIRST_US = 1_772_359_200_000_000L;

  @TempDir Path folder;

  @Test
  void shouldEqualAPlainFold() throws IOException, SQLException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    StringBuilder csv = new StringBuilder("ts,node,start_time,zone,cpu,rps,heap\n");
    int windows = 64;
    long windowUs = (POINTS - 1) * STEP_US / windows + 1;
    FleetSums.Builder builder =
        FleetSums.builder(
            windows, FIRST_US, windowUs, true, true, List.of("heap"), List.of("zone"));
    for (int node = 0; node < NODES; node++) {
      int restart = random.nextInt(POINTS / 4, POINTS - 20);
      int[] lifetimes = {
        builder.lifetime("n" + node, "1", List.of("z" + node % 3)),
        builder.lifetime("n" + node, "2", List.of("z" + node % 3))
      };
      for (int i = 0; i < POINTS; i++) {
        long us = FIRST_US + i * STEP_US;
        double cpu = 50 + 10 * random.nextGaussian();
        double rps = 100 + 20 * random.nextGaussian();
        double heap = random.nextInt(10) == 0 ? Double.NaN : 1e9 * random.nextDouble();
        boolean missing = random.nextInt(20) == 0;
        int life = i < restart ? 0 : 1;
        csv.append(us).append(",n").append(node).append(',').append(life + 1);
        csv.append(",z").append(node % 3).append(',').append(missing ? "" : cpu);
        csv.append(',').append(rps).append(',').append(heap).append('\n');
        int window = (int) ((us - FIRST_US) / windowUs);
        if (missing) {
          builder.put(
              lifetimes[life],
              window,
              FleetSums.Cell.EMPTY,
              new double[] {Double.isNaN(heap) ? 0 : heap},
              new long[] {Double.isNaN(heap) ? 0 : 1});
        } else {
          builder.add(lifetimes[life], window, cpu / rps, 1 / rps, heap);
        }
      }
    }
    FleetSums expected = builder.build();
    Path file = Samples.write(folder, "fleet.csv", csv.toString());
    Path parquet =
        Samples.parquet(folder.resolve("fleet.parquet"), "SELECT * FROM read_csv('" + file + "')");

    assertAlike(Samples.read(file).sums(), expected, seed);
    assertAlike(Samples.read(parquet).sums(), expected, seed);
  }

  private static void assertAlike(FleetSums actual, FleetSums expected, long seed) {
    assertThat(actual.windows()).isEqualTo(expected.windows());
    assertThat(actual.windowUs()).isEqualTo(expected.windowUs());
    assertThat(actual.others()).isEqualTo(expected.others());
    assertThat(actual.nodes()).isEqualTo(expected.nodes());
    for (String node : expected.nodes()) {
      List<Integer> ours = actual.lifetimesOf(node);
      List<Integer> theirs = expected.lifetimesOf(node);
      assertThat(ours).hasSameSizeAs(theirs);
      for (int i = 0; i < ours.size(); i++) {
        assertThat(actual.start(ours.get(i))).isEqualTo(expected.start(theirs.get(i)));
        assertThat(actual.label(0, ours.get(i))).isEqualTo(expected.label(0, theirs.get(i)));
        assertThat(actual.other(0, ours.get(i)))
            .as("seed %d", seed)
            .isCloseTo(expected.other(0, theirs.get(i)), near(expected.other(0, theirs.get(i))));
        for (int window = 0; window < expected.windows(); window++) {
          assertAlike(actual.cell(ours.get(i), window), expected.cell(theirs.get(i), window), seed);
        }
      }
    }
  }

  private static void assertAlike(FleetSums.Cell actual, FleetSums.Cell expected, long seed) {
    assertThat(actual.n()).as("seed %d", seed).isEqualTo(expected.n());
    if (expected.n() == 0) {
      return;
    }
    double[] ours = {
      actual.y(), actual.yy(), actual.min(), actual.max(), actual.x(), actual.xx(), actual.xy()
    };
    double[] theirs = {
      expected.y(),
      expected.yy(),
      expected.min(),
      expected.max(),
      expected.x(),
      expected.xx(),
      expected.xy()
    };
    for (int i = 0; i < ours.length; i++) {
      assertThat(ours[i]).as("seed %d", seed).isCloseTo(theirs[i], near(theirs[i]));
    }
  }

  private static Offset<Double> near(double value) {
    return within(1e-9 * Math.abs(value));
  }

  @Test
  void shouldFillAllSlots() {
    assertThat(SumsSql.text("points", 17, 60, 2, 1))
        .doesNotContain("${")
        .contains("FROM points", "COUNT(o1) AS o1_n", "MAX(l0) AS l0_max", "CAST(17 AS BIGINT)");
  }

  @Test
  void shouldCutTimeIntoAtMost64Windows() {
    Extent extent = new Extent(1000, 1000, 1000, 10, 0, 999);

    assertThat(extent.windows(1000)).as("25 points of 100 would be 4 each").isEqualTo(25);
    assertThat(extent.windows(30)).as("3 points are told apart").isEqualTo(3);
    assertThat(extent.windows(100_000)).isEqualTo(64);
    assertThat(extent.windowUs(64) * 64).isGreaterThan(999);
    assertThat(new Extent(10, 10, 10, 2, 5, 5).windows(10)).isEqualTo(1);
  }
}
