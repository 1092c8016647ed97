package dev.foliot.load.http;

import dev.foliot.load.Capture;
import dev.foliot.load.Check;
import dev.foliot.load.Draw;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Route;
import dev.foliot.load.Target;
import dev.foliot.load.Template;
import dev.foliot.text.LabException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A kind of request, prepared for sending and for checking its answers. Immutable. */
final class Request {
  private static final int MOST_LENGTH_DIGITS = 10;
  private static final byte[] VERSION = ascii(" HTTP/1.1\r\n");

  private final int kind;
  private final Template path;
  private final Template body;
  private final byte[] method;
  private final Template head;
  private final byte @Nullable [] wholeHead;
  private final List<NamedTemplate> headers = new ArrayList<>();
  private final byte @Nullable [] wholeBody;
  private final boolean hasBody;
  private final boolean isHead;
  private final AsciiString methodName;
  private final AsciiString scheme;
  private final AsciiString authority;
  private final boolean hasCookies;
  private final List<Check> checks;
  private final List<Check.Status> statuses;
  private final boolean looksAtBody;

  /** What it was made of, for a redirect. */
  private final RequestTemplate template;

  private final List<String> variables;
  private final List<Capture> captures;
  private final LoadPlan plan;

  /** The redirects that led to it. */
  private final int redirects;

  /** A header of HTTP/2: its value is a template, unless it is the same in each request. */
  private record NamedTemplate(AsciiString name, Template value, @Nullable AsciiString fixed) {}

  /**
   * @param kind its number in the plan
   * @param variables the names of the values that its user captures
   * @param captures what is captured of its answers
   */
  Request(
      int kind,
      RequestTemplate template,
      List<String> variables,
      List<Capture> captures,
      LoadPlan plan) {
    this(kind, template, variables, captures, plan, 0);
  }

  private Request(
      int kind,
      RequestTemplate template,
      List<String> variables,
      List<Capture> captures,
      LoadPlan plan,
      int redirects) {
    this.template = template;
    this.variables = variables;
    this.captures = captures;
    this.plan = plan;
    this.redirects = redirects;
    Target target = plan.target();
    this.kind = kind;
    String posted = template.body();
    this.path = Template.ofPath(template.path(), variables);
    this.body = Template.ofBody(posted == null ? "" : posted, variables);
    this.hasBody = template.sendsBody();
    this.isHead = template.method().equals("HEAD");
    this.methodName = AsciiString.of(template.method());
    this.scheme = AsciiString.of(target.scheme());
    this.authority = AsciiString.of(target.authority());
    template
        .headers()
        .forEach((name, value) -> headers.add(header(name, Template.ofHeader(value, variables))));
    this.hasCookies =
        template.headers().keySet().stream()
            .anyMatch(HttpHeaderNames.COOKIE::contentEqualsIgnoreCase);
    this.method =
        ascii(
            template.method()
                + " "
                + (plan.sending().route().needsAbsoluteUrls(target) ? target.toString() : ""));
    this.wholeBody = body.fixedOrNull();
    this.head = Template.ofHeader(head(template, plan), variables);
    this.wholeHead = head.fixedOrNull();
    this.checks =
        template.checks().stream().filter(check -> !(check instanceof Check.Status)).toList();
    this.statuses =
        template.checks().stream()
            .filter(Check.Status.class::isInstance)
            .map(Check.Status.class::cast)
            .toList();
    this.looksAtBody = !checks.isEmpty() || captures.stream().anyMatch(Capture::isOfBody);
  }

  /** What follows the request line in HTTP/1.1, up to the length of a body. */
  private String head(RequestTemplate template, LoadPlan plan) {
    StringBuilder text = new StringBuilder("Host: " + plan.target().authority() + "\r\n");
    if (!plan.sending().keepAlive()) {
      text.append("Connection: close\r\n");
    }
    template
        .headers()
        .forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    return text.append(hasBody ? "Content-Length: " : "\r\n").toString();
  }

  private static NamedTemplate header(String name, Template value) {
    byte[] fixed = value.fixedOrNull();
    return new NamedTemplate(
        AsciiString.of(name.toLowerCase(Locale.ROOT)),
        value,
        fixed == null ? null : new AsciiString(fixed, false));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Writes the request.
   *
   * @param user whose it is, null for a single request
   * @param scratch for a body of unknown length
   */
  void write(ByteBuf out, Draw draw, @Nullable SequenceUser user, ByteBuf scratch) {
    out.writeBytes(method);
    int from = out.writerIndex();
    path.write(out, draw, user);
    int to = out.writerIndex();
    out.writeBytes(VERSION);
    if (user != null) {
      String cookies = cookies(user, out.toString(from, to - from, StandardCharsets.US_ASCII));
      if (cookies != null) {
        out.writeCharSequence("Cookie: " + cookies + "\r\n", StandardCharsets.US_ASCII);
      }
    }
    byte[] fixed = wholeHead;
    if (fixed != null) {
      out.writeBytes(fixed);
    } else {
      head.write(out, draw.forHeader(0), user);
    }
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
      body.write(scratch, draw.forBody(), user);
      length(out, scratch.readableBytes());
      out.writeBytes(scratch);
    }
  }

  /** The user's cookies, unless the request has its own. */
  private @Nullable String cookies(SequenceUser user, String asked) {
    String cookies = user.cookies(asked);
    return hasCookies ? null : cookies;
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
  ByteBuf body(ByteBufAllocator alloc, Draw draw, @Nullable SequenceUser user) {
    ByteBuf bytes = alloc.buffer();
    body.write(bytes, draw.forBody(), user);
    return bytes;
  }

  /**
   * The headers of HTTP/2.
   *
   * @param user whose it is, null for a single request
   * @param scratch for the path
   * @param length of the body, below zero without one
   */
  Http2Headers headers(Draw draw, @Nullable SequenceUser user, ByteBuf scratch, int length) {
    AsciiString asked = text(path, draw, user, scratch);
    Http2Headers all =
        new DefaultHttp2Headers(false)
            .method(methodName)
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
    if (user != null) {
      String cookies = cookies(user, asked.toString());
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

  private static void length(ByteBuf out, int bytes) {
    out.ensureWritable(MOST_LENGTH_DIGITS);
    Template.digits(out, bytes);
    out.writeByte('\r').writeByte('\n').writeByte('\r').writeByte('\n');
  }

  /** The number of the request's kind in the plan. */
  int kind() {
    return kind;
  }

  /** Whether its redirects are followed. */
  boolean follows() {
    return plan.sending().route().followsRedirects() && redirects < Route.MOST_REDIRECTS;
  }

  /**
   * The request to where it was redirected; null where that is not followed: to another host, or
   * nowhere.
   */
  @Nullable Request redirected(
      int status, String location, Draw draw, @Nullable SequenceUser user, ByteBuf scratch) {
    scratch.clear();
    path.write(scratch, draw, user);
    String asked = scratch.toString(StandardCharsets.US_ASCII);
    String to = Redirects.path(plan.target(), asked, location);
    if (to == null) {
      return null;
    }
    try {
      return new Request(
          kind, Redirects.template(template, status, to), variables, captures, plan, redirects + 1);
    } catch (LabException e) {
      return null;
    }
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
