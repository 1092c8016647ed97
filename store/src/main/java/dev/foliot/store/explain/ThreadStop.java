package dev.foliot.store.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stop of one thread, which delays the messages of this thread, or of all threads.
 *
 * @param threadId of the thread, as {@link dev.foliot.store.SlowestMessage#threadId}; {@link #ALL}
 *     for all, {@link #POOL} for all of a pool that serves requests
 * @param stop the stop
 * @param serving of a thread of a server: whether its stack shows that it served a request. Without
 *     that it may be a thread that no request waits for. False of benches
 * @param path of a thread of a server: a number for the methods that led to the stop, the same for
 *     all stops with the same methods, in each recording. Null of benches
 * @param request the number of the slow request that the thread served, by its trace id; {@link
 *     #ANOTHER} for one that was not slow, or of others; null where that is unknown
 */
public record ThreadStop(
    long threadId, Stop stop, boolean serving, @Nullable Integer path, @Nullable Long request) {
  /** No thread has this number. */
  public static final long ALL = 0;

  /** No thread has this number: requests that are not served yet wait until one is free. */
  public static final long POOL = -1;

  /** No slow request has this number. */
  public static final long ANOTHER = -1;

  /** Of a request that is not known. */
  public ThreadStop(long threadId, Stop stop, boolean serving, @Nullable Integer path) {
    this(threadId, stop, serving, path, null);
  }

  /** Checks that nothing is missing. */
  public ThreadStop {
    Objects.requireNonNull(stop, "stop");
  }

  /**
   * Those that are no part of another one of the same thread, as the I/O of class loading; by
   * thread and start.
   */
  public static List<ThreadStop> outermost(List<ThreadStop> stops) {
    List<ThreadStop> sorted = new ArrayList<>(stops);
    sorted.sort(
        Comparator.comparingLong(ThreadStop::threadId)
            .thenComparingLong(one -> one.stop().startNs())
            .thenComparing(one -> one.stop().endNs(), Comparator.reverseOrder()));
    List<ThreadStop> outermost = new ArrayList<>();
    for (ThreadStop one : sorted) {
      ThreadStop last = outermost.isEmpty() ? null : outermost.getLast();
      if (last == null
          || last.threadId() != one.threadId()
          || last.stop().endNs() < one.stop().endNs()) {
        outermost.add(one);
      }
    }
    return outermost;
  }

  /** A stop of a thread that is known by the message it ended, or of all threads. */
  public ThreadStop(long threadId, Stop stop) {
    this(threadId, stop, false, null);
  }
}
