package dev.foliot.bench;

import java.util.List;

/**
 * Records the messages of one producer by interval of intended start, in order of id.
 *
 * <p>One thread, the producer. Two sets of counts alternate: one is filled while the other is
 * copied to the log in small steps. If the copy is unfinished when an interval ends, that interval
 * continues and no time is lost.
 */
final class MessageRecorder implements MessageRing.Reader {
  private final MessageRing ring;
  private final SlowestMessages slowest;
  private final IntervalLog log;
  private final long loadStartNs;
  private final long intervalNs;
  private MessageCounts current = new MessageCounts();
  private MessageCounts spare = new MessageCounts();
  private long currentStartNs;
  private long boundaryNs;

  /** The last intended start that was merged into the interval before its own. */
  private long mergedNs;

  /** A response above this is among the slowest. */
  private long slowNs = -1;

  private long contradictory;
  private long lastEndNs;

  /**
   * @param loadStartNs the clock's reading at the start of the load
   * @param intervalNs length of an interval
   * @param expectedWords words that the log holds before it allocates
   */
  MessageRecorder(MessageRing ring, long loadStartNs, long intervalNs, int expectedWords) {
    this.ring = ring;
    this.slowest = new SlowestMessages(ring.probes());
    this.log = new IntervalLog(expectedWords);
    this.loadStartNs = loadStartNs;
    this.intervalNs = intervalNs;
    this.boundaryNs = loadStartNs + intervalNs;
    this.lastEndNs = loadStartNs;
  }

  /** Records a message if it has ended, and frees its slot. */
  boolean record(long id) {
    return ring.read(id, this);
  }

  @Override
  public void read(long id, long intendedNs, long latenessNs, long startNs, long endNs) {
    if (intendedNs >= boundaryNs) {
      turn(intendedNs);
    }
    long responseNs = endNs - intendedNs;
    if (!current.record(responseNs, endNs - startNs, latenessNs)) {
      contradictory++;
    }
    if (responseNs > slowNs) {
      slowNs = slowest.keep(ring, id, responseNs);
    }
    if (endNs > lastEndNs) {
      lastEndNs = endNs;
    }
  }

  private void turn(long intendedNs) {
    if (log.isCopying()) {
      mergedNs = intendedNs;
      return;
    }
    long interval = (intendedNs - loadStartNs) / intervalNs;
    long startNs = interval * intervalNs;
    hand(startNs);
    currentStartNs = startNs;
    boundaryNs = loadStartNs + startNs + intervalNs;
  }

  private void hand(long endNs) {
    log.begin(current, currentStartNs, endNs);
    MessageCounts handed = current;
    current = spare;
    spare = handed;
  }

  /** Whether {@link #step} has something to do. */
  boolean hasWork() {
    return log.isCopying();
  }

  /** Copies a small piece. */
  void step() {
    log.step();
  }

  /** Ends the last interval and copies the rest. */
  void finish() {
    log.finish();
    long last = (Math.max(boundaryNs - 1, mergedNs) - loadStartNs) / intervalNs;
    hand((last + 1) * intervalNs);
    log.finish();
  }

  /** Number of messages with contradictory times, which no sound clock gives. */
  long contradictory() {
    return contradictory;
  }

  long lastEndNs() {
    return lastEndNs;
  }

  List<Interval.Builder> intervals() {
    return log.read();
  }

  List<SlowMessage> slowest(long firstId) {
    return slowest.read(firstId, loadStartNs);
  }
}
