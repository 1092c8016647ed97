package dev.foliot.load;

import dev.foliot.text.FoliotException;
import org.jspecify.annotations.Nullable;

/**
 * What is spoken on a connection, with all that a plan must know of it.
 *
 * <p>How it is spoken is with the connections, in {@code dev.foliot.load.http}.
 */
public enum Protocol {
  /** One request at a time on a connection. */
  HTTP_1("HTTP/1.1", "HTTP", null, 100, 1),
  /** Several requests at a time on a connection, each on a stream of its own. */
  HTTP_2("HTTP/2", "HTTP/2", "h2", 10, 10),
  /** Calls of methods, over HTTP/2. */
  GRPC("gRPC", "gRPC", "h2", 10, 10);

  private final String label;
  private final String family;
  private final @Nullable String alpn;
  private final int usualConnections;
  private final int usualStreams;

  /**
   * @param label the name in results
   * @param family what a server must speak on its port
   * @param alpn what the TLS handshake must agree on (RFC 7301); null where it agrees on nothing
   * @param usualConnections the default number of connections
   * @param usualStreams the default number of requests at a time on each; 1 if there is only one
   */
  Protocol(
      String label, String family, @Nullable String alpn, int usualConnections, int usualStreams) {
    this.label = label;
    this.family = family;
    this.alpn = alpn;
    this.usualConnections = usualConnections;
    this.usualStreams = usualStreams;
  }

  /** The name in results. */
  public String label() {
    return label;
  }

  /** The name without a version that makes no difference to a server. */
  public String family() {
    return family;
  }

  /** What the TLS handshake must agree on; null where it agrees on nothing. */
  @Nullable String alpn() {
    return alpn;
  }

  /**
   * Whether a handshake agreed on this protocol.
   *
   * @param agreed what it agreed on, or null
   */
  public boolean isAgreed(@Nullable String agreed) {
    return alpn == null || alpn.equals(agreed);
  }

  /** The default number of connections. */
  public int usualConnections() {
    return usualConnections;
  }

  /** The default number of requests at a time on a connection. */
  public int usualStreams() {
    return usualStreams;
  }

  /** Whether a connection has several requests at a time. */
  public boolean hasStreams() {
    return usualStreams > 1;
  }

  /**
   * Checks what it allows.
   *
   * @throws FoliotException for streams or connections that it does not have, with the remedy
   */
  void check(int streams, boolean keepAlive) {
    if (!hasStreams() && streams > 1) {
      throw FoliotException.usage(
          "streams are for " + HTTP_2.label + ": " + label + " has one request at a time");
    }
    if (hasStreams() && !keepAlive) {
      throw FoliotException.usage(label + " keeps its connections: leave keep-alive on");
    }
  }

  /**
   * Checks that it can take a route.
   *
   * @throws FoliotException if it cannot, with the remedy
   */
  void check(Route route, Target target) {
    if (target.isGrpc() != (this == GRPC)) {
      throw FoliotException.usage(
          target.isGrpc()
              ? "a URL of gRPC speaks gRPC, and no other protocol: leave " + label + " out"
              : "gRPC has URLs of its own: write grpc://HOST:PORT");
    }
    if (this == GRPC && (route.proxy() != null || route.followsRedirects())) {
      throw FoliotException.usage(
          "gRPC goes to its server, without "
              + (route.proxy() != null ? "a proxy" : "redirects")
              + ": leave it out");
    }
    if (hasStreams() && route.needsAbsoluteUrls(target)) {
      throw FoliotException.usage(
          label + " goes through a proxy in a tunnel only: give an https URL, or " + HTTP_1.label);
    }
  }
}
