package dev.foliot.load.http;

import dev.foliot.load.Capture;
import dev.foliot.load.Draw;
import dev.foliot.load.Failure;
import dev.foliot.load.Think;
import dev.foliot.load.Values;
import dev.foliot.load.http.Script.Wanted;
import dev.foliot.load.schedule.User;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * One user of a sequence: the step, the captured values and the cookies. One thread.
 *
 * <p>Small, since thousands of them may think at the same time.
 */
final class SequenceUser implements User, Values {
  private static final @Nullable String[] NOTHING = {};

  /** The place of the first pause among the random numbers of a request. */
  private static final int THINK = -10;

  private final ConnectionPool links;
  private final Script script;
  private final Draw draw;
  private final @Nullable String[] values;
  private final List<Cookies> cookies;
  private int step;
  private boolean isMissing;
  private String asked = "/";
  private int host;

  /**
   * @param links sends its requests
   * @param draw of its first request
   * @param cookies none yet, of each host; empty where they are not kept
   */
  SequenceUser(ConnectionPool links, Script script, Draw draw, List<Cookies> cookies) {
    this.links = links;
    this.script = script;
    this.draw = draw;
    this.values = script.variables() == 0 ? NOTHING : new String[script.variables()];
    this.cookies = cookies;
  }

  @Override
  public long number() {
    return draw.number();
  }

  @Override
  public boolean hasNext() {
    return step + 1 < script.requests().size();
  }

  @Override
  public long thinkNs() {
    Think think = script.thinks().get(step + 1);
    return think.spread() == Think.Spread.CONSTANT
        ? think.meanNs()
        : think.nextNs(draw.random(THINK - step));
  }

  @Override
  public void sendNext(int connection) {
    step++;
    isMissing = false;
    links.send(connection, script.requests().get(step), draw.forStep(step), this);
  }

  @Override
  public String value(int variable) {
    return Objects.requireNonNull(values[variable]);
  }

  /**
   * The value of the header {@code Cookie} of a request; null for none.
   *
   * @param to the number of its host
   * @param target its path, with the query
   */
  @Nullable String cookies(int to, String target) {
    if (cookies.isEmpty()) {
      return null;
    }
    host = to;
    int query = target.indexOf('?');
    asked = query < 0 ? target : target.substring(0, query);
    return cookies.get(host).header(asked);
  }

  /**
   * Takes the headers of an answer.
   *
   * @param isLast whether it is not redirected
   */
  void answered(AnswerHeaders headers, boolean isLast) {
    if (!cookies.isEmpty()) {
      Cookies own = cookies.get(host);
      headers.all("set-cookie").forEach(line -> own.take(line.toString(), asked));
    }
    if (!isLast) {
      return;
    }
    for (Wanted one : script.wanted().get(step)) {
      if (one.capture() instanceof Capture.Header(String name)) {
        List<? extends CharSequence> all = headers.all(name);
        keep(one, all.isEmpty() ? null : all.getFirst().toString());
      }
    }
  }

  /** Takes the body of an answer that is as expected: a failure, or {@link Failure#NONE}. */
  int captured(String body) {
    for (Wanted one : script.wanted().get(step)) {
      switch (one.capture()) {
        case Capture.Json(var path) -> keep(one, path.find(body).orElse(null));
        case Capture.Regex regex -> keep(one, find(regex, body));
        case Capture.Header _ -> {}
      }
    }
    return isMissing ? Failure.CAPTURE.code() : Failure.NONE;
  }

  private static @Nullable String find(Capture.Regex regex, String body) {
    try {
      Matcher found = regex.pattern().matcher(new BoundedText(body));
      return found.find() ? found.group(found.groupCount() > 0 ? 1 : 0) : null;
    } catch (BoundedText.ExhaustedException | StackOverflowError e) {
      return null;
    }
  }

  private void keep(Wanted one, @Nullable String found) {
    if (found == null || found.length() > Capture.LONGEST) {
      isMissing = true;
    } else {
      values[one.variable()] = found;
    }
  }
}
