package dev.foliot.store.export;

import dev.foliot.store.Arm;
import dev.foliot.store.Json;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.MeanInterval;
import dev.foliot.store.RunRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Writes the JSON of JMH 1.37, mode {@code sample}, for its consumers. A test compares fields and
 * types with JMH's own. It leaves out percentiles that the run lacks, while JMH always gives ten.
 */
final class JmhExport {
  private static final String FORMAT = "1.37";
  private static final String UNIT = "ns/op";
  private static final String NOT_A_NUMBER = "NaN";
  private static final String PROBE = "probe";
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  /** JMH's names for percentiles, in its percentiles and in its secondary metrics. */
  private record Figure(String percentile, String metric, String name) {
    static List<Figure> of(ExportSeries series) {
      List<Figure> figures = new ArrayList<>();
      figures.add(new Figure("0.0", "p0.00", "min"));
      series.percentiles().forEach(name -> figures.add(of(name)));
      figures.add(new Figure("100.0", "p1.00", "max"));
      return figures;
    }

    /** As in {@code 50.0} and {@code p0.50}, {@code 99.9} and {@code p0.999}. */
    private static Figure of(String name) {
      BigDecimal percent = new BigDecimal(name.substring(1).replace('_', '.'));
      BigDecimal share = percent.movePointLeft(2);
      return new Figure(
          percent.setScale(Math.max(1, percent.scale())).toPlainString(),
          "p" + share.setScale(Math.max(2, share.scale())).toPlainString(),
          name);
    }
  }

  private JmhExport() {}

