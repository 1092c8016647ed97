package dev.foliot.service.recording;

import dev.foliot.hotspot.flight.FlightFile;
import dev.foliot.hotspot.flight.FlightSettings;
import dev.foliot.hotspot.flight.StartedRecording;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.text.RecordingReason;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The flight recording of an extra fork: what its threads waited for. One thread.
 *
 * <p>It costs the fork time, so the fork's figures do not count.
 */
public final class ForkRecording implements AutoCloseable {
  private static final int STACK_DEPTH = 128;

  /** From here on the recorder limits the rate of waits for I/O by itself. */
  private static final int THROTTLES = 25;

  private static final int HAS_VIRTUAL_THREADS = 21;

  private final ScratchFolder scratch;
  private final StartedRecording recording;
  private final ClockOffset offset = ClockOffset.measure(System::nanoTime);

  private ForkRecording(ScratchFolder scratch, StartedRecording recording) {
    this.scratch = scratch;
    this.recording = recording;
  }

  /**
   * A recording for a fork that is about to start.
   *
   * @param jdk the home of its JDK
   * @param feature its feature version
   * @return unavailable where the JDK has no flight recorder, and without a place for its files
   */
  public static Reading<ForkRecording> begin(Path jdk, int feature) {
    if (!StartedRecording.isPossible(jdk)) {
      return Reading.unavailable(new ServiceReason.NoFlightRecorder(jdk.toString()));
    }
    return switch (ScratchFolder.ofPlain("foliot-explain-")) {
      case Reading.Unavailable<ScratchFolder> none -> none.retyped();
      case Reading.Value<ScratchFolder>(ScratchFolder folder) ->
          switch (StartedRecording.in(folder.path(), settings(feature), STACK_DEPTH)) {
            case Reading.Value<StartedRecording>(StartedRecording recording) ->
                Reading.of(new ForkRecording(folder, recording));
            case Reading.Unavailable<StartedRecording> none -> {
              folder.close();
              yield none.retyped();
            }
          };
    };
  }

  static String settings(int feature) {
    FlightSettings settings = new FlightSettings();
    for (String name : List.of("jdk.JavaMonitorEnter", "jdk.ThreadPark")) {
      settings.event(name, "stackTrace", "true", "threshold", "100 us");
    }
    for (String name : List.of("jdk.JavaMonitorWait", "jdk.ThreadSleep")) {
      settings.event(name, "stackTrace", "true", "threshold", "100 us");
    }
    if (feature >= HAS_VIRTUAL_THREADS) {
      settings.event("jdk.VirtualThreadPinned", "stackTrace", "true", "threshold", "100 us");
    }
    for (String name :
        List.of(
            "jdk.FileForce",
            "jdk.FileRead",
            "jdk.FileWrite",
            "jdk.SocketRead",
            "jdk.SocketWrite")) {
      if (feature >= THROTTLES) {
        settings.event(name, "stackTrace", "true", "threshold", "100 us", "throttle", "off");
      } else {
        settings.event(name, "stackTrace", "true", "threshold", "100 us");
      }
    }
    return settings
        .event("jdk.ClassLoad", "stackTrace", "true", "threshold", "0 ms")
        .event("jdk.Deoptimization", "stackTrace", "false")
        .event("jdk.Compilation", "threshold", "0 ms")
        .event("jdk.GCPhasePause", "threshold", "0 ms")
        .event("jdk.SafepointStateSynchronization", "threshold", "0 ms")
        .event("jdk.ExecuteVMOperation", "threshold", "0 ms")
        .event("jdk.DataLoss")
        .text();
  }

  /** Adds its options before a JVM's arguments, because the user's options take precedence. */
  public List<String> before(List<String> jvmArgs) {
    List<String> all = new ArrayList<>(recording.flags());
    all.addAll(jvmArgs);
    return List.copyOf(all);
  }

  /** Reads it, after the fork has ended. Unavailable if the fork did not write it. */
  public Reading<RecordedStops> read(RecordedLoad load) {
    if (!StartedRecording.isWritten(recording.file())) {
      return Reading.unavailable(
          new RecordingReason.RecordingMissing(String.valueOf(scratch.path().getParent())));
    }
    RecordedStopReader reader =
        new RecordedStopReader(load, offset.until(ClockOffset.measure(System::nanoTime)));
    return FlightFile.read(
        recording.file(), RecordingReason.Recording.FLIGHT, reader::add, reader::stops);
  }

  @Override
  public void close() {
    scratch.close();
  }
}
