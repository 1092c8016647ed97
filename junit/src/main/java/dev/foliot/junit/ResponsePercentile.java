package dev.foliot.junit;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.SlowMessage;
import dev.foliot.stats.Counted;
import dev.foliot.stats.Episodes;
import dev.foliot.stats.ForkInterval;
import dev.foliot.stats.Range;
import dev.foliot.text.RunReason.TooFewBeyond;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A percentile of the response time, with its evidence.
 *
 * @param percentile above 0 and below 100
 * @param valueNs its value
 * @param range its 95 % interval in nanoseconds, which includes the value
 * @param count number of messages
 * @param beyond number of messages beyond it
 * @param episodes number of episodes they form, at least ten
 */
record ResponsePercentile(
    double percentile, double valueNs, Range range, long count, long beyond, long episodes) {
  private static final double CONFIDENCE = 0.95;

  /** Seed of the bootstrap: the same measurement always gives the same interval. */
  private static final long SEED = 1;

  private static final double US = 1e3;
  private static final double MS = 1e6;

  /** The percentile; empty if fewer than ten episodes are beyond it. */
  static Optional<ResponsePercentile> of(Measurement measurement, double percentile) {
    Durations response = response(measurement.durations());
    long beyond = Episodes.exceedances(response.count(), percentile);
    long episodes = beyond == 0 ? 0 : Math.min(beyond, episodes(measurement, percentile, beyond));
    if (episodes < Episodes.NEEDED) {
      return Optional.empty();
    }
    double valueNs = (double) response.percentileNs(percentile);
    return Optional.of(
        new ResponsePercentile(
            percentile,
            valueNs,
            range(measurement, percentile, valueNs),
            response.count(),
            beyond,
            episodes));
  }

  /** Why there is no such percentile, with the value that was observed. */
  static String unjudged(Measurement measurement, double percentile) {
    Durations response = response(measurement.durations());
    long beyond = Episodes.exceedances(response.count(), percentile);
    long episodes = beyond == 0 ? 0 : Math.min(beyond, episodes(measurement, percentile, beyond));
    return String.format(
        Locale.ROOT,
        "response %s cannot be judged: it was %s, with %s (%,d messages); measure longer or choose"
            + " a lower percentile",
        name(percentile),
        response.count() == 0 ? "unknown" : time((double) response.percentileNs(percentile)),
        new TooFewBeyond(TooFewBeyond.Unit.EPISODE, episodes, Episodes.NEEDED).text(),
        response.count());
  }

  private static long episodes(Measurement measurement, double percentile, long beyond) {
    Durations response = response(measurement.durations());
    return Episodes.beyond(
        blocks(measurement).stream().mapToLong(Durations::maxNs).toArray(),
        response.histogram().lowestEquivalentValue(response.percentileNs(percentile)),
        measurement.slowest().messages().stream()
            .limit(beyond)
            .mapToLong(SlowMessage::index)
            .toArray(),
        response.count());
  }

  private static Range range(Measurement measurement, double percentile, double valueNs) {
    List<Counted> blocks = blocks(measurement).stream().map(ResponsePercentile::counted).toList();
    Range range = ForkInterval.of(blocks, percentile, CONFIDENCE, SEED).range();
    return new Range(Math.min(valueNs, range.low()), Math.max(valueNs, range.high()));
  }

  private static List<Durations> blocks(Measurement measurement) {
    return measurement.series().intervals().stream()
        .map(interval -> response(interval.durations()))
        .toList();
  }

  private static Durations response(Map<Kind, Durations> durations) {
    return Objects.requireNonNull(durations.get(Kind.RESPONSE));
  }

  private static Counted counted(Durations durations) {
    List<Durations.Bucket> buckets = durations.buckets();
    return new Counted(
        buckets.stream().mapToLong(Durations.Bucket::valueNs).toArray(),
        buckets.stream().mapToLong(Durations.Bucket::count).toArray());
  }

  /** Describes the percentile in one line, for a person. */
  String describe() {
    return String.format(
        Locale.ROOT,
        "response %s is %s (%s to %s with 95 %% confidence; %,d messages, %,d of them beyond it in"
            + " %,d episodes)",
        name(percentile),
        time(valueNs),
        time(range.low()),
        time(range.high()),
        count,
        beyond,
        episodes);
  }

  private static String name(double percentile) {
    return "p" + BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
  }

  private static String time(double ns) {
    if (Double.isInfinite(ns)) {
      return ns < 0 ? "unknown" : "no bound";
    }
    return ns < MS
        ? String.format(Locale.ROOT, "%.2f us", ns / US)
        : String.format(Locale.ROOT, "%.2f ms", ns / MS);
  }
}
