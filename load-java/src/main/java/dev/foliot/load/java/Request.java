package dev.foliot.load.java;

import java.util.List;

/**
 * A request, alone or as a step of a {@link Sequence}. Immutable, and safe for use by many threads:
 * each method returns another request.
 *
 * <p>Path, headers and body may have {@link Values}. An answer is expected to have a status from
 * 200 to 299, unless {@link #checks} say otherwise.
 *
 * @since 0.1.0
 */
public final class Request {
  private final Entries entries;

  private Request(Entries entries) {
    this.entries = entries;
  }

  /**
   * A request of any method.
   *
   * @param method {@code GET}, {@code HEAD}, {@code POST}, {@code PUT}, {@code PATCH}, {@code
   *     DELETE} or {@code OPTIONS}
   * @param path from its slash on, with the query
   */
  public static Request of(String method, String path) {
    return new Request(Entries.NONE.with("method", method).with("path", path));
  }

  /** A GET. */
  public static Request get(String path) {
    return of("GET", path);
  }

  /**
   * A POST, or a call of gRPC with its message in JSON.
   *
   * @param path of gRPC {@code /pkg.Service/Method}
   */
  public static Request post(String path, String body) {
    return of("POST", path).body(body);
  }

  /** A PUT. */
  public static Request put(String path, String body) {
    return of("PUT", path).body(body);
  }

  /** A DELETE. */
  public static Request delete(String path) {
    return of("DELETE", path);
  }

  /** What results and limits call it; usually its method and path. */
  public Request name(String name) {
    return new Request(entries.with("name", name));
  }

  /**
   * Where it goes, if not to the plan's server.
   *
   * @param host a name that {@link Plan#host} gives, or a URL without a path
   */
  public Request host(String host) {
    return new Request(entries.with("host", host));
  }

  /** With a header; another value of a header that is there. */
  public Request header(String name, String value) {
    return new Request(entries.within("headers", name, value));
  }

  /** With a body, of at most 1 MiB; GET, HEAD and OPTIONS have none. */
  public Request body(String body) {
    return new Request(entries.with("body", body));
  }

  /**
   * How often it is sent, relative to the others. A step of a sequence has none.
   *
   * @param weight 1 to 1,000,000; usually 1
   */
  public Request weight(int weight) {
    return new Request(entries.with("weight", weight));
  }

  /**
   * What its answers must be like.
   *
   * @param checks as in {@code status 201}, {@code status 200-299}, {@code body contains ok},
   *     {@code body matches id=\d+}
   */
  public Request checks(String... checks) {
    return new Request(entries.adding("checks", List.of(checks)));
  }

  /**
   * What it waits for in a stream of events.
   *
   * @param events {@code all} until the server ends, how many, as in {@code 10}, or how long, as in
   *     {@code 30s}
   */
  public Request events(String events) {
    return new Request(entries.with("events", events));
  }

  /** The pause before it, as a step of a sequence that is not the first. */
  public Request think(Pause pause) {
    return new Request(entries.with("think", pause.toString()));
  }

  /** Keeps a value of a JSON body for later steps, as in {@code $.items[0].id}. */
  public Request captureJson(String name, String path) {
    return capture(name, "json", path);
  }

  /** Keeps the first header of a name for later steps. */
  public Request captureHeader(String name, String header) {
    return capture(name, "header", header);
  }

  /** Keeps the first match in the body for later steps, or its first group. */
  public Request captureRegex(String name, String regex) {
    return capture(name, "regex", regex);
  }

  private Request capture(String name, String kind, String where) {
    return new Request(entries.within("capture", name, Entries.NONE.with(kind, where).values()));
  }

  Object yaml() {
    return entries.values();
  }
}
