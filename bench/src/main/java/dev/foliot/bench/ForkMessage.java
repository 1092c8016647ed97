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
   * A measurement of a program that makes several begins; its phases and its end follow.
   *
   * @param name of what it measures
   * @param arrivals the kind of arrivals, in words where the configuration has none for it
   * @param fromStart whether the program wants its messages counted from their actual start
   * @param config its load
   */
  record Begins(String name, String arrivals, boolean fromStart, BenchConfig config)
      implements ForkMessage {}

  /** All measurements of a program that makes several have been reported; the last message. */
  record AllMeasured() implements ForkMessage {}

  /**
   * The fork has measured; the last message, except between {@link Begins} and {@link AllMeasured}.
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
