package dev.foliot.load.schedule;

import org.jspecify.annotations.Nullable;

/** A scheduler's view of the network: numbered connections and wake-ups. One thread. */
public interface Wire {
  /**
   * Sends a request on a connection, after opening it if necessary. {@link RequestScheduler#ended}
   * reports its end, possibly before this returns.
   */
  void send(int connection, int phase, long number);

  /**
   * The user whose request was the last one on a connection; null for a single request, which
   * nothing follows.
   */
  @Nullable User user(int connection);

  /**
   * Abandons a request, whose time is over.
   *
   * @return the failure that this is
   */
  int abort(int connection);

  /** The parts of the request that is in flight on a connection, or was the last one. */
  RequestTimes times(int connection);

  /** Calls {@link RequestScheduler#turn} at a time by the clock, or a little earlier. */
  void wakeAt(long timeNs);

  /** The number of open connections. */
  int open();

  /** Reports the end of the scheduler. */
  void finished();
}
