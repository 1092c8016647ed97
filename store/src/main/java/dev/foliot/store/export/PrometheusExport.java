package dev.foliot.store.export;

import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a run in Prometheus's text format 0.0.4, as a push gateway or a textfile collector takes
 * it: durations are summaries in seconds, a percentile is the median of the forks.
 */
final class PrometheusExport {
  private static final MathContext DIGITS = new MathContext(7);
  private static final double NS_PER_S = 1e9;

  private PrometheusExport() {}

  static void write(ExportRun run, OutputStream out) throws IOException {
    StringBuilder text = new StringBuilder();
    head(
        text,
        "foliot_duration_seconds",
        "summary",
        "Durations by kind; response counts from the due time.");
    for (ExportSeries series : run.series()) {
      Map<String, String> labels = labels(run, series);
      for (String percentile : series.percentiles()) {
        series
            .range(percentile)
            .ifPresent(range -> {
              Map<String, String> with = new LinkedHashMap<>(labels);
              with.put("quantile", plain(Percentiles.percentile(percentile) / 100));
              line(text, "foliot_duration_seconds", with, plain(range.median() / NS_PER_S));
            });
      }
      double sumNs =
          series.rows().stream()
              .map(ExportSeries.Row::figures)
              .mapToDouble(one -> one.mean() == null ? 0 : one.mean() * one.count())
              .sum();
      line(text, "foliot_duration_seconds_sum", labels, plain(sumNs / NS_PER_S));
      line(text, "foliot_duration_seconds_count", labels, Long.toString(series.count()));
    }
    head(text, "foliot_achieved_per_second", "gauge", "Messages or requests that ended, by fork.");
    for (ExportSeries series : run.series()) {
      if (series.kind().equals("response")) {
        for (ExportSeries.Row row : series.rows()) {
          Map<String, String> with = new LinkedHashMap<>(labels(run, series));
          with.remove("kind");
          with.put("fork", Integer.toString(row.fork().place().fork()));
          line(
              text,
              "foliot_achieved_per_second",
              with,
              plain(row.fork().messages().achievedPerS()));
        }
      }
    }
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void head(StringBuilder text, String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  /** Nothing of the run itself, so two runs are one series. */
  private static Map<String, String> labels(ExportRun exported, ExportSeries series) {
    RunRecord run = exported.record();
    LoadRecord load = run.loads().get(series.group().load());
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("benchmark", exported.benchmark());
    labels.put("kind", series.kind());
    labels.put("load", load.clients() == null ? load.rate() : load.rateText());
    labels.put("jdk", run.arms().get(series.group().arm()).jdkVersion());
    String params = run.arms().get(series.group().arm()).paramText();
    if (!params.isEmpty()) {
      labels.put("params", ExportSeries.shown(params, "arm-" + series.group().arm()));
    }
    return labels;
  }

  private static void line(
      StringBuilder text, String name, Map<String, String> labels, String value) {
    text.append(name).append('{');
    String comma = "";
    for (Map.Entry<String, String> label : labels.entrySet()) {
      text.append(comma)
          .append(label.getKey())
          .append("=\"")
          .append(escaped(label.getValue()))
          .append('"');
      comma = ",";
    }
    text.append("} ").append(value).append('\n');
  }

  /** By the rules of label values: backslash, quote and line feed. */
  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
