package dev.foliot.load.http;

import java.util.List;

/** The headers of an answer of HTTP/1.1 or HTTP/2. */
interface AnswerHeaders {
  /**
   * The values of a header, in their order.
   *
   * @param name in lower case
   */
  List<? extends CharSequence> all(String name);
}
