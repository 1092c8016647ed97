package dev.foliot.hotspot.flight;

import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.text.Shown;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** What a recorded event says, as text for one line. Pure. */
public final class FlightEvent {
  private static final int LONGEST = 200;

  /** Operations of collectors, by the beginnings of their names. */
  private static final List<String> COLLECTIONS =
      List.of("G1", "Parallel", "Gen", "Serial", "Collect", "CGC", "Z", "X", "Shenandoah");

  private FlightEvent() {}

  /** A field; empty where the event has none. */
  public static String text(RecordedEvent event, String field) {
    if (!event.hasField(field)) {
      return "";
    }
    String value = event.getString(field);
    return value == null ? "" : Shown.text(value, LONGEST);
  }

  /**
   * The innermost method of its stack that is not the JDK's, as {@code com.acme.Ledger.add:41};
   * empty where all are, and without a stack.
   */
  public static String place(RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    return trace == null
        ? ""
        : Shown.text(
            JavaFrame.place(trace.getFrames().stream().map(FlightEvent::frame).toList()), LONGEST);
  }

  /**
   * The methods on its stack, innermost first, as {@code com.acme.Ledger.add}; none without a
   * stack.
   */
  public static Stream<String> calls(RecordedEvent event) {
    RecordedStackTrace trace = event.getStackTrace();
    return trace == null
        ? Stream.empty()
        : trace.getFrames().stream()
            .map(FlightEvent::frame)
            .map(frame -> frame.className() + "." + frame.method());
  }

  private static JavaFrame frame(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    return method == null
        ? new JavaFrame("java.", "", -1, -1, "")
        : new JavaFrame(
            method.getType().getName(), method.getName(), -1, frame.getLineNumber(), "");
  }

  /** A method and a line, as {@code com.acme.Ledger.add:41}; empty where the method is unknown. */
  public static String place(@Nullable RecordedMethod method, int line) {
    return method == null
        ? ""
        : Shown.text(
            method.getType().getName() + "." + method.getName() + (line > 0 ? ":" + line : ""),
            LONGEST);
  }

  /** The name of a thread; empty where it has none. */
  public static String name(@Nullable RecordedThread thread) {
    if (thread == null) {
      return "";
    }
    String java = thread.getJavaName();
    String os = thread.getOSName();
    return Shown.text(java != null && !java.isEmpty() ? java : os == null ? "" : os, LONGEST);
  }

  /** The recorder and the thread that answers questions work for Foliot. */
  public static boolean isOfRecorder(@Nullable RecordedThread thread) {
    String name = name(thread);
    return name.equals("Attach Listener") || name.startsWith("JFR ");
  }

  /** Whether an operation of the VM thread, by its name, is a collector's. */
  public static boolean isCollection(String operation) {
    return COLLECTIONS.stream().anyMatch(operation::startsWith);
  }
}
