package dev.foliot.load;

import dev.foliot.bench.TimeSpan;
import dev.foliot.text.FoliotException;

/**
 * How requests are sent. Immutable.
 *
 * @param protocol the version of HTTP
 * @param connections the number of connections, 1 to 50,000
 * @param streams the number of requests that a connection of HTTP/2 has at the same time, 1 to
 *     1,000; 1 for HTTP/1.1
 * @param loops event loops, each a thread with its share of the schedule and the connections; 0 for
 *     one per two available CPUs
 * @param timeoutNs the time limit of a request from its sending, 1 ms to 10 min; connecting is
 *     included
 * @param reuse how long connections are used; of a request that opens one, connecting is in the
 *     service time
 * @param tls for https
 * @param route how connections reach the target
 */
public record Sending(
    Protocol protocol,
    int connections,
    int streams,
    int loops,
    long timeoutNs,
    Reuse reuse,
    Tls tls,
    Route route) {
  private static final int MOST_CONNECTIONS = 50_000;
  private static final int MOST_STREAMS = 1_000;
  private static final int MOST_SLOTS = 200_000;
  private static final int MOST_LOOPS = 64;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;

  /** With connections that are used once, or as long as they last. */
  public Sending(
      Protocol protocol,
      int connections,
      int streams,
      int loops,
      long timeoutNs,
      boolean keepAlive,
      Tls tls,
      Route route) {
    this(
        protocol,
        connections,
        streams,
        loops,
        timeoutNs,
        keepAlive ? Reuse.ALWAYS : new Reuse(false, 0, 0),
        tls,
        route);
  }

  /** With connections to the target itself. */
  public Sending(
      Protocol protocol,
      int connections,
      int streams,
      int loops,
      long timeoutNs,
      boolean keepAlive,
      Tls tls) {
    this(protocol, connections, streams, loops, timeoutNs, keepAlive, tls, Route.DIRECT);
  }

  /**
   * Checks the ranges.
   *
   * @throws FoliotException for a value out of range, with the remedy
   */
  public Sending {
    if (connections < 1 || connections > MOST_CONNECTIONS) {
      throw FoliotException.usage(
          connections + " connections are out of range: from 1 to " + MOST_CONNECTIONS);
    }
    if (loops < 0 || loops > Math.min(connections, MOST_LOOPS)) {
      throw FoliotException.usage(
          loops + " event loops: from 0 to " + MOST_LOOPS + ", and not more than connections");
    }
    if (timeoutNs < MS || timeoutNs > 600 * SECOND) {
      throw FoliotException.usage(
          "the time-out of %d ns is out of range: from %s to %s"
              .formatted(timeoutNs, TimeSpan.format(MS), TimeSpan.format(600 * SECOND)));
    }
    if (streams < 1 || streams > MOST_STREAMS || (long) streams * connections > MOST_SLOTS) {
      throw FoliotException.usage(
          "%d streams on each of %d connections are out of range: from 1 to %d, and at most %d in all"
              .formatted(streams, connections, MOST_STREAMS, MOST_SLOTS));
    }
    protocol.check(streams, reuse.keepAlive());
  }

  /** HTTP/1.1 without anything special. */
  public static Sending http1(int connections, int loops, long timeoutNs, boolean keepAlive) {
    return new Sending(Protocol.HTTP_1, connections, 1, loops, timeoutNs, keepAlive, Tls.USUAL);
  }

  /** Whether connections are used again. */
  public boolean keepAlive() {
    return reuse.keepAlive();
  }

  /** The number of requests that can be in flight at the same time. */
  public int slots() {
    return connections * streams;
  }
}
