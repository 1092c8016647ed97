package dev.foliot.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One client of the audited server. The reading thread owns it, except for the count of unanswered
 * requests and the end of the connection, which both threads share.
 */
final class Connection {
  /** A client with more requests in flight is cut off. */
  static final int MOST_UNANSWERED = 1_000;

  private static final int FIRST_BYTES = 2_048;
  private static final int MOST_BYTES = 2 * HttpRequest.MOST_HEAD_BYTES;

  private final SocketChannel channel;
  private final AtomicInteger unanswered = new AtomicInteger();
  private ByteBuffer input = ByteBuffer.allocate(FIRST_BYTES);
  private long bodyLeft;
  private Answer begun = Answer.OK;
  private boolean inBody;
  private boolean deaf;
  private volatile boolean finished;

  /** Takes complete requests. */
  @FunctionalInterface
  interface Requests {
    /** Takes a request with its answer. */
    void came(Connection connection, Answer answer);
  }

  Connection(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * Reads the available bytes and passes complete requests on.
   *
   * @return whether the client may send more
   * @throws IOException if the client has gone
   */
  boolean read(Requests requests) throws IOException {
    int read = channel.read(input);
    if (read < 0) {
      finished = true;
      if (unanswered.get() == 0) {
        close();
      }
      return false;
    }
    input.flip();
    while (!deaf && next(requests)) {
      // one request after the other
    }
    if (deaf) {
      input.clear();
    } else {
      input.compact();
      grow();
    }
    return true;
  }

  /** Whether the bytes read may contain another request. */
  private boolean next(Requests requests) {
    if (inBody) {
      int skipped = (int) Math.min(bodyLeft, input.remaining());
      input.position(input.position() + skipped);
      bodyLeft -= skipped;
      if (bodyLeft > 0) {
        return false;
      }
      inBody = false;
      hand(begun, requests);
      return true;
    }
    switch (HttpRequest.parse(input.array(), input.position(), input.limit())) {
      case HttpRequest.Incomplete none -> {
        return false;
      }
      case HttpRequest.Refused(Answer answer) -> hand(answer, requests);
      case HttpRequest.Whole(int headBytes, long bodyBytes, Answer answer) -> {
        input.position(input.position() + headBytes);
        begun = answer;
        bodyLeft = bodyBytes;
        inBody = true;
      }
    }
    return true;
  }

  private void hand(Answer answer, Requests requests) {
    deaf = answer.isLast();
    unanswered.incrementAndGet();
    requests.came(this, answer);
  }

  private void grow() {
    if (!input.hasRemaining() && input.capacity() < MOST_BYTES) {
      input = ByteBuffer.allocate(2 * input.capacity()).put(input.flip());
    }
  }

  /** Whether it has too many requests in flight. */
  boolean isGreedy() {
    return unanswered.get() > MOST_UNANSWERED;
  }

  /**
   * Sends an answer, on the answering thread.
   *
   * @param buffer with the complete answer
   * @return whether it was sent completely; a client that does not read its answers is cut off
   * @throws IOException if the client has gone
   */
  boolean write(ByteBuffer buffer, boolean last) throws IOException {
    channel.write(buffer);
    if (buffer.hasRemaining()) {
      close();
      return false;
    }
    if (unanswered.decrementAndGet() == 0 && finished) {
      close();
    } else if (last) {
      // the client reads the answer and closes; an immediate close could lose the answer
      channel.shutdownOutput();
    }
    return true;
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // the client has gone
    }
  }
}
