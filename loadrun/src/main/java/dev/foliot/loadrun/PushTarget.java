package dev.foliot.loadrun;

import dev.foliot.store.Redaction;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the figures of a running load go.
 *
 * @param kind of the receiver
 * @param uri with its path
 * @param headers of each push, by name; they may be secrets
 */
public record PushTarget(Kind kind, URI uri, Map<String, String> headers) {
  /** The headers that receivers of OTLP want, as OpenTelemetry's own exporters take them. */
  public static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

  private static final String TOKEN_FILE = "--push-token-file";
  private static final String USER_FILE = "--push-user-file";

  /** What a receiver speaks. */
  public enum Kind {
    /** OTLP/HTTP. */
    OTLP("--push", "/v1/metrics", "http://127.0.0.1:4318"),
    /** Prometheus' remote write. */
    REMOTE_WRITE("--remote-write", "/api/v1/write", "http://127.0.0.1:9090");

    private final String option;
    private final String usualPath;
    private final String example;

    Kind(String option, String usualPath, String example) {
      this.option = option;
      this.usualPath = usualPath;
      this.example = example;
    }
  }

  /** Keeps a copy. */
  public PushTarget {
    headers = Map.copyOf(headers);
  }

  /**
   * Parses the address of a receiver: with a path, where figures go; without one the usual path is
   * appended.
   *
   * @throws FoliotException for any other text, with the remedy
   */
  public static PushTarget of(Kind kind, String url, Map<String, String> headers) {
    String given = kind.option + " '" + Shown.text(Redaction.text(url)) + "'";
    try {
      URI uri = new URI(url.strip());
      String scheme = String.valueOf(uri.getScheme());
      if (uri.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
        throw FoliotException.usage(given + " is no URL of a receiver: write " + kind.example);
      }
      if (uri.getUserInfo() != null || uri.getFragment() != null) {
        throw FoliotException.usage(
            given
                + ": give credentials in "
                + USER_FILE
                + " or "
                + TOKEN_FILE
                + (kind == Kind.OTLP ? " or " + HEADERS : "")
                + ", not in the URL");
      }
      String path = String.valueOf(uri.getPath());
      return new PushTarget(
          kind, path.isEmpty() || path.equals("/") ? uri.resolve(kind.usualPath) : uri, headers);
    } catch (URISyntaxException e) {
      throw FoliotException.usage(given + " is no URL: write " + kind.example);
    }
  }

  /**
   * Parses headers, as in {@code Authorization=Bearer%20x,X-Scope-OrgID=shop}.
   *
   * @param text null for none
   * @throws FoliotException for any other text, with the remedy
   */
  public static Map<String, String> headers(@Nullable String text) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String one : text == null || text.isBlank() ? new String[0] : text.split(",", -1)) {
      int equals = one.indexOf('=');
      try {
        String name = one.substring(0, Math.max(0, equals)).strip();
        String value =
            URLDecoder.decode(
                one.substring(equals + 1).strip().replace("+", "%2B"), StandardCharsets.UTF_8);
        HttpRequest.newBuilder().header(name, value);
        all.put(name, value);
      } catch (IllegalArgumentException e) {
        // the value may be a secret
        throw FoliotException.usage(
            HEADERS + " has no headers: write NAME=VALUE, several with commas, percent-encoded");
      }
    }
    return all;
  }

  /**
   * The header that logs in; none without a file.
   *
   * @param token a file with a bearer token, or null
   * @param user a file with {@code user:password}, or null
   * @throws FoliotException for two files, or one that has not its line
   */
  public static Map<String, String> credentials(@Nullable Path token, @Nullable Path user) {
    if (token != null && user != null) {
      throw FoliotException.usage(
          TOKEN_FILE + " and " + USER_FILE + " are two ways to log in: choose one");
    }
    if (token != null) {
      return Map.of("Authorization", "Bearer " + line(token, TOKEN_FILE, ""));
    }
    if (user != null) {
      byte[] said = line(user, USER_FILE, ":").getBytes(StandardCharsets.UTF_8);
      return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(said));
    }
    return Map.of();
  }

  /** The one line of a file; its content is never shown. */
  private static String line(Path file, String option, String has) {
    String given = option + " " + Shown.text(file.toString());
    try {
      String text = Files.readString(file).strip();
      if (text.isEmpty()
          || text.chars().anyMatch(c -> c < ' ')
          || text.indexOf(has) < has.length()) {
        throw FoliotException.usage(
            given
                + " has not one line "
                + (has.isEmpty() ? "with a token" : "user:password")
                + ": write one");
      }
      return text;
    } catch (IOException e) {
      throw FoliotException.usage(
          given + " cannot be read: give a file with one line, which you may read");
    }
  }

  /** The option that asks for it. */
  String option() {
    return kind.option;
  }

  PushForm form(LoadTest test) {
    return switch (kind) {
      case OTLP -> new OtlpForm(test);
      case REMOTE_WRITE -> new RemoteWriteForm(test);
    };
  }

  /** What to do about a refusal with a status; empty where that says it all. */
  static String remedy(int status) {
    return status == 401 || status == 403
        ? ": give " + TOKEN_FILE + " or " + USER_FILE + " with what it asks for"
        : "";
  }

  /** For people, without secrets. */
  @Override
  public String toString() {
    return Shown.text(Redaction.text(uri.toString()));
  }
}
