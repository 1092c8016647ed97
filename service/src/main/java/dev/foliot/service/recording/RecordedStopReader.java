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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Makes stops of the events of a recording, event by event. One thread.
 *
 * <p>A wait counts where a message waited. One with no code of the task on its stack is the
 * harness's or an idle worker's. A thread of the task's own may park, sleep or read a socket only
 * because it has no work, so there these do not count. Code that is left by a deoptimisation counts
 * as slow until its method has been compiled by the last compiler again; without such a compilation
 * it does not count.
 */
final class RecordedStopReader {
  private static final int MOST_EVENTS = 500_000;
  private static final long SHORTEST_NS = 10_000;

  /** The compiler of the last tier. */
  private static final int LAST_TIER = 4;

  /** The harness waits for the next message, and its workers for work. */
  private static final List<String> HARNESS = List.of("dev.foliot.bench.", "dev.foliot.pool.");

  private final RecordedLoad load;
  private final ClockOffset offset;
  private final List<ThreadStop> stops = new ArrayList<>();
  private final List<Deoptimised> deoptimised = new ArrayList<>();
  private final Map<String, TreeSet<Long>> compiledNs = new HashMap<>();
  private final Map<Source, Long> counts = new LinkedHashMap<>();
  private long leftOut;

  /** What is recorded. */
  private enum Source {
    WAITS("locks, parks and sleeps"),
    IO("file and socket I/O"),
    CLASSES("class loading"),
    CODE("deoptimisations"),
    PAUSES("collections and safepoints");

    private final String words;

    Source(String words) {
      this.words = "flight recording: " + words;
    }
  }

  private record Deoptimised(long threadId, long atNs, String method, String place) {}

  RecordedStopReader(RecordedLoad load, ClockOffset offset) {
    this.load = load;
    this.offset = offset;
    for (Source source : Source.values()) {
      counts.put(source, 0L);
    }
  }

  void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.JavaMonitorEnter" -> ofTask(event, Source.WAITS, StopKind.MONITOR);
      case "jdk.ThreadPark" -> ofMessage(event, Source.WAITS, StopKind.PARK);
      case "jdk.VirtualThreadPinned" -> ofTask(event, Source.WAITS, StopKind.PINNED);
      case "jdk.JavaMonitorWait", "jdk.ThreadSleep" ->
          ofMessage(event, Source.WAITS, StopKind.SLEEP);
      case "jdk.FileForce" -> ofTask(event, Source.IO, StopKind.FSYNC);
      case "jdk.FileRead", "jdk.FileWrite" -> ofTask(event, Source.IO, StopKind.FILE_IO);
      case "jdk.SocketRead", "jdk.SocketWrite" -> ofMessage(event, Source.IO, StopKind.SOCKET_IO);
      case "jdk.ClassLoad" -> ofThread(event, Source.CLASSES, StopKind.CLASS_LOADING);
      case "jdk.Deoptimization" -> deoptimised(event);
      case "jdk.Compilation" -> compiled(event);
      case "jdk.GCPhasePause" -> ofAll(event, StopKind.GC_PAUSE, FlightEvent.text(event, "name"));
      case "jdk.SafepointStateSynchronization" -> ofAll(event, StopKind.TIME_TO_SAFEPOINT, "");
      case "jdk.ExecuteVMOperation" -> operation(event);
      default -> {
        // the recorder adds its own events to every file
      }
    }
  }

  private void operation(RecordedEvent event) {
    String name = FlightEvent.text(event, "operation");
    if (event.getBoolean("safepoint") && !FlightEvent.isCollection(name)) {
      ofAll(event, StopKind.SAFEPOINT, name);
    }
  }

  private void ofAll(RecordedEvent event, StopKind kind, String detail) {
    add(ThreadStop.ALL, event, Source.PAUSES, kind, detail);
  }

  /** Only while the harness called the task. */
  private void ofMessage(RecordedEvent event, Source source, StopKind kind) {
    if (FlightEvent.isCalledFrom(event, HARNESS.getFirst())) {
      ofTask(event, source, kind);
    }
  }

  private void ofTask(RecordedEvent event, Source source, StopKind kind) {
    String place = FlightEvent.place(event);
    if (!place.isEmpty() && HARNESS.stream().noneMatch(place::startsWith)) {
      ofThread(event, source, kind);
    }
  }

  private void ofThread(RecordedEvent event, Source source, StopKind kind) {
    Long threadId = threadId(event);
    if (threadId != null) {
      add(threadId, event, source, kind, FlightEvent.place(event));
    }
  }

  /** The thread of an event, if it served slow messages. */
  private @Nullable Long threadId(RecordedEvent event) {
    RecordedThread thread = event.getThread();
    return thread != null && load.threads().contains(thread.getJavaThreadId())
        ? (Long) thread.getJavaThreadId()
        : null;
  }

  private void add(
      long threadId, RecordedEvent event, Source source, StopKind kind, String detail) {
    add(
        threadId,
        offset.nanoTime(event.getStartTime()) - load.startNs(),
        offset.nanoTime(event.getEndTime()) - load.startNs(),
        source,
        kind,
        detail);
  }

  private void add(
      long threadId, long startNs, long endNs, Source source, StopKind kind, String detail) {
    if (endNs <= 0 || startNs >= load.lengthNs() || endNs - startNs < SHORTEST_NS) {
      return;
    }
    counts.merge(source, 1L, Long::sum);
    if (stops.size() >= MOST_EVENTS) {
      leftOut++;
      return;
    }
    stops.add(
        new ThreadStop(
            threadId, new Stop(startNs, endNs, endNs - startNs, offset.errorNs(), kind, detail)));
  }

  private void deoptimised(RecordedEvent event) {
    Long threadId = threadId(event);
    RecordedMethod method = event.getValue("method");
    long atNs = offset.nanoTime(event.getStartTime()) - load.startNs();
    if (threadId != null
        && method != null
        && atNs > 0
        && atNs < load.lengthNs()
        && deoptimised.size() < MOST_EVENTS) {
      deoptimised.add(
          new Deoptimised(
              threadId, atNs, key(method), FlightEvent.place(method, event.getInt("lineNumber"))));
    }
  }

  private void compiled(RecordedEvent event) {
    RecordedMethod method = event.getValue("method");
    long endNs = offset.nanoTime(event.getEndTime()) - load.startNs();
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
        add(one.threadId, one.atNs, againNs, Source.CODE, StopKind.DEOPTIMISATION, one.place);
      }
    }
    List<ThreadStop> kept =
        stops.stream()
            .sorted(Comparator.comparingLong((ThreadStop one) -> one.stop().lengthNs()).reversed())
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
