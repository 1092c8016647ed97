package dev.foliot.load.http;

import dev.foliot.load.Draw;
import dev.foliot.load.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request in flight and what is known of its answer. Used again; one thread. */
final class Exchange {
  /** The length of a body that is kept for checks. */
  private static final int KEPT_BODY = 1 << 16;

  /** A longer body is invalid. */
  private static final long MOST_BODY = 1L << 28;

  private static final int SWITCHING = 101;
  private static final int FIRST_INTERIM = 100;
  private static final int FIRST_FINAL = 200;
  private static final int LAST = 999;
  private static final int ROOM = 256;

  private @Nullable Request request;
  private @Nullable Draw draw;
  private @Nullable SequenceUser user;
  private @Nullable Hop hop;
  private @Nullable ByteBuf body;
  private int status;
  private long bodyBytes;
  private boolean isZipped;

  /** Begins a request. */
  void begin(Request what, Draw chance, @Nullable SequenceUser whose) {
    request = what;
    draw = chance;
    user = whose;
    hop = null;
    status = 0;
    bodyBytes = 0;
    isZipped = false;
  }

  /** The request in flight. */
  @Nullable Request request() {
    return request;
  }

  @Nullable Draw draw() {
    return draw;
  }

  /** Whose request it is; null for a single one. */
  @Nullable SequenceUser user() {
    return user;
  }

  /** Takes the head of an answer, which may be an interim one. */
  void head(int answered, @Nullable CharSequence encoding) {
    status = answered;
    isZipped = encoding != null && "gzip".contentEquals(encoding);
  }

  /**
   * Takes the headers of the final answer.
   *
   * @param scratch for the path of a redirect
   */
  void headers(AnswerHeaders headers, ByteBuf scratch) {
    Request what = request;
    Draw chance = draw;
    if (what == null || chance == null) {
      return;
    }
    if (what.follows() && Redirects.isRedirect(status)) {
      List<? extends CharSequence> locations = headers.all("location");
      Request next =
          locations.isEmpty()
              ? null
              : what.redirected(status, locations.getFirst().toString(), chance, user, scratch);
      hop = next == null ? null : new Hop(next, chance, user);
    }
    if (user != null) {
      user.answered(headers, hop == null);
    }
  }

  /** The request that follows a redirect, once the answer has ended; null without one. */
  @Nullable Hop takeHop() {
    Hop next = hop;
    hop = null;
    return next;
  }

  /** Whether someone wants to see the headers of the answer. */
  boolean looksAtHeaders() {
    return user != null || (request != null && request.follows());
  }

  /** Whether the head of the final answer was read. */
  boolean isAnswered() {
    return status >= FIRST_FINAL;
  }

  /** Takes a part of the body; returns whether the answer is still a valid one. */
  boolean content(ByteBuf part, Channel channel) {
    bodyBytes += part.readableBytes();
    if (bodyBytes > MOST_BODY || status == SWITCHING || status < FIRST_INTERIM || status > LAST) {
      return false;
    }
    if (request != null && request.looksAtBody()) {
      ByteBuf kept = body;
      if (kept == null) {
        kept = channel.alloc().heapBuffer(ROOM, KEPT_BODY);
        body = kept;
      }
      kept.writeBytes(part, Math.min(part.readableBytes(), KEPT_BODY - kept.readableBytes()));
    }
    return true;
  }

  long bodyBytes() {
    return bodyBytes;
  }

  /** Ends it, and judges the answer: the failure, or {@link Failure#NONE}. */
  int end() {
    Request what = request;
    ByteBuf kept = body;
    if (hop != null) {
      drop();
      return Failure.NONE;
    }
    String text = kept == null ? "" : text(kept);
    int code = what == null ? Failure.PROTOCOL.code() : what.judge(status, text);
    if (code == Failure.NONE && user != null) {
      code = user.captured(text);
    }
    drop();
    return code;
  }

  private String text(ByteBuf kept) {
    if (!isZipped) {
      return kept.toString(StandardCharsets.UTF_8);
    }
    return Zipped.text(kept);
  }

  /** Ends it without a judgement. */
  void drop() {
    request = null;
    draw = null;
    user = null;
    if (body != null) {
      body.release();
      body = null;
    }
  }
}
