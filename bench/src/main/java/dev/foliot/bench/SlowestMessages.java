package dev.foliot.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages with the longest response times, kept whole. One thread, the producer.
 *
 * <p>A binary heap of fixed size in one array, with the fastest kept message at its root. Most
 * messages cost the caller one comparison.
 */
final class SlowestMessages {
  static final int KEPT = 1000;
  private static final int RESPONSE = 0;
  private static final int ID = 1;
  private static final int INTENDED = 2;
  private static final int LATENESS = 3;
  private static final int START = 4;
  private static final int END = 5;
  private static final int THREAD = 6;
  private static final int PROBES = 7;

  private final int probes;
  private final int width;
  private final long[] heap;
  private final long[] row;
  private int size;

  SlowestMessages(int probes) {
    this.probes = probes;
    this.width = PROBES + probes;
    this.heap = new long[KEPT * width];
    this.row = new long[width];
  }

  /**
   * Keeps a message that has ended.
   *
   * @param responseNs above the last result of this method
   * @return the response time that the next kept message must exceed
   */
  long keep(MessageRing ring, long id, long responseNs) {
    row[RESPONSE] = responseNs;
    row[ID] = id;
    row[INTENDED] = ring.intendedNs(id);
    row[LATENESS] = ring.latenessNs(id);
    row[START] = ring.startNs(id);
    row[END] = ring.endNs(id);
    row[THREAD] = ring.threadId(id);
    for (int i = 0; i < probes; i++) {
      row[PROBES + i] = ring.probeNs(id, i);
    }
    if (size < KEPT) {
      siftUp(size++);
    } else {
      siftDown();
    }
    return size < KEPT ? -1 : heap[RESPONSE];
  }

  private void siftUp(int hole) {
    int at = hole;
    while (at > 0 && heap[(at - 1) / 2 * width] > row[RESPONSE]) {
      copy((at - 1) / 2, at);
      at = (at - 1) / 2;
    }
    System.arraycopy(row, 0, heap, at * width, width);
  }

  private void siftDown() {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && heap[(child + 1) * width] < heap[child * width]) {
        child++;
      }
      if (heap[child * width] >= row[RESPONSE]) {
        break;
      }
      copy(child, at);
      at = child;
    }
    System.arraycopy(row, 0, heap, at * width, width);
  }

  private void copy(int from, int to) {
    System.arraycopy(heap, from * width, heap, to * width, width);
  }

  /**
   * The messages kept, in no order.
   *
   * @param firstId the id of the load's first message
   * @param loadStartNs the reading that times count from
   */
  List<SlowMessage> read(long firstId, long loadStartNs) {
    List<SlowMessage> messages = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int at = i * width;
      List<Long> probesNs = new ArrayList<>();
      for (int p = 0; p < probes; p++) {
        probesNs.add(heap[at + PROBES + p]);
      }
      messages.add(
          new SlowMessage(
              heap[at + ID] - firstId,
              heap[at + INTENDED] - loadStartNs,
              heap[at + LATENESS],
              heap[at + START] - loadStartNs,
              heap[at + END] - loadStartNs,
              heap[at + THREAD],
              probesNs));
    }
    return messages;
  }
}
