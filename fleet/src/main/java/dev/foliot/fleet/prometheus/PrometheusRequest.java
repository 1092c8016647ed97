package dev.foliot.fleet.prometheus;

import dev.foliot.fleet.cells.FleetException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a server with Prometheus' HTTP API: Prometheus, Thanos, Mimir, VictoriaMetrics.
 *
 * @param server its address, with the prefix of its API if it has one
 * @param access how it lets in
 * @param selector label matchers that choose the series, such as {@code job="cart"}; may be empty
 * @param span the time
 * @param metric a PromQL expression; null to ask for CPU and requests by convention
 * @param node the label that names the node; null for the usual ones
 */
public record PrometheusRequest(
    URI server,
    Access access,
    String selector,
    Span span,
    @Nullable String metric,
    @Nullable String node) {

  /**
   * How a server lets in. Files, so that no secret is in a command line.
   *
   * @param token a file with a bearer token; null for none
   * @param user a file with {@code user:password}; null for none
   * @param authority a file with the certificates to trust, in PEM; null for those of the JDK
   * @param tenant the tenant, as Mimir and Cortex need it; null for none
   */
  public record Access(
      @Nullable Path token,
      @Nullable Path user,
      @Nullable Path authority,
      @Nullable String tenant) {
    /** Open to all. */
    public static final Access OPEN = new Access(null, null, null, null);

    /** Checks that one way is chosen. */
    public Access {
      if (token != null && user != null) {
        throw new FleetException("--token-file and --user-file are two ways to log in: choose one");
      }
    }
  }

  /**
   * A span of time.
   *
   * @param from the first moment
   * @param to the last moment, after it
   */
  public record Span(Instant from, Instant to) {
    private static final Duration MOST = Duration.ofDays(400);

    /** Checks the order and the length. */
    public Span {
      if (!from.isBefore(to)) {
        throw new FleetException("--from " + from + " is not before --to " + to + ": turn them");
      }
      if (Duration.between(from, to).compareTo(MOST) > 0) {
        throw new FleetException(
            "%s to %s is more than 400 days: ask for less".formatted(from, to));
      }
    }

    Duration length() {
      return Duration.between(from, to);
    }
  }

  /** Checks the address. */
  public PrometheusRequest {
    String scheme = server.getScheme() == null ? "" : server.getScheme().toLowerCase(Locale.ROOT);
    if (!(scheme.equals("http") || scheme.equals("https")) || server.getHost() == null) {
      throw new FleetException(
          "--prometheus '%s' is no address: write one such as http://127.0.0.1:9090"
              .formatted(server));
    }
    if (server.getUserInfo() != null) {
      throw new FleetException(
          "--prometheus: an address with a password is kept in shells' histories: put"
              + " user:password into a file, and give --user-file");
    }
    selector = selector.strip();
    if (selector.startsWith("{") && selector.endsWith("}")) {
      selector = selector.substring(1, selector.length() - 1).strip();
    }
    selector = selector.endsWith(",") ? selector.substring(0, selector.length() - 1) : selector;
  }
}
