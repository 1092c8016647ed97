package dev.foliot.diagnose.recording;

import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.TcpPorts;
import java.time.Duration;
import java.time.Instant;

/** A JVM that can be asked to record: a live one, or a test's. */
interface RecordingTarget {
  /** A recording in progress. Closing ends it and leaves nothing behind. */
  interface Recorder extends AutoCloseable {
    /**
     * Ends it and reads its events.
     *
     * @param began earlier events are left out
     * @param spanNs the time since then, above 0
     * @param processCpus as in {@link RecordingObservations}
     */
    Reading<RecordingObservations> stop(
        Instant began, TcpPorts ports, long spanNs, double processCpus) throws InterruptedException;

    @Override
    void close();
  }

  /** A recording of a moment, whose events are those of the {@link Recorder}. */
  interface Moment extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Starts the recording.
   *
   * @param atMost after this time the JVM ends it by itself
   */
  Reading<Recorder> start(Duration atMost) throws InterruptedException;

  /** Records exceptions as well, for a moment. Closing ends that. */
  Reading<Moment> startExceptions(Duration atMost) throws InterruptedException;

  /** Nanoseconds of CPU time that the process has used. */
  Reading<Long> cpuNs();

  /** Its connections now. */
  Reading<TcpPorts> ports();

  /** Whether it runs. */
  ProcessState state();

  /** The time of day, as in the events. */
  Instant now();
}
