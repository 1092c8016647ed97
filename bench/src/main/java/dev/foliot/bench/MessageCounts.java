package dev.foliot.bench;

/**
 * The durations of messages by kind. One writer.
 *
 * <p>Nearly every message is either on time (no backlog: its lag is its lateness) or behind another
 * (no lateness: its lag is its backlog), so one count stands for three; the log puts them apart
 * again ({@link IntervalLog#read}), without loss. Sums that follow from others are not kept: a
 * response is service and lag, a lag is backlog and lateness.
 */
final class MessageCounts {
  static final int RESPONSE = 0;
  static final int SERVICE = 1;

  /** Lag and lateness of the messages without backlog. */
  static final int ON_TIME = 2;

  /** Lag and backlog of the messages with backlog and without lateness. */
  static final int BEHIND = 3;

  /** Of the messages with both. */
  static final int LAG = 4;

  static final int BACKLOG = 5;
  static final int LATENESS = 6;
  static final int PARTS = 7;

  private final Counts response = new Counts();
  private final Counts service = new Counts();
  private final Counts onTime = new Counts();
  private final Counts behind = new Counts();
  private final Counts lag = new Counts();
  private final Counts backlog = new Counts();
  private final Counts lateness = new Counts();

  /** Counts a message; false if its times contradict each other, which counts nothing. */
  boolean record(long responseNs, long serviceNs, long latenessNs) {
    long lagNs = responseNs - serviceNs;
    long backlogNs = lagNs - latenessNs;
    if ((responseNs | serviceNs | latenessNs | backlogNs) < 0) {
      return false;
    }
    response.recordWithoutSum(responseNs);
    service.record(serviceNs);
    if (backlogNs == 0) {
      onTime.record(lagNs);
    } else if (latenessNs == 0) {
      behind.record(lagNs);
    } else {
      lag.recordWithoutSum(lagNs);
      backlog.record(backlogNs);
      lateness.record(latenessNs);
    }
    return true;
  }

  /** The counts as they are kept. */
  Counts part(int part) {
    return switch (part) {
      case RESPONSE -> response;
      case SERVICE -> service;
      case ON_TIME -> onTime;
      case BEHIND -> behind;
      case LAG -> lag;
      case BACKLOG -> backlog;
      default -> lateness;
    };
  }

  /** The parts whose sums make up the sum of a part, a bit for each. */
  static int addends(int part) {
    return switch (part) {
      case RESPONSE -> (1 << SERVICE) | (1 << ON_TIME) | (1 << BEHIND) | addends(LAG);
      case LAG -> (1 << BACKLOG) | (1 << LATENESS);
      default -> 1 << part;
    };
  }
}
