package dev.foliot.report.bench;

import dev.foliot.stats.Counted;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.SeriesInterval;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.explain.TimelineFiles;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.load.RequestFiles;
import dev.foliot.store.load.RequestsRecord;
import dev.foliot.store.load.ServerFiles;
import dev.foliot.store.load.ServerRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fork with what is drawn of it.
 *
 * @param key by which the page's buttons know it
 * @param record its figures
 * @param slices by tag of the log, in the order of time; at most {@link #MOST_SLICES} of each
 * @param series the measured load by intervals, as the fork summed it up
 * @param slowest its slowest messages, the slowest first
 * @param server the server of a load test, where it was watched
 * @param requests of a load test; empty for a bench
 * @param timeline what stopped threads while it was measured
 */
public record ForkView(
    String key,
    ForkRecord record,
    Map<String, List<Slice>> slices,
    List<SeriesInterval> series,
    List<SlowestMessage> slowest,
    Optional<ServerRecord> server,
    Optional<RequestsRecord> requests,
    TimelineRecord timeline) {
  /** About as many intervals as a load has. */
  static final int MOST_SLICES = 120;

  private static final int MOST_COLUMNS = 60;
  private static final int MOST_SLOWEST = 1_000;

  static ForkView of(StoredRun run, String runKey, int number) {
    Map<String, List<Slice>> slices = new HashMap<>();
    run.eachHistogram(
        number,
        interval -> {
          if (isDrawn(interval.tag())) {
            slices
                .computeIfAbsent(interval.tag(), tag -> new ArrayList<>())
                .add(Slice.of(interval));
          }
        });
    slices.replaceAll((tag, all) -> Slice.atMost(all, MOST_SLICES));
    return new ForkView(
        runKey + "f" + number,
        run.fork(number),
        slices,
        run.series(number),
        run.slowest(number).stream().limit(MOST_SLOWEST).toList(),
        ServerFiles.read(run, number),
        RequestFiles.read(run, number),
        TimelineFiles.read(run, number).orElse(TimelineRecord.NONE));
  }

  private static boolean isDrawn(String tag) {
    return switch (tag) {
      case "response", "service", "backlog", "lateness", "warmup-service", "warmup-response" ->
          true;
      default -> false;
    };
  }

  public int number() {
    return record.place().fork();
  }

  String name() {
    return (requests.isPresent() ? "phase " : "fork ") + record.place().fork();
  }

  /** Whether its figures count. */
  boolean counts() {
    return record.validity().verdict() != Verdict.INVALID && record.times().response().count() > 0;
  }

  List<Slice> slices(String tag) {
    return slices.getOrDefault(tag, List.of());
  }

  /** The intervals of a tag, as few as a picture has room for. */
  List<Slice> columns(String tag) {
    return Slice.atMost(slices(tag), MOST_COLUMNS);
  }

  /** All of one kind. */
  Counted total(String tag) {
    return Counted.merge(slices(tag).stream().map(Slice::counted).toList());
  }

  /** The figures of one of the five durations. */
  Percentiles figures(String kind) {
    return switch (kind) {
      case "response" -> record.times().response();
      case "service" -> record.times().service();
      case "lag" -> record.times().lag();
      case "backlog" -> record.times().backlog();
      case "lateness" -> record.times().lateness();
      default -> throw new IllegalArgumentException(kind);
    };
  }
}
