package dev.foliot.store.export;

import dev.foliot.store.Csv;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a line for each percentile of a fork; 0 is the minimum and 100 the maximum. */
final class CsvExport {
  private static final List<String> HEADER =
      List.of("run", "fork", "arm", "kind", "percentile", "value_ns", "count", "rate_per_s");

  private CsvExport() {}

  static void write(ExportRun run, OutputStream out) throws IOException {
    List<List<Object>> lines = new ArrayList<>();
    for (ExportSeries series : run.series()) {
      for (ExportSeries.Row row : series.rows()) {
        Lines of = new Lines(lines, run.record(), series, row);
        of.add("0", row.figures().min());
        for (String percentile : Percentiles.NAMES) {
          of.add(percentile.substring(1).replace('_', '.'), row.figures().value(percentile));
        }
        of.add("100", row.figures().max());
      }
    }
    Csv.write(out, HEADER, lines);
  }

  private record Lines(
      List<List<Object>> all, RunRecord run, ExportSeries series, ExportSeries.Row row) {
    void add(String percentile, @Nullable Long value) {
      if (value != null) {
        all.add(
            List.of(
                run.id(),
                row.fork().place().fork(),
                series.group().arm(),
                series.kind(),
                percentile,
                value,
                row.figures().count(),
                run.loads().get(series.group().load()).ratePerS()));
      }
    }
  }
}
