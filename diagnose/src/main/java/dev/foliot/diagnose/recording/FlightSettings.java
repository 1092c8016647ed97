package dev.foliot.diagnose.recording;

import dev.foliot.hotspot.flight.FlightRecording;
import java.time.Duration;

/**
 * The events of a diagnosis, in the form of a .jfc file. Pure.
 *
 * <p>Thresholds bound the number of events: a thread that waits for 5 ms each time makes 200 events
 * a second at most. Waits below a threshold are not counted, so the sums are lower bounds.
 */
final class FlightSettings {
  /** From here on the recorder limits the rate of waits for I/O by itself. */
  private static final int THROTTLES = 25;

  private static final int HAS_VIRTUAL_THREADS = 21;

  private FlightSettings() {}

  /**
   * The recording of a diagnosis.
   *
   * @param feature the feature version of the JVM
   * @param atMost after this time the JVM ends it by itself
   */
  static FlightRecording.Plan plan(int feature, Duration atMost) {
    StringBuilder events = new StringBuilder();
    event(events, "jdk.ExceptionStatistics", "period", "100 ms");
    event(events, "jdk.Deoptimization", "stackTrace", "false");
    waits(events, "jdk.FileForce", "1 ms", feature);
    waits(events, "jdk.FileRead", "1 ms", feature);
    waits(events, "jdk.FileWrite", "1 ms", feature);
    waits(events, "jdk.SocketRead", "5 ms", feature);
    waits(events, "jdk.SocketWrite", "5 ms", feature);
    event(events, "jdk.JavaMonitorEnter", "stackTrace", "true", "threshold", "1 ms");
    event(events, "jdk.JavaMonitorWait", "stackTrace", "true", "threshold", "10 ms");
    event(events, "jdk.ThreadPark", "stackTrace", "true", "threshold", "10 ms");
    event(events, "jdk.ThreadSleep", "stackTrace", "true", "threshold", "10 ms");
    if (feature >= HAS_VIRTUAL_THREADS) {
      event(events, "jdk.VirtualThreadPinned", "stackTrace", "true", "threshold", "1 ms");
    }
    event(events, "jdk.ObjectAllocationSample", "stackTrace", "true", "throttle", "100/s");
    event(events, "jdk.ExecuteVMOperation", "threshold", "0 ms");
    event(events, "jdk.DataLoss");
    return new FlightRecording.Plan(whole(events), 0, atMost);
  }

  /** Every exception with its stack. Their rate has no limit, so this is for a moment. */
  static FlightRecording.Plan exceptions(Duration atMost) {
    StringBuilder events = new StringBuilder();
    event(events, "jdk.JavaExceptionThrow", "stackTrace", "true");
    return new FlightRecording.Plan(whole(events), 0, atMost);
  }

  private static void waits(StringBuilder events, String name, String threshold, int feature) {
    if (feature >= THROTTLES) {
      event(events, name, "stackTrace", "true", "threshold", threshold, "throttle", "1000/s");
    } else {
      event(events, name, "stackTrace", "true", "threshold", threshold);
    }
  }

  private static void event(StringBuilder events, String name, String... settings) {
    events.append("  <event name=\"").append(name).append("\">");
    setting(events, "enabled", "true");
    for (int i = 0; i < settings.length; i += 2) {
      setting(events, settings[i], settings[i + 1]);
    }
    events.append("</event>\n");
  }

  private static void setting(StringBuilder events, String name, String value) {
    events.append("<setting name=\"").append(name).append("\">").append(value).append("</setting>");
  }

  private static String whole(StringBuilder events) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <configuration version="2.0" label="Foliot" provider="Foliot">
    """
        + events
        + "</configuration>\n";
  }
}
