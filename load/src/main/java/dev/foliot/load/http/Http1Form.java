package dev.foliot.load.http;

import dev.foliot.load.Draw;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Target;
import dev.foliot.load.Template;
import dev.foliot.load.TraceParent;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request in the form of HTTP/1.1. Immutable. */
final class Http1Form implements RequestForm {
  private static final int MOST_LENGTH_DIGITS = 10;
  private static final byte[] VERSION = ascii(" HTTP/1.1\r\n");

  private final byte[] method;
  private final Template head;
  private final boolean traces;
  private final byte @Nullable [] wholeHead;

  Http1Form(RequestTemplate template, List<String> variables, LoadPlan plan) {
    Target to = template.to(plan.target());
    boolean isAbsolute = plan.sending().route().needsAbsoluteUrls(to);
    this.method = ascii(template.method() + " " + (isAbsolute ? to.toString() : ""));
    this.traces = plan.execution().traces();
    this.head = Template.ofHeader(head(template, plan), variables);
    this.wholeHead = head.fixedOrNull();
  }

  /** What follows the request line, up to the length of a body. */
  private static String head(RequestTemplate template, LoadPlan plan) {
    StringBuilder text =
        new StringBuilder("Host: " + template.to(plan.target()).authority() + "\r\n");
    if (!plan.sending().keepAlive()) {
      text.append("Connection: close\r\n");
    }
    template
        .headers()
        .forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    return text.append(template.sendsBody() ? "Content-Length: " : "\r\n").toString();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Writes a request.
   *
   * @param user whose it is, null for a single request
   * @param scratch for a body of unknown length
   */
  void write(
      Request request, ByteBuf out, Draw draw, @Nullable SequenceUser user, ByteBuf scratch) {
    out.writeBytes(method);
    int from = out.writerIndex();
    request.path().write(out, draw, user);
    int to = out.writerIndex();
    out.writeBytes(VERSION);
    if (user != null) {
      String asked = out.toString(from, to - from, StandardCharsets.US_ASCII);
      String cookies = request.cookies(user, asked);
      if (cookies != null) {
        out.writeCharSequence("Cookie: " + cookies + "\r\n", StandardCharsets.US_ASCII);
      }
    }
    if (traces) {
      out.writeCharSequence(
          TraceParent.HEADER + ": " + TraceParent.of(draw) + "\r\n", StandardCharsets.US_ASCII);
    }
    byte[] fixed = wholeHead;
    if (fixed != null) {
      out.writeBytes(fixed);
    } else {
      head.write(out, draw.forHeader(0), user);
    }
    if (!request.hasBody()) {
      return;
    }
    byte[] whole = request.wholeBody();
    if (whole != null) {
      length(out, whole.length);
      out.writeBytes(whole);
    } else {
      scratch.clear();
      request.writeBody(scratch, draw, user);
      length(out, scratch.readableBytes());
      out.writeBytes(scratch);
    }
  }

  private static void length(ByteBuf out, int bytes) {
    out.ensureWritable(MOST_LENGTH_DIGITS);
    Template.digits(out, bytes);
    out.writeByte('\r').writeByte('\n').writeByte('\r').writeByte('\n');
  }
}
