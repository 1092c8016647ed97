package dev.foliot.bench;

import dev.foliot.bench.cpus.StartCpus;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A fork's connection to its parent. The fork ends at once when the parent ends: a thread waits for
 * the kernel to close the connection.
 */
public final class ForkParent {
  /** The exit code of a fork whose parent ended. */
  public static final int GONE = 113;

  private final SocketChannel channel;
  private boolean ended;

  private ForkParent(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * Connects to the parent.
   *
   * @param socket the path of its Unix domain socket
   * @throws IOException if it does not listen there
   */
  public static ForkParent connect(Path socket) throws IOException {
    // no task has run yet
    StartCpus.keep();
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    endWith(channel, socket);
    return new ForkParent(channel);
  }

  /**
   * Sends the last message, unless one was sent. A thread that ends the JVM meanwhile waits for it.
   */
  public synchronized void sendLast(ForkMessage message) {
    if (!ended) {
      send(message);
      ended = true;
    }
  }

  /** Sends a message; ends the fork if the parent is gone. Safe for use by any thread. */
  public synchronized void send(ForkMessage message) {
    ByteBuffer bytes = ByteBuffer.wrap(ForkWire.encode(message));
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      Runtime.getRuntime().halt(GONE);
    }
  }

  /** Returns a listener that reports to the parent. */
  public BenchListener listener() {
    return new BenchListener() {
      @Override
      public void phase(Phase phase) {
        send(new ForkMessage.InPhase(phase));
      }

      @Override
      public void thread(String role, long osThreadId) {
        send(new ForkMessage.MeasuringThread(role, osThreadId));
      }
    };
  }

  /** Ends this JVM at once when the parent closes its end of the connection. */
  private static void endWith(SocketChannel parent, Path socket) {
    ByteBuffer nothing = ByteBuffer.allocateDirect(1);
    Thread watch =
        new Thread(
            () -> {
              try {
                while (parent.read(nothing) >= 0) {
                  nothing.clear();
                }
              } catch (IOException e) {
                // this end closed it: the fork is ending anyway
              }
              removeSocket(socket);
              Runtime.getRuntime().halt(GONE);
            },
            "foliot-parent");
    watch.setDaemon(true);
    watch.start();
  }

  /** Removes the socket and its folder, which a killed parent leaves behind. */
  private static void removeSocket(Path socket) {
    try {
      Files.deleteIfExists(socket);
      if (socket.getParent() != null) {
        Files.deleteIfExists(socket.getParent());
      }
    } catch (IOException e) {
      // already removed, or not permitted
    }
  }
}
