package dev.foliot.cli;

import dev.foliot.load.Protocol;
import dev.foliot.load.Route;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Tls;
import dev.foliot.load.plan.CurlCommand;
import dev.foliot.text.LabException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a load test speaks with the server. */
final class ProtocolOptions {
  private static final int USUAL_CONNECTIONS = 100;
  private static final int USUAL_OF_HTTP_2 = 10;
  private static final int USUAL_STREAMS = 10;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "How many may be open; a request waits while all are busy (100; with --http2 10).")
  private @Nullable Integer connections;

  @Option(
      names = "--http2",
      description = "Speak HTTP/2: by the handshake for https, at once for http.")
  private boolean http2;

  @Option(
      names = "--streams",
      paramLabel = "N",
      description = "With --http2, requests at the same time on each connection (10).")
  private @Nullable Integer streams;

  @Option(names = "--no-keep-alive", description = "A new connection for each request.")
  private boolean noKeepAlive;

  @Option(
      names = "--trust",
      paramLabel = "FILE",
      description = "Certificates in PEM form that sign the server's (those of the JDK).")
  private @Nullable Path trust;

  @Option(names = "--insecure", description = "Accept any certificate, for any name.")
  private boolean insecure;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description = "A client certificate in PEM form; needs --key.")
  private @Nullable Path certificate;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "Its private key in PEM form (PKCS 8).")
  private @Nullable Path key;

  @Option(
      names = "--server-name",
      paramLabel = "NAME",
      description = "The name in the TLS handshake, which the certificate must have (the URL's).")
  private @Nullable String serverName;

  @Option(
      names = "--proxy",
      paramLabel = "URL",
      description = "A proxy of HTTP, as in http://127.0.0.1:3128; a tunnel for https.")
  private @Nullable String proxy;

  @Option(
      names = "--unix-socket",
      paramLabel = "PATH",
      description = "Connect to this socket of the file system; the URL is sent as always.")
  private @Nullable Path unixSocket;

  @Option(
      names = "--follow",
      description = "Follow redirects to the same host, at most 5 for a request.")
  private boolean follow;

  /** Takes over what a command line of curl says and the user did not. */
  void takeOver(CurlCommand curl) {
    http2 |= curl.http2();
    insecure |= curl.insecure();
    trust = trust == null ? curl.trust() : trust;
    certificate = certificate == null ? curl.certificate() : certificate;
    key = key == null ? curl.key() : key;
  }

  /**
   * The options of sending.
   *
   * @param clients of a closed loop, null for an open one
   * @param loops event loops, null for the usual number
   * @throws LabException if options contradict each other
   */
  Sending sending(
      Target target, @Nullable Integer clients, @Nullable Integer loops, long timeoutNs) {
    if (streams != null && !http2) {
      throw LabException.usage("--streams are for --http2: HTTP/1.1 has one request at a time");
    }
    boolean isTlsAsked =
        trust != null || insecure || certificate != null || key != null || serverName != null;
    if (isTlsAsked && !target.secure()) {
      throw LabException.usage(
          "options of TLS are for https: write the URL with https, or leave them out");
    }
    int each = !http2 ? 1 : streams != null ? streams : USUAL_STREAMS;
    return new Sending(
        http2 ? Protocol.HTTP_2 : Protocol.HTTP_1,
        connections(clients, each),
        each,
        loops == null ? 0 : loops,
        timeoutNs,
        !noKeepAlive,
        new Tls(trust, insecure, certificate, key, serverName),
        new Route(proxy == null ? null : Target.parse(proxy), unixSocket, follow));
  }

  private int connections(@Nullable Integer clients, int each) {
    if (connections != null) {
      return connections;
    }
    if (clients != null) {
      return Math.max(1, (clients + each - 1) / each);
    }
    return http2 ? USUAL_OF_HTTP_2 : USUAL_CONNECTIONS;
  }
}
