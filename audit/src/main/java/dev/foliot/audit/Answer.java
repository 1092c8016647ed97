package dev.foliot.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An answer of the audited server. Immutable. */
final class Answer {
  private static final String BODY = "ok\n";

  static final Answer OK = new Answer("200 OK", BODY, BODY.length(), false);
  static final Answer OK_HEAD = new Answer("200 OK", "", BODY.length(), false);
  static final Answer LAST = new Answer("200 OK", BODY, BODY.length(), true);
  static final Answer LAST_HEAD = new Answer("200 OK", "", BODY.length(), true);
  static final Answer BAD_REQUEST = refusal("400 Bad Request");
  static final Answer BODY_TOO_LARGE = refusal("413 Content Too Large");
  static final Answer NOTHING_TO_EXPECT = refusal("417 Expectation Failed");
  static final Answer HEAD_TOO_LARGE = refusal("431 Request Header Fields Too Large");
  static final Answer NOT_IMPLEMENTED = refusal("501 Not Implemented");

  private final byte[] bytes;
  private final boolean last;
  private final boolean refusal;

  private Answer(String status, String body, int length, boolean last) {
    String text =
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: text/plain\r\nContent-Length: "
            + length
            + "\r\nConnection: "
            + (last ? "close" : "keep-alive")
            + "\r\n\r\n"
            + body;
    this.bytes = text.getBytes(StandardCharsets.US_ASCII);
    this.last = last;
    this.refusal = !status.startsWith("200");
  }

  private static Answer refusal(String status) {
    return new Answer(status, "", 0, true);
  }

  /** The length in bytes. */
  int length() {
    return bytes.length;
  }

  void putInto(ByteBuffer buffer) {
    buffer.put(bytes);
  }

  /** Whether it refuses the request. */
  boolean isRefusal() {
    return refusal;
  }

  /** Whether it ends the connection. */
  boolean isLast() {
    return last;
  }
}
