package dev.foliot.load.http;

import dev.foliot.load.Check;
import dev.foliot.load.Draw;
import dev.foliot.load.Failure;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Target;
import dev.foliot.load.Template;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A kind of request, prepared for sending and for checking its answers. Immutable. */
final class Request {
  private static final int MOST_LENGTH_DIGITS = 10;

  private final int kind;
  private final Template path;
  private final Template body;
  private final byte[] method;
  private final byte[] afterPath;
  private final byte @Nullable [] wholeBody;
  private final boolean hasBody;
  private final boolean isHead;
  private final AsciiString methodName;
  private final AsciiString scheme;
  private final AsciiString authority;
  private final Http2Headers fixed = new DefaultHttp2Headers(false);
  private final List<Check> checks;
  private final List<Check.Status> statuses;
  private final boolean looksAtBody;

  /**
   * @param kind its number in the plan
   */
  Request(int kind, RequestTemplate template, Target target, boolean keepAlive) {
    this.kind = kind;
    String posted = template.body();
    this.path = Template.ofPath(template.path());
    this.body = Template.of(posted == null ? "" : posted);
    this.hasBody = template.sendsBody();
    this.isHead = template.method().equals("HEAD");
    this.methodName = AsciiString.of(template.method());
    this.scheme = AsciiString.of(target.scheme());
    this.authority = AsciiString.of(target.authority());
    template
        .headers()
        .forEach((name, value) ->
            fixed.add(AsciiString.of(name.toLowerCase(Locale.ROOT)), AsciiString.of(value)));
    this.method = ascii(template.method() + " ");
    this.wholeBody = body.fixedOrNull();
    StringBuilder head = new StringBuilder(" HTTP/1.1\r\nHost: " + target.authority() + "\r\n");
    if (!keepAlive) {
      head.append("Connection: close\r\n");
    }
    template
        .headers()
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (hasBody) {
      head.append("Content-Length: ");
    } else {
      head.append("\r\n");
    }
    this.afterPath = ascii(head.toString());
    this.checks =
        template.checks().stream().filter(check -> !(check instanceof Check.Status)).toList();
    this.statuses =
        template.checks().stream()
            .filter(Check.Status.class::isInstance)
            .map(Check.Status.class::cast)
            .toList();
    this.looksAtBody = !checks.isEmpty();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Writes the request.
   *
   * @param scratch for a body of unknown length
   */
  void write(ByteBuf out, Draw draw, ByteBuf scratch) {
    out.writeBytes(method);
    path.write(out, draw);
    out.writeBytes(afterPath);
    if (!hasBody) {
      return;
    }
    byte[] whole = wholeBody;
    if (whole != null) {
      length(out, whole.length);
      out.writeBytes(whole);
    } else {
      scratch.clear();
      // its own random numbers, otherwise path and body would always be equal
      body.write(scratch, draw.forBody());
      length(out, scratch.readableBytes());
      out.writeBytes(scratch);
    }
  }

  /** Whether it sends a body, which may be empty. */
  boolean hasBody() {
    return hasBody;
  }

  /** Whether its answers have no body, whatever their head says. */
  boolean isHead() {
    return isHead;
  }

  /** A body, to be released. */
  ByteBuf body(ByteBufAllocator alloc, Draw draw) {
    ByteBuf bytes = alloc.buffer();
    body.write(bytes, draw.forBody());
    return bytes;
  }

  /**
   * The headers of HTTP/2.
   *
   * @param scratch for the path
   * @param length of the body, below zero without one
   */
  Http2Headers headers(Draw draw, ByteBuf scratch, int length) {
    scratch.clear();
    path.write(scratch, draw);
    byte[] asked = new byte[scratch.readableBytes()];
    scratch.readBytes(asked);
    Http2Headers headers =
        new DefaultHttp2Headers(false)
            .method(methodName)
            .scheme(scheme)
            .authority(authority)
            .path(new AsciiString(asked, false));
    headers.add(fixed);
    if (length >= 0) {
      headers.setInt(HttpHeaderNames.CONTENT_LENGTH, length);
    }
    return headers;
  }

  private static void length(ByteBuf out, int bytes) {
    out.ensureWritable(MOST_LENGTH_DIGITS);
    Template.digits(out, bytes);
    out.writeByte('\r').writeByte('\n').writeByte('\r').writeByte('\n');
  }

  /** The number of the request's kind in the plan. */
  int kind() {
    return kind;
  }

  /** Whether the checks need the bodies of answers. */
  boolean looksAtBody() {
    return looksAtBody;
  }

  /** The failure of an answer, or {@link Failure#NONE}. */
  int judge(int status, String answerBody) {
    if (!isExpected(status)) {
      return Failure.STATUS + status;
    }
    for (Check check : checks) {
      if (!passes(check, answerBody)) {
        return Failure.CHECK.code();
      }
    }
    return Failure.NONE;
  }

  private boolean isExpected(int status) {
    if (statuses.isEmpty()) {
      return status / 100 == 2;
    }
    for (Check.Status range : statuses) {
      if (status >= range.least() && status <= range.most()) {
        return true;
      }
    }
    return false;
  }

  private static boolean passes(Check check, String answerBody) {
    return switch (check) {
      case Check.Status _ -> true;
      case Check.BodyContains(String text) -> answerBody.contains(text);
      case Check.BodyMatches(var pattern) -> {
        try {
          yield pattern.matcher(new BoundedText(answerBody)).find();
        } catch (BoundedText.ExhaustedException | StackOverflowError e) {
          yield false;
        }
      }
    };
  }
}
