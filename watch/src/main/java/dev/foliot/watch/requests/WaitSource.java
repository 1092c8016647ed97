package dev.foliot.watch.requests;

import dev.foliot.linux.Reading;
import dev.foliot.service.recording.RollingRecording;
import dev.foliot.store.explain.RecordedStops;
import java.util.function.LongSupplier;

/** Records what the threads of a JVM wait for. */
public interface WaitSource {
  /**
   * Begins.
   *
   * @throws InterruptedException if interrupted; nothing is recorded then
   */
  Reading<Turns> start(long pid) throws InterruptedException;

  /** A recording that is taken turn by turn. One thread. */
  interface Turns extends AutoCloseable {
    /** The waits since the last turn; unavailable if it has to be begun again. */
    Reading<RecordedStops> turn() throws InterruptedException;

    /** The same, and ends it. */
    Reading<RecordedStops> end() throws InterruptedException;

    @Override
    void close();
  }

  /**
   * By flight recordings, which cost the JVM less than 1 %.
   *
   * @param clock as {@link System#nanoTime}
   */
  static WaitSource flight(LongSupplier clock) {
    return pid -> RollingRecording.start(pid, clock).map(WaitSource::turns);
  }

  private static Turns turns(RollingRecording recording) {
    return new Turns() {
      @Override
      public Reading<RecordedStops> turn() throws InterruptedException {
        return recording.turn();
      }

      @Override
      public Reading<RecordedStops> end() throws InterruptedException {
        return recording.end();
      }

      @Override
      public void close() {
        recording.close();
      }
    };
  }
}
