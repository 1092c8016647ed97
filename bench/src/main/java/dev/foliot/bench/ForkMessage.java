package dev.foliot.bench;

/** A message from a fork to its parent. */
public sealed interface ForkMessage {
  /**
   * A phase begins.
   *
   * @param phase the phase
   */
  record InPhase(Phase phase) implements ForkMessage {}

  /**
   * A thread takes part in the measurement.
   *
   * @param role as in {@code producer 0}
   * @param osThreadId the kernel's id of the thread
   */
  record MeasuringThread(String role, long osThreadId) implements ForkMessage {}

  /**
   * The fork has measured; the last message.
   *
   * @param measurement the measurement
   */
  record Measured(Measurement measurement) implements ForkMessage {}

  /**
   * The fork could not measure; the last message.
   *
   * @param reason the reason, in one line
   * @param trace the stack trace, or empty
   */
  record Failed(String reason, String trace) implements ForkMessage {}
}
