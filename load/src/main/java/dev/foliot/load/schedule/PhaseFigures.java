package dev.foliot.load.schedule;

import dev.foliot.bench.DurationLog;
import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Jitter;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.Schedule;
import dev.foliot.bench.SlowMessage;
import dev.foliot.judgement.Figures;
import dev.foliot.load.Execution;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.Part;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.PhaseTally;
import dev.foliot.load.Traffic;
import dev.foliot.store.Percentiles;
import dev.foliot.store.load.RequestKind;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.store.series.LoadInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Combines the schedulers' records of one phase. */
public final class PhaseFigures {
  private static final double NS_PER_MS = 1e6;
  private static final double MEDIAN = 50;
  private static final double P99 = 99;

  /** Of the requests of a phase; above it they are a backlog, however long a server takes. */
  private static final double MOST_IN_FLIGHT = 0.5;

  /** The least number of answers that a silence withheld, so that it is none by chance. */
  private static final double MISSING = 20;

  private static final int MOST_SILENCES = 10;

  /** The share of the requests whose parts are kept. */
  private static final double SLOW = 0.01;

  /** Standard deviations of a number of requests in flight. */
  private static final double CHANCE = 3;

  private final List<PhaseTally> logs;
  private final LoadPhase phase;
  private final long intervalNs;
  private final List<String> percentiles;
  private final List<Interval> intervals;
  private final Map<Kind, Durations> durations;
  private final Map<String, Long> errors;

  public PhaseFigures(List<PhaseTally> logs, LoadPhase phase, Execution execution) {
    this.logs = List.copyOf(logs);
    this.phase = phase;
    this.intervalNs = execution.intervalNs();
    this.percentiles = execution.percentiles();
    this.intervals = PhaseTally.intervals(logs);
    this.durations = DurationLog.total(intervals);
    this.errors = errors(logs.stream().flatMap(log -> log.kinds().stream()).toList());
  }

  private static Map<String, Long> errors(List<PhaseTally.Kind> kinds) {
    Map<Integer, Long> byCode = new TreeMap<>();
    kinds.forEach(
        kind -> kind.failures().forEach((code, count) -> byCode.merge(code, count, Long::sum)));
    Map<String, Long> errors = new LinkedHashMap<>();
    byCode.forEach((code, count) -> errors.put(Failure.label(code), count));
    return errors;
  }

  /** The parts of the service time that happened. */
  private Map<String, Durations> parts() {
    Map<String, Durations> parts = new LinkedHashMap<>();
    for (Part part : Part.values()) {
      Durations sum =
          Durations.sum(logs.stream().map(log -> Objects.requireNonNull(log.parts().get(part))));
      if (sum.count() > 0) {
        parts.put(part.label(), sum);
      }
    }
    return parts;
  }

