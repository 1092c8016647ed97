package dev.foliot.judgement;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.SlowMessage;
import dev.foliot.stats.Counted;
import dev.foliot.stats.Episodes;
import dev.foliot.stats.ForkInterval;
import dev.foliot.stats.Range;
import dev.foliot.store.Bounds;
import dev.foliot.store.Few;
import dev.foliot.store.Percentiles;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import dev.foliot.text.RunReason.TooFewBeyond.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The percentiles that a fork's data can support.
 *
 * <p>A percentile is given only with at least ten episodes beyond it. An episode is an interval of
 * time with a value at or above the percentile. For the response time, runs among the slowest
 * messages count instead if they are more. A probe and the pause meter have no order in time; they
 * need ten durations.
 */
public final class Figures {
  private static final double CONFIDENCE = 0.95;

  /** Seed of the bootstrap: the same fork always gives the same interval. */
  private static final long SEED = 1;

  private Figures() {}

  /** The percentiles of a bench by name: the usual ones, and what the user asked for. */
  public static List<String> ofBench(List<String> asked) {
    List<String> names = new ArrayList<>(asked);
    names.add(Percentiles.RAREST);
    return Percentiles.names(names);
  }

  /** Percentiles without data. */
  public static Percentiles none() {
    return Percentiles.empty("ns");
  }

  /** Percentiles of durations without an order in time. */
  public static Percentiles of(Durations durations) {
    return of(durations, Percentiles.NAMES);
  }

  /**
   * The same of such percentiles.
   *
   * @param names {@link Percentiles#NAMES} and others
   */
  public static Percentiles of(Durations durations, List<String> names) {
    return figures(durations, (percentile, beyond) -> beyond, Unit.DURATION, List.of(), names, 0);
  }

  /** Percentiles of one kind of duration. */
  public static Percentiles of(Measurement measurement, Kind kind) {
    return of(measurement, kind, Percentiles.NAMES);
  }

  /**
   * The same of a load in which the system was silent. A percentile that lies within such a stall
   * is given however few episodes it has: which requests are the slowest is certain. {@link
   * Percentiles#few} has their number then.
   *
   * @param names {@link Percentiles#NAMES} and others
   * @param stalled the messages that waited in stalls
   */
  public static Percentiles of(
      Measurement measurement, Kind kind, List<String> names, long stalled) {
    return ofStalled(measurement, kind, names, stalled);
  }

  /**
   * The same of such percentiles.
   *
   * @param names {@link Percentiles#NAMES} and others
   */
  public static Percentiles of(Measurement measurement, Kind kind, List<String> names) {
    return ofStalled(measurement, kind, names, 0);
  }

  private static Percentiles ofStalled(
      Measurement measurement, Kind kind, List<String> names, long stalled) {
    Durations durations = Objects.requireNonNull(measurement.durations().get(kind));
    return figures(
        durations,
        (percentile, beyond) -> {
          long threshold =
              durations.histogram().lowestEquivalentValue(durations.percentileNs(percentile));
          return Episodes.beyond(
              maxima(measurement.series().intervals(), kind),
              threshold,
              kind == Kind.RESPONSE ? slowest(measurement, beyond) : new long[0],
              durations.count());
        },
        Unit.EPISODE,
        blocks(measurement.series().intervals(), kind),
        names,
        stalled);
  }

  private static long[] maxima(List<Interval> intervals, Kind kind) {
    return intervals.stream()
        .mapToLong(i -> Objects.requireNonNull(i.durations().get(kind)).maxNs())
        .toArray();
  }

  /** Indices of the slowest messages beyond the percentile, as far as they were kept. */
  private static long[] slowest(Measurement measurement, long beyond) {
    return measurement.slowest().messages().stream()
        .limit(beyond)
        .mapToLong(SlowMessage::index)
        .toArray();
  }

  @FunctionalInterface
  private interface EpisodeCount {
    long of(double percentile, long beyond);
  }

  private static List<Counted> blocks(List<Interval> intervals, Kind kind) {
    return intervals.stream()
        .map(i -> Objects.requireNonNull(i.durations().get(kind)))
        .map(Figures::counted)
        .toList();
  }

  private static Counted counted(Durations durations) {
    List<Durations.Bucket> buckets = durations.buckets();
    return new Counted(
        buckets.stream().mapToLong(Durations.Bucket::valueNs).toArray(),
        buckets.stream().mapToLong(Durations.Bucket::count).toArray());
  }

  /** Without an order in time, the dependence between durations is unknown and gives no bounds. */
  private static Map<String, Bounds> bounds(Map<String, Long> values, List<Counted> blocks) {
    Map<String, Bounds> bounds = new LinkedHashMap<>();
    if (blocks.size() > 1) {
      values.forEach((name, value) -> {
        Range range =
            ForkInterval.of(blocks, Percentiles.percentile(name), CONFIDENCE, SEED).range();
        if (Double.isFinite(range.low()) && Double.isFinite(range.high())) {
          bounds.put(
              name,
              new Bounds(
                  Math.min(value, Math.round(range.low())),
                  Math.max(value, Math.round(range.high()))));
        }
      });
    }
    return bounds;
  }

  private static Percentiles figures(
      Durations d,
      EpisodeCount episodes,
      Unit unit,
      List<Counted> blocks,
      List<String> names,
      long stalled) {
    if (d.count() == 0) {
      return Percentiles.empty("ns", names);
    }
    Map<String, Long> values = new LinkedHashMap<>();
    Map<String, Reason> insufficient = new LinkedHashMap<>();
    Map<String, Few> few = new LinkedHashMap<>();
    for (String name : names) {
      double percentile = Percentiles.percentile(name);
      long beyond = Episodes.exceedances(d.count(), percentile);
      long enough = beyond == 0 ? 0 : Math.min(beyond, episodes.of(percentile, beyond));
      if (enough >= Episodes.NEEDED) {
        values.put(name, d.percentileNs(percentile));
      } else if (beyond >= Episodes.NEEDED && beyond <= stalled) {
        values.put(name, d.percentileNs(percentile));
        few.put(name, new Few(d.percentileNs(percentile), Math.max(1, enough)));
      } else {
        few.put(name, new Few(d.percentileNs(percentile), enough));
        insufficient.put(name, new RunReason.TooFewBeyond(unit, enough, Episodes.NEEDED));
      }
    }
    Percentiles usual =
        new Percentiles(
            "ns",
            d.count(),
            new Percentiles.Range(d.minNs(), d.maxNs(), d.meanNs()),
            Percentiles.usual(
                values.get("p50"),
                values.get("p90"),
                values.get("p99"),
                values.get("p99_9"),
                values.get("p99_99")),
            insufficient,
            few,
            bounds(values, blocks));
    return usual.with(names, values);
  }
}
