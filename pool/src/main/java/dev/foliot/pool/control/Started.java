package dev.foliot.pool.control;

/** Number of begun tasks at past times, coarser with age. */
final class Started {
  private static final int MOST = 128;

  private final long[] atNs = new long[MOST];
  private final long[] started = new long[MOST];
  private int count;

  void add(long nowNs, long total) {
    if (count == MOST) {
      for (int i = 0; i < MOST / 2; i++) {
        atNs[i] = atNs[2 * i];
        started[i] = started[2 * i];
      }
      count = MOST / 2;
    }
    atNs[count] = nowNs;
    started[count] = total;
    count++;
  }

  /** A lower bound for the tasks begun at a time; 0 if unknown. */
  long before(long timeNs) {
    int i = count - 1;
    while (i >= 0 && atNs[i] > timeNs) {
      i--;
    }
    return i < 0 ? 0 : started[i];
  }
}
