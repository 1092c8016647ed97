package dev.foliot.store.export;

import dev.foliot.store.RememberingOutputStream;
import dev.foliot.store.StoreException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;

/**
 * Writes a series as HdrHistogram prints a percentile distribution; a comment at the end names it.
 */
final class HgrmExport {
  private static final double NS_PER_US = 1_000;

  private HgrmExport() {}

  static void write(ExportRun run, ExportSeries series, OutputStream out) throws IOException {
    Histogram total = new Histogram(3);
    for (ExportSeries.Row row : series.rows()) {
      run.stored()
          .eachHistogram(
              row.fork().place().fork(),
              interval -> {
                if (interval.tag().equals(row.tag())) {
                  total.add(interval.histogram());
                }
              });
    }
    RememberingOutputStream checked = new RememberingOutputStream(out);
    PrintStream print = new PrintStream(checked, false, StandardCharsets.UTF_8);
    total.outputPercentileDistribution(print, NS_PER_US);
    print.print(
        "#[Foliot: run %s, %s, %s, microseconds, %d forks together]\n"
            .formatted(
                StoreException.quote(run.record().id()),
                StoreException.quote(run.record().benchmark()),
                StoreException.quote(series.told(run.record())),
                series.rows().size()));
    print.flush();
    checked.rethrow();
  }
}
