package dev.foliot.hotspot.flight;

import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads flight recordings. Another process wrote them, so they may hold anything. */
public final class FlightFile {
  private FlightFile() {}

  /**
   * Gives all events of a file to {@code sink}, then returns {@code result}. Unavailable if the
   * file is damaged, or if one of both throws.
   *
   * @param what the content, for the reason
   */
  public static <T> Reading<T> read(
      Path file, RecordingReason.Recording what, Consumer<RecordedEvent> sink, Supplier<T> result) {
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        sink.accept(recording.readEvent());
      }
      return Reading.of(result.get());
    } catch (IOException | RuntimeException e) {
      // a damaged file may cause any exception in the parser
      return Reading.unavailable(
          new RecordingReason.RecordingUnreadable(what, String.valueOf(e.getMessage())));
    }
  }
}
