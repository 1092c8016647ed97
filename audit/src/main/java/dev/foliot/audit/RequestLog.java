package dev.foliot.audit;

/**
 * The times of each request's arrival and of its answer's departure, in the order of arrival.
 *
 * <p>One thread adds arrivals, another adds replies to these requests; others may read after both
 * have ended.
 */
final class RequestLog {
  /** Requests beyond this number are answered but not logged. */
  static final int MOST = 10_000_000;

  private static final int CHUNK_BITS = 16;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private final long[][] arrivals = new long[(MOST >> CHUNK_BITS) + 1][];
  private final long[][] replies = new long[(MOST >> CHUNK_BITS) + 1][];
  private volatile int size;

  /**
   * Adds a request.
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

  /** Adds the answer to a request. */
  void replied(int index, long ns) {
    replies[index >> CHUNK_BITS][index & (CHUNK - 1)] = ns;
  }

  /** The number of requests; for any thread. */
  int size() {
    return size;
  }

  long arrivalNs(int index) {
    return arrivals[index >> CHUNK_BITS][index & (CHUNK - 1)];
  }

  /** The departure of the answer; 0 for none. */
  long replyNs(int index) {
    return replies[index >> CHUNK_BITS][index & (CHUNK - 1)];
  }
}
