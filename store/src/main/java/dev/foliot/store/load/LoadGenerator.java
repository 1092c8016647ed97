package dev.foliot.store.load;

import java.util.Objects;

/**
 * The generator of a load.
 *
 * @param connections the maximum number of connections
 * @param connectedAtStart the number that was open before the load
 * @param loops the number of event loops
 * @param transport {@code epoll} or {@code nio}
 */
public record LoadGenerator(int connections, int connectedAtStart, int loops, String transport) {
  /** Checks that nothing is missing. */
  public LoadGenerator {
    Objects.requireNonNull(transport, "transport");
  }
}
