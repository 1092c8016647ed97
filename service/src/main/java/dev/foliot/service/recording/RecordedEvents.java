package dev.foliot.service.recording;

import dev.foliot.hotspot.flight.FlightSettings;
import java.util.List;

/** The events that explain slow messages, in the form of a .jfc file. Pure. */
final class RecordedEvents {
  /** The most frames of a stack. */
  static final int STACK_DEPTH = 128;

  /** From here on the recorder limits the rate of waits for I/O by itself. */
  private static final int THROTTLES = 25;

  private static final int HAS_VIRTUAL_THREADS = 21;

  private RecordedEvents() {}

  /**
   * Waits of threads from so long on, and no more, for a JVM of a feature version.
   *
   * @param classesMs loads of classes from so long on
   */
  static String waits(int feature, long thresholdMs, long classesMs) {
    return waits(feature, thresholdMs + " ms")
        .event("jdk.ClassLoad", "stackTrace", "true", "threshold", classesMs + " ms")
        .text();
  }

  private static FlightSettings waits(int feature, String threshold) {
    FlightSettings settings = new FlightSettings();
    for (String name :
        List.of(
            "jdk.JavaMonitorEnter", "jdk.ThreadPark", "jdk.JavaMonitorWait", "jdk.ThreadSleep")) {
      settings.event(name, "stackTrace", "true", "threshold", threshold);
    }
    if (feature >= HAS_VIRTUAL_THREADS) {
      settings.event("jdk.VirtualThreadPinned", "stackTrace", "true", "threshold", threshold);
    }
    for (String name :
        List.of(
            "jdk.FileForce",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.SocketRead",
            "jdk.SocketWrite")) {
      if (feature >= THROTTLES) {
        settings.event(name, "stackTrace", "true", "threshold", threshold, "throttle", "off");
      } else {
        settings.event(name, "stackTrace", "true", "threshold", threshold);
      }
    }
    return settings;
  }

  /** For a JVM of a feature version. */
  static String settings(int feature) {
    return waits(feature, "100 us")
        .event("jdk.ClassLoad", "stackTrace", "true", "threshold", "0 ms")
        .event("jdk.Deoptimization", "stackTrace", "false")
        .event("jdk.Compilation", "threshold", "0 ms")
        .event("jdk.GCPhasePause", "threshold", "0 ms")
        .event("jdk.SafepointStateSynchronization", "threshold", "0 ms")
        .event("jdk.ExecuteVMOperation", "threshold", "0 ms")
        .event("jdk.DataLoss")
        .text();
  }
}
