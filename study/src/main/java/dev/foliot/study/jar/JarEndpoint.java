package dev.foliot.study.jar;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request to a service.
 *
 * @param method such as {@code GET}
 * @param path with its query, and with placeholders such as {@code ${random:1-1000}}
 * @param body empty for none
 */
public record JarEndpoint(String method, String path, String body) {
  private static final Pattern FORM =
      Pattern.compile("(?s)(?:(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) +)?(/\\S*)(?: +(.*))?");
  private static final Pattern RANDOM = Pattern.compile("\\$\\{random:([0-9]+)-[0-9]+}");

  /** Checks that nothing is missing. */
  public JarEndpoint {
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(body, "body");
  }

  /** A GET. */
  static JarEndpoint get(String path) {
    return new JarEndpoint("GET", path, "");
  }

  /**
   * What a user names: {@code /orders}, {@code POST /orders {"id":1}}.
   *
   * @throws FoliotException for anything else
   */
  public static JarEndpoint parse(String text) {
    Matcher parts = FORM.matcher(text.strip());
    if (!parts.matches()) {
      throw FoliotException.usage(
          "--endpoint: '"
              + Shown.text(text)
              + "' is no endpoint: write a path as in /orders, or a method, a path and a body as"
              + " in 'POST /orders {\"id\":1}'");
    }
    String method = parts.group(1);
    String body = parts.group(3) == null ? "" : parts.group(3);
    if (method == null && !body.isEmpty()) {
      throw FoliotException.usage(
          "--endpoint: '" + Shown.text(text) + "' has a body and no method: begin with POST");
    }
    return new JarEndpoint(method == null ? "GET" : method, parts.group(2), body);
  }

  /** The same below a path. */
  JarEndpoint below(String context) {
    return context.isEmpty() ? this : new JarEndpoint(method, context + path, body);
  }

  /** One request of it, without placeholders. */
  JarEndpoint example() {
    return new JarEndpoint(method, example(path), example(body));
  }

  private static String example(String text) {
    return RANDOM.matcher(text).replaceAll("$1").replace("${n}", "1").replace("${phase}", "load");
  }

  /** Whether its body is JSON. */
  boolean isJson() {
    return body.startsWith("{") || body.startsWith("[");
  }

  /** For people. */
  String words() {
    return method + " " + Shown.text(path);
  }
}
