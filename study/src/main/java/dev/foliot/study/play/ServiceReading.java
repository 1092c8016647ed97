package dev.foliot.study.play;

import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.service.watch.FlightView;
import dev.foliot.service.watch.FullCollection;
import dev.foliot.service.watch.MemoryLook;
import dev.foliot.service.watch.Watched;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.series.LoadInterval;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyCollection;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyDecision;
import dev.foliot.store.study.StudyEvent;
import dev.foliot.store.study.StudyFlight;
import dev.foliot.store.study.StudyInterval;
import dev.foliot.store.study.StudyMemory;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudySample;
import dev.foliot.store.study.StudyThreads;
import dev.foliot.store.study.StudyWatch;
import dev.foliot.study.ForkOutcome;
import dev.foliot.study.Work;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.watch.FlightRows;
import dev.foliot.study.watch.ThreadsWatch;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Aligns the results of driver, kernel and service on one time axis.
 *
 * <p>With several loads in the same processes, the time before the first belongs to the first. The
 * only totals, of the flight recording and of the last collection, belong to the last.
 */
public final class ServiceReading {
  private static final double MS = 1e6;

  private final LoadResult result;
  private final int phase;

  /** The first phase after the load before. */
  private final int firstPhase;

  private final boolean first;
  private final boolean last;
  private final Watched watched;
  private final ThreadsWatch threads;
  private final long watchNanoTime;
  private final boolean kernel;

  /**
   * @param loads the indices of the measured phases
   * @param number the index among these, from 0
   * @param watchNanoTime when the watch began
   * @param asked the requested measures
   */
  ServiceReading(
      LoadResult result,
      List<Integer> loads,
      int number,
      Watched watched,
      ThreadsWatch threads,
      long watchNanoTime,
      Measures asked) {
    this.result = result;
    this.phase = loads.get(number);
    this.first = number == 0;
    this.last = number == loads.size() - 1;
    this.firstPhase = first ? 0 : loads.get(number - 1) + 1;
    this.watched = watched;
    this.threads = threads;
    this.watchNanoTime = watchNanoTime;
    this.kernel = asked.kernel();
  }

  /**
   * The outcome.
   *
   * @param late the remote system's mean and greatest lateness in milliseconds, empty if unknown,
   *     null without such a system
   * @param suspect the conditions that make it SUSPECT
   * @param timeline what stopped the service during the load
   * @param recordedStops what its flight recording showed; null without one
   */
  ForkOutcome.Played outcome(
      double @Nullable [] late,
      List<Reason> suspect,
      TimelineRecord timeline,
      @Nullable RecordedStops recordedStops) {
    PhaseResult load = result.phases().get(phase);
    long zeroNs = result.startNanoTime() + load.startNs();
    long zeroMs = result.startEpochMs() + Math.round(load.startNs() / MS);
    FlightView recorded = watched.flight().toOptional().orElse(null);
    List<StudyEvent> events =
        within(FlightRows.all(recorded, zeroNs - watchNanoTime), StudyEvent::atMs, load);
    List<StudyEvent> kept = FlightRows.kept(events);
    StudyCourse course =
        new StudyCourse(
            intervals(load),
            kernel
                ? within(samples(watched, watchNanoTime, zeroNs), StudySample::atMs, load)
                : List.of(),
            within(threads.samples(zeroNs), StudyThreads::atMs, load),
            within(threads.decisions(zeroMs), StudyDecision::atMs, load),
            within(memory(zeroNs), StudyMemory::atMs, load),
            kept);
    List<Reason> unavailable = new ArrayList<>(threads.unavailable());
    unavailable.addAll(watched.unavailable(kernel));
    FlightView flight = last ? recorded : null;
    long missing = events.size() - kept.size() + (flight == null ? 0 : flight.jvm().more());
    if (missing > 0) {
      unavailable.add(new StudyReason.FlightEventsLeftOut(missing, StudyEvent.MOST));
    }
    List<Reason> reasons = new ArrayList<>(suspect);
    if (watched.endedEarly()) {
      reasons.add(new StudyReason.EndedEarly());
    }
    Map<Metric, Double> measures = new LinkedHashMap<>();
    if (late != null && late.length > 0) {
      measures.put(Metric.REMOTE_LATE_MEAN, late[0]);
      measures.put(Metric.REMOTE_LATE_MAX, late[1]);
    } else if (late != null) {
      unavailable.add(new StudyReason.LatenessUnknown());
    }
    if (flight != null && !flight.hangs().isEmpty()) {
      measures.put(Metric.POOL_HANGS, (double) flight.hangs().size());
    }
    return new ForkOutcome.Played(
        new Work.Requests(load, timeline, recordedStops),
        zeroMs,
        course,
        measures,
        new StudyPoint.Observed(
            kernel ? watch(zeroNs - watchNanoTime, load) : null,
            flight == null ? null : flight(flight),
            last
                ? watched.collection().toOptional().map(ServiceReading::collection).orElse(null)
                : null,
            null,
            null),
        unavailable,
        reasons,
        StudyPoint.Placement.NONE);
  }

