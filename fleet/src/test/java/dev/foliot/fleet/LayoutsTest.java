package dev.foliot.fleet;

import static dev.foliot.fleet.Samples.mean;
import static dev.foliot.fleet.Samples.read;
import static dev.foliot.fleet.Samples.withMetric;
import static dev.foliot.fleet.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.rows.Format;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What monitoring systems export becomes nodes, times and metrics. */
class LayoutsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PARQUET", "COLLECTD"})
  void shouldReadTheSameFleetInEachLayout(Format format) throws IOException {
    Path file = write(folder, "fleet", LayoutSamples.of(format));

    assertIsTheFleet(read(file, r -> withMetric(r, LayoutSamples.metric(format))), format.label());
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PARQUET", "COLLECTD", "KUBECTL_TOP", "LINE_PROTOCOL"})
  void shouldGuessNodeAndMetricInEachLayout(Format format) throws IOException {
    assertIsTheFleet(read(write(folder, "fleet", LayoutSamples.of(format))), format.label());
  }

  private static void assertIsTheFleet(FleetMeasured measured, String format) {
    assertThat(measured.input().format()).isEqualTo(format);
    assertThat(measured.sums().nodes()).containsExactly("a", "b");
    assertThat(mean(measured, "a")).isEqualTo(1.5);
    assertThat(mean(measured, "b")).isEqualTo(2.5);
    assertThat(measured.data().firstUs()).isEqualTo(1_790_035_200_000_000L);
    assertThat(measured.data().duplicates()).isZero();
  }

  @Test
  void shouldReadTheFoldersOfCollectd() throws IOException {
    for (String node : new String[] {"a", "b"}) {
      Path cpu = Files.createDirectories(folder.resolve("csv/" + node + "/cpu-0"));
      String values = LayoutSamples.of(Format.COLLECTD);
      values = node.equals("b") ? values.replace(",2", ",3").replace(",1\n", ",2\n") : values;
      Files.writeString(cpu.resolve("cpu-user-2026-09-22"), values);
      Path load = Files.createDirectories(folder.resolve("csv/" + node + "/load"));
      Files.writeString(
          load.resolve("load-2026-09-22"),
          "epoch,shortterm,midterm,longterm\n1790035200.000,1,1,1\n1790035260.000,1,1,1\n");
    }

    assertIsTheFleet(
        read(folder.resolve("csv"), r -> withMetric(r, "cpu")), Format.COLLECTD.label());
    assertThat(mean(read(folder.resolve("csv"), r -> withMetric(r, "cpu/load.shortterm")), "b"))
        .isEqualTo(2.5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        Time;cpu a;rps a;cpu b;rps b
        2026-09-22 00:00:00;1;10;2;10
        2026-09-22 00:01:00;2;10;3;10
        """,
        """
        time,a.cpu,a.rps,b.cpu,b.rps
        1790035200,1,10,2,10
        1790035260,2,10,3,10
        """,
        """
        Time,cpu {host: a},rps {host: a},cpu {host: b},rps {host: b}
        1790035200,1,10,2,10
        1790035260,2,10,3,10
        """,
        """
        "Series";"Time";"Value"
        cpu - a;2026-09-22T00:00:00Z;1
        cpu - a;2026-09-22T00:01:00Z;2
        cpu - b;2026-09-22T00:00:00Z;2
        cpu - b;2026-09-22T00:01:00Z;3
        rps - a;2026-09-22T00:00:00Z;10
        rps - a;2026-09-22T00:01:00Z;10
        rps - b;2026-09-22T00:00:00Z;10
        rps - b;2026-09-22T00:01:00Z;10
        """,
        """
        cpu;host=a,2026-09-22 00:00:00,1
        cpu;host=a,2026-09-22 00:01:00,2
        cpu;host=b,2026-09-22 00:00:00,2
        cpu;host=b,2026-09-22 00:01:00,3
        rps;host=a,2026-09-22 00:00:00,10
        rps;host=a,2026-09-22 00:01:00,10
        rps;host=b,2026-09-22 00:00:00,10
        rps;host=b,2026-09-22 00:01:00,10
        """,
      })
  void shouldTellMetricsFromNodesInTheNamesOfSeries(String text) throws IOException {
    FleetMeasured measured = read(write(folder, "fleet.csv", text));

    assertThat(measured.input().metric()).isEqualTo("cpu/rps");
    assertThat(measured.sums().nodes()).containsExactly("a", "b");
    assertThat(mean(measured, "a")).isCloseTo(0.15, within(1e-12));
  }

  /** Its columns have names of two words, and are no series. */
  @Test
  void shouldTakeATableForATable() throws IOException {
    String text =
        """
        time,host name,cpu usage,mem usage
        1790035200,a,1,100
        1790035200,b,2,100
        1790035260,a,2,100
        1790035260,b,3,100
        """;

    assertIsTheFleet(
        read(
            write(folder, "table.csv", text),
            r -> Samples.with(r, "\"cpu usage\"", "host name", null, null)),
        "csv");
  }

  @Test
  void shouldReadZstd() throws IOException {
    Path file = folder.resolve("fleet.csv.zst");
    try (OutputStream out =
        new com.github.luben.zstd.ZstdOutputStream(Files.newOutputStream(file))) {
      out.write(LayoutSamples.of(Format.CSV).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    assertIsTheFleet(read(file), "csv");
  }

  @Test
  void shouldReadKubectlTopWithATimeBeforeEachLine() throws IOException {
    String text =
        """
        2026-09-22T00:00:00Z POD  NAME  CPU(cores)  MEMORY(bytes)
        2026-09-22T00:00:00Z a    app   1000m       100Mi
        2026-09-22T00:00:00Z b    app   2000m       100Mi
        2026-09-22T00:01:00Z a    app   2000m       100Mi
        2026-09-22T00:01:00Z b    app   3000m       100Mi
        """;

    assertIsTheFleet(read(write(folder, "top", text), r -> withMetric(r, "cpu")), "kubectl-top");
  }

  @Test
  void shouldReadADumpOfPrometheusFiles() throws IOException {
    String text =
        """
        {__name__="cpu", instance="a"} 1 1790035200000
        {__name__="cpu", instance="a"} 2 1790035260000
        {__name__="cpu", instance="b"} 2 1790035200000
        {__name__="cpu", instance="b"} 3 1790035260000
        """;

    assertIsTheFleet(read(write(folder, "dump", text)), "openmetrics");
  }

  @Test
  void shouldReadAnAnswerOfElasticsearch() throws IOException {
    String hit =
        "{\"_index\":\"m\",\"_source\":{\"@timestamp\":\"%s\",\"host\":{\"name\":\"%s\"},\"cpu\":%d}}";
    String text =
        "{\"took\":3,\"hits\":{\"total\":{\"value\":4},\"hits\":["
            + String.join(
                ",",
                hit.formatted("2026-09-22T00:00:00Z", "a", 1),
                hit.formatted("2026-09-22T00:00:00Z", "b", 2),
                hit.formatted("2026-09-22T00:01:00Z", "a", 2),
                hit.formatted("2026-09-22T00:01:00Z", "b", 3))
            + "]}}";

    assertIsTheFleet(read(write(folder, "hits.json", text)), "metricbeat");
  }

  @Test
  void shouldReadStatisticsOfOneNodeAFile() throws IOException {
    String text =
        "{\"Label\":\"cpu\",\"Datapoints\":[{\"Timestamp\":\"2026-09-22T00:00:00Z\",\"Average\":%d,"
            + "\"Unit\":\"Percent\"},{\"Timestamp\":\"2026-09-22T00:01:00Z\",\"Average\":%d,"
            + "\"Unit\":\"Percent\"}]}";

    assertIsTheFleet(
        read(
            write(folder, "a.json", text.formatted(1, 2)),
            write(folder, "b.json", text.formatted(2, 3))),
        "cloudwatch");
  }
}
