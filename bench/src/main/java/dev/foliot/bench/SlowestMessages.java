package dev.foliot.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages with the longest response times, kept whole. One thread, the producer.
 *
 * <p>Each kept message has a place, which it never leaves. The places are in a binary heap with the
 * fastest message at its root, except for a run of messages that became slower and slower. An
 * overloaded task has nothing else, and then a message costs no heap operation. The run need not be
 * exact: a message may take the place of one that is up to a 64th slower. The slowest one is always
 * kept. Most messages cost the caller one comparison.
 */
final class SlowestMessages {
  static final int KEPT = 1000;
  private static final int SLACK_BITS = 6;
  private static final int ID = 0;
  private static final int INTENDED = 1;
  private static final int LATENESS = 2;
  private static final int START = 3;
  private static final int END = 4;
  private static final int THREAD = 5;
  private static final int PROBES = 6;

  private final int probes;
  private final int width;
  private final long[] rows;
  private final long[] responseNs = new long[KEPT];

  private final int[] heap = new int[KEPT];
  private int heapSize;

  /** A ring of places in nearly ascending order of their response times. */
  private final int[] run = new int[KEPT];

  /** The slowest response of the run up to a place. */
  private final long[] upTo = new long[KEPT];

  private int runStart;
  private int runSize;

  SlowestMessages(int probes) {
    this.probes = probes;
    this.width = PROBES + probes;
    this.rows = new long[KEPT * width];
  }

  /**
   * Keeps a message that has ended.
   *
   * @param ns its response time, above the last result of this method
   * @return the response time that the next kept message must exceed
   */
  long keep(MessageRing ring, long id, long ns) {
    int place = size() < KEPT ? size() : dropFastest();
    responseNs[place] = ns;
    int at = place * width;
    rows[at + ID] = id;
    rows[at + INTENDED] = ring.intendedNs(id);
    rows[at + LATENESS] = ring.latenessNs(id);
    rows[at + START] = ring.startNs(id);
    rows[at + END] = ring.endNs(id);
    rows[at + THREAD] = ring.threadId(id);
    for (int i = 0; i < probes; i++) {
      rows[at + PROBES + i] = ring.probeNs(id, i);
    }
    append(place, ns);
    return size() < KEPT ? -1 : responseNs[isHeapFastest() ? heap[0] : run[runStart]];
  }

  private void append(int place, long ns) {
    while (runSize > 0) {
      long slowestNs = upTo[lastOfRun()];
      if (ns >= slowestNs - (slowestNs >> SLACK_BITS)) {
        break;
      }
      push(lastOfRun());
      runSize--;
    }
    upTo[place] = runSize == 0 ? ns : Math.max(ns, upTo[lastOfRun()]);
    int end = runStart + runSize;
    run[end < KEPT ? end : end - KEPT] = place;
    runSize++;
  }

  private int size() {
    return heapSize + runSize;
  }

  private int lastOfRun() {
    int last = runStart + runSize - 1;
    return run[last < KEPT ? last : last - KEPT];
  }

  private boolean isHeapFastest() {
    return heapSize > 0 && (runSize == 0 || responseNs[heap[0]] <= responseNs[run[runStart]]);
  }

  /** Drops the fastest message and returns its place. */
  private int dropFastest() {
    if (isHeapFastest()) {
      int place = heap[0];
      heapSize--;
      siftDown(heap[heapSize]);
      return place;
    }
    int place = run[runStart];
    runStart = runStart + 1 < KEPT ? runStart + 1 : 0;
    runSize--;
    return place;
  }

  private void push(int place) {
    int at = heapSize++;
    while (at > 0 && responseNs[heap[(at - 1) / 2]] > responseNs[place]) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = place;
  }

  /** Puts a place into the heap, from its root down. */
  private void siftDown(int place) {
    int at = 0;
    while (2 * at + 1 < heapSize) {
      int child = 2 * at + 1;
      if (child + 1 < heapSize && responseNs[heap[child + 1]] < responseNs[heap[child]]) {
        child++;
      }
      if (responseNs[heap[child]] >= responseNs[place]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = place;
  }

  /**
   * The messages kept, in no order.
   *
   * @param firstId the id of the load's first message
   * @param loadStartNs the reading that times count from
   */
  List<SlowMessage> read(long firstId, long loadStartNs) {
    List<SlowMessage> messages = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      int at = i * width;
      List<Long> probesNs = new ArrayList<>();
      for (int p = 0; p < probes; p++) {
        probesNs.add(rows[at + PROBES + p]);
      }
      messages.add(
          new SlowMessage(
              rows[at + ID] - firstId,
              rows[at + INTENDED] - loadStartNs,
              rows[at + LATENESS],
              rows[at + START] - loadStartNs,
              rows[at + END] - loadStartNs,
              rows[at + THREAD],
              probesNs));
    }
    return messages;
  }
}
