package dev.foliot.jlbh;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Jitter;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Measurement;
import dev.foliot.bench.SlowMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Puts measurements together that were taken one after the other in one JVM, as if they were one.
 * Times count from the start of the first.
 */
public final class RunSequence {
  private static final int KEPT = 1_000;
  private static final long NO_PROBE = -1;

  private final List<Measurement> parts;
  private final Measurement first;
  private final List<String> probeNames;

  private RunSequence(List<Measurement> parts) {
    this.parts = List.copyOf(parts);
    this.first = parts.get(0);
    Set<String> names = new LinkedHashSet<>();
    parts.forEach(part -> names.addAll(part.probes().keySet()));
    this.probeNames = List.copyOf(names);
  }

  /**
   * Returns all as one.
   *
   * @param parts at least one, in order
   */
  public static Measurement of(List<Measurement> parts) {
    return parts.size() == 1 ? parts.get(0) : new RunSequence(parts).whole();
  }

  private Measurement whole() {
    Map<Kind, Durations> durations = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      durations.put(
          kind,
          Durations.sum(
              parts.stream().map(part -> Objects.requireNonNull(part.durations().get(kind)))));
    }
    Map<String, Durations> probes = new LinkedHashMap<>();
    for (String name : probeNames) {
      probes.put(
          name,
          Durations.sum(
              parts.stream().map(part -> part.probes().get(name)).filter(Objects::nonNull)));
    }
    Map<Long, String> threadNames = new HashMap<>();
    parts.forEach(part -> threadNames.putAll(part.slowest().threadNames()));
    Measurement failed =
        parts.stream().filter(part -> part.failure() != null).findFirst().orElse(first);
    return new Measurement(
        totals(),
        durations,
        probes,
        jitter(),
        new Measurement.Series(intervals(), first.series().warmup()),
        new Measurement.Slowest(slowest(), threadNames),
        conditions(),
        failed.failure());
  }

  private Measurement.Totals totals() {
    return new Measurement.Totals(
        sum(Measurement.Totals::scheduled),
        sum(Measurement.Totals::started),
        sum(Measurement.Totals::completed),
        sum(Measurement.Totals::lost),
        sum(Measurement.Totals::unstarted),
        new Measurement.Faults(
            sum(totals -> totals.faults().refusedEnds()),
            sum(totals -> totals.faults().contradictory()),
            sum(totals -> totals.faults().negativeProbes())),
        new Measurement.Time(
            first.totals().time().startNanoTime(),
            first.totals().time().startEpochMs(),
            sum(totals -> totals.time().spanNs())));
  }

  private long sum(ToLongFunction<Measurement.Totals> number) {
    return parts.stream().map(Measurement::totals).mapToLong(number).sum();
  }

  private long offsetNs(Measurement part) {
    return part.totals().time().startNanoTime() - first.totals().time().startNanoTime();
  }

  private Jitter jitter() {
    List<Jitter.Stall> stalls = new ArrayList<>();
    for (Measurement part : parts) {
      for (Jitter.Stall stall : part.jitter().stalls()) {
        stalls.add(new Jitter.Stall(stall.startNs() + offsetNs(part), stall.lengthNs()));
      }
    }
    return new Jitter(
        first.jitter().mode(),
        Durations.sum(parts.stream().map(part -> part.jitter().durations())),
        stalls);
  }

  private List<Interval> intervals() {
    List<Interval> all = new ArrayList<>();
    for (Measurement part : parts) {
      long offsetNs = offsetNs(part);
      part.series()
          .intervals()
          .forEach(one ->
              all.add(
                  new Interval(one.startNs() + offsetNs, one.endNs() + offsetNs, one.durations())));
    }
    return all;
  }

  private List<SlowMessage> slowest() {
    List<SlowMessage> all = new ArrayList<>();
    long before = 0;
    for (Measurement part : parts) {
      long offsetNs = offsetNs(part);
      List<String> names = List.copyOf(part.probes().keySet());
      for (SlowMessage one : part.slowest().messages()) {
        all.add(
            new SlowMessage(
                one.index() + before,
                one.intendedNs() + offsetNs,
                one.latenessNs(),
                one.startNs() + offsetNs,
                one.endNs() + offsetNs,
                one.threadId(),
                probeNames.stream().map(name -> probeNs(one, names.indexOf(name))).toList()));
      }
      before += part.totals().scheduled();
    }
    all.sort(
        Comparator.comparingLong(SlowMessage::responseNs)
            .reversed()
            .thenComparingLong(SlowMessage::index));
    return List.copyOf(all.subList(0, Math.min(all.size(), KEPT)));
  }

  private static long probeNs(SlowMessage message, int place) {
    return place < 0 ? NO_PROBE : message.probesNs().get(place);
  }

  private Measurement.Conditions conditions() {
    Measurement.Conditions one = first.conditions();
    return new Measurement.Conditions(
        one.grantedCpus(),
        one.waitMode(),
        one.clock(),
        new Measurement.JvmWork(
            collectors(),
            parts.stream().mapToLong(part -> part.conditions().work().compileTimeMs()).sum(),
            null),
        one.jvm(),
        one.jvmArguments(),
        parts.stream().flatMap(part -> part.conditions().notes().stream()).distinct().toList());
  }

  /** The same collectors work in all parts, since all are of one JVM. */
  private List<Measurement.Collector> collectors() {
    Map<String, Measurement.Collector> sums = new LinkedHashMap<>();
    for (Measurement part : parts) {
      for (Measurement.Collector one : part.conditions().work().collectors()) {
        sums.merge(
            one.name(),
            one,
            (a, b) ->
                new Measurement.Collector(
                    a.name(), a.count() + b.count(), a.timeMs() + b.timeMs()));
      }
    }
    return List.copyOf(sums.values());
  }
}
