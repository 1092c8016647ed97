package dev.foliot.benchrun;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.SlowMessage;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.SeriesInterval;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.TaggedInterval;
import dev.foliot.store.explain.TimelineFiles;
import dev.foliot.store.explain.TimelineRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes a fork's measurements into its folder: histograms, the series, the slowest messages, and
 * what stopped its threads.
 */
final class ForkFiles {
  private static final double MS = 1e3;

  private final Measurement measurement;
  private final ForkFolder folder;

  private ForkFiles(Measurement measurement, ForkFolder folder) {
    this.measurement = measurement;
    this.folder = folder;
  }

  static void write(
      Measurement measurement,
      long warmupNs,
      long durationNs,
      @Nullable TimelineRecord timeline,
      ForkFolder folder) {
    ForkFiles files = new ForkFiles(measurement, folder);
    files.histograms(warmupNs, durationNs);
    files.series();
    files.slowest();
    if (timeline != null) {
      TimelineFiles.write(folder, timeline);
    }
  }

  private void histograms(long warmupNs, long durationNs) {
    long startMs = measurement.totals().time().startEpochMs();
    List<TaggedInterval> log = new ArrayList<>();
    for (Interval interval : measurement.series().warmup()) {
      for (Kind kind : List.of(Kind.RESPONSE, Kind.SERVICE)) {
        log.add(interval("warmup-" + kind.label(), startMs, interval, -warmupNs, kind));
      }
    }
    for (Interval interval : measurement.series().intervals()) {
      for (Kind kind : Kind.values()) {
        log.add(interval(kind.label(), startMs, interval, 0, kind));
      }
    }
    int number = 0;
    for (Durations probe : measurement.probes().values()) {
      log.add(whole("probe-" + number++, startMs, durationNs, probe));
    }
    log.add(whole("jitter", startMs, durationNs, measurement.jitter().durations()));
    folder.histograms(log);
  }

  private static TaggedInterval interval(
      String tag, long startMs, Interval interval, long shiftNs, Kind kind) {
    return new TaggedInterval(
        tag,
        startMs,
        (interval.startNs() + shiftNs) / 1e9,
        (interval.endNs() - interval.startNs()) / 1e9,
        durations(interval, kind).histogram());
  }

  private static TaggedInterval whole(
      String tag, long startMs, long durationNs, Durations durations) {
    return new TaggedInterval(tag, startMs, 0, durationNs / 1e9, durations.histogram());
  }

  private void series() {
    List<List<Object>> rows = new ArrayList<>();
    for (Interval interval : measurement.series().intervals()) {
      Durations response = durations(interval, Kind.RESPONSE);
      Durations service = durations(interval, Kind.SERVICE);
      rows.add(
          List.of(
              interval.startNs() / MS / MS,
              interval.endNs() / MS / MS,
              response.count(),
              response.percentileNs(50),
              response.percentileNs(99),
              response.maxNs(),
              service.percentileNs(50),
              service.percentileNs(99),
              service.maxNs(),
              Math.round(durations(interval, Kind.BACKLOG).meanNs()),
              durations(interval, Kind.LATENESS).maxNs()));
    }
    folder.series(SeriesInterval.COLUMNS, rows);
  }

  private void slowest() {
    List<String> header = new ArrayList<>(SlowestMessage.COLUMNS);
    measurement.probes().keySet().forEach(name -> header.add(SlowestMessage.PROBE + name));
    List<List<Object>> rows = new ArrayList<>();
    for (SlowMessage message : measurement.slowest().messages()) {
      long lagNs = message.startNs() - message.intendedNs();
      List<Object> row =
          new ArrayList<>(
              Arrays.asList(
                  message.index(),
                  message.intendedNs(),
                  message.startNs(),
                  message.endNs(),
                  message.responseNs(),
                  message.endNs() - message.startNs(),
                  lagNs - message.latenessNs(),
                  message.latenessNs(),
                  message.threadId(),
                  measurement.slowest().threadNames().getOrDefault(message.threadId(), "")));
      message.probesNs().forEach(ns -> row.add(ns < 0 ? "" : ns));
      rows.add(row);
    }
    folder.slowest(header, rows);
  }

  private static Durations durations(Interval interval, Kind kind) {
    return Objects.requireNonNull(interval.durations().get(kind));
  }
}
