package dev.foliot.junit;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Jitter;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.SlowMessage;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Builds a measurement of 10 s in a hundred intervals from given response times. */
final class Measured {
  private static final long DURATION_NS = 10_000_000_000L;
  private static final int INTERVALS = 100;
  private static final int KEPT = 1000;

  private final long[] responseNs;
  private final long[] latenessNs;
  private long lost;
  private long unstarted;
  private long refused;
  private @Nullable String failure;

  private Measured(int count) {
    responseNs = new long[count];
    latenessNs = new long[count];
  }

  /** Messages at equal distances, all with this response time. */
  public static Measured messages(int count, long responseNs) {
    Measured measured = new Measured(count);
    Arrays.fill(measured.responseNs, responseNs);
    return measured;
  }

  /** Sets another response time for every message whose index is a multiple of the step. */
  Measured every(int step, long ns) {
    for (int i = 0; i < responseNs.length; i += step) {
      responseNs[i] = ns;
    }
    return this;
  }

  /** Another response time for the messages of one stall. */
  Measured stall(int from, int to, long ns) {
    Arrays.fill(responseNs, from, to, ns);
    return this;
  }

  Measured late(int from, int to, long ns) {
    Arrays.fill(latenessNs, from, to, ns);
    return this;
  }

  public Measured lost(long count) {
    lost = count;
    return this;
  }

  public Measured unstarted(long count) {
    unstarted = count;
    return this;
  }

  public Measured refused(long count) {
    refused = count;
    return this;
  }

  public Measured failure(String why) {
    failure = why;
    return this;
  }

  public Measurement build() {
    int count = responseNs.length;
    List<Interval> intervals = new ArrayList<>();
    long lengthNs = DURATION_NS / INTERVALS;
    for (int i = 0; i < INTERVALS; i++) {
      intervals.add(
          new Interval(
              i * lengthNs,
              (i + 1) * lengthNs,
              kinds(count * i / INTERVALS, count * (i + 1) / INTERVALS)));
    }
    List<SlowMessage> slowest =
        IntStream.range(0, count)
            .mapToObj(this::message)
            .sorted(Comparator.comparingLong(SlowMessage::responseNs).reversed())
            .limit(KEPT)
            .toList();
    long started = count + lost;
    return new Measurement(
        new Measurement.Totals(
            started + unstarted,
            started,
            count,
            lost,
            unstarted,
            new Measurement.Faults(refused, 0, 0),
            new Measurement.Time(0, 0, DURATION_NS)),
        kinds(0, count),
        Map.of(),
        new Jitter("sleep", counted(new long[0]), List.of()),
        new Measurement.Series(intervals, List.of()),
        new Measurement.Slowest(slowest, Map.of()),
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

  private SlowMessage message(int index) {
    long intendedNs = index * DURATION_NS / responseNs.length;
    return new SlowMessage(
        index,
        intendedNs,
        latenessNs[index],
        intendedNs + latenessNs[index],
        intendedNs + responseNs[index],
        1,
        List.of());
  }

  private Map<Kind, Durations> kinds(int from, int to) {
    Map<Kind, Durations> kinds = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      kinds.put(kind, counted(new long[to - from]));
    }
    kinds.put(Kind.RESPONSE, counted(Arrays.copyOfRange(responseNs, from, to)));
    kinds.put(Kind.LATENESS, counted(Arrays.copyOfRange(latenessNs, from, to)));
    return kinds;
  }

  private static Durations counted(long[] ns) {
    Histogram histogram = new Histogram(3);
    Arrays.stream(ns).forEach(histogram::recordValue);
    return new Durations(
        histogram,
        ns.length,
        Arrays.stream(ns).min().orElse(0),
        Arrays.stream(ns).max().orElse(0),
        BigInteger.valueOf(Arrays.stream(ns).sum()));
  }
}
