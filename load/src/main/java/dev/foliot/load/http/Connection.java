package dev.foliot.load.http;

import dev.foliot.load.Draw;
import dev.foliot.load.Failure;
import dev.foliot.load.Reuse;
import java.net.SocketAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection from opening to end. Used by its event loop; events after its end are ignored.
 *
 * <p>A request is known by its slot, which is the scheduler's number of it.
 */
abstract class Connection {
  private final ConnectionPool links;
  private final int number;
  private @Nullable Consumer<Boolean> whenConnected;
  private boolean ready;
  private boolean over;
  private int lost = Failure.CLOSED.code();
  private @Nullable SocketAddress address;
  private double share = 1;
  private long sinceNs;
  private long requests;

  Connection(ConnectionPool links, int number) {
    this.links = links;
    this.number = number;
  }

  final int number() {
    return number;
  }

  final ConnectionPool links() {
    return links;
  }

  /** Whether requests can be written. */
  final boolean isReady() {
    return ready;
  }

  final boolean isOver() {
    return over;
  }

  /**
   * Begins to open it.
   *
   * @param share of the limits of its use that it may reach
   */
  final void open(SocketAddress to, double share) {
    this.address = to;
    this.share = share;
    sinceNs = links.clock().nanoTime();
    open(to);
  }

  /** Begins to open it. */
  abstract void open(SocketAddress to);

  /** Whether a request takes it; otherwise it is to be replaced. */
  final boolean takes(Reuse reuse, Addresses known) {
    if (reuse.isOver(requests, links.clock().nanoTime() - sinceNs, share)
        || (address != null && !known.has(address))) {
      return false;
    }
    requests++;
    return true;
  }

  /** Takes it out of use; requests in flight go on. */
  abstract void retire();

  /** Sends a request, once the connection is ready. */
  abstract void send(int slot, Request what, Draw chance, @Nullable SequenceUser user);

  /**
   * Abandons the request of a slot, whose time is over.
   *
   * @return the failure that this is
   */
  abstract int abort(int slot);

  /** Writes the requests that wait for it. */
  abstract void writeWaiting();

  /** Ends the requests in flight. */
  abstract void failAll(int code);

  /** Ends its transport. */
  abstract void disconnect();

  /** Whether a request that is abandoned now still waits for the connection. */
  final boolean isOpening() {
    return !ready && !over;
  }

  /** Requests can be written from now on. */
  final void opened() {
    if (over || ready) {
      return;
    }
    ready = true;
    links.opened();
    tell(true);
    writeWaiting();
  }

  /** Reports whether it was opened, once known. */
  final void whenConnected(Consumer<Boolean> listener) {
    if (ready || over) {
      listener.accept(ready);
    } else {
      whenConnected = listener;
    }
  }

  private void tell(boolean made) {
    Consumer<Boolean> listener = whenConnected;
    whenConnected = null;
    if (listener != null) {
      listener.accept(made);
    }
  }

  /** Why it ended, or will be said to have ended. */
  final int lost() {
    return lost;
  }

  /** Ends the connection, and the requests in flight. */
  final void fail(int code) {
    lost = code;
    end();
    failAll(code);
  }

  /** Closes the connection without a report. */
  abstract void close();

  /** Takes it out of use, and closes it. */
  final void end() {
    if (over) {
      return;
    }
    over = true;
    links.gone(this);
    if (ready) {
      links.closed();
    }
    disconnect();
    tell(false);
  }
}
