package dev.foliot.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Assembles the results of the producers, probes and meters. */
final class MeasurementBuilder {
  private static final int TRACE_LENGTH = 8_000;

  private final BenchConfig config;
  private final WaitPlan plan;
  private final ClockCheck clock;
  private final int cpus;
  private final Probes probes;
  private final List<String> notes = new ArrayList<>();
  private final long clockOriginNs;
  private final Map<Long, String> threadNames = new HashMap<>();

  MeasurementBuilder(
      BenchConfig config,
      WaitPlan plan,
      ClockCheck clock,
      int cpus,
      Probes probes,
      long clockOriginNs) {
    this.config = config;
    this.plan = plan;
    this.clock = clock;
    this.cpus = cpus;
    this.probes = probes;
    this.clockOriginNs = clockOriginNs;
  }

  /** Adds a sentence about the conditions. */
  void note(String sentence) {
    notes.add(sentence);
  }

  /** Looks up the threads of the slowest messages while they are alive. */
  void nameThreads(Load load) {
    long[] ids =
        slowest(load).stream()
            .mapToLong(SlowMessage::threadId)
            .filter(id -> id > 0)
            .distinct()
            .toArray();
    for (ThreadInfo info : ManagementFactory.getThreadMXBean().getThreadInfo(ids)) {
      if (info != null) {
        threadNames.put(info.getThreadId(), info.getThreadName());
      }
    }
  }

  Measurement build(
      Load warmup,
      Load measured,
      Jitter jitter,
      @Nullable String failure,
      @Nullable Throwable failureCause) {
    List<Interval> intervals = intervals(measured);
    Map<Kind, Durations> durations = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Durations.Builder total = new Durations.Builder();
      intervals.forEach(i -> total.add(Objects.requireNonNull(i.durations().get(kind))));
      durations.put(kind, total.build());
    }
    Map<String, Durations> probeDurations = new LinkedHashMap<>();
    probes.all().forEach(probe -> probeDurations.put(probe.name(), probe.read()));
    // made once: threads of the task may make more
    List<Probes.SamplerRecorder> samplers = probes.samplers();
    samplers.forEach(one -> probeDurations.put(one.name(), one.read()));
    return new Measurement(
        totals(measured, durations),
        durations,
        probeDurations,
        jitter,
        new Measurement.Series(intervals, intervals(warmup)),
        new Measurement.Slowest(
            slowest(measured).stream()
                .map(message -> message.withProbes(probeDurations.size()))
                .toList(),
            threadNames),
        conditions(measured),
        failure == null
            ? null
            : new Measurement.Failure(failure, failureCause == null ? null : trace(failureCause)));
  }

  private Measurement.Totals totals(Load load, Map<Kind, Durations> durations) {
    long started = load.outcomes().stream().mapToLong(Producer.Outcome::started).sum();
    long lost = load.outcomes().stream().mapToLong(Producer.Outcome::lost).sum();
    // the last message takes its time too, even when nothing fell behind
    long usualResponseNs = Objects.requireNonNull(durations.get(Kind.RESPONSE)).percentileNs(50);
    long lastEnd =
        load.outcomes().stream().mapToLong(o -> o.recorder().lastEndNs()).max().orElse(0);
    return new Measurement.Totals(
        load.scheduled(),
        started,
        started - lost,
        lost,
        load.outcomes().stream().mapToLong(Producer.Outcome::unstarted).sum(),
        new Measurement.Faults(
            load.refusedEnds(),
            load.outcomes().stream().mapToLong(o -> o.recorder().contradictory()).sum(),
            probes.all().stream().mapToLong(ProbeRecorder::negative).sum()
                + probes.samplers().stream().mapToLong(Probes.SamplerRecorder::negative).sum()),
        new Measurement.Time(
            clockOriginNs + load.startNs(),
            load.startEpochMs(),
            Math.max(config.durationNs(), lastEnd - load.startNs() - usualResponseNs)));
  }

  private Measurement.Conditions conditions(Load load) {
    return new Measurement.Conditions(
        cpus,
        plan.producerMode(),
        new Measurement.Clock(clock.costNs(), clock.grainNs()),
        load.jvm(),
        JvmFacts.properties(),
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        Stream.concat(plan.notes().stream(), notes.stream()).toList());
  }

  /** Merges every producer's intervals by start. */
  private static List<Interval> intervals(Load load) {
    TreeMap<Long, Interval.Builder> byStart = new TreeMap<>();
    for (Producer.Outcome outcome : load.outcomes()) {
      for (Interval.Builder interval : outcome.recorder().intervals()) {
        Interval.Builder known = byStart.putIfAbsent(interval.startNs(), interval);
        if (known != null) {
          known.add(interval.build());
        }
      }
    }
    return byStart.values().stream().map(Interval.Builder::build).toList();
  }

  private static List<SlowMessage> slowest(Load load) {
    List<SlowMessage> all = new ArrayList<>();
    load.outcomes().forEach(o -> all.addAll(o.recorder().slowest(load.firstId())));
    all.sort(
        Comparator.comparingLong(SlowMessage::responseNs)
            .reversed()
            .thenComparingLong(SlowMessage::index));
    return List.copyOf(all.subList(0, Math.min(all.size(), SlowestMessages.KEPT)));
  }

  static String trace(Throwable e) {
    StringWriter text = new StringWriter();
    try {
      e.printStackTrace(new PrintWriter(text));
    } catch (RuntimeException broken) {
      return e.getClass().getName();
    }
    return text.toString().substring(0, Math.min(TRACE_LENGTH, text.toString().length()));
  }
}
