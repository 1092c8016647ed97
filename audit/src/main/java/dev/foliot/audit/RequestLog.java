package dev.foliot.audit;

/**
 * When each request came and when its answer had left, in the order of their coming.
 *
 * <p>One thread enters arrivals, one enters replies, of requests that the first has handed to it;
 * others may read once both have ended.
 */
final class RequestLog {
  /** Requests beyond these are answered and not logged. */
  static final int MOST = 10_000_000;

  private static final int CHUNK_BITS = 16;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private final long[][] arrivals = new long[(MOST >> CHUNK_BITS) + 1][];
  private final long[][] replies = new long[(MOST >> CHUNK_BITS) + 1][];
  private volatile int size;

  /**
   * Enters a request.
   *
   * @param ns above 0
   * @return its index, or -1 if the log is full
   */
  int arrived(long ns) {
    int index = size;
    if (index == MOST) {
      return -1;
    }
    int chunk = index >> CHUNK_BITS;
    if (arrivals[chunk] == null) {
      arrivals[chunk] = new long[CHUNK];
      replies[chunk] = new long[CHUNK];
    }
    arrivals[chunk][index & (CHUNK - 1)] = ns;
    size = index + 1;
    return index;
  }

  /** Enters the answer to a request. */
  void replied(int index, long ns) {
    replies[index >> CHUNK_BITS][index & (CHUNK - 1)] = ns;
  }

  /** How many requests came; any thread may ask. */
  int size() {
    return size;
  }

  long arrivalNs(int index) {
    return arrivals[index >> CHUNK_BITS][index & (CHUNK - 1)];
  }

  /** When the answer had left; 0 if it never did. */
  long replyNs(int index) {
    return replies[index >> CHUNK_BITS][index & (CHUNK - 1)];
  }
}
