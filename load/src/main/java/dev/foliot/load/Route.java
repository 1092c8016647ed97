package dev.foliot.load;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How requests reach the target. Immutable.
 *
 * @param proxy a proxy of HTTP that is connected to instead of the target, or null; it gets
 *     absolute URLs, for https a tunnel
 * @param unixSocket a socket in the file system that is connected to instead, or null
 * @param followsRedirects whether a redirect to the same host, port and scheme is followed, as part
 *     of its request; at most {@link #MOST_REDIRECTS} in a row
 * @param dnsTtlNs how often the name is resolved again, 100 ms to 24 h; connections then go to all
 *     its addresses in turn. 0 for once, and the first address
 */
public record Route(
    @Nullable Target proxy, @Nullable Path unixSocket, boolean followsRedirects, long dnsTtlNs) {
  /** The redirects of one request that are followed. */
  public static final int MOST_REDIRECTS = 5;

  /** Connections to the target itself. */
  public static final Route DIRECT = new Route(null, null, false);

  /** The least time until a name is resolved again. */
  public static final long SHORTEST_TTL_NS = 100_000_000;

  /** What a path of a socket's address may have on every system. */
  private static final int LONGEST_SOCKET = 100;

  /** With the first address of a name. */
  public Route(@Nullable Target proxy, @Nullable Path unixSocket, boolean followsRedirects) {
    this(proxy, unixSocket, followsRedirects, 0);
  }

  /**
   * Checks that the parts fit together.
   *
   * @throws FoliotException if they do not, with the remedy
   */
  public Route {
    if (proxy != null && unixSocket != null) {
      throw FoliotException.usage("a proxy and a Unix socket are two ways: give one of them");
    }
    if (dnsTtlNs != 0 && (dnsTtlNs < SHORTEST_TTL_NS || dnsTtlNs > Reuse.LONGEST_NS)) {
      throw FoliotException.usage("a name is resolved again after 100ms to 24h");
    }
    if (dnsTtlNs != 0 && unixSocket != null) {
      throw FoliotException.usage("a Unix socket has no name to resolve: leave the DNS TTL out");
    }
    if (proxy != null && proxy.secure()) {
      throw FoliotException.usage(
          "the proxy " + proxy + " would be reached with TLS: give one with http://");
    }
    if (unixSocket != null
        && unixSocket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_SOCKET) {
      throw FoliotException.usage(
          "the Unix socket "
              + Shown.text(unixSocket.toString(), 60)
              + " has a path of more than 100 bytes: give a shorter one, as from a nearer folder");
    }
  }

  /** Whether requests have absolute URLs, which a proxy needs. */
  public boolean needsAbsoluteUrls(Target target) {
    return proxy != null && !target.secure();
  }

  /** Whether a proxy opens a tunnel to the target. */
  public boolean isTunnel(Target target) {
    return proxy != null && target.secure();
  }
}
