package dev.foliot.load.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where connections go: one address, or all of a name in turn, resolved again every so often. Safe
 * for any thread.
 */
public final class Addresses implements AutoCloseable {
  private final AtomicInteger turn = new AtomicInteger();
  private volatile List<SocketAddress> all;
  private volatile boolean isClosed;

  /** One address. */
  public Addresses(SocketAddress one) {
    all = List.of(one);
  }

  /**
   * All of a name.
   *
   * @param ttlNs from one resolution to the next
   * @throws UnknownHostException if it has none now; later ones keep what was known
   */
  public Addresses(String host, int port, long ttlNs) throws UnknownHostException {
    all = resolve(host, port);
    Thread resolver = new Thread(() -> follow(host, port, ttlNs), "foliot-addresses");
    resolver.setDaemon(true);
    resolver.start();
  }

  private static List<SocketAddress> resolve(String host, int port) throws UnknownHostException {
    return Stream.of(InetAddress.getAllByName(host))
        .<SocketAddress>map(one -> new InetSocketAddress(one, port))
        .toList();
  }

  private void follow(String host, int port, long ttlNs) {
    while (!isClosed) {
      try {
        TimeUnit.NANOSECONDS.sleep(ttlNs);
        all = resolve(host, port);
      } catch (UnknownHostException e) {
        // the name may come back; until then connections go where they went
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Where the next connection goes. */
  SocketAddress next() {
    List<SocketAddress> now = all;
    return now.get(Math.floorMod(turn.getAndIncrement(), now.size()));
  }

  /** Whether the name still has an address. */
  boolean has(SocketAddress one) {
    return all.contains(one);
  }

  @Override
  public void close() {
    isClosed = true;
  }

  /** The addresses now, as in {@code 127.0.0.1, 127.0.0.2 port 80}. */
  @Override
  public String toString() {
    return all.stream()
            .map(InetSocketAddress.class::cast)
            .map(one -> one.getAddress().getHostAddress())
            .collect(Collectors.joining(", "))
        + " port "
        + ((InetSocketAddress) all.getFirst()).getPort();
  }
}
