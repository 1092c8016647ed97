package dev.foliot.judgement;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Jitter;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.SlowMessage;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Builds the measurement of a fork from its messages, in a hundred intervals. */
public final class Measured {
  public static final long DURATION_NS = 10_000_000_000L;
  private static final int INTERVALS = 100;
  private static final int KEPT = 1000;

  private final List<long[]> messages = new ArrayList<>();
  private long lost;
  private long refused;
  private long unstarted;
  private long negative;
  private long spanNs = DURATION_NS;
  private @Nullable String failure;

  /** Messages at equal distances. */
  public static Measured messages(int count, long serviceNs) {
    Measured measured = new Measured();
    for (int i = 0; i < count; i++) {
      measured.messages.add(new long[] {serviceNs, 0, 0});
    }
    return measured;
  }

  /** Changes the service time of a message. */
  Measured service(int message, long serviceNs) {
    messages.get(message)[0] = serviceNs;
    return this;
  }

  /** Changes the backlog of some messages. */
  public Measured backlog(int from, int to, long backlogNs) {
    messages.subList(from, to).forEach(message -> message[1] = backlogNs);
    return this;
  }

  /** Changes the lateness of some messages. */
  public Measured lateness(int from, int to, long latenessNs) {
    messages.subList(from, to).forEach(message -> message[2] = latenessNs);
    return this;
  }

  public Measured lost(long count) {
    lost = count;
    return this;
  }

  public Measured refused(long count) {
    refused = count;
    return this;
  }

  public Measured unstarted(long count) {
    unstarted = count;
    return this;
  }

  public Measured negative(long count) {
    negative = count;
    return this;
  }

  public Measured span(long ns) {
    spanNs = ns;
    return this;
  }

  public Measured failure(String why) {
    failure = why;
    return this;
  }

  public Measurement build() {
    List<Map<Kind, List<Long>>> parts = new ArrayList<>();
    for (int i = 0; i < INTERVALS; i++) {
      parts.add(lists());
    }
    Map<Kind, List<Long>> all = lists();
    List<SlowMessage> slowest = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      long intendedNs = (long) i * DURATION_NS / messages.size();
      long[] m = messages.get(i);
      long lagNs = m[1] + m[2];
      Map<Kind, Long> one =
          Map.of(
              Kind.RESPONSE, lagNs + m[0],
              Kind.SERVICE, m[0],
              Kind.LAG, lagNs,
              Kind.BACKLOG, m[1],
              Kind.LATENESS, m[2]);
      Map<Kind, List<Long>> part = parts.get((int) (intendedNs * INTERVALS / DURATION_NS));
      one.forEach((kind, ns) -> part.getOrDefault(kind, List.of()).add(ns));
      one.forEach((kind, ns) -> all.getOrDefault(kind, List.of()).add(ns));
      slowest.add(
          new SlowMessage(
              i, intendedNs, m[2], intendedNs + lagNs, intendedNs + lagNs + m[0], 1, List.of()));
    }
    slowest.sort(Comparator.comparingLong(SlowMessage::responseNs).reversed());
    List<Interval> intervals = new ArrayList<>();
    long lengthNs = DURATION_NS / INTERVALS;
    for (int i = 0; i < INTERVALS; i++) {
      intervals.add(new Interval(i * lengthNs, (i + 1) * lengthNs, durations(parts.get(i))));
    }
    return new Measurement(
        totals(),
        durations(all),
        Map.of(),
        new Jitter("sleep", of(List.of()), List.of()),
        new Measurement.Series(intervals, List.of()),
        new Measurement.Slowest(slowest.subList(0, Math.min(KEPT, slowest.size())), Map.of()),
        new Measurement.Conditions(
            2,
            "spin",
            new Measurement.Clock(25, 20),
            Measurement.JvmWork.NONE,
            Map.of(),
            List.of(),
            List.of()),
        failure == null ? null : new Measurement.Failure(failure, null));
  }

  private Measurement.Totals totals() {
    long started = messages.size() + lost;
    return new Measurement.Totals(
        started + unstarted,
        started,
        messages.size(),
        lost,
        unstarted,
        new Measurement.Faults(refused, 0, negative),
        new Measurement.Time(0, 0, spanNs));
  }

  private static Map<Kind, List<Long>> lists() {
    Map<Kind, List<Long>> lists = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      lists.put(kind, new ArrayList<>());
    }
    return lists;
  }

  private static Map<Kind, Durations> durations(Map<Kind, List<Long>> lists) {
    Map<Kind, Durations> durations = new EnumMap<>(Kind.class);
    lists.forEach((kind, values) -> durations.put(kind, of(values)));
    return durations;
  }

  static Durations of(List<Long> values) {
    Histogram histogram = new Histogram(3);
    values.forEach(histogram::recordValue);
    return new Durations(
        histogram,
        values.size(),
        values.stream().mapToLong(Long::longValue).min().orElse(0),
        values.stream().mapToLong(Long::longValue).max().orElse(0),
        values.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add));
  }
}
