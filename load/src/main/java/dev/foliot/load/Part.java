package dev.foliot.load;

import java.util.List;

/** The parts of a request's service time, in their order, and what is measured of a stream. */
public enum Part {
  /** Opening the connection; only where a request opens it. */
  CONNECT("connect"),
  /** The TLS handshake; only where a request opens the connection. */
  TLS("tls"),
  /** From the ready connection until the operating system has the whole request. */
  SEND("send"),
  /** From there to the head of the answer. */
  FIRST_BYTE("first byte"),
  /** From the head of the answer to its end. */
  BODY("body"),
  /** From the due time to the first event of a stream; no part of the service time. */
  FIRST_EVENT("first event"),
  /** From one event of a stream to the next; no part of the service time. */
  EVENT_GAP("event gap");

  /** Those that add up. */
  public static final List<Part> OF_SERVICE = List.of(CONNECT, TLS, SEND, FIRST_BYTE, BODY);

  private final String label;

  Part(String label) {
    this.label = label;
  }

  /** The name in results. */
  public String label() {
    return label;
  }
}