  /** The entries of the load; the first load includes earlier ones, the last load later ones. */
  private <T> List<T> within(List<T> all, ToDoubleFunction<T> atMs, PhaseResult load) {
    double fromMs = first ? Double.NEGATIVE_INFINITY : 0;
    double toMs = last ? Double.POSITIVE_INFINITY : load.durationNs() / MS;
    return all.stream()
        .filter(one -> atMs.applyAsDouble(one) >= fromMs && atMs.applyAsDouble(one) <= toMs)
        .toList();
  }

  /**
   * The watch of a load. It covers the complete time of a single load, otherwise only the load's
   * own, for a comparison. Null for a load too short for a sample.
   */
  private @Nullable StudyWatch watch(long startNs, PhaseResult load) {
    Watched seen = first && last ? watched : watched.within(startNs, startNs + load.durationNs());
    return seen.samples().isEmpty() ? null : seen.summary();
  }

  private static StudyFlight flight(FlightView seen) {
    return new StudyFlight(
        seen.collector().collections(),
        seen.collector().collectionNs(),
        seen.collector().pauses(),
        seen.collector().pauseNs(),
        seen.collector().longestPauseNs(),
        seen.virtualThreads().pinned(),
        seen.virtualThreads().pinnedNs(),
        seen.virtualThreads().submitFailed());
  }

  private static StudyCollection collection(FullCollection seen) {
    return new StudyCollection(
        seen.heapUsedBeforeBytes(),
        seen.heapUsedAfterBytes(),
        seen.offHeapBeforeBytes(),
        seen.offHeapAfterBytes(),
        seen.residentBeforeBytes(),
        seen.residentAfterBytes());
  }

  private List<StudyMemory> memory(long zeroNs) {
    List<StudyMemory> looks = new ArrayList<>();
    for (MemoryLook look : watched.looks()) {
      MemorySplit split = look.resident().toOptional().orElse(null);
      Map<String, Long> parts = new HashMap<>();
      if (split != null) {
        split.parts().forEach((part, bytes) -> parts.put(part.label(), bytes));
      }
      looks.add(
          new StudyMemory(
              (watchNanoTime + look.atNs() - zeroNs) / MS,
              look.heapUsedBytes().toOptional().orElse(null),
              look.committedBytes()
                  .toOptional()
                  .map(committed -> committed.get(MemoryPart.JAVA_HEAP))
                  .orElse(null),
              split == null ? null : (Long) split.residentBytes(),
              parts));
    }
    return looks;
  }

  private List<StudyInterval> intervals(PhaseResult load) {
    List<StudyInterval> intervals = new ArrayList<>();
    for (int i = firstPhase; i <= phase; i++) {
      PhaseResult one = result.phases().get(i);
      long shiftNs = one.startNs() - load.startNs();
      for (LoadInterval row : one.series()) {
        // an interval that ends after an earlier phase belongs to that phase, and would overlap
        if (i == phase || row.endNs() <= one.durationNs()) {
          intervals.add(StudyInterval.of(row, shiftNs));
        }
      }
    }
    return intervals;
  }

  /**
   * The samples of a watch, from a moment on.
   *
   * @param watchNanoTime when it began
   */
  public static List<StudySample> samples(Watched watched, long watchNanoTime, long zeroNs) {
    return watched.samples().stream().map(sample -> sample.later(watchNanoTime - zeroNs)).toList();
  }
}
