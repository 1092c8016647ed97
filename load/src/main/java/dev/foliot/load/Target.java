package dev.foliot.load;

import dev.foliot.store.Redaction;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The target of requests.
 *
 * @param host a name or an address, IPv6 without its brackets
 * @param port from 1 to 65535
 * @param secure whether connections use TLS
 * @param isGrpc whether it speaks gRPC
 */
public record Target(String host, int port, boolean secure, boolean isGrpc) {
  private static final String GRPC = "grpc";
  private static final Set<String> SCHEMES = Set.of("http", "https", GRPC, "grpcs");
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;
  private static final int MOST_PORT = 65_535;

  /** Without TLS. */
  public Target(String host, int port) {
    this(host, port, false);
  }

  /** Of HTTP. */
  public Target(String host, int port, boolean secure) {
    this(host, port, secure, false);
  }

  /** Checks the ranges. */
  public Target {
    if (host.isEmpty() || port < 1 || port > MOST_PORT) {
      throw FoliotException.usage(
          "'" + Shown.text(host) + "' port " + port + " is no target: write http://HOST:PORT");
    }
  }

  /**
   * Parses {@code http://HOST[:PORT][/]}, {@code https://HOST[:PORT][/]}, {@code
   * grpc://HOST:PORT[/]} or {@code grpcs://HOST:PORT[/]}.
   *
   * @throws FoliotException for any other text, with the remedy
   */
  public static Target parse(String url) {
    String shown = Shown.text(Redaction.text(url));
    URI uri;
    try {
      uri = new URI(url.strip());
    } catch (URISyntaxException e) {
      throw FoliotException.usage("'" + shown + "' is no URL: write http://HOST:PORT");
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!SCHEMES.contains(scheme) || uri.getHost() == null) {
      throw FoliotException.usage("'" + shown + "' is no URL of a target: write http://HOST:PORT");
    }
    if (uri.getUserInfo() != null) {
      throw FoliotException.usage(
          "'" + shown + "': give credentials as a header of the requests, not in the URL");
    }
    if (!isRoot(uri.getPath()) || uri.getQuery() != null || uri.getFragment() != null) {
      throw FoliotException.usage(
          "'" + shown + "': give the path with the requests, not in the URL");
    }
    boolean secure = scheme.endsWith("s");
    boolean isGrpc = scheme.startsWith(GRPC);
    if (isGrpc && uri.getPort() < 0) {
      throw FoliotException.usage(
          "'"
              + shown
              + "' has no port, and gRPC has no usual one: write "
              + scheme
              + "://HOST:PORT");
    }
    String host = uri.getHost();
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    return new Target(
        bracketed ? host.substring(1, host.length() - 1) : host,
        uri.getPort() < 0 ? (secure ? HTTPS_PORT : HTTP_PORT) : uri.getPort(),
        secure,
        isGrpc);
  }

  private static boolean isRoot(@Nullable String path) {
    return path == null || path.isEmpty() || path.equals("/");
  }

  /** The scheme of its URL. */
  public String scheme() {
    return (isGrpc ? GRPC : "http") + (secure ? "s" : "");
  }

  /** The value of a Host header. */
  public String authority() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /** The URL. */
  @Override
  public String toString() {
    return scheme() + "://" + authority();
  }
}
