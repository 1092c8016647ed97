package dev.foliot.load.schedule;

import dev.foliot.load.Part;
import java.util.List;

/**
 * The parts of one request's service time, in nanoseconds; {@link #NONE} where a part did not
 * happen. One object a connection, used again for each of its requests. One thread.
 */
public final class RequestTimes {
  /** The value of a part that did not happen. */
  public static final long NONE = -1;

  private long startNs;
  private long connectNs;
  private long tlsNs;
  private long readyNs;
  private long sendNs;
  private long sentNs;
  private long firstByteNs;
  private long bodyNs;
  private int kind;
  private int redirects;
  private long bytes;
  private long eventNs;

  /** Begins a request of a kind. */
  public void begin(int ofKind, long nowNs) {
    kind = ofKind;
    startNs = nowNs;
    readyNs = nowNs;
    connectNs = NONE;
    tlsNs = NONE;
    sendNs = NONE;
    firstByteNs = NONE;
    bodyNs = NONE;
    sentNs = nowNs;
    bytes = 0;
    redirects = 0;
    eventNs = NONE;
  }

  /** A redirect is followed: the parts are those of its last request. */
  public void redirected(long nowNs) {
    redirects++;
    readyNs = nowNs;
    sentNs = nowNs;
    sendNs = NONE;
    firstByteNs = NONE;
  }

  /** The redirects that were followed. */
  int redirects() {
    return redirects;
  }

  /** The connection was opened for this request. */
  public void connected(long nowNs) {
    connectNs = nowNs - startNs;
    readyNs = nowNs;
  }

  /** The TLS handshake of that connection has ended. */
  public void secured(long nowNs) {
    tlsNs = nowNs - readyNs;
    readyNs = nowNs;
  }

  /** The operating system has the whole request. */
  public void sent(long nowNs) {
    sendNs = nowNs - readyNs;
    sentNs = nowNs;
  }

  /** The head of the answer was read. */
  public void answered(long nowNs) {
    firstByteNs = Math.max(0, nowNs - sentNs);
  }

  /** The answer has ended. */
  public void ended(long nowNs, long bodyBytes) {
    bodyNs = firstByteNs == NONE ? NONE : Math.max(0, nowNs - sentNs - firstByteNs);
    bytes = bodyBytes;
  }

  /** An event of the answer came: the time since the one before it, {@link #NONE} without one. */
  long event(long nowNs) {
    long sinceNs = eventNs == NONE ? NONE : nowNs - eventNs;
    eventNs = nowNs;
    return sinceNs;
  }

  /** A part's length. */
  public long of(Part part) {
    return switch (part) {
      case CONNECT -> connectNs;
      case TLS -> tlsNs;
      case SEND -> sendNs;
      case FIRST_BYTE -> firstByteNs;
      case BODY -> bodyNs;
      case FIRST_EVENT, EVENT_GAP -> NONE;
    };
  }

  /** The lengths of all parts, in their order. */
  List<Long> all() {
    return List.of(connectNs, tlsNs, sendNs, firstByteNs, bodyNs);
  }

  /** The number of the request's kind in the plan. */
  public int kind() {
    return kind;
  }

  /** The length of the answer's body. */
  public long bytes() {
    return bytes;
  }
}
