package dev.foliot.store.export;

import dev.foliot.store.Csv;
import dev.foliot.store.RunRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a line for each percentile of a fork; 0 is the minimum and 100 the maximum. */
final class CsvExport {
  private static final List<String> HEADER =
      List.of("run", "fork", "arm", "kind", "percentile", "value_ns", "count", "rate_per_s");

  /** As in JMH's own CSV, before the name of a parameter. */
  private static final String PARAM = "Param: ";

  private CsvExport() {}

  static void write(ExportRun run, OutputStream out) throws IOException {
    List<List<Object>> lines = new ArrayList<>();
    for (ExportSeries series : run.series()) {
      for (ExportSeries.Row row : series.rows()) {
        Lines of = new Lines(lines, run.record(), series, row);
        of.add("0", row.figures().min());
        for (String percentile : row.figures().names()) {
          of.add(percentile.substring(1).replace('_', '.'), row.figures().value(percentile));
        }
        of.add("100", row.figures().max());
      }
    }
    List<String> header = new ArrayList<>(HEADER);
    params(run.record()).forEach(name -> header.add(PARAM + name));
    Csv.write(out, header, lines);
  }

  private static List<String> params(RunRecord run) {
    return run.arms().stream().flatMap(arm -> arm.params().keySet().stream()).distinct().toList();
  }

  private record Lines(
      List<List<Object>> all, RunRecord run, ExportSeries series, ExportSeries.Row row) {
    void add(String percentile, @Nullable Long value) {
      if (value != null) {
        List<Object> line =
            new ArrayList<>(
                List.of(
                    run.id(),
                    row.fork().place().fork(),
                    series.group().arm(),
                    series.kind(),
                    percentile,
                    value,
                    row.figures().count(),
                    run.loads().get(series.group().load()).ratePerS()));
        Map<String, String> params = run.arms().get(series.group().arm()).params();
        params(run).forEach(name -> line.add(params.getOrDefault(name, "")));
        all.add(line);
      }
    }
  }
}
