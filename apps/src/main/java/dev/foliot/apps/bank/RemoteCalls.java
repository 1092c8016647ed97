package dev.foliot.apps.bank;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Calls the remote system by HTTP/1.1 on plain sockets. The calling thread connects, writes and
 * reads, and blocks while it waits. Most services' clients do the same (Apache's classic one,
 * {@link java.net.HttpURLConnection}).
 *
 * <p>It does not use {@code java.net.http.HttpClient}. Its {@code send} parks the caller too, but a
 * selector and a pool of its own do the I/O. These threads would be the same under every strategy
 * and hide the differences.
 *
 * <p>Connections are kept and reused, the last one first; their number is the maximum of concurrent
 * calls so far. A connection that the peer closed while idle is replaced. Requests only read, and
 * are safe to repeat.
 *
 * <p>Thread-safe.
 */
final class RemoteCalls implements AutoCloseable {
  private final URI address;
  private final int timeoutMs;
  private final Deque<RemoteConnection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  /**
   * @param address http, with a host; a path is optional
   * @param timeoutMs time limit to connect and to answer, above 0
   */
  RemoteCalls(URI address, int timeoutMs) {
    this.address = address;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Asks, and waits for the answer.
   *
   * @param query for example {@code operation=look-up&account=7}, encoded
   * @throws SocketTimeoutException on a timeout
   * @throws IOException if it is unreachable, or answers with a status other than 200
   */
  String ask(String query) throws IOException {
    RemoteConnection kept = idle.pollFirst();
    if (kept != null) {
      try {
        return ask(kept, query);
      } catch (StaleConnectionException e) {
        kept.close();
      }
    }
    return ask(RemoteConnection.open(address, timeoutMs), query);
  }

  private String ask(RemoteConnection connection, String query) throws IOException {
    String answer;
    try {
      answer = connection.ask(query);
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
    if (connection.isReusable() && !closed) {
      idle.addFirst(connection);
    } else {
      connection.close();
    }
    return answer;
  }

  /** How many connections wait for a call. */
  int idle() {
    return idle.size();
  }

  @Override
  public void close() {
    closed = true;
    for (RemoteConnection kept = idle.poll(); kept != null; kept = idle.poll()) {
      kept.close();
    }
  }
}
