package dev.foliot.store.export;

import dev.foliot.store.Arm;
import dev.foliot.store.Json;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.SummaryKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the list that github-action-benchmark reads as {@code customSmallerIsBetter}. Only figures
 * of the system under test: alerts on the machine's jitter would be false.
 */
final class SmallerExport {
  private SmallerExport() {}

  static void write(ExportRun run, OutputStream out) throws IOException {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (ExportSeries series : run.series()) {
      if (isOfTheSystem(series.kind())) {
        for (String percentile : series.percentiles()) {
          series
              .range(percentile)
              .ifPresent(range -> entries.add(entry(run, series, percentile, range)));
        }
      }
    }
    out.write((Json.text(entries) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Whether a kind is measured on the system under test, not on the harness or the machine. */
  static boolean isOfTheSystem(String kind) {
    return kind.equals(SummaryKey.RESPONSE)
        || kind.equals(SummaryKey.SERVICE)
        || SummaryKey.probeOf(kind) != null;
  }

  private static Map<String, Object> entry(
      ExportRun exported, ExportSeries series, String percentile, ExportSeries.Range range) {
    RunRecord run = exported.record();
    LoadRecord load = run.loads().get(series.group().load());
    Arm arm = run.arms().get(series.group().arm());
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put(
        "name", exported.benchmark() + " " + series.label() + " " + percentile.replace('_', '.'));
    entry.put("unit", series.rows().getFirst().figures().unit());
    entry.put("value", range.median());
    entry.put("range", range.min() + " .. " + range.max());
    entry.put(
        "extra",
        "%s, %s, %s%nmedian of %d forks, %d durations%nJDK %s%nrun %s, %s"
            .formatted(
                load.rate(),
                load.arrivals(),
                load.dispatch(),
                series.forks(),
                series.count(),
                arm.jdkVersion(),
                run.id(),
                run.validity().verdict())
            .replace(System.lineSeparator(), "\n"));
    return entry;
  }
}
