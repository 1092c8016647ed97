package dev.foliot.load.http;

import dev.foliot.load.Draw;
import dev.foliot.load.Events;
import dev.foliot.load.Failure;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
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
  private static final String EVENT_STREAM = "text/event-stream";

  private @Nullable Request request;
  private @Nullable Draw draw;
  private @Nullable SequenceUser user;
  private @Nullable Hop hop;
  private @Nullable ByteBuf body;
  private int status;
  private long bodyBytes;
  private boolean isZipped;

  /** Reads the events of the answer, where it is a stream of them. */
  private @Nullable EventReader reader;

  private long events;
  private int turn;

  /** Begins a request. */
  void begin(Request what, Draw chance, @Nullable SequenceUser whose) {
    request = what;
    draw = chance;
    user = whose;
    hop = null;
    status = 0;
    bodyBytes = 0;
    isZipped = false;
    reader = null;
    events = 0;
    turn++;
  }

  /** Which of its requests this is. */
  int turn() {
    return turn;
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
    if (what.events() != null) {
      List<? extends CharSequence> types = headers.all("content-type");
      boolean isStream =
          !types.isEmpty()
              && types.getFirst().toString().toLowerCase(Locale.ROOT).startsWith(EVENT_STREAM);
      reader = isStream && !isZipped ? new EventReader() : null;
    }
  }

  /** How long the events of the answer are listened to; 0 until it ends. */
  long listeningNs() {
    Events wanted = request == null || reader == null ? null : request.events();
    return wanted == null ? 0 : wanted.lengthNs();
  }

  /**
   * Takes the events in a part of the body.
   *
   * @param each is called for each of them
   * @return whether the last one came that the request waits for
   */
  boolean events(ByteBuf part, Runnable each) {
    EventReader stream = reader;
    Events wanted = request == null ? null : request.events();
    if (stream == null || wanted == null) {
      return false;
    }
    int found = stream.read(part);
    for (int i = 0; i < found && (wanted.count() == 0 || events < wanted.count()); i++) {
      events++;
      each.run();
    }
    return wanted.count() > 0 && events >= wanted.count();
  }

  /** The request that follows a redirect, once the answer has ended; null without one. */
  @Nullable Hop takeHop() {
    Hop next = hop;
    hop = null;
    return next;
  }

  /** Whether someone wants to see the headers of the answer. */
  boolean looksAtHeaders() {
    return user != null || (request != null && (request.follows() || request.events() != null));
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

  /**
   * Ends it, and judges the answer: the failure, or {@link Failure#NONE}.
   *
   * @param isServers whether the server ended it, and the client is not through
   */
  int end(boolean isServers) {
    Request what = request;
    ByteBuf kept = body;
    if (hop != null) {
      drop();
      return Failure.NONE;
    }
    String text = kept == null ? "" : text(kept);
    int code = what == null ? Failure.PROTOCOL.code() : what.judge(status, text);
    if (code == Failure.NONE && what != null) {
      code = judged(what, isServers);
    }
    if (code == Failure.NONE && user != null) {
      code = user.captured(text);
    }
    drop();
    return code;
  }

  private int judged(Request what, boolean isServers) {
    Events wanted = what.events();
    EventReader stream = reader;
    if (wanted == null) {
      return Failure.NONE;
    }
    if (stream == null) {
      return Failure.NO_EVENTS.code();
    }
    boolean isEarly = isServers && (stream.isInside() || wanted.isEarly(events));
    return isEarly ? Failure.STREAM_ENDED.code() : Failure.NONE;
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
