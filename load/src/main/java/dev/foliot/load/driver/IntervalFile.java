package dev.foliot.load.driver;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Kind;
import dev.foliot.store.HistogramLog;
import dev.foliot.store.TaggedInterval;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The histograms of one phase by time, in a file beside the result. */
final class IntervalFile {
  private IntervalFile() {}

  /** The file of a phase. */
  static Path beside(Path result, int phase) {
    return result.resolveSibling(result.getFileName() + "." + phase + ".hlog");
  }

  /**
   * Writes it.
   *
   * @param startEpochMs the start of the phase
   */
  static void write(Path file, List<Interval> intervals, long startEpochMs) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      HistogramLog.write(out, tagged(intervals, startEpochMs));
    }
  }

  /** The histograms of intervals, tagged by {@link Kind#label}. */
  static List<TaggedInterval> tagged(List<Interval> intervals, long startEpochMs) {
    List<TaggedInterval> log = new ArrayList<>();
    for (Interval interval : intervals) {
      for (Kind kind : Kind.values()) {
        Durations durations = Objects.requireNonNull(interval.durations().get(kind));
        log.add(
            new TaggedInterval(
                kind.label(),
                startEpochMs,
                interval.startNs() / 1e9,
                (interval.endNs() - interval.startNs()) / 1e9,
                durations.histogram()));
      }
    }
    return log;
  }

  /**
   * Reads it.
   *
   * @throws dev.foliot.store.StoreException if it cannot be read
   */
  static List<TaggedInterval> read(Path file) {
    List<TaggedInterval> log = new ArrayList<>();
    HistogramLog.read(file, log::add);
    return log;
  }
}
