package dev.foliot.bench;

/**
 * The durations of messages by kind. One writer.
 *
 * <p>A message without backlog has its lag equal to its lateness, so one count stands for three;
 * the log puts them apart again ({@link IntervalLog#read}), without loss.
 */
final class MessageCounts {
  static final int PARTS = 6;

  private final Counts response = new Counts();
  private final Counts service = new Counts();

  /** Lag and lateness of the messages without backlog. */
  private final Counts onTime = new Counts();

  private final Counts lagBehind = new Counts();
  private final Counts backlogBehind = new Counts();
  private final Counts latenessBehind = new Counts();

  /** Counts a message; false if its times contradict each other, which counts nothing. */
  boolean record(long responseNs, long serviceNs, long latenessNs) {
    long lagNs = responseNs - serviceNs;
    long backlogNs = lagNs - latenessNs;
    if ((responseNs | serviceNs | latenessNs | backlogNs) < 0) {
      return false;
    }
    response.record(responseNs);
    service.record(serviceNs);
    if (backlogNs == 0) {
      onTime.record(lagNs);
    } else {
      lagBehind.record(lagNs);
      backlogBehind.record(backlogNs);
      latenessBehind.record(latenessNs);
    }
    return true;
  }

  /** The counts as they are kept: response, service, on time, and three of those behind. */
  Counts part(int part) {
    return switch (part) {
      case 0 -> response;
      case 1 -> service;
      case 2 -> onTime;
      case 3 -> lagBehind;
      case 4 -> backlogBehind;
      default -> latenessBehind;
    };
  }
}
