package dev.foliot.study.file;

import dev.foliot.load.Check;
import dev.foliot.load.RequestTemplate;
import dev.foliot.study.RemotePlan;
import dev.foliot.study.StudyTarget;
import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the requests to the arms, and the system they call. For one thread. */
final class TargetReader {
  static final List<String> FIELDS = List.of("requests", "timeout", "keep-alive");
  static final List<String> REQUEST =
      List.of("method", "path", "headers", "body", "weight", "checks");
  static final List<String> REMOTE = List.of("delay", "distribution");
  private static final int MOST_REQUESTS = 100;
  private static final int MOST_WEIGHT = 1_000_000;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final Pattern DISTRIBUTION =
      Pattern.compile("constant|exponential|lognormal:(?<sigma>[0-9]{1,2}(?:\\.[0-9]{1,6})?)");

  private final Complaints complaints;

  TargetReader(Complaints complaints) {
    this.complaints = complaints;
  }

  /**
   * The target of a file.
   *
   * @param usual the default if the file has no requests; null if it must have some
   */
  StudyTarget target(Fields file, @Nullable StudyTarget usual, @Nullable RemotePlan remote) {
    YamlValue value = file.value("target");
    List<RequestTemplate> requests = usual == null ? List.of() : usual.requests();
    if (value == null) {
      if (usual == null) {
        file.require("target", "say what is asked: target with requests, each with a path");
      }
      return new StudyTarget(requests, StudyTarget.USUAL_TIMEOUT_NS, true, remote);
    }
    Fields target = Fields.of(value, "the target", FIELDS, complaints);
    if (usual == null) {
      target.require("requests", "give at least one, as in requests: [{path: /}]");
    }
    if (target.has("requests")) {
      requests =
          target.items("requests", MOST_REQUESTS).stream()
              .map(item -> request(Fields.of(item, "a request", REQUEST, complaints)))
              .toList();
    }
    return new StudyTarget(
        requests,
        target.time("timeout", StudyTarget.USUAL_TIMEOUT_NS, MS, 600 * SECOND),
        target.truth("keep-alive", true),
        remote);
  }

  private RequestTemplate request(Fields request) {
    request.require("path", "say what is asked for, as in path: /");
    String body = request.one("body", TargetReader::body).orElse(null);
    String method =
        request.one(
            "method",
            body == null ? "GET" : "POST",
            text -> new RequestTemplate(text, "/", Map.of(), null, 1, List.of()).method());
    if (body != null && method.equals("GET")) {
      request.complain("body", "a GET has none; use method: POST, or leave the body out");
      body = null;
    }
    String path = request.one("path", "/", text -> RequestTemplate.get(text).path());
    int weight = (int) request.whole("weight", 1, 1, MOST_WEIGHT);
    List<Check> checks = new ArrayList<>(request.several("checks", List.of(), Check::parse));
    try {
      return new RequestTemplate(method, path, headers(request), body, weight, checks);
    } catch (LabException e) {
      complaints.add(
          request.line(request.has("headers") ? "headers" : "path"), "request: " + e.getMessage());
      return RequestTemplate.get("/");
    }
  }

  private static String body(String text) {
    return Objects.requireNonNull(
        new RequestTemplate("POST", "/", Map.of(), text, 1, List.of()).body());
  }

  /** The headers that can be sent; reports each other one in its own line. */
  private static Map<String, String> headers(Fields request) {
    Map<String, String> all = request.pairs("headers");
    Map<String, String> headers = new LinkedHashMap<>();
    all.forEach((name, value) -> {
      try {
        Map<String, String> one = Map.of(name, value);
        headers.putAll(new RequestTemplate("GET", "/", one, null, 1, List.of()).headers());
      } catch (LabException e) {
        request.complain("headers", name, String.valueOf(e.getMessage()));
      }
    });
    return headers;
  }

  /** The remote system; null if the file has none. */
  @Nullable Remote remote(Fields file) {
    YamlValue value = file.value("remote");
    if (value == null) {
      return null;
    }
    Fields remote = Fields.of(value, "the remote system", REMOTE, complaints);
    return new Remote(
        new RemotePlan(
            remote.one(
                "distribution", RemotePlan.CONSTANT.distribution(), TargetReader::distribution)),
        remote.has("delay")
            ? (Long) remote.time("delay", 2 * MS, 0, RemotePlan.LONGEST_DELAY_NS)
            : null);
  }

  private static String distribution(String text) {
    Matcher matcher = DISTRIBUTION.matcher(text);
    if (!matcher.matches() || !isSigma(matcher.group("sigma"))) {
      throw LabException.usage(
          "'"
              + Shown.text(text)
              + "' is no distribution; choose constant, exponential or lognormal:SIGMA with SIGMA"
              + " above 0 and at most "
              + Math.round(RemotePlan.MOST_SIGMA));
    }
    return text;
  }

  /** Whether a number is a valid sigma; a distribution without one needs none. */
  private static boolean isSigma(@Nullable String number) {
    if (number == null) {
      return true;
    }
    double sigma = Double.parseDouble(number);
    return sigma > 0 && sigma <= RemotePlan.MOST_SIGMA;
  }

  /**
   * A remote system in a file.
   *
   * @param delayNs the default of its loads; null for the study's default
   */
  record Remote(RemotePlan plan, @Nullable Long delayNs) {}
}
