package dev.foliot.load;

import dev.foliot.store.Redaction;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kind of request.
 *
 * <p>Path, values of headers and body may have placeholders: {@code ${n}} (the request's number in
 * its phase), {@code ${phase}}, {@code ${random:1-1000}}, by the seed of the load, {@code ${uuid}},
 * {@code ${csv:FILE:COLUMN}}, the row of the request's number, {@code ${csv-random:FILE:COLUMN}}, a
 * row by the seed, the same with {@code json}, and in a {@link Sequence} the names of captured
 * values.
 *
 * @param method GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS
 * @param path from its slash on, with the query if any; at most 8000 characters of visible ASCII;
 *     in a sequence it may begin with a captured place
 * @param headers additional headers; the driver sets Host, Content-Length, Connection and
 *     Transfer-Encoding
 * @param body at most 1 MiB, or null; GET, HEAD and OPTIONS have none
 * @param weight its relative frequency, 1 to 1,000,000
 * @param checks on its answers
 * @param place what it is called, and where it goes
 * @param events what it waits for in a stream, or null for the end of the answer
 */
public record RequestTemplate(
    String method,
    String path,
    Map<String, String> headers,
    @Nullable String body,
    int weight,
    List<Check> checks,
    Place place,
    @Nullable Events events) {
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS");
  private static final int LONGEST_PATH = 8_000;
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_BODY = 1 << 20;
  private static final int LONGEST_HEADER = 4_000;
  private static final int MOST_HEADERS = 100;
  private static final int MOST_CHECKS = 20;
  private static final int MOST_WEIGHT = 1_000_000;
  private static final Set<String> OURS =
      Set.of("host", "content-length", "connection", "transfer-encoding", "expect", "upgrade");

  /**
   * What a request is called, and where it goes.
   *
   * @param label what it is called in results, or null for method and path
   * @param host where it goes, or null for the plan's target
   */
  public record Place(@Nullable String label, @Nullable Target host) {}

  /** Without a name of its own. */
  public RequestTemplate(
      String method,
      String path,
      Map<String, String> headers,
      @Nullable String body,
      int weight,
      List<Check> checks) {
    this(method, path, headers, body, weight, checks, null);
  }

  /** To the plan's target, without events. */
  public RequestTemplate(
      String method,
      String path,
      Map<String, String> headers,
      @Nullable String body,
      int weight,
      List<Check> checks,
      @Nullable String label) {
    this(method, path, headers, body, weight, checks, new Place(label, null), null);
  }

  /**
   * Keeps copies.
   *
   * @throws FoliotException if a part cannot be sent, with the remedy
   */
  public RequestTemplate {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    checks = List.copyOf(checks);
    if (!METHODS.contains(method)) {
      throw FoliotException.usage(
          "'"
              + Shown.text(method)
              + "' is no method here: use one of "
              + String.join(", ", METHODS));
    }
    if (body != null && WITHOUT_BODY.contains(method)) {
      throw FoliotException.usage("a " + method + " has no body: use POST, or leave the body out");
    }
    if (!(path.startsWith("/") || Template.beginsWithVariable(path))
        || path.length() > LONGEST_PATH
        || path.chars().anyMatch(c -> c <= ' ' || c >= 127)) {
      throw FoliotException.usage(
          "'"
              + Shown.text(path)
              + "' is no path: begin with /, percent-encode what is not visible ASCII, at most "
              + LONGEST_PATH
              + " characters");
    }
    if (body != null && body.length() > LONGEST_BODY) {
      throw FoliotException.usage("a body of more than " + LONGEST_BODY + " characters: give less");
    }
    if (weight < 1 || weight > MOST_WEIGHT) {
      throw FoliotException.usage("a weight of " + weight + ": from 1 to " + MOST_WEIGHT);
    }
    if (headers.size() > MOST_HEADERS || checks.size() > MOST_CHECKS) {
      throw FoliotException.usage(
          "at most " + MOST_HEADERS + " headers and " + MOST_CHECKS + " checks for a request");
    }
    headers.forEach(RequestTemplate::check);
    Template.of(path);
    Template.of(body == null ? "" : body);
    headers.values().forEach(Template::of);
  }

  /**
   * The same, if it uses no captured values but these.
   *
   * @throws FoliotException if it uses others, with the remedy
   */
  public RequestTemplate knowing(Collection<String> captured) {
    Set<String> used = new LinkedHashSet<>(Template.variables(path));
    headers.values().forEach(value -> used.addAll(Template.variables(value)));
    used.addAll(Template.variables(body == null ? "" : body));
    used.removeAll(captured);
    if (!used.isEmpty()) {
      throw Template.unknown("${" + used.iterator().next() + "}");
    }
    return this;
  }

  /** The same of gRPC, where the path is the method. */
  RequestTemplate ofGrpc() {
    return new RequestTemplate(
        "POST",
        path,
        headers,
        body,
        weight,
        checks,
        place.label() != null ? place : new Place(path.substring(1), place.host()),
        events);
  }

  /** The same, as the client of a stream of events asks for it. */
  public RequestTemplate listening() {
    if (events == null || headers.keySet().stream().anyMatch("accept"::equalsIgnoreCase)) {
      return this;
    }
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Accept", "text/event-stream");
    return new RequestTemplate(method, path, all, body, weight, checks, place, events);
  }

  /** The same with other events. */
  public RequestTemplate with(@Nullable Events wanted) {
    return new RequestTemplate(method, path, headers, body, weight, checks, place, wanted);
  }

  /** A GET that expects 200 to 299. */
  public static RequestTemplate get(String path) {
    return new RequestTemplate("GET", path, Map.of(), null, 1, List.of());
  }

  /** One that has nothing but a name. */
  static RequestTemplate named(String name) {
    return new RequestTemplate("GET", "/", Map.of(), null, 1, List.of(), name);
  }

  /** Whether a body is sent, an empty one included. */
  public boolean sendsBody() {
    return body != null || (!WITHOUT_BODY.contains(method) && !method.equals("DELETE"));
  }

  /** Where it goes. */
  public Target to(Target usual) {
    return place.host() == null ? usual : place.host();
  }

  /**
   * What it is called in results: its own name, or method and path without secrets, with its host
   * where it has one.
   */
  public String name() {
    String label = place.label();
    if (label != null) {
      return label;
    }
    Target host = place.host();
    String shown = Redaction.text((host == null ? "" : host.authority()) + path);
    return method
        + " "
        + (shown.length() > LONGEST_NAME ? shown.substring(0, LONGEST_NAME) : shown);
  }

  private static void check(String name, String value) {
    if (!isHeaderName(name)) {
      throw FoliotException.usage("'" + Shown.text(name) + "' is no name of a header");
    }
    if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
      throw FoliotException.usage("the header " + name + " is the driver's: leave it out");
    }
    if (value.length() > LONGEST_HEADER || value.chars().anyMatch(c -> c < ' ' || c >= 127)) {
      throw FoliotException.usage(
          "the value of header " + name + " must be printable ASCII, at most " + LONGEST_HEADER);
    }
  }

  static boolean isHeaderName(String name) {
    return !name.isEmpty() && name.chars().allMatch(RequestTemplate::isTokenChar);
  }

  private static boolean isTokenChar(int c) {
    return c > ' ' && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
  }
}
