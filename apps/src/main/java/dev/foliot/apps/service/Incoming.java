package dev.foliot.apps.service;

/** The input of a connection, as far as it can be answered. */
sealed interface Incoming {
  /**
   * A request.
   *
   * @param request the request
   * @param keepsAlive whether the client wants to use the connection again
   */
  record Whole(Request request, boolean keepsAlive) implements Incoming {}

  /**
   * Input that is no request, or too large; later input cannot be understood.
   *
   * @param answer the answer to send
   */
  record Unreadable(Answer answer) implements Incoming {}

  /** A client that waits for a word before it sends the body. */
  record Asking() implements Incoming {}
}
