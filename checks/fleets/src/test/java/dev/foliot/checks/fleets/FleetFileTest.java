package dev.foliot.checks.fleets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.read.FleetReader;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.store.fleet.FleetRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file contains the simulated data. */
final class FleetFileTest {
  @TempDir private Path folder;

  private static double total(FleetSums sums, String node, boolean count) {
    double total = 0;
    for (int lifetime : sums.lifetimesOf(node)) {
      for (int window = 0; window < sums.windows(); window++) {
        FleetSums.Cell cell = sums.cell(lifetime, window);
        total += count ? cell.n() : cell.y();
      }
    }
    return total;
  }

  private static FleetMeasured read(Path file, SimulatedFleet fleet) {
    FleetRequest all = FleetRequest.of(List.of(file.toString()));
    return FleetReader.read(
        new FleetRequest(
            all.files(),
            new FleetRequest.Asked(
                fleet.metric(),
                null,
                null,
                List.of(),
                fleet.recipe().load() == null ? null : "rps",
                null),
            FleetRequest.Series.ONE,
            FleetRequest.Writing.TOLD,
            all.span(),
            all.engine()));
  }

  @ParameterizedTest
  @CsvSource({
    "LOTTERY, csv, 5",
    "MESSY_LOTTERY, csv, 6",
    "LOADED_LOTTERY, csv, 7",
    "INSTANCE_TYPES, parquet, 8",
    "THREE_BANDS, parquet, 9",
  })
  void shouldReadWhatWasSimulated(FleetKind kind, String ending, long seed) throws IOException {
    SimulatedFleet fleet = SimulatedFleet.of(Recipes.draw(kind, seed, 120));
    Path file = folder.resolve("fleet." + ending);
    FleetFile.write(fleet, file);

    FleetSums expected = fleet.draw().measured().sums();
    FleetMeasured measured = read(file, fleet);

    FleetSums sums = measured.sums();
    assertThat(sums.nodes()).isEqualTo(expected.nodes());
    assertThat(sums.lifetimes()).isEqualTo(expected.lifetimes());
    assertThat(sums.others()).containsAll(SimulatedFleet.OTHERS);
    assertThat(sums.hasLoad()).isEqualTo(expected.hasLoad());
    assertThat(sums.inverseLoad()).isEqualTo(expected.inverseLoad());
    for (String node : expected.nodes()) {
      double y = total(expected, node, false);
      assertThat(total(sums, node, true)).isEqualTo(total(expected, node, true));
      assertThat(total(sums, node, false)).isCloseTo(y, within(1e-9 * Math.abs(y)));
    }
  }

  @Test
  void shouldSayTheSameOfTheFileAsOfTheSimulation() throws IOException {
    SimulatedFleet fleet = SimulatedFleet.of(PowerTable.recipe(100, 12, 8, 1, 0));
    Path file = folder.resolve("fleet.csv");
    FleetFile.write(fleet, file);

    FleetRecord simulated = FleetAnalysis.of(fleet.draw().measured(), Instant.EPOCH, 1);
    FleetRecord read = FleetAnalysis.of(read(file, fleet), Instant.EPOCH, 1);

    assertThat(simulated.bands()).hasSize(2);
    assertThat(read.bands()).hasSize(2);
    assertThat(read.groups().places().assignments())
        .isEqualTo(simulated.groups().places().assignments());
  }

  @Test
  void shouldWriteDataForTheBarOfScale() throws IOException {
    Path file = folder.resolve("scale.parquet");
    ScaleData.write(file, 200, 60, 1);

    FleetRequest all = FleetRequest.of(List.of(file.toString()));
    FleetMeasured measured =
        FleetReader.read(
            new FleetRequest(
                all.files(),
                new FleetRequest.Asked("cpu/rps", null, null, List.of(), null, null),
                FleetRequest.Series.ONE,
                FleetRequest.Writing.TOLD,
                all.span(),
                all.engine()));

    assertThat(measured.data().points().rows()).isEqualTo(200 * 60);
    FleetRecord record = FleetAnalysis.of(measured, Instant.EPOCH, 1);
    assertThat(record.bands()).as(record.finding().toString()).hasSize(2);
    assertThat(record.bands().get(0).share()).isBetween(0.05, 0.22);
  }
}
