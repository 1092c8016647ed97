package dev.foliot.bench;

/**
 * Counts the durations of messages by kind. One writer.
 *
 * <p>Nearly every message is either on time or behind another. On time, its lag is its lateness and
 * its backlog zero. Behind another, its lag is its backlog and its lateness zero. In both cases one
 * count replaces three, and the log restores them without loss ({@link IntervalLog#read}). Sums
 * that follow from others are not kept: response is service plus lag, lag is backlog plus lateness.
 */
final class MessageCounts {
  static final int RESPONSE = 0;
  static final int SERVICE = 1;

  /** Lag and lateness of the messages without backlog. */
  static final int ON_TIME = 2;

  /** Lag and backlog of the messages with backlog and without lateness. */
  static final int BEHIND = 3;

  /** Lag of the messages with both. */
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

  /** Counts a message; returns false and counts nothing if its times contradict each other. */
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

  /** Returns one part of the counts. */
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

  /** Returns the parts whose sums add up to the sum of a part, as bits. */
  static int addends(int part) {
    return switch (part) {
      case RESPONSE -> (1 << SERVICE) | (1 << ON_TIME) | (1 << BEHIND) | addends(LAG);
      case LAG -> (1 << BACKLOG) | (1 << LATENESS);
      default -> 1 << part;
    };
  }
}
