package dev.foliot.store.export;

import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A run in the form that exporters need.
 *
 * @param stored source of its histograms
 * @param record its record
 * @param leftOut the numbers of the invalid forks
 * @param series the records of the others by arm, load and kind
 */
record ExportRun(
    StoredRun stored, RunRecord record, List<Integer> leftOut, List<ExportSeries> series) {

  /** The kinds of every fork, by their tags in the logs and their names in summaries. */
  private static final Map<String, Recorded> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("response", one -> one.times().response());
    KINDS.put("service", one -> one.times().service());
    KINDS.put("lag", one -> one.times().lag());
    KINDS.put("backlog", one -> one.times().backlog());
    KINDS.put("lateness", one -> one.times().lateness());
    KINDS.put("jitter", one -> one.pauses().jitter());
  }

  /** A fork's record of one kind, or null. */
  @FunctionalInterface
  private interface Recorded {
    @Nullable Percentiles by(ForkRecord fork);
  }

  static ExportRun of(StoredRun stored) {
    RunRecord record = stored.run();
    List<ForkRecord> forks = new ArrayList<>();
    List<Integer> leftOut = new ArrayList<>();
    for (ForkRecord fork : stored.forks()) {
      boolean known =
          isIndexOf(fork.place().arm(), record.arms())
              && isIndexOf(fork.loadIndex(), record.loads());
      if (!known) {
        throw StoreException.unreadable(
            stored.forkPath(fork.place().fork()).resolve(ForkFolder.FORK_FILE),
            "the run has no arm %d or no load %d".formatted(fork.place().arm(), fork.loadIndex()),
            null);
      }
      if (fork.validity().verdict() == Verdict.INVALID) {
        leftOut.add(fork.place().fork());
      } else {
        forks.add(fork);
      }
    }
    List<ExportSeries> series = new ArrayList<>();
    for (ExportGroup group : ExportGroup.of(record)) {
      series.addAll(
          series(
              group,
              forks.stream()
                  .filter(
                      fork -> fork.place().arm() == group.arm() && fork.loadIndex() == group.load())
                  .toList()));
    }
    return new ExportRun(stored, record, List.copyOf(leftOut), List.copyOf(series));
  }

  /** The name of the class under test in exports. */
  String benchmark() {
    return ExportSeries.shown(record.benchmark(), "class");
  }

  private static boolean isIndexOf(int index, List<?> list) {
    return index >= 0 && index < list.size();
  }

  private static List<ExportSeries> series(ExportGroup group, List<ForkRecord> forks) {
    List<ExportSeries> all = new ArrayList<>();
    KINDS.forEach((kind, figures) ->
        add(all, group, kind, kind, forks.size(), rows(forks, figures, fork -> kind)));
    Set<String> probes = new LinkedHashSet<>();
    forks.forEach(fork -> probes.addAll(fork.times().probes().keySet()));
    int index = 0;
    for (String probe : probes) {
      String tag = "probe-" + index;
      add(
          all,
          group,
          SummaryKey.probe(ExportSeries.shown(probe, tag)),
          tag,
          forks.size(),
          rows(
              forks,
              fork -> fork.times().probes().get(probe),
              fork -> "probe-" + List.copyOf(fork.times().probes().keySet()).indexOf(probe)));
      index++;
    }
    return all;
  }

  private static void add(
      List<ExportSeries> all,
      ExportGroup group,
      String kind,
      String tag,
      int forks,
      List<ExportSeries.Row> rows) {
    if (!rows.isEmpty()) {
      all.add(new ExportSeries(group, kind, group.tag() + tag, forks, rows));
    }
  }

  private static List<ExportSeries.Row> rows(
      List<ForkRecord> forks, Recorded figures, Function<ForkRecord, String> ownTag) {
    List<ExportSeries.Row> rows = new ArrayList<>();
    for (ForkRecord fork : forks) {
      Percentiles recorded = figures.by(fork);
      if (recorded != null && recorded.count() > 0) {
        rows.add(new ExportSeries.Row(fork, recorded, ownTag.apply(fork)));
      }
    }
    return List.copyOf(rows);
  }
}
