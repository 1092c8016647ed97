package dev.foliot.service.recording;

import dev.foliot.hotspot.flight.FlightEvent;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.explain.TimelineSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Makes stops of the events of a recording, event by event. One thread.
 *
 * <p>{@link WaitFilter} decides which waits count. Code that is left by a deoptimisation counts as
 * slow until its method has been compiled by the last compiler again; without such a compilation it
 * does not count.
 */
final class RecordedStopReader {
  private static final int MOST_EVENTS = 500_000;
  private static final int MOST_THREADS = 10_000;
  private static final long SHORTEST_NS = 10_000;

  /** The compiler of the last tier. */
  private static final int LAST_TIER = 4;

  private final RecordedLoad load;
  private final WaitFilter filter;
  private final WaitCode.Known codes;

  /** The names of threads that may delay messages; empty for others. */
  private final IdentityHashMap<RecordedThread, Optional<String>> threads = new IdentityHashMap<>();

  private final ClockOffset offset;
  private final List<ThreadStop> stops = new ArrayList<>();
  private final List<Deoptimised> deoptimised = new ArrayList<>();
  private final Map<String, TreeSet<Long>> compiledNs = new HashMap<>();
  private final Map<Source, Long> counts = new LinkedHashMap<>();
  private final @Nullable TracedTimes traced;
  private final @Nullable PoolStops pools;
  private long leftOut;

  /** What is recorded. */
  private enum Source {
    WAITS("locks, parks and sleeps"),
    IO("file and socket I/O"),
    CLASSES("class loading"),
    CODE("deoptimisations"),
    PAUSES("collections and safepoints"),
    TRACES("threads with trace ids"),
    POOLS("times in which all threads of a pool waited");

    private final String words;

    Source(String words) {
      this.words = "flight recording: " + words;
    }
  }

  private record Deoptimised(long threadId, long atNs, String method, String place) {}

  RecordedStopReader(RecordedLoad load, ClockOffset offset) {
    this.load = load;
    this.filter = WaitFilter.of(load);
    this.codes = new WaitCode.Known(filter);
    this.offset = offset;
    this.traced =
        load instanceof RecordedLoad.OfServer server && !server.slow().isEmpty()
            ? new TracedTimes(server.slow())
            : null;
    this.pools = load instanceof RecordedLoad.OfServer ? new PoolStops() : null;
    for (Source source : Source.values()) {
      if (isRead(source)) {
        counts.put(source, 0L);
      }
    }
  }

  private boolean isRead(Source source) {
    return switch (source) {
      case CODE -> filter.countsDeoptimisations();
      case TRACES -> traced != null;
      case POOLS -> pools != null;
      case WAITS, IO, CLASSES, PAUSES -> true;
    };
  }

