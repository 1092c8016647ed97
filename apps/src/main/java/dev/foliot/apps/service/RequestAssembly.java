package dev.foliot.apps.service;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Assembles requests from parts, up to a size limit.
 *
 * <p>Netty's own aggregator answers oversized requests itself: out of turn with pipelining, and
 * without a body.
 *
 * <p>Belongs to one connection and its event loop.
 */
final class RequestAssembly {
  private static final byte[] EMPTY = new byte[0];

  private final int mostBytes;
  private final NanoClock clock;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private @Nullable HttpRequest head;

  RequestAssembly(int mostBytes, NanoClock clock) {
    this.mostBytes = mostBytes;
    this.clock = clock;
  }

  /** The connection's input after this part; null if more parts must follow. */
  @Nullable Incoming add(HttpObject part) {
    if (part.decoderResult().isFailure()) {
      return new Incoming.Unreadable(unreadable(part.decoderResult().cause()));
    }
    if (part instanceof HttpRequest begun) {
      head = begun;
      body.reset();
      if (HttpUtil.getContentLength(begun, 0L) > mostBytes) {
        return new Incoming.Unreadable(tooLarge());
      }
      if (HttpUtil.is100ContinueExpected(begun)) {
        return new Incoming.Asking();
      }
    }
    return part instanceof HttpContent content ? add(content) : null;
  }

  private @Nullable Incoming add(HttpContent content) {
    HttpRequest request = head;
    if (request == null) {
      return null;
    }
    ByteBuf bytes = content.content();
    if (body.size() + bytes.readableBytes() > mostBytes) {
      return new Incoming.Unreadable(tooLarge());
    }
    byte[] more = new byte[bytes.readableBytes()];
    bytes.readBytes(more);
    body.writeBytes(more);
    if (!(content instanceof LastHttpContent)) {
      return null;
    }
    head = null;
    String target = originForm(request.uri());
    if (!target.startsWith("/")) {
      return new Incoming.Unreadable(
          Answer.error(400, "bad_request", "the target of a request is a path that begins with /"));
    }
    byte[] whole = body.size() == 0 ? EMPTY : body.toByteArray();
    return new Incoming.Whole(
        new Request(request.method().name(), target, whole, clock.nanoTime()),
        HttpUtil.isKeepAlive(request));
  }

  /** Without the server's address, which a client may write too (RFC 9112, 3.2.2). */
  private static String originForm(String uri) {
    if (!uri.regionMatches(true, 0, "http://", 0, 7)) {
      return uri;
    }
    int path = uri.indexOf('/', 7);
    return path < 0 ? "/" : uri.substring(path);
  }

  private Answer tooLarge() {
    return Answer.error(
        413, "too_large", "the body of a request has at most " + mostBytes + " bytes: send less");
  }

  private static Answer unreadable(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Answer.error(414, "too_long", "the first line of a request is too long: shorten it");
    }
    if (cause instanceof TooLongHttpHeaderException) {
      return Answer.error(431, "too_long", "the header of a request is too long: shorten it");
    }
    return Answer.error(400, "bad_request", "this is no HTTP/1.1 request");
  }
}
