package dev.foliot.apps.bank;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Calls to the remote system by HTTP/1.1, on plain sockets: the calling thread connects, writes and
 * reads, and is blocked while it waits, as with the clients that most services use (Apache's
 * classic one, {@link java.net.HttpURLConnection}).
 *
 * <p>Not {@code java.net.http.HttpClient}: its {@code send} parks the caller too, but the I/O is
 * done by a selector and a pool of its own, which would be the same threads under every strategy
 * and would hide what is compared.
 *
 * <p>Connections are kept and used again, the last one first; there are as many as there ever were
 * calls at once. One that was closed by the other side while it was idle is replaced: what is asked
 * is only read, so it may be asked twice.
 *
 * <p>Thread-safe.
 */
final class RemoteCalls implements AutoCloseable {
  private final URI address;
  private final int timeoutMs;
  private final Deque<RemoteConnection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  /**
   * @param address http, with a host; a path of its own or none
   * @param timeoutMs how long a connection and an answer may take, above 0
   */
  RemoteCalls(URI address, int timeoutMs) {
    this.address = address;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Asks, and waits for the answer.
   *
   * @param query for example {@code operation=look-up&account=7}, encoded
   * @throws SocketTimeoutException if it takes too long
   * @throws IOException if it cannot be reached, or answers anything but 200
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
