package dev.foliot.service.recording;

import dev.foliot.hotspot.flight.FlightEvent;
import java.util.IdentityHashMap;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;

/**
 * The code in which a thread waited. Immutable.
 *
 * @param place the innermost method that is not the JDK's; empty where all are
 * @param calls the methods on the stack, innermost first
 */
record WaitCode(String place, List<String> calls) {
  /**
   * Such code with what a filter makes of it. A busy server waits thousands of times a second in a
   * few places, and the recording has one object for each stack. Bounded. One thread.
   */
  static final class Known {
    private static final int MOST = 10_000;

    private final WaitFilter filter;
    private final IdentityHashMap<RecordedStackTrace, Judged> judged = new IdentityHashMap<>();

    Known(WaitFilter filter) {
      this.filter = filter;
    }

    /**
     * @param serving whether a thread of a server served a request
     * @param path tells the waits of a place apart
     */
    record Judged(WaitCode code, boolean serving, int path) {}

    Judged of(RecordedEvent event) {
      RecordedStackTrace stack = event.getStackTrace();
      Judged known = stack == null ? null : judged.get(stack);
      if (known == null) {
        WaitCode code = new WaitCode(FlightEvent.place(event), FlightEvent.calls(event).toList());
        known = new Judged(code, filter.isServing(code), filter.path(code).hashCode());
        if (stack != null && judged.size() < MOST) {
          judged.put(stack, known);
        }
      }
      return known;
    }
  }
}
