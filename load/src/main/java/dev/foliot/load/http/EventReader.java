package dev.foliot.load.http;

import io.netty.buffer.ByteBuf;

/**
 * Counts the server-sent events of a body [1]: an empty line ends one, which has a line {@code
 * data}. Comments and other fields alone are none. One thread.
 *
 * <p>[1] WHATWG, HTML, section 9.2.6, "Interpreting an event stream".
 */
final class EventReader {
  private static final byte[] DATA = {'d', 'a', 't', 'a'};
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Bytes of the line that are like the name; below zero if one is not. */
  private int like;

  /** Bytes of the line. */
  private long length;

  /** Bytes of the body's beginning that are like the byte order mark; below zero after it. */
  private int marked;

  private boolean isAfterReturn;
  private boolean hasData;
  private boolean isInside;

  /** Takes a part of the body, which may be cut anywhere, and returns how many events it ends. */
  int read(ByteBuf part) {
    int events = 0;
    for (int i = part.readerIndex(); i < part.writerIndex(); i++) {
      events += read(part.getByte(i)) ? 1 : 0;
    }
    return events;
  }

  private boolean read(byte each) {
    if (marked >= 0) {
      if (marked < MARK.length && each == MARK[marked]) {
        marked++;
        return false;
      }
      marked = -1;
    }
    boolean isPair = isAfterReturn && each == '\n';
    isAfterReturn = each == '\r';
    if (isPair) {
      return false;
    }
    if (each == '\n' || each == '\r') {
      return endLine();
    }
    isInside = true;
    if (like >= 0 && like < DATA.length) {
      like = each == DATA[like] ? like + 1 : -1;
    } else if (like == DATA.length) {
      // the name ends here, or it is a longer one
      hasData |= each == ':';
      like = -1;
    }
    length++;
    return false;
  }

  private boolean endLine() {
    boolean isEmpty = length == 0;
    // a line that is the name only is data too
    hasData |= like == DATA.length;
    like = 0;
    length = 0;
    if (!isEmpty) {
      return false;
    }
    boolean isEvent = hasData;
    hasData = false;
    isInside = false;
    return isEvent;
  }

  /** Whether an event has begun and not ended. */
  boolean isInside() {
    return isInside;
  }
}