  void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.JavaMonitorEnter" -> wait(event, Source.WAITS, StopKind.MONITOR);
      case "jdk.ThreadPark" -> wait(event, Source.WAITS, StopKind.PARK);
      case "jdk.VirtualThreadPinned" -> wait(event, Source.WAITS, StopKind.PINNED);
      case "jdk.JavaMonitorWait", "jdk.ThreadSleep" -> wait(event, Source.WAITS, StopKind.SLEEP);
      case "jdk.FileForce" -> wait(event, Source.IO, StopKind.FSYNC);
      case "jdk.FileRead", "jdk.FileWrite" -> wait(event, Source.IO, StopKind.FILE_IO);
      case "jdk.SocketRead", "jdk.SocketWrite" -> wait(event, Source.IO, StopKind.SOCKET_IO);
      case "jdk.ClassLoad" -> wait(event, Source.CLASSES, StopKind.CLASS_LOADING);
      case "jdk.Deoptimization" -> deoptimised(event);
      case "jdk.Compilation" -> compiled(event);
      case "jdk.GCPhasePause" -> ofAll(event, StopKind.GC_PAUSE, FlightEvent.text(event, "name"));
      case "jdk.SafepointStateSynchronization" -> ofAll(event, StopKind.TIME_TO_SAFEPOINT, "");
      case "jdk.ExecuteVMOperation" -> operation(event);
      // the recorder adds its own events to every file, and programs have theirs
      default -> traced(event);
    }
  }

  private void traced(RecordedEvent event) {
    RecordedThread thread = event.getThread();
    if (traced != null
        && thread != null
        && traced.add(event, thread.getJavaThreadId(), startNs(event), endNs(event))) {
      counts.merge(Source.TRACES, 1L, Long::sum);
    }
  }

  private void operation(RecordedEvent event) {
    String name = FlightEvent.text(event, "operation");
    if (event.getBoolean("safepoint") && !FlightEvent.isCollection(name)) {
      ofAll(event, StopKind.SAFEPOINT, name);
    }
  }

  private void ofAll(RecordedEvent event, StopKind kind, String detail) {
    add(ThreadStop.ALL, false, 0, startNs(event), endNs(event), Source.PAUSES, kind, detail);
  }

  private void wait(RecordedEvent event, Source source, StopKind kind) {
    RecordedThread thread = event.getThread();
    Optional<String> named = thread == null ? Optional.empty() : named(thread);
    if (thread == null || named.isEmpty()) {
      return;
    }
    PoolStops ofPools = thread.isVirtual() ? null : pools;
    String name = named.get();
    if (ofPools != null) {
      ofPools.seen(name, thread.getJavaThreadId(), startNs(event), endNs(event));
    }
    WaitCode.Known.Judged in = codes.of(event);
    if (filter.counts(event, in, kind)) {
      ThreadStop added =
          add(
              thread.getJavaThreadId(),
              in.serving(),
              in.path(),
              startNs(event),
              endNs(event),
              source,
              kind,
              in.code().place());
      if (ofPools != null && in.serving() && added != null) {
        ofPools.waited(name, added);
      }
    }
  }

  /**
   * Each request may have a virtual thread of its own: as many as are seen often are remembered.
   */
  private Optional<String> named(RecordedThread thread) {
    Optional<String> known = threads.get(thread);
    if (known == null) {
      known = filter.isOf(thread) ? Optional.of(FlightEvent.name(thread)) : Optional.empty();
      if (threads.size() < MOST_THREADS && !thread.isVirtual()) {
        threads.put(thread, known);
      }
    }
    return known;
  }

  private long startNs(RecordedEvent event) {
    return offset.nanoTime(event.getStartTime()) - load.startNs();
  }

  private long endNs(RecordedEvent event) {
    return offset.nanoTime(event.getEndTime()) - load.startNs();
  }

  /** The stop; null if it is left out. */
  private @Nullable ThreadStop add(
      long threadId,
      boolean serving,
      int path,
      long startNs,
      long endNs,
      Source source,
      StopKind kind,
      String detail) {
    if (endNs <= 0 || startNs >= load.lengthNs() || endNs - startNs < SHORTEST_NS) {
      return null;
    }
    counts.merge(source, 1L, Long::sum);
    if (stops.size() >= MOST_EVENTS) {
      leftOut++;
      return null;
    }
    ThreadStop stop =
        new ThreadStop(
            threadId,
            new Stop(startNs, endNs, endNs - startNs, offset.errorNs(), kind, detail),
            serving,
            path);
    stops.add(stop);
    return stop;
  }

  private void deoptimised(RecordedEvent event) {
    RecordedThread thread = event.getThread();
    RecordedMethod method = event.getValue("method");
    long atNs = startNs(event);
    if (filter.countsDeoptimisations()
        && thread != null
        && filter.isOf(thread)
        && method != null
        && atNs > 0
        && atNs < load.lengthNs()
        && deoptimised.size() < MOST_EVENTS) {
      deoptimised.add(
          new Deoptimised(
              thread.getJavaThreadId(),
              atNs,
              key(method),
              FlightEvent.place(method, event.getInt("lineNumber"))));
    }
  }

  private void compiled(RecordedEvent event) {
    RecordedMethod method = event.getValue("method");
    long endNs = endNs(event);
    if (method != null && endNs > 0 && event.getInt("compileLevel") == LAST_TIER) {
      compiledNs.computeIfAbsent(key(method), name -> new TreeSet<>()).add(endNs);
    }
  }

  private static String key(RecordedMethod method) {
    return method.getType().getName() + "." + method.getName() + method.getDescriptor();
  }

  /** All stops, after the last event. */
  RecordedStops stops() {
    for (Deoptimised one : deoptimised) {
      Long againNs = compiledNs.getOrDefault(one.method, new TreeSet<>()).higher(one.atNs);
      if (againNs != null) {
        add(
            one.threadId,
            false,
            0,
            one.atNs,
            againNs,
            Source.CODE,
            StopKind.DEOPTIMISATION,
            one.place);
      }
    }
    if (pools != null) {
      List<ThreadStop> ofPools = pools.stops();
      counts.put(Source.POOLS, (long) ofPools.size());
      stops.addAll(ofPools);
    }
    List<ThreadStop> kept =
        (pools == null ? stops : ClassLoads.together(stops))
            .stream()
                .map(stop -> traced == null ? stop : traced.of(stop))
                .sorted(
                    Comparator.comparingLong((ThreadStop one) -> one.stop().lengthNs()).reversed())
                .limit(TimelineRecord.MOST_STOPS)
                .sorted(Comparator.comparingLong(one -> one.stop().endNs()))
                .toList();
    List<TimelineSource> sources = new ArrayList<>();
    counts.forEach(
        (source, count) -> sources.add(new TimelineSource(source.words, 0, count, null)));
    return new RecordedStops(
        RecordedStops.SCHEMA, sources, kept, leftOut + stops.size() - kept.size());
  }
}
