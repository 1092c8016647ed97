package dev.foliot.load.schedule;

/** A user on the way through a sequence of requests. One thread. */
public interface User {
  /** The number of the sequence in its phase, from 0. */
  long number();

  /** Whether there is a request after the last one. */
  boolean hasNext();

  /** The pause before the next request, from 0. */
  long thinkNs();

  /**
   * Sends the next request on a connection, as {@link Wire#send} does the first. {@link
   * RequestScheduler#ended} reports its end, possibly before this returns.
   */
  void sendNext(int connection);
}
