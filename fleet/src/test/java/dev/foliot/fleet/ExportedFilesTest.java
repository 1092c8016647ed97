package dev.foliot.fleet;

import static dev.foliot.fleet.read.Samples.request;
import static dev.foliot.fleet.read.Samples.with;
import static dev.foliot.fleet.read.Samples.withMetric;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.read.FleetReader;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.fleet.FleetVerdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as monitoring systems export them, of one fleet: 10 of 40 nodes need 1.4 times the CPU. */
class ExportedFilesTest {
  @TempDir Path folder;

  private Path file(String name) throws IOException {
    try (InputStream in = ExportedFilesTest.class.getResourceAsStream("cases/" + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing");
      }
      Path file = folder.resolve(name);
      Files.copy(in, file);
      return file;
    }
  }

  private static FleetRecord judged(FleetRequest request) {
    return FleetAnalysis.of(FleetReader.read(request), Instant.EPOCH, 1);
  }

  private static void assertTwoBands(FleetRecord fleet) {
    assertThat(fleet.finding().nodes()).isEqualTo(40);
    assertThat(fleet.verdict()).isEqualTo(FleetVerdict.BANDS);
    assertThat(fleet.bands()).extracting(band -> band.nodes()).containsExactly(30, 10);
    assertThat(fleet.bands().get(1).center() / fleet.bands().get(0).center())
        .isCloseTo(1.4, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({
    "grafana-two-metrics.csv.gz,",
    "thousands.csv.gz,cpu/requests",
    "graphite.csv.gz,",
    "influx-annotated-one-field.csv.gz,",
  })
  void shouldFindTheTwoBands(String name, @Nullable String metric) throws IOException {
    FleetRequest request = request(file(name));

    assertTwoBands(judged(metric == null ? request : withMetric(request, metric)));
  }

  @Test
  void shouldAddUpTheBusyModesOfAllCpus() throws IOException {
    Path file = file("prom-node-cpu.json.gz");
    FleetRequest request = withMetric(request(file), "rate(node_cpu_seconds_total)");
    FleetRequest.Series busy =
        new FleetRequest.Series(List.of("mode!=idle"), List.of("cpu", "mode"), List.of());

    assertTwoBands(judged(with(request, busy)));
    assertThatThrownBy(() -> FleetReader.read(request))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("differ in cpu, mode")
        .hasMessageContaining("--sum 'cpu,mode'");
  }

  @Test
  void shouldNameTwoQueriesWithoutANameByTheirFiles() throws IOException {
    FleetRequest request = request(file("prom-expr.json.gz"), file("prom-expr-rps.json.gz"));

    assertThatThrownBy(() -> FleetReader.read(request))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining("choose with --metric")
        .hasMessageContaining("prom-expr, prom-expr-rps");
    assertTwoBands(judged(withMetric(request, "\"prom-expr\"/\"prom-expr-rps\"")));
  }

  @Test
  void shouldReadManyFields() throws IOException {
    assertThat(FleetReader.read(request(file("json-17-fields.jsonl"))).sums().nodes()).hasSize(10);
  }
}
