package dev.foliot.store.explain;

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

  /** A stop of a thread that is known by the message it ended, or of all threads. */
  public ThreadStop(long threadId, Stop stop) {
    this(threadId, stop, false, null);
  }
}
