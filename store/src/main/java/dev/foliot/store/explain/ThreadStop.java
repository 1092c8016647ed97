package dev.foliot.store.explain;

import java.util.Objects;

/**
 * A stop of one thread, which delays the messages of this thread, or of all threads.
 *
 * @param threadId of the thread, as {@link dev.foliot.store.SlowestMessage#threadId}; {@link #ALL}
 *     for all
 * @param stop the stop
 */
public record ThreadStop(long threadId, Stop stop) {
  /** No thread has this number. */
  public static final long ALL = 0;

  /** Checks that nothing is missing. */
  public ThreadStop {
    Objects.requireNonNull(stop, "stop");
  }
}
