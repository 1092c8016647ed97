package dev.foliot.lab;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.SlowMessage;
import dev.foliot.stats.Episodes;
import dev.foliot.store.Percentiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The percentiles of a fork that its data can carry.
 *
 * <p>A percentile is given only with at least ten episodes beyond it. Episodes are the intervals of
 * time in which something reaches it; for the response time also the runs among the slowest
 * messages, whichever are more. A probe and the pause meter have no order in time, and need ten
 * durations.
 */
final class Figures {
  private static final Map<String, Double> PERCENTILES = new LinkedHashMap<>();

  static {
    PERCENTILES.put("p50", 50.0);
    PERCENTILES.put("p90", 90.0);
    PERCENTILES.put("p99", 99.0);
    PERCENTILES.put("p99_9", 99.9);
    PERCENTILES.put("p99_99", 99.99);
  }

  private Figures() {}

  /** Of nothing. */
  static Percentiles none() {
    return Percentiles.empty("ns");
  }

  /** Of durations without an order in time. */
  static Percentiles of(Durations durations) {
    return figures(durations, (percentile, beyond) -> beyond, "duration");
  }

  /** Of one kind of a measurement. */
  static Percentiles of(Measurement measurement, Kind kind) {
    Durations durations = Objects.requireNonNull(measurement.durations().get(kind));
    return figures(
        durations,
        (percentile, beyond) -> {
          long threshold =
              durations.histogram().lowestEquivalentValue(durations.percentileNs(percentile));
          long episodes = intervalsThatReach(measurement.intervals(), kind, threshold);
          return kind == Kind.RESPONSE
              ? Math.max(episodes, runs(measurement.slowest(), beyond, durations.count()))
              : episodes;
        },
        "episode");
  }

  private static long intervalsThatReach(List<Interval> intervals, Kind kind, long threshold) {
    return intervals.stream()
        .filter(i -> Objects.requireNonNull(i.durations().get(kind)).maxNs() >= threshold)
        .count();
  }

  /** The runs among the slowest messages that are beyond, or among all that were kept. */
  private static long runs(List<SlowMessage> slowest, long beyond, long count) {
    return Episodes.count(
        slowest.stream().limit(beyond).mapToLong(SlowMessage::index).toArray(), count);
  }

  @FunctionalInterface
  private interface EpisodeCount {
    long of(double percentile, long beyond);
  }

  private static Percentiles figures(Durations d, EpisodeCount episodes, String unit) {
    if (d.count() == 0) {
      return none();
    }
    Map<String, Long> values = new LinkedHashMap<>();
    Map<String, String> insufficient = new LinkedHashMap<>();
    PERCENTILES.forEach((name, percentile) -> {
      long beyond = (long) Math.floor(d.count() * (100 - percentile) / 100 + 1e-6);
      long enough = beyond == 0 ? 0 : Math.min(beyond, episodes.of(percentile, beyond));
      if (enough >= Episodes.NEEDED) {
        values.put(name, d.percentileNs(percentile));
      } else {
        insufficient.put(
            name,
            enough
                + " "
                + unit
                + (enough == 1 ? "" : "s")
                + " beyond it, needs "
                + Episodes.NEEDED);
      }
    });
    return new Percentiles(
        "ns",
        d.count(),
        d.minNs(),
        d.maxNs(),
        d.meanNs(),
        value(values, "p50"),
        value(values, "p90"),
        value(values, "p99"),
        value(values, "p99_9"),
        value(values, "p99_99"),
        insufficient);
  }

  private static @Nullable Long value(Map<String, Long> values, String name) {
    return values.get(name);
  }
}
