package dev.foliot.bench;

/** What a fork tells its parent. */
public sealed interface ForkMessage {
  /**
   * A phase begins.
   *
   * @param phase which
   */
  record InPhase(Phase phase) implements ForkMessage {}

  /**
   * A thread takes part in the measurement.
   *
   * @param role as in {@code producer 0}
   * @param osThreadId the kernel's id of it
   */
  record MeasuringThread(String role, long osThreadId) implements ForkMessage {}

  /**
   * The fork has measured; the last message.
   *
   * @param measurement what
   */
  record Measured(Measurement measurement) implements ForkMessage {}

  /**
   * The fork could not measure; the last message.
   *
   * @param reason why, in one line
   * @param trace the exception behind it, or empty
   */
  record Failed(String reason, String trace) implements ForkMessage {}
}
