package dev.foliot.service.recording;

import dev.foliot.store.explain.ThreadStop;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The times in which threads served requests, by the trace ids in a recording. One thread.
 *
 * <p>A program says them by events of its own with a text {@code traceId}, as OpenTelemetry's
 * {@code io.opentelemetry.context.Scope} [1]: from its beginning to its end the thread of such an
 * event works on that trace. An event of a span says something else: the thread that ended it.
 *
 * <p>[1] opentelemetry-java-contrib, "jfr-events".
 */
final class TracedTimes {
  private static final String FIELD = "traceId";
  private static final Pattern TRACE = Pattern.compile("(?:00-)?([0-9a-f]{32})(?:-.*)?");
  private static final int MOST = 500_000;

  /** Times of one thread lie in each other, and are no deeper than this. */
  private static final int DEEPEST = 100;

  private final Map<String, Long> slow;
  private final Map<Long, TreeMap<Long, Served>> byThread = new HashMap<>();
  private int count;

  private record Served(long endNs, long request) {}

  /**
   * @param slow the numbers of the slow requests by their trace ids
   */
  TracedTimes(Map<String, Long> slow) {
    this.slow = slow;
  }

  /** Takes an event; false for one that says no such time. */
  boolean add(RecordedEvent event, long threadId, long startNs, long endNs) {
    if (!event.hasField(FIELD)
        || event.getEventType().getName().endsWith("Span")
        || count >= MOST) {
      return false;
    }
    Matcher trace = TRACE.matcher(String.valueOf(event.<Object>getValue(FIELD)));
    if (!trace.matches()) {
      return false;
    }
    count++;
    byThread
        .computeIfAbsent(threadId, thread -> new TreeMap<>())
        .merge(
            startNs,
            new Served(endNs, slow.getOrDefault(trace.group(1), ThreadStop.ANOTHER)),
            (one, other) -> one.endNs >= other.endNs ? one : other);
    return true;
  }

  /**
   * The same stop, with the request that its thread served; the innermost time around it counts.
   */
  ThreadStop of(ThreadStop one) {
    TreeMap<Long, Served> times = byThread.get(one.threadId());
    if (times == null) {
      return one;
    }
    Map.Entry<Long, Served> before = times.floorEntry(one.stop().startNs());
    for (int i = 0; before != null && i < DEEPEST; i++) {
      if (before.getValue().endNs >= one.stop().endNs()) {
        return new ThreadStop(
            one.threadId(), one.stop(), true, one.path(), before.getValue().request);
      }
      before = times.lowerEntry(before.getKey());
    }
    return one;
  }
}
