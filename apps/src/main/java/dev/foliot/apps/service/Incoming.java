package dev.foliot.apps.service;

/** What came from a connection, as far as it can be answered. */
sealed interface Incoming {
  /**
   * A request.
   *
   * @param request the request
   * @param keepsAlive whether the client wants to use the connection again
   */
  record Whole(Request request, boolean keepsAlive) implements Incoming {}

  /**
   * What is no request or too large a one; nothing after it can be understood.
   *
   * @param answer what is answered
   */
  record Unreadable(Answer answer) implements Incoming {}

  /** A client that waits for a word before it sends the body. */
  record Asking() implements Incoming {}
}