  /** By kind of request. */
  public List<RequestKind> requests(List<String> names) {
    List<RequestKind> results = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      int kind = i;
      List<PhaseTally.Kind> kinds = logs.stream().map(log -> log.kinds().get(kind)).toList();
      results.add(
          new RequestKind(
              names.get(kind),
              kinds.stream().mapToLong(PhaseTally.Kind::ended).sum(),
              errors(kinds),
              kinds.stream().mapToLong(PhaseTally.Kind::bytes).sum(),
              kinds.stream().mapToLong(PhaseTally.Kind::redirects).sum(),
              names.size() == 1
                  ? Figures.of(measurement(), Kind.RESPONSE, percentiles)
                  : Figures.of(
                      Durations.sum(kinds.stream().map(PhaseTally.Kind::responses)), percentiles)));
    }
    return results;
  }

  /** The intervals by time, for a file. */
  public List<Interval> intervals() {
    return intervals;
  }

  private long sent() {
    return logs.stream().mapToLong(log -> log.counts().sent()).sum();
  }

  private long ok() {
    return logs.stream().mapToLong(log -> log.counts().ok()).sum();
  }

  private long unsent() {
    return logs.stream().mapToLong(log -> log.counts().unsent()).sum();
  }

  /** The numbers of requests of its result. */
  public PhaseResult.Counts counts() {
    return new PhaseResult.Counts(
        sent() + unsent(), sent(), ok(), errors, unsent(), achievedPerS());
  }

  /**
   * The durations of its result.
   *
   * @param waits what requests waited for
   */
  public PhaseResult.Times times(Measurement measurement, RequestWaits waits) {
    return new PhaseResult.Times(
        durations, carried(measurement, waits.waitedInSilence()), parts(), waits);
  }

  /**
   * What requests waited for.
   *
   * @param cancelled the requests of the warm-up before it that were not sent
   * @param schedule of the phase, from its start
   */
  public RequestWaits waits(long cancelled, Schedule schedule) {
    return new RequestWaits(cancelled, silences(schedule), slowParts());
  }

  /** The times in which answers were missing, the longest ten of them. */
  private List<RequestWaits.Silence> silences(Schedule schedule) {
    double perNs = (double) (ok() + failed()) / phase.durationNs();
    List<PhaseTally.Silence> spans =
        Silences.ofAll(logs.stream().map(PhaseTally::silences).toList()).stream()
            .filter(span -> span.lengthNs() * perNs >= MISSING)
            .sorted(Comparator.comparingLong(PhaseTally.Silence::lengthNs).reversed())
            .limit(MOST_SILENCES)
            .sorted(Comparator.comparingLong(PhaseTally.Silence::startNs))
            .toList();
    long[] due = new long[spans.size()];
    if (phase.traffic() instanceof Traffic.Open && !spans.isEmpty()) {
      for (long at = schedule.nextNs(); at != Schedule.END; at = schedule.nextNs()) {
        for (int i = 0; i < due.length; i++) {
          due[i] += at >= spans.get(i).startNs() && at < spans.get(i).endNs() ? 1 : 0;
        }
      }
    }
    List<RequestWaits.Silence> silences = new ArrayList<>();
    for (int i = 0; i < due.length; i++) {
      PhaseTally.Silence span = spans.get(i);
      silences.add(
          new RequestWaits.Silence(
              span.startNs() / NS_PER_MS,
              span.endNs() / NS_PER_MS,
              due[i] > 0 ? due[i] : span.inFlight()));
    }
    return silences;
  }

  /** Where the time of the slowest hundredth went. */
  private RequestWaits.@Nullable SlowParts slowParts() {
    List<SlowMessage> slow =
        slowest().stream().limit(Math.max(1, Math.round(SLOW * ok()))).toList();
    if (slow.isEmpty()) {
      return null;
    }
    Map<Part, Double> sums = new EnumMap<>(Part.class);
    double late = 0;
    double wait = 0;
    double service = 0;
    for (SlowMessage one : slow) {
      late += one.latenessNs();
      wait += one.startNs() - one.intendedNs() - one.latenessNs();
      service += one.endNs() - one.startNs();
      Iterator<Long> lengths = one.probesNs().iterator();
      for (Part part : Part.OF_SERVICE) {
        sums.merge(part, (double) Math.max(0, lengths.next()), Double::sum);
      }
    }
    Map<String, Double> means = new LinkedHashMap<>();
    means.put(RequestWaits.SlowParts.LATENESS, late / slow.size());
    means.put(RequestWaits.SlowParts.WAIT, wait / slow.size());
    sums.forEach((part, sum) -> {
      if (sum > 0) {
        means.put(part.label(), sum / slow.size());
      }
    });
    double other = service - sums.values().stream().mapToDouble(Double::doubleValue).sum();
    if (other > 0) {
      means.put(RequestWaits.SlowParts.OTHER, other / slow.size());
    }
    return new RequestWaits.SlowParts(slow.size(), means);
  }

  private long failed() {
    return errors.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The throughput: the successful answers that ended within the phase, over its length. */
  private double achievedPerS() {
    return logs.stream().mapToLong(log -> log.counts().okWithin()).sum() * 1e9 / phase.durationNs();
  }

  /**
   * The time that the ends of all its requests took, or would have taken. In an open loop that
   * keeps up it is the phase: requests in flight at the end are no backlog as long as they are no
   * more than a median service time sends. Otherwise it follows from the ends within the phase;
   * what came later says how long the time-out is.
   */
  private long spanNs() {
    long ended = ok() + failed();
    long within =
        logs.stream().mapToLong(log -> log.counts().okWithin() + log.counts().failedWithin()).sum();
    if (!(phase.traffic() instanceof Traffic.Open) || keepsUp(within)) {
      return phase.durationNs();
    }
    return within == 0
        ? Math.max(
            phase.durationNs(),
            logs.stream().mapToLong(log -> log.counts().lastNs()).max().orElse(0))
        : (long) ((double) phase.durationNs() * ended / within);
  }

  private boolean keepsUp(long within) {
    long scheduled = sent() + unsent();
    double inFlight =
        scheduled
            * Math.min(
                MOST_IN_FLIGHT,
                (double) durations(Kind.SERVICE).percentileNs(MEDIAN) / phase.durationNs());
    return scheduled - within <= Math.ceil(inFlight + CHANCE * Math.sqrt(inFlight));
  }

  Durations durations(Kind kind) {
    return Objects.requireNonNull(durations.get(kind));
  }

  /**
   * The phase in the form of a fork's measurement. Failed requests count as completed, but are in
   * no duration.
   */
  public Measurement measurement() {
    long contradictory = logs.stream().mapToLong(log -> log.counts().contradictory()).sum();
    return new Measurement(
        new Measurement.Totals(
            sent() + unsent(),
            sent(),
            ok() + failed(),
            sent() - ok() - failed(),
            unsent(),
            new Measurement.Faults(0, contradictory, 0),
            new Measurement.Time(0, 0, spanNs())),
        durations,
        Map.of(),
        new Jitter("none", Objects.requireNonNull(nothing().get(Kind.LAG)), List.of()),
        new Measurement.Series(intervals, List.of()),
        new Measurement.Slowest(List.of(), Map.of()),
        new Measurement.Conditions(
            0,
            "",
            new Measurement.Clock(0, 0),
            Measurement.JvmWork.NONE,
            Map.of(),
            List.of(),
            List.of()),
        null);
  }

  private static Map<Kind, Durations> nothing() {
    return DurationLog.total(List.of());
  }

  /** The percentiles with enough data. */
  private Map<String, Percentiles> carried(Measurement measurement, long inSilence) {
    Map<String, Percentiles> figures = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      figures.put(kind.label(), Figures.of(measurement, kind, percentiles, inSilence));
    }
    return figures;
  }

  public List<LoadInterval> series() {
    int rows = logs.stream().mapToInt(log -> log.rows().size()).max().orElse(0);
    List<LoadInterval> series = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      // every log has an interval for each of its rows, and so has their sum
      series.add(row(row, intervals.get(row)));
    }
    return series;
  }

  private LoadInterval row(int row, Interval interval) {
    Durations response = of(interval, Kind.RESPONSE);
    Durations service = of(interval, Kind.SERVICE);
    PhaseTally.Row sum =
        logs.stream()
            .filter(log -> row < log.rows().size())
            .map(log -> log.rows().get(row))
            .reduce(PhaseTally.Row.NONE, PhaseTally.Row::plus);
    return new LoadInterval(
        row * intervalNs / NS_PER_MS,
        (row + 1) * intervalNs / NS_PER_MS,
        new LoadInterval.Counts(
            sum.sent(), sum.ok(), sum.failed(), sum.inFlight(), sum.connections()),
        response.count() == 0
            ? LoadInterval.Times.NONE
            : new LoadInterval.Times(
                response.percentileNs(MEDIAN),
                response.percentileNs(P99),
                response.maxNs(),
                service.percentileNs(MEDIAN),
                service.percentileNs(P99),
                Math.round(of(interval, Kind.BACKLOG).meanNs()),
                of(interval, Kind.LATENESS).maxNs()));
  }

  public List<SlowMessage> slowest() {
    return PhaseLog.slowestOf(logs);
  }

  private static Durations of(Interval interval, Kind kind) {
    return Objects.requireNonNull(interval.durations().get(kind));
  }
}
