package dev.foliot.fleet.read;

import static dev.foliot.fleet.read.Samples.mean;
import static dev.foliot.fleet.read.Samples.read;
import static dev.foliot.fleet.read.Samples.withMetric;
import static dev.foliot.fleet.read.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.rows.Format;
import dev.foliot.fleet.sums.FleetMeasured;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What monitoring systems export becomes nodes, times and metrics. */
class LayoutsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LOKI_STREAMS", "IOSTAT", "COLLECTL_RAW", "XML"})
  void shouldReadTheSameFleetInEachLayout(Format format) throws IOException, SQLException {
    Path file = LayoutSamples.write(format, folder);

    assertIsTheFleet(read(file, r -> withMetric(r, LayoutSamples.metric(format))), format.label());
  }

  @ParameterizedTest
  @EnumSource(
      value = Format.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "COLLECTD",
        "KUBECTL_TOP",
        "LINE_PROTOCOL",
        "LOKI_STREAMS",
        "IOSTAT",
        "COLLECTL_RAW",
        "XML",
        "VMSTAT",
        "COLLECTL",
        "NMON",
        "METRICS_SERVER",
        "SYSSTAT",
        "ATOP"
      })
  void shouldGuessNodeAndMetricInEachLayout(Format format) throws IOException, SQLException {
    assertIsTheFleet(read(LayoutSamples.write(format, folder)), format.label());
  }

  private static void assertIsTheFleet(FleetMeasured measured, String format) {
    assertThat(measured.input().format()).isEqualTo(format);
    assertThat(measured.sums().nodes()).containsExactly("a", "b");
    assertThat(mean(measured, "a")).isEqualTo(1.5);
    assertThat(mean(measured, "b")).isEqualTo(2.5);
    assertThat(measured.data().period().firstUs()).isEqualTo(1_790_035_200_000_000L);
    assertThat(measured.data().points().duplicates()).isZero();
  }

  @Test
  void shouldReadSeveralPluginsOfCollectd() throws IOException, SQLException {
    Path csv = LayoutSamples.write(Format.COLLECTD, folder);

    assertThat(mean(read(csv, r -> withMetric(r, "cpu/load.shortterm")), "b")).isEqualTo(2.5);
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

    assertThat(measured.input().columns().metric()).isEqualTo("cpu/rps");
    assertThat(measured.sums().nodes()).containsExactly("a", "b");
    assertThat(mean(measured, "a")).isCloseTo(0.15, within(1e-12));
  }

  static Stream<Arguments> variantsOfData() {
    return Stream.of(
        Arguments.of(
            "otlp",
            """
            {
              "resourceMetrics": [
                {"resource": {"attributes": [{"key": "host.name", "value": {"stringValue": "a"}}]}, "scopeMetrics": [{"metrics": [{"name": "cpu", "sum": {"dataPoints": [
                  {"timeUnixNano": "1790035200000000000", "asDouble": 1}, {"timeUnixNano": 1790035260000000000, "asInt": 2}]}}]}]},
                {"resource": {"attributes": [{"key": "host.name", "value": {"stringValue": "b"}}]}, "scopeMetrics": [{"metrics": [{"name": "cpu", "gauge": {"dataPoints": [
                  {"timeUnixNano": "1790035200000000000", "asDouble": 2}, {"timeUnixNano": "1790035260000000000", "asInt": "3"}]}}]}]}
              ]
            }
            """),
        Arguments.of(
            "elastic-aggregations",
            """
            {"took":3,"hits":{"hits":[]},"aggregations":{"date_histogram#t":{"buckets":[
            {"key_as_string":"2026-09-22T00:00:00.000Z","key":1790035200000,"doc_count":2,"sterms#host":{"buckets":[{"key":"a","doc_count":1,"avg#cpu":{"value":1}},{"key":"b","doc_count":1,"avg#cpu":{"value":2}}]}},
            {"key_as_string":"2026-09-22T00:01:00.000Z","key":1790035260000,"doc_count":2,"sterms#host":{"buckets":[{"key":"a","doc_count":1,"avg#cpu":{"value":2}},{"key":"b","doc_count":1,"avg#cpu":{"value":3}}]}}]}}}
            """),
        Arguments.of(
            "elastic-aggregations",
            """
            {"took":3,"hits":{"hits":[]},"aggregations":{"pages":{"after_key":{"host":"b","time":1790035260000},"buckets":[
            {"key":{"host":"a","time":1790035200000},"doc_count":1,"cpu":{"value":1}},
            {"key":{"host":"a","time":1790035260000},"doc_count":1,"cpu":{"value":2}},
            {"key":{"host":"b","time":1790035200000},"doc_count":1,"cpu":{"value":2}},
            {"key":{"host":"b","time":1790035260000},"doc_count":1,"cpu":{"value":3}}]}}}
            """),
        Arguments.of(
            "esql",
            """
            {"columns":[{"name":"cpu","type":"double"},{"name":"host","type":"keyword"},{"name":"time","type":"date"}],
            "values":[[1,2,null,2,3],["a","a","a","b","b"],["2026-09-22T00:00:00Z","2026-09-22T00:01:00Z","2026-09-22T00:02:00Z","2026-09-22T00:00:00Z","2026-09-22T00:01:00Z"]]}
            """),
        Arguments.of(
            "esql",
            """
            {"columns":[{"name":"host","type":"keyword"},{"name":"cpu","type":"double"},{"name":"time","type":"datetime"}],
            "rows":[["a",1,"2026-09-22T00:00:00Z"],["a",2,"2026-09-22T00:01:00Z"],["b",2,"2026-09-22T00:00:00Z"],["b",3,"2026-09-22T00:01:00Z"]]}
            """),
        Arguments.of(
            "grafana-frames",
            """
            [{"schema":{"refId":"A","fields":[{"name":"time","type":"time"},{"name":"cpu","type":"number","labels":{"host":"a"}},{"name":"cpu","type":"number","labels":{"host":"b"}}]},
            "data":{"values":[[1790035200000,1790035260000,1790035320000],[1,2,null],[2,3,null]]}}]
            """),
        Arguments.of(
            "grafana-frames",
            """
            {"results":{"Q1":{"frames":[{"schema":{"fields":[{"name":"t","type":"time"},{"name":"host","type":"string"},{"name":"cpu","type":"number"}]},
            "data":{"values":[[1790035200000,1790035260000,1790035200000,1790035260000],["a","a","b","b"],[1,2,2,3]]}}]}}}
            """),
        Arguments.of(
            "azure-monitor",
            """
            {"cost":0,"timespan":"x","interval":"PT1M","value":[{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachineScaleSets/set/providers/Microsoft.Insights/metrics/cpu","name":{"value":"cpu"},"unit":"Percent","timeseries":[
            {"metadatavalues":[{"name":{"value":"host"},"value":"a"}],"data":[{"timeStamp":"2026-09-22T00:00:00Z","average":1},{"timeStamp":"2026-09-22T00:01:00Z","average":2}]},
            {"metadatavalues":[{"name":{"value":"host"},"value":"b"}],"data":[{"timeStamp":"2026-09-22T00:00:00Z","average":2},{"timeStamp":"2026-09-22T00:01:00Z","average":3}]}]}]}
            """),
        Arguments.of(
            "clickhouse",
            """
            {"meta":[{"name":"t","type":"DateTime"},{"name":"host","type":"String"},{"name":"cpu","type":"UInt64"}],
            "data":[{"t":"2026-09-22 00:00:00","host":"a","cpu":"1"},{"t":"2026-09-22 00:01:00","host":"a","cpu":"2"},{"t":"2026-09-22 00:00:00","host":"b","cpu":"2"},{"t":"2026-09-22 00:01:00","host":"b","cpu":"3"}],"rows":4}
            """),
        Arguments.of(
            "sysstat",
            """
            Linux 5.15.0-91-generic (a) \t09/22/26 \t_x86_64_\t(2 CPU)

            12:00:00 AM     CPU      %usr
            12:00:00 AM     all      1.00
            12:01:00 AM     all      2.00
            Linux 5.15.0-91-generic (b) \t09/22/26 \t_x86_64_\t(2 CPU)

            12:00:00 AM     CPU      %usr
            12:00:00 AM     all      2.00
            12:01:00 AM     all      3.00
            """),
        Arguments.of(
            "sysstat",
            """
            Linux 6.1.0 (a) \t22.09.2026 \t_x86_64_\t(2 CPU)

            # Time        UID       PID    %CPU  Command
             1790035200     0        77    1.00  java -jar x
             1790035260     0        77    2.00  java -jar x
            Linux 6.1.0 (b) \t22.09.2026 \t_x86_64_\t(2 CPU)

            # Time        UID       PID    %CPU  Command
             1790035200     0        78    2.00  java -jar x
             1790035260     0        78    3.00  java -jar x
            """));
  }

  @ParameterizedTest
  @MethodSource("variantsOfData")
  void shouldReadVariantsOfALayoutThatIsData(String format, String text) throws IOException {
    Path file = write(folder, "variant", text);

    assertIsTheFleet(
        format.equals("azure-monitor")
            ? read(file, r -> Samples.with(r, null, "host", null, null))
            : read(file),
        format);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"status\":\"success\",\"data\":{\"resultType\":\"streams\",\"result\":[{\"stream\":{\"pod\":\"a\"},\"values\":[[\"1\",\"x\"]]}]}}"
            + " | ask Loki for numbers",
        "{\"results\":{\"A\":{\"error\":\"bad query\",\"status\":400,\"frames\":[]}}} | says 'bad"
            + " query'",
        "'procs ---memory-- ---swap--\n r  b   swpd   free us\n 1  0 0 1 1\n 1  0 0 1 2\n' |"
            + " vmstat -t",
        "'Linux 6.1.0 (a) \t09/10/26 \t_x86_64_\t(2 CPU)\n\n00:00:00 CPU %usr\n00:01:00 all 1.00"
            + "\n' | S_TIME_FORMAT=ISO",
        "'SEP\nNET a 1790035200 2026/09/22 00:00:00 60 upper 1 2 3 4\n' | atop -P CPU,CPL,MEM",
        "'{\"columns\":[{\"name\":\"a\",\"type\":\"long\"}],\"values\":[[1],[' | ends in the middle"
            + " of a value",
      })
  void shouldSayWhatToGiveInstead(String text, String words) throws IOException {
    Path file = write(folder, "refused", text);

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining(words);
  }

  @Test
  void shouldGoOnAfterMidnight() throws IOException {
    String text =
        """
        Linux 6.1.0 (%s) \t2026-09-22 \t_x86_64_\t(2 CPU)

        23:58:00        CPU      %%usr
        23:59:00        all      1.00
        00:01:00        all      2.00
        """;

    FleetMeasured measured =
        read(
            write(folder, "a", text.formatted("a")),
            write(folder, "b", text.formatted("b").replace("1.00", "3.00")));

    assertThat(measured.data().period().lastUs() - measured.data().period().firstUs())
        .isEqualTo(120_000_000L);
    assertThat(measured.sums().nodes()).containsExactly("a", "b");
  }

  @Test
  void shouldTakeCountAndSumOfHistograms() throws IOException {
    String point =
        "{\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"key\":\"host\",\"value\":{\"stringValue\":\"%s\"}}]},\"scopeMetrics\":[{\"metrics\":[{\"name\":\"wait\",\"histogram\":{\"dataPoints\":[{\"timeUnixNano\":\"1790035200000000000\",\"count\":\"4\",\"sum\":%s}]}}]}]}]}\n";
    Path file = write(folder, "histograms", point.formatted("a", "6") + point.formatted("b", "8"));

    FleetMeasured measured = read(file, r -> withMetric(r, "wait_sum / wait_count"));

    assertThat(mean(measured, "a")).isEqualTo(1.5);
    assertThat(measured.data().notes()).anyMatch(note -> note.contains("count and sum"));
  }

  static Stream<Arguments> variants() {
    return Stream.of(
        Arguments.of(
            "csv",
            """
            Full label,a,b
            Label,a,b
            Statistic,Average,Average
            Period,60,60
            2026/09/22 00:00:00,1,2
            2026/09/22 00:01:00,2,3
            """),
        Arguments.of(
            "csv",
            """
            date,time,node,cpu
            22.09.2026,00:00,a,1
            22.09.2026,00:00,b,2
            22.09.2026,00:01,a,2
            22.09.2026,00:01,b,3
            """),
        Arguments.of(
            "csv",
            """
            time,a,b,all
            2026-09-22 00:00:00,1,2,3
            2026-09-22 00:01:00,2,3,5
            """),
        Arguments.of(
            "grafana",
            """
            "Time","a"
            2026-09-22 00:00:00,1
            2026-09-22 00:01:00,2

            "Time","b"
            2026-09-22 00:00:00,2
            2026-09-22 00:01:00,3
            """),
        Arguments.of(
            "graphite",
            """
            servers.a.cpu 1 1790035200
            servers.b.cpu 2 1790035200
            servers.a.cpu 2 1790035260
            servers.b.cpu 3 1790035260
            """),
        Arguments.of(
            "graphite-json",
            """
            [{"target":"divideSeries(servers.a.cpu,servers.a.rps)","datapoints":[[1,1790035200],[2,1790035260]]},
            {"target":"divideSeries(servers.b.cpu,servers.b.rps)","datapoints":[[2,1790035200],[3,1790035260]]}]
            """),
        Arguments.of(
            "sadf",
            """
            a;-1;2026-09-21 23:59:00 UTC;LINUX-RESTART\t(2 CPU)
            # hostname;interval;timestamp;cpu
            a;60;2026-09-22 00:00:00 UTC;1
            a;60;2026-09-22 00:01:00 UTC;2
            b;60;2026-09-22 00:00:00 UTC;2
            b;60;2026-09-22 00:01:00 UTC;3
            """),
        Arguments.of(
            "influx-json",
            """
            {"results":[{"statement_id":0,"series":[
            {"name":"cpu","tags":{"host":"a"},"columns":["time","mean"],"values":[[1790035200000,1],[1790035260000,2]]},
            {"name":"cpu","tags":{"host":"b"},"columns":["time","mean"],"values":[[1790035200000,2],[1790035260000,3]]}]}]}
            """));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void shouldReadVariantsOfALayout(String format, String text) throws IOException {
    assertIsTheFleet(read(write(folder, "fleet", text)), format);
  }

  @Test
  void shouldKeepMeasurementsApart() throws IOException {
    String text =
        """
        {"results":[{"statement_id":0,"series":[
        {"name":"cpu","tags":{"host":"a"},"columns":["time","mean"],"values":[[1790035200000,1],[1790035260000,2]]},
        {"name":"cpu","tags":{"host":"b"},"columns":["time","mean"],"values":[[1790035200000,2],[1790035260000,3]]}]},
        {"statement_id":1,"series":[
        {"name":"http","tags":{"host":"a"},"columns":["time","mean"],"values":[[1790035200000,10],[1790035260000,10]]},
        {"name":"http","tags":{"host":"b"},"columns":["time","mean"],"values":[[1790035200000,10],[1790035260000,10]]}]}]}
        """;

    assertIsTheFleet(
        read(write(folder, "influx", text), r -> withMetric(r, "cpu.mean")), "influx-json");
  }

  @Test
  void shouldTellAFieldFromATagOfItsName() throws IOException {
    String text =
        """
        ,result,table,_time,_value,_field,_measurement,cpu,host
        ,,0,2026-09-22T00:00:00Z,1,cpu,m,cpu-total,a
        ,,0,2026-09-22T00:01:00Z,2,cpu,m,cpu-total,a
        ,,1,2026-09-22T00:00:00Z,2,cpu,m,cpu-total,b
        ,,1,2026-09-22T00:01:00Z,3,cpu,m,cpu-total,b
        """;

    assertIsTheFleet(read(write(folder, "influx", text)), "influx-csv");
  }

  @Test
  void shouldReadKubectlTopWithoutHeaders() throws IOException {
    String text =
        """
        1790035200
        a   1000m   100Mi
        b   2000m   100Mi
        1790035260
        a   2000m   <unknown>
        b   3000m   100Mi
        """;

    assertIsTheFleet(read(write(folder, "top", text), r -> withMetric(r, "cpu")), "kubectl-top");
  }

  /** Lines are between bars. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ':',
      quoteCharacter = '"',
      value = {
        "when,a,b|2026-09-22,1,2|when,c,d|2026-09-22,1,2 : second line of names",
        "node,2026-09-22,2026-09-23|a,1,2|b,2,3 : a column for each time",
        "cpu,a,1.5,1790035200000|cpu,a,1.6,1790035260000 : no line of names",
        "time,node,cpu|22 IST,a,1|22 IST,b,2|23 IST,a,1|23 IST,b,2 : '22 IST'",
        "time,node,cpu|46000.0,a,1|46000.5,b,2 : spreadsheets",
        "time,node,cpu|1790035200,a,$ 1|1790035200,b,$ 2|1790035260,a,$ 1 : '$ 1'",
        "time,node,cpu|1790035200,a,1|1790035200,b,819ms|1790035260,a,820ms : another unit",
        "error,reference|failed to parse query,897 : failed to parse query"
      })
  void shouldSayWhatIsWrong(String lines, String words) throws IOException {
    Path file = write(folder, "fleet.csv", lines.replace('|', '\n') + "\n");

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(FleetException.class)
        .hasMessageContaining(words);
  }

  @Test
  void shouldNameTheEncodingOfWideCharactersWithoutAMark() throws IOException {
    Path file = folder.resolve("fleet.csv");
    Files.write(file, LayoutSamples.of(Format.CSV).getBytes(StandardCharsets.UTF_16LE));

    assertThatThrownBy(() -> read(file)).hasMessageContaining("--encoding utf-16le");
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

  /** A name with dots comes before those by which the layout is known. */
  @Test
  void shouldKnowALayoutWhoseNamesHaveDots() throws IOException {
    String text =
        LayoutSamples.of(Format.BEATS)
            .replace("{\"@timestamp\"", "{\"agent.name\":\"x\",\"@timestamp\"");

    assertIsTheFleet(
        read(
            write(folder, "beats.json", text),
            r -> withMetric(r, LayoutSamples.metric(Format.BEATS))),
        "metricbeat");
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
