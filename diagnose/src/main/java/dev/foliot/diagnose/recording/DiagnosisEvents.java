package dev.foliot.diagnose.recording;

import dev.foliot.hotspot.flight.FlightRecording;
import dev.foliot.hotspot.flight.FlightSettings;
import java.time.Duration;

/**
 * The events of a diagnosis, in the form of a .jfc file. Pure.
 *
 * <p>Thresholds bound the number of events: a thread that waits for 5 ms each time makes 200 events
 * a second at most. Waits below a threshold are not counted, so the sums are lower bounds.
 */
final class DiagnosisEvents {
  /** From here on the recorder limits the rate of waits for I/O by itself. */
  private static final int THROTTLES = 25;

  private static final int HAS_VIRTUAL_THREADS = 21;

  private DiagnosisEvents() {}

  /**
   * The recording of a diagnosis.
   *
   * @param feature the feature version of the JVM
   * @param atMost after this time the JVM ends it by itself
   */
  static FlightRecording.Plan plan(int feature, Duration atMost) {
    FlightSettings events = new FlightSettings();
    events.event("jdk.ExceptionStatistics", "period", "100 ms");
    events.event("jdk.Deoptimization", "stackTrace", "false");
    // a fast disk confirms within some 100 us, thousands of times a second
    waits(events, "jdk.FileForce", "50 us", feature, "10000/s");
    waits(events, "jdk.FileRead", "1 ms", feature, "1000/s");
    waits(events, "jdk.FileWrite", "1 ms", feature, "1000/s");
    waits(events, "jdk.SocketRead", "5 ms", feature, "1000/s");
    waits(events, "jdk.SocketWrite", "5 ms", feature, "1000/s");
    events.event("jdk.JavaMonitorEnter", "stackTrace", "true", "threshold", "1 ms");
    events.event("jdk.JavaMonitorWait", "stackTrace", "true", "threshold", "10 ms");
    events.event("jdk.ThreadPark", "stackTrace", "true", "threshold", "10 ms");
    events.event("jdk.ThreadSleep", "stackTrace", "true", "threshold", "10 ms");
    if (feature >= HAS_VIRTUAL_THREADS) {
      events.event("jdk.VirtualThreadPinned", "stackTrace", "true", "threshold", "1 ms");
    }
    events.event("jdk.ObjectAllocationSample", "stackTrace", "true", "throttle", "100/s");
    events.event("jdk.ExecuteVMOperation", "threshold", "0 ms");
    events.event("jdk.DataLoss");
    return new FlightRecording.Plan(events.text(), 0, atMost, false);
  }

  /** Every exception with its stack. Their rate has no limit, so this is for a moment. */
  static FlightRecording.Plan exceptions(Duration atMost) {
    FlightSettings events = new FlightSettings();
    events.event("jdk.JavaExceptionThrow", "stackTrace", "true");
    return new FlightRecording.Plan(events.text(), 0, atMost, false);
  }

  private static void waits(
      FlightSettings events, String name, String threshold, int feature, String atMost) {
    if (feature >= THROTTLES) {
      events.event(name, "stackTrace", "true", "threshold", threshold, "throttle", atMost);
    } else {
      events.event(name, "stackTrace", "true", "threshold", threshold);
    }
  }
}
