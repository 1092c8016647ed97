package dev.foliot.audit;

import dev.foliot.bench.NanoClock;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;
import org.HdrHistogram.Histogram;

/**
 * The reading thread of the audited server, which continues during stalls.
 *
 * <p>All requests that the selector reports together arrived before the report, so the time is read
 * once, before the first request is read. A request that arrives during that reading is reported in
 * the next round. So it is logged too late, at most by the time of the reading; this is recorded as
 * its blur.
 */
final class RequestReader implements Runnable {
  /** Further clients are cut off. */
  static final int MOST_CONNECTIONS = 10_000;

  /** A selector that answers sooner had its answer ready. */
  private static final long AT_ONCE_NS = 20_000;

  private static final int DIGITS = 3;

  private final ServerSocketChannel listener;
  private final Selector selector;
  private final NanoClock clock;
  private final RequestLog log;
  private final Answerer answerer;
  private final long serviceNs;
  private final Set<Connection> connections = new HashSet<>();
  private final Histogram blur = new Histogram(DIGITS);
  private long seenNs;
  private long blurNs;
  private long refused;
  private long cutOff;
  private long unlogged;
  private volatile boolean stopping;

  RequestReader(
      ServerSocketChannel listener,
      Selector selector,
      NanoClock clock,
      RequestLog log,
      Answerer answerer,
      long serviceNs) {
    this.listener = listener;
    this.selector = selector;
    this.clock = clock;
    this.log = log;
    this.answerer = answerer;
    this.serviceNs = serviceNs;
  }

  @Override
  public void run() {
    try {
      long busyNs = 0;
      while (!stopping) {
        long askedNs = clock.nanoTime();
        selector.select();
        seenNs = clock.nanoTime();
        blurNs = seenNs - askedNs < AT_ONCE_NS ? busyNs : 0;
        for (SelectionKey key : selector.selectedKeys()) {
          serve(key);
        }
        selector.selectedKeys().clear();
        busyNs = clock.nanoTime() - seenNs;
      }
    } catch (IOException e) {
      throw new IllegalStateException("the audited server cannot wait for requests: " + e, e);
    } finally {
      connections.forEach(Connection::close);
    }
  }

  private void serve(SelectionKey key) throws IOException {
    if (!key.isValid()) {
      return;
    }
    if (key.isAcceptable()) {
      accept();
      return;
    }
    Connection connection = (Connection) key.attachment();
    try {
      if (!connection.read(this::came)) {
        forget(key, connection);
      } else if (connection.isGreedy()) {
        cutOff++;
        connection.close();
        forget(key, connection);
      }
    } catch (IOException e) {
      // reset by the client: its requests stay in the log, without replies
      connection.close();
      forget(key, connection);
    }
  }

  private void accept() throws IOException {
    for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
      if (connections.size() == MOST_CONNECTIONS) {
        cutOff++;
        channel.close();
      } else {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        Connection connection = new Connection(channel);
        channel.register(selector, SelectionKey.OP_READ, connection);
        connections.add(connection);
      }
    }
  }

  /** Closes a client that sends no more after its last answer. */
  private void forget(SelectionKey key, Connection connection) {
    key.cancel();
    connections.remove(connection);
  }

  private void came(Connection connection, Answer answer) {
    int index = -1;
    if (answer.isRefusal()) {
      refused++;
    } else {
      index = log.arrived(seenNs);
      if (index < 0) {
        unlogged++;
      } else {
        blur.recordValue(blurNs);
      }
    }
    answerer.add(new Answerer.Pending(connection, answer, index, seenNs + serviceNs));
  }

  /** Ends {@link #run} soon. */
  void stop() {
    stopping = true;
    selector.wakeup();
  }

  /** By how much requests may have been logged too late; after the end. */
  Histogram blur() {
    return blur;
  }

  /** The number of invalid requests; after the end. */
  long refused() {
    return refused;
  }

  /** The number of clients cut off; after the end. */
  long cutOff() {
    return cutOff;
  }

  /** The number of requests beyond the log; after the end. */
  long unlogged() {
    return unlogged;
  }
}
