package dev.foliot.store.export;

import dev.foliot.store.ForkRecord;
import dev.foliot.store.HistogramLog;
import dev.foliot.store.StoreException;
import dev.foliot.store.TaggedInterval;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes all forks' intervals as one log. Forks run one after another: times keep them apart. */
final class HlogExport {
  private HlogExport() {}

  static void write(ExportRun run, OutputStream out) throws IOException {
    List<TaggedInterval> all = new ArrayList<>();
    Map<Integer, ForkRecord> forks = new TreeMap<>();
    run.series()
        .forEach(
            one -> one.rows().forEach(row -> forks.put(row.fork().place().fork(), row.fork())));
    List<String> comments = new ArrayList<>();
    comments.add(
        "[Run: %s, %s]"
            .formatted(
                StoreException.quote(run.record().id()),
                StoreException.quote(run.record().benchmark())));
    for (ExportSeries series : run.series()) {
      comments.add(
          "[Tag %s: %s]".formatted(series.tag(), StoreException.quote(series.told(run.record()))));
    }
    for (ForkRecord fork : forks.values()) {
      all.addAll(intervals(run, fork));
      comments.add(
          "[Fork %d: arm %d, load %d, started %s]"
              .formatted(
                  fork.place().fork(),
                  fork.place().arm(),
                  fork.loadIndex(),
                  StoreException.quote(fork.place().startedAt())));
    }
    all.sort(Comparator.comparingLong(HistogramLog::absoluteMs));
    HistogramLog.write(out, comments, all);
  }

  /** Uses the tags of the series: forks may have made probes in different orders. */
  private static List<TaggedInterval> intervals(ExportRun run, ForkRecord fork) {
    Map<String, String> tags = new HashMap<>();
    for (ExportSeries series : run.series()) {
      for (ExportSeries.Row row : series.rows()) {
        if (row.fork().place().fork() == fork.place().fork()) {
          tags.put(row.tag(), series.tag());
          tags.put("warmup-" + row.tag(), "warmup-" + series.tag());
        }
      }
    }
    return run.stored().histograms(fork.place().fork()).stream()
        .filter(interval -> tags.containsKey(interval.tag()))
        .map(interval ->
            new TaggedInterval(
                tags.getOrDefault(interval.tag(), interval.tag()),
                interval.startEpochMs(),
                interval.startOffsetS(),
                interval.lengthS(),
                interval.histogram()))
        .toList();
  }
}
