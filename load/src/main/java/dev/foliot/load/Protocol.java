package dev.foliot.load;

/** The version of HTTP that is spoken. */
public enum Protocol {
  /** One request at a time on a connection. */
  HTTP_1("HTTP/1.1"),
  /** Several requests at a time on a connection, each on a stream of its own. */
  HTTP_2("HTTP/2");

  private final String label;

  Protocol(String label) {
    this.label = label;
  }

  /** The name in results. */
  public String label() {
    return label;
  }
}
