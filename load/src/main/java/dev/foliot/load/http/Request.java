package dev.foliot.load.http;

import dev.foliot.load.Capture;
import dev.foliot.load.Check;
import dev.foliot.load.Draw;
import dev.foliot.load.Events;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Route;
import dev.foliot.load.Template;
import dev.foliot.text.FoliotException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kind of request, prepared for sending and for checking its answers. Immutable. */
final class Request {
  private final int kind;
  private final Template path;
  private final Template body;
  private final byte @Nullable [] wholeBody;
  private final boolean hasBody;
  private final boolean isHead;
  private final RequestForm form;
  private final boolean hasCookies;
  private final List<Check> checks;
  private final List<Check.Status> statuses;
  private final boolean looksAtBody;

  /** What it was made of, for a redirect. */
  private final RequestTemplate template;

  private final List<String> variables;
  private final List<Capture> captures;
  private final LoadPlan plan;
  private final ProtocolCodec codec;

  /** The number of its host in the plan. */
  private final int host;

  /** The redirects that led to it. */
  private final int redirects;

  /**
   * @param kind its number in the plan
   * @param variables the names of the values that its user captures
   * @param captures what is captured of its answers
   * @param codec of the plan's protocol
   */
  Request(
      int kind,
      RequestTemplate template,
      List<String> variables,
      List<Capture> captures,
      LoadPlan plan,
      ProtocolCodec codec) {
    this(kind, template, variables, captures, plan, codec, 0);
  }

  private Request(
      int kind,
      RequestTemplate template,
      List<String> variables,
      List<Capture> captures,
      LoadPlan plan,
      ProtocolCodec codec,
      int redirects) {
    this.template = codec.isGrpc() ? template : template.listening();
    this.variables = variables;
    this.captures = captures;
    this.plan = plan;
    this.redirects = redirects;
    this.kind = kind;
    this.host = plan.hosts().indexOf(template.to(plan.target()));
    String posted = template.body();
    this.path = Template.ofPath(template.path(), variables);
    this.body = Template.ofBody(posted == null ? "" : posted, variables);
    this.hasBody = template.sendsBody();
    this.isHead = template.method().equals("HEAD");
    this.codec = codec;
    this.form = codec.form(this.template, variables, plan);
    this.hasCookies =
        template.headers().keySet().stream()
            .anyMatch(HttpHeaderNames.COOKIE::contentEqualsIgnoreCase);
    this.wholeBody = body.fixedOrNull();
    this.checks =
        template.checks().stream().filter(check -> !(check instanceof Check.Status)).toList();
    this.statuses =
        template.checks().stream()
            .filter(Check.Status.class::isInstance)
            .map(Check.Status.class::cast)
            .toList();
    this.looksAtBody = !checks.isEmpty() || captures.stream().anyMatch(Capture::isOfBody);
  }

  /** The request in the form of its protocol. */
  RequestForm form() {
    return form;
  }

  Template path() {
    return path;
  }

  /** The body if it is the same in each request. */
  byte @Nullable [] wholeBody() {
    return wholeBody;
  }

  /**
   * Writes the body, with its own random numbers: otherwise path and body would always be equal.
   */
  void writeBody(ByteBuf out, Draw draw, @Nullable SequenceUser user) {
    body.write(out, draw.forBody(), user);
  }

  /** The user's cookies, unless the request has its own. */
  @Nullable String cookies(SequenceUser user, String asked) {
    String cookies = user.cookies(host, asked);
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
    writeBody(bytes, draw, user);
    return bytes;
  }

  /** The number of the request's kind in the plan. */
  int kind() {
    return kind;
  }

  /** The number of its host in the plan. */
  int host() {
    return host;
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
    String to = Redirects.path(template.to(plan.target()), asked, location);
    if (to == null) {
      return null;
    }
    try {
      return new Request(
          kind,
          Redirects.template(template, status, to),
          variables,
          captures,
          plan,
          codec,
          redirects + 1);
    } catch (FoliotException e) {
      return null;
    }
  }

  /** What it waits for in a stream of events; null for the end of the answer. */
  @Nullable Events events() {
    return template.events();
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
