package dev.foliot.service.recording;

import dev.foliot.hotspot.flight.FlightFile;
import dev.foliot.hotspot.flight.StartedRecording;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.store.explain.RecordedStops;
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
          switch (StartedRecording.in(
              folder.path(), RecordedEvents.settings(feature), RecordedEvents.STACK_DEPTH)) {
            case Reading.Value<StartedRecording>(StartedRecording recording) ->
                Reading.of(new ForkRecording(folder, recording));
            case Reading.Unavailable<StartedRecording> none -> {
              folder.close();
              yield none.retyped();
            }
          };
    };
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