  static void write(ExportRun run, OutputStream out) throws IOException {
    List<Map<String, Object>> entries = new ArrayList<>();
    Map<Integer, Map<String, Histogram>> totals = new HashMap<>();
    for (ExportSeries series : run.series()) {
      for (ExportSeries.Row row : series.rows()) {
        totals.computeIfAbsent(row.fork().place().fork(), fork -> run.stored().totals(fork));
      }
      entries.add(entry(run, series, totals));
    }
    out.write((Json.text(entries) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * @param totals the durations by fork and tag
   */
  private static Map<String, Object> entry(
      ExportRun run, ExportSeries series, Map<Integer, Map<String, Histogram>> totals) {
    LoadRecord load = run.record().loads().get(series.group().load());
    Arm arm = run.record().arms().get(series.group().arm());
    Map<String, String> conditions = series.rows().getFirst().fork().conditions();
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("jmhVersion", FORMAT);
    // readers take the part behind the last dot as the method, and tell entries of one benchmark
    // apart, and find them in another run, by params
    entry.put("benchmark", run.benchmark() + "." + (isProbe(series) ? PROBE : series.kind()));
    entry.put("mode", "sample");
    entry.put("threads", load.producers());
    entry.put("forks", series.rows().size());
    entry.put("jvm", arm.jdk() + "/bin/java");
    entry.put("jvmArgs", arm.jvmArgs());
    entry.put("jdkVersion", arm.jdkVersion());
    entry.put("vmName", conditions.getOrDefault("java.vm.name", "unknown"));
    entry.put("vmVersion", conditions.getOrDefault("java.vm.version", "unknown"));
    entry.put("warmupIterations", load.warmupNs() > 0 ? 1 : 0);
    entry.put("warmupTime", time(load.warmupNs()));
    entry.put("warmupBatchSize", 1);
    entry.put("measurementIterations", 1);
    entry.put("measurementTime", time(load.durationNs()));
    entry.put("measurementBatchSize", 1);
    entry.put("params", params(run.record(), series));
    long operations = arm.operations();
    entry.put("primaryMetric", primary(series, totals, operations));
    entry.put("secondaryMetrics", secondary(series, operations));
    return entry;
  }

  /** Such as {@code 200 ms}, in the largest unit with a whole number. */
  static String time(long ns) {
    if (ns % 1_000_000_000 == 0) {
      return ns / 1_000_000_000 + " s";
    }
    return ns % 1_000_000 == 0 ? ns / 1_000_000 + " ms" : ns + " ns";
  }

  private static boolean isProbe(ExportSeries series) {
    return series.kind().startsWith(PROBE + " ");
  }

  private static Map<String, String> params(RunRecord run, ExportSeries series) {
    LoadRecord load = run.loads().get(series.group().load());
    Map<String, String> params = new TreeMap<>();
    params.put("arrivals", load.arrivals());
    params.put("dispatch", load.dispatch());
    params.put("rate", load.rate());
    if (isProbe(series)) {
      params.put(PROBE, series.kind().substring(PROBE.length() + 1));
    }
    if (run.loads().stream().map(LoadRecord::rate).distinct().count() < run.loads().size()) {
      params.put("load", Integer.toString(series.group().load()));
    }
    if (run.arms().size() > run.combinations().size()) {
      params.put("arm", Integer.toString(series.group().arm()));
    }
    run.arms()
        .get(series.group().arm())
        .params()
        .forEach(
            (name, value) -> params.put(params.containsKey(name) ? "param." + name : name, value));
    return params;
  }

  private static Map<String, Object> primary(
      ExportSeries series, Map<Integer, Map<String, Histogram>> totals, long operations) {
    MeanInterval mean =
        MeanInterval.of(series.means().stream().map(value -> value / operations).toList());
    Map<String, Object> percentiles = new LinkedHashMap<>();
    Figure.of(series)
        .forEach(figure ->
            percentile(series, figure, operations)
                .ifPresent(value -> percentiles.put(figure.percentile(), value)));
    List<Object> histograms = new ArrayList<>();
    for (ExportSeries.Row row : series.rows()) {
      Histogram recorded = totals.getOrDefault(row.fork().place().fork(), Map.of()).get(row.tag());
      histograms.add(List.of(recorded == null ? List.of() : counts(recorded, operations)));
    }
    Map<String, Object> metric =
        metric(
            mean.mean(),
            number(mean.error()),
            List.of(number(mean.mean() - mean.error()), number(mean.mean() + mean.error())),
            percentiles);
    metric.put("rawDataHistogram", histograms);
    return metric;
  }

  /** Of an operation, as JMH has it: a message may be many. */
  private static Optional<Double> percentile(ExportSeries series, Figure figure, long operations) {
    return series
        .range(figure.name())
        .map(range ->
            switch (figure.percentile()) {
                  case "0.0" -> (double) range.min();
                  case "100.0" -> (double) range.max();
                  default -> range.median();
                }
                / operations);
  }

  private static Map<String, Object> metric(
      double score, Object error, List<Object> confidence, Map<String, Object> percentiles) {
    Map<String, Object> metric = new LinkedHashMap<>();
    metric.put("score", score);
    metric.put("scoreError", error);
    metric.put("scoreConfidence", confidence);
    metric.put("scorePercentiles", percentiles);
    metric.put("scoreUnit", UNIT);
    return metric;
  }

  private static Object number(double value) {
    return Double.isFinite(value) ? (Object) value : NOT_A_NUMBER;
  }

  /** Value and count, ascending: a fork is one iteration. */
  private static List<List<Object>> counts(Histogram histogram, long operations) {
    List<List<Object>> counts = new ArrayList<>();
    for (HistogramIterationValue value : histogram.recordedValues()) {
      counts.add(
          List.of(
              operations == 1
                  ? BigDecimal.valueOf(value.getValueIteratedTo()).setScale(1)
                  : BigDecimal.valueOf((double) value.getValueIteratedTo() / operations),
              value.getCountAtValueIteratedTo()));
    }
    return counts;
  }

  /** Each percentile once more with the value of each fork, as JMH adds them. */
  private static Map<String, Object> secondary(ExportSeries series, long operations) {
    Map<String, Object> metrics = new LinkedHashMap<>();
    for (Figure figure : Figure.of(series)) {
      percentile(series, figure, operations)
          .ifPresent(score -> {
            Map<String, Object> metric =
                metric(
                    score,
                    NOT_A_NUMBER,
                    List.of(NOT_A_NUMBER, NOT_A_NUMBER),
                    overForks(series, figure, operations));
            List<Object> raw = new ArrayList<>();
            for (ExportSeries.Row row : series.rows()) {
              Long value = ExportSeries.value(row.figures(), figure.name());
              raw.add(
                  List.of(
                      value == null ? NOT_A_NUMBER : (Object) (value.doubleValue() / operations)));
            }
            metric.put("rawData", raw);
            metrics.put(figure.metric(), metric);
          });
    }
    if (series.kind().equals("response")) {
      allocation(series, operations).ifPresent(metric -> metrics.put(ALLOCATION, metric));
    }
    return metrics;
  }

  /** Bytes for each operation, as JMH's profiler of the garbage collector reports them. */
  private static Optional<Map<String, Object>> allocation(ExportSeries series, long operations) {
    List<Double> bytes =
        series.rows().stream()
            .flatMap(row -> Stream.ofNullable(row.fork().jvm().allocation()))
            .flatMap(allocation -> Stream.ofNullable(allocation.bytesPerMessage()))
            .map(each -> each / operations)
            .toList();
    if (bytes.size() < series.rows().size()) {
      return Optional.empty();
    }
    MeanInterval mean = MeanInterval.of(bytes);
    List<Double> sorted = bytes.stream().sorted().toList();
    Map<String, Object> metric = new LinkedHashMap<>();
    metric.put("score", mean.mean());
    metric.put("scoreError", number(mean.error()));
    metric.put(
        "scoreConfidence",
        List.of(number(mean.mean() - mean.error()), number(mean.mean() + mean.error())));
    metric.put("scorePercentiles", Map.of("0.0", sorted.getFirst(), "100.0", sorted.getLast()));
    metric.put("scoreUnit", "B/op");
    metric.put("rawData", bytes.stream().map(List::of).toList());
    return Optional.of(metric);
  }

  private static Map<String, Object> overForks(
      ExportSeries series, Figure figure, long operations) {
    Map<String, Object> percentiles = new LinkedHashMap<>();
    series
        .range(figure.name())
        .ifPresent(range -> {
          percentiles.put("0.0", (double) range.min() / operations);
          percentiles.put("50.0", range.median() / operations);
          percentiles.put("100.0", (double) range.max() / operations);
        });
    return percentiles;
  }
}
