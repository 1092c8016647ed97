package dev.foliot.load.http;

import dev.foliot.load.Draw;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Template;
import dev.foliot.load.TraceParent;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request in the form of HTTP/2. Immutable. */
final class Http2Form implements RequestForm {
  private final AsciiString method;
  private final AsciiString scheme;
  private final AsciiString authority;
  private final boolean traces;
  private final List<NamedTemplate> headers = new ArrayList<>();

  /** A header: its value is a template, unless it is the same in each request. */
  private record NamedTemplate(AsciiString name, Template value, @Nullable AsciiString fixed) {
    static NamedTemplate of(String name, Template value) {
      byte[] fixed = value.fixedOrNull();
      return new NamedTemplate(
          AsciiString.of(name.toLowerCase(Locale.ROOT)),
          value,
          fixed == null ? null : new AsciiString(fixed, false));
    }
  }

  Http2Form(RequestTemplate template, List<String> variables, LoadPlan plan) {
    this.method = AsciiString.of(template.method());
    this.scheme = AsciiString.of(template.to(plan.target()).scheme());
    this.authority = AsciiString.of(template.to(plan.target()).authority());
    this.traces = plan.execution().traces();
    template
        .headers()
        .forEach((name, value) ->
            headers.add(NamedTemplate.of(name, Template.ofHeader(value, variables))));
  }

  /**
   * The headers of a request.
   *
   * @param user whose it is, null for a single request
   * @param scratch for the path
   * @param length of the body, below zero without one
   */
  Http2Headers headers(
      Request request, Draw draw, @Nullable SequenceUser user, ByteBuf scratch, int length) {
    AsciiString asked = text(request.path(), draw, user, scratch);
    Http2Headers all =
        new DefaultHttp2Headers(false)
            .method(method)
            .scheme(scheme)
            .authority(authority)
            .path(asked);
    for (int i = 0; i < headers.size(); i++) {
      NamedTemplate header = headers.get(i);
      AsciiString fixed = header.fixed();
      all.add(
          header.name(),
          fixed != null ? fixed : text(header.value(), draw.forHeader(i), user, scratch));
    }
    if (traces) {
      all.add(TraceParent.HEADER, TraceParent.of(draw));
    }
    if (user != null) {
      String cookies = request.cookies(user, asked.toString());
      if (cookies != null) {
        all.add(HttpHeaderNames.COOKIE, cookies);
      }
    }
    if (length >= 0) {
      all.setInt(HttpHeaderNames.CONTENT_LENGTH, length);
    }
    return all;
  }

  private static AsciiString text(
      Template of, Draw draw, @Nullable SequenceUser user, ByteBuf scratch) {
    scratch.clear();
    of.write(scratch, draw, user);
    byte[] text = new byte[scratch.readableBytes()];
    scratch.readBytes(text);
    return new AsciiString(text, false);
  }
}
