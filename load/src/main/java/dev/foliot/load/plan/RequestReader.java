package dev.foliot.load.plan;

import dev.foliot.load.Check;
import dev.foliot.load.Events;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Target;
import dev.foliot.load.yaml.Complaints;
import dev.foliot.load.yaml.Fields;
import dev.foliot.load.yaml.YamlValue;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one kind of request in a file. Stateless. */
public final class RequestReader {
  /** The fields of a request. */
  public static final List<String> FIELDS =
      List.of("method", "path", "headers", "body", "weight", "checks");

  /** The fields of a request with a name. */
  static final List<String> NAMED =
      List.of("name", "host", "method", "path", "headers", "body", "weight", "checks", "events");

  private static final int MOST_WEIGHT = 1_000_000;
  private static final int LONGEST_NAME = 100;
  private static final Pattern FILE =
      Pattern.compile("\\$\\{((?:csv|json)(?:-random)?):([^:}]+):([^}]*)}");

  private RequestReader() {}

  /** Reads one without a name; reports errors, and has defaults in their places. */
  public static RequestTemplate read(YamlValue value, Complaints complaints) {
    return read(
        Fields.of(value, "a request", FIELDS, complaints), null, Map.of(), Set.of(), complaints);
  }

  /**
   * Reads one that may have a name.
   *
   * @param folder where files of variables are
   * @param hosts by their names in the plan
   */
  static RequestTemplate readNamed(
      YamlValue value, Path folder, Map<String, Target> hosts, Complaints complaints) {
    return read(
        Fields.of(value, "a request", NAMED, complaints), folder, hosts, Set.of(), complaints);
  }

  /**
   * Reads one.
   *
   * @param folder where files of variables are, or null for the current one
   * @param hosts by their names in the plan
   * @param captured the names of values that earlier requests of a sequence capture
   */
  static RequestTemplate read(
      Fields request,
      @Nullable Path folder,
      Map<String, Target> hosts,
      Set<String> captured,
      Complaints complaints) {
    request.require("path", "say what is asked for, as in path: /");
    String body = request.one("body", text -> body(in(text, folder), captured)).orElse(null);
    String method =
        request.one(
            "method",
            body == null ? "GET" : "POST",
            text -> new RequestTemplate(text, "/", Map.of(), null, 1, List.of()).method());
    if (body != null && !takesBody(method)) {
      request.complain(
          "body", "a " + method + " has none; use method: POST, or leave the body out");
      body = null;
    }
    String path =
        request.one(
            "path", "/", text -> RequestTemplate.get(in(text, folder)).knowing(captured).path());
    int weight = (int) request.whole("weight", 1, 1, MOST_WEIGHT);
    String name = request.has("name") ? request.called("name", "", LONGEST_NAME) : null;
    List<Check> checks = new ArrayList<>(request.several("checks", List.of(), Check::parse));
    try {
      return new RequestTemplate(
          method,
          path,
          headers(request, folder, captured),
          body,
          weight,
          checks,
          new RequestTemplate.Place(
              name, request.one("host", text -> host(text, hosts)).orElse(null)),
          request.one("events", Events::parse).orElse(null));
    } catch (FoliotException e) {
      complaints.add(
          request.line(request.has("headers") ? "headers" : "path"), "request: " + e.getMessage());
      return RequestTemplate.get("/");
    }
  }

  /** A host by its name in the plan, or by its URL. */
  private static Target host(String text, Map<String, Target> hosts) {
    Target named = hosts.get(text);
    if (named == null && !text.contains("://")) {
      throw FoliotException.usage(
          "'"
              + Shown.text(text)
              + "' is none of the plan's hosts; write one of them, or a URL"
              + (hosts.isEmpty() ? "" : "; there are " + String.join(", ", hosts.keySet())));
    }
    return named != null ? named : Target.parse(text);
  }

  /** With the files of its variables found from a folder. */
  private static String in(String text, @Nullable Path folder) {
    if (folder == null) {
      return text;
    }
    Matcher found = FILE.matcher(text);
    return found.replaceAll(one ->
        Matcher.quoteReplacement(
            "${"
                + one.group(1)
                + ":"
                + folder.resolve(one.group(2).strip()).toAbsolutePath().normalize()
                + ":"
                + one.group(3)
                + "}"));
  }

  private static boolean takesBody(String method) {
    try {
      return new RequestTemplate(method, "/", Map.of(), "", 1, List.of()).body() != null;
    } catch (FoliotException e) {
      return false;
    }
  }

  private static String body(String text, Set<String> captured) {
    return Objects.requireNonNull(
        new RequestTemplate("POST", "/", Map.of(), text, 1, List.of()).knowing(captured).body());
  }

  /** The headers that can be sent; reports each other one in its own line. */
  private static Map<String, String> headers(
      Fields request, @Nullable Path folder, Set<String> captured) {
    Map<String, String> all = request.pairs("headers");
    Map<String, String> headers = new LinkedHashMap<>();
    all.forEach((name, value) -> {
      try {
        Map<String, String> one = Map.of(name, in(value, folder));
        headers.putAll(
            new RequestTemplate("GET", "/", one, null, 1, List.of()).knowing(captured).headers());
      } catch (FoliotException e) {
        request.complain("headers", name, String.valueOf(e.getMessage()));
      }
    });
    return headers;
  }
}
