package dev.foliot.load;

/** The parts of a request's service time, in their order. */
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
  BODY("body");

  private final String label;

  Part(String label) {
    this.label = label;
  }

  /** The name in results. */
  public String label() {
    return label;
  }
}
