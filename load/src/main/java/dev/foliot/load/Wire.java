package dev.foliot.load;

/** What a scheduler needs of the world: connections by number, and to be woken. One thread. */
interface Wire {
  /**
   * Sends a request on a connection, which is made first if it is not there. Its end is told by
   * {@link RequestScheduler#ended}, which may come before this returns.
   */
  void send(int connection, int phase, long number);

  /**
   * Gives a request up and closes its connection.
   *
   * @return whether the connection was still being made
   */
  boolean abort(int connection);

  /** Calls {@link RequestScheduler#turn} at a time by the clock, or a little earlier. */
  void wakeAt(long timeNs);

  /** How many connections are open. */
  int open();

  /** The scheduler has come to its end. */
  void finished();
}
