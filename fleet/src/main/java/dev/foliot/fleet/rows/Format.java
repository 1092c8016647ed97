package dev.foliot.fleet.rows;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The layout of a file. The first one that recognises a file's head reads it. */
@SuppressWarnings("ImmutableEnumChecker") // references to methods, which keep nothing
public enum Format {
  /** The engine reads it. */
  PARQUET("parquet", false, head -> false, null),
  OTLP("otlp"),
  ELASTIC_AGGREGATIONS("elastic-aggregations"),
  /** ES|QL, and Elasticsearch's SQL. */
  ESQL("esql"),
  GRAFANA_FRAMES("grafana-frames"),
  LOKI_STREAMS("loki-streams"),
  AZURE_MONITOR("azure-monitor"),
  AZURE_LOGS("azure-logs"),
  /** {@code JSON} and {@code JSONCompact} of ClickHouse. */
  CLICKHOUSE("clickhouse"),
  METRICS_SERVER("metrics-server"),
  OPEN_TSDB("opentsdb"),
  IOSTAT("iostat"),
  SYSSTAT("sysstat"),
  VMSTAT("vmstat"),
  COLLECTL_RAW("collectl-raw"),
  COLLECTL("collectl"),
  ATOP("atop"),
  NMON("nmon"),
  XML("xml"),
  /** An answer of {@code query_range} or {@code query}. */
  PROMETHEUS("prometheus", true, PrometheusRows::is, PrometheusRows::new),
  /** Lines of {@code /api/v1/export}. */
  VICTORIA_METRICS("victoria-metrics", true, VictoriaRows::is, VictoriaRows::new),
  GRAPHITE_JSON("graphite-json", true, GraphiteJsonRows::is, GraphiteJsonRows::new),
  CLOUD_WATCH("cloudwatch", true, CloudWatchRows::is, CloudWatchRows::new),
  /** Google Cloud Monitoring, which was Stackdriver. */
  STACKDRIVER("stackdriver"),
  DATADOG("datadog"),
  INFLUX_JSON("influx-json", true, InfluxJsonRows::is, InfluxJsonRows::new),
  /** {@code sadf -j}. */
  SADF_JSON("sadf-json", true, SadfJsonRows::is, SadfJsonRows::new),
  /** Objects as Metricbeat writes them: each has a part of a node's metrics. */
  BEATS("metricbeat", true, JsonRows::isBeats, JsonRows::new),
  JSON_LINES("json-lines", false, Head::isJson, JsonRows::new),
  INFLUX_CSV("influx-csv", true, InfluxCsvRows::is, InfluxCsvRows::new),
  LINE_PROTOCOL("line-protocol", true, LineProtocolRows::is, LineProtocolRows::new),
  /** {@code sadf -d}. */
  SADF("sadf", true, SadfRows::is, SadfRows::new),
  COLLECTD("collectd", true, CollectdRows::is, CollectdRows::new),
  GRAPHITE("graphite", true, GraphiteRows::is, GraphiteRows::new),
  KUBECTL_TOP("kubectl-top", false, KubectlTopRows::is, KubectlTopRows::new),
  PROMTOOL("promtool", true, PromtoolRows::is, PromtoolRows::new),
  /** The exposition format: one sample per line. */
  OPENMETRICS("openmetrics", true, OpenMetricsRows::is, OpenMetricsRows::new),
  /** Tables of a panel whose columns are series of several metrics. */
  GRAFANA("grafana", true, GrafanaRows::is, GrafanaRows::new),
  /** A row for each metric of a node and time. */
  LONG_CSV("long-csv", true, LongRows::is, LongRows::new),
  CSV("csv", false, CsvRows::is, CsvRows::new);

  private final String label;
  private final boolean sparse;
  private final Predicate<Head> recognised;
  private final @Nullable BiFunction<InputFile, Long, Rows> reader;

  /** A layout that a file of data describes. */
  Format(String label) {
    LayoutFile layout = LayoutFile.named(label);
    this.label = label;
    this.sparse = layout.sparse();
    this.recognised = layout::is;
    this.reader = (file, memoryBytes) -> new SqlRows(file, layout, memoryBytes);
  }

  Format(
      String label,
      boolean sparse,
      Predicate<Head> recognised,
      @Nullable Function<InputFile, Rows> reader) {
    this.label = label;
    this.sparse = sparse;
    this.recognised = recognised;
    this.reader = reader == null ? null : (file, memoryBytes) -> reader.apply(file);
  }

  /** Its name in messages. */
  public String label() {
    return label;
  }

  /** Whether a row has one of several metrics, and a node's rows at one time belong together. */
  public boolean sparse() {
    return sparse;
  }

  /** The layout of a file with this head; null for none. */
  static @Nullable Format of(Head head) {
    for (Format format : values()) {
      if (format.recognised.test(head)) {
        return format;
      }
    }
    return null;
  }

  /**
   * The rows of a file of this layout.
   *
   * @param memoryBytes what an engine may take that reads it
   */
  Rows rows(InputFile file, long memoryBytes) {
    if (reader == null) {
      throw new IllegalStateException("the engine reads " + label);
    }
    return reader.apply(file, memoryBytes);
  }
}
