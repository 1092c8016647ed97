package dev.foliot.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A run as its exporters see it.
 *
 * @param stored where its histograms are
 * @param record its record
 * @param leftOut the numbers of the forks that do not count
 * @param series what the others recorded, by arm and kind
 */
record ExportRun(
    StoredRun stored, RunRecord record, List<Integer> leftOut, List<ExportSeries> series) {

  /** The kinds that every fork has, as their tags in the logs and as summaries name them. */
  private static final Map<String, Recorded> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("response", ForkRecord::response);
    KINDS.put("service", ForkRecord::service);
    KINDS.put("lag", ForkRecord::lag);
    KINDS.put("backlog", ForkRecord::backlog);
    KINDS.put("lateness", ForkRecord::lateness);
    KINDS.put("jitter", ForkRecord::jitter);
  }

  /** What a fork recorded of one kind, if anything. */
  @FunctionalInterface
  private interface Recorded {
    @Nullable Percentiles by(ForkRecord fork);
  }

  static ExportRun of(StoredRun stored) {
    RunRecord record = stored.run();
    List<ForkRecord> forks = new ArrayList<>();
    List<Integer> leftOut = new ArrayList<>();
    for (ForkRecord fork : stored.forks()) {
      if (fork.validity().verdict() == Verdict.INVALID) {
        leftOut.add(fork.fork());
      } else if (fork.arm() < 0 || fork.arm() >= record.arms().size()) {
        throw StoreException.unreadable(
            stored.forkPath(fork.fork()), "the run has no arm " + fork.arm(), null);
      } else {
        forks.add(fork);
      }
    }
    List<ExportSeries> series = new ArrayList<>();
    for (int i = 0; i < record.arms().size(); i++) {
      int arm = i;
      series.addAll(
          ofArm(
              forks.stream().filter(fork -> fork.arm() == arm).toList(),
              arm,
              record.arms().size() > 1));
    }
    return new ExportRun(stored, record, List.copyOf(leftOut), List.copyOf(series));
  }

  private static List<ExportSeries> ofArm(List<ForkRecord> forks, int arm, boolean several) {
    List<ExportSeries> all = new ArrayList<>();
    KINDS.forEach(
        (kind, figures) -> add(all, series(forks, arm, several, kind, kind, figures, f -> kind)));
    Set<String> probes = new LinkedHashSet<>();
    forks.forEach(fork -> probes.addAll(fork.probes().keySet()));
    int index = 0;
    for (String probe : probes) {
      add(
          all,
          series(
              forks,
              arm,
              several,
              "probe " + ExportSeries.shown(probe, index),
              "probe-" + index,
              fork -> fork.probes().get(probe),
              fork -> "probe-" + List.copyOf(fork.probes().keySet()).indexOf(probe)));
      index++;
    }
    return all;
  }

  private static void add(List<ExportSeries> all, ExportSeries series) {
    if (!series.rows().isEmpty()) {
      all.add(series);
    }
  }

  private static ExportSeries series(
      List<ForkRecord> forks,
      int arm,
      boolean several,
      String kind,
      String tag,
      Recorded figures,
      Function<ForkRecord, String> ownTag) {
    List<ExportSeries.Row> rows = new ArrayList<>();
    for (ForkRecord fork : forks) {
      Percentiles recorded = figures.by(fork);
      if (recorded != null && recorded.count() > 0) {
        rows.add(new ExportSeries.Row(fork, recorded, ownTag.apply(fork)));
      }
    }
    return new ExportSeries(
        arm,
        several ? "arm " + arm + " " + kind : kind,
        several ? "arm-" + arm + "-" + tag : tag,
        kind,
        forks.size(),
        List.copyOf(rows));
  }
}
