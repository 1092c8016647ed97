package dev.foliot.examples.stall;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Asks the {@link Warehouse}, and blocks until it answers, as a database driver does. It has no
 * limit of connections and no threads of its own. Thread-safe.
 */
public final class WarehouseClient implements AutoCloseable {
  private final int port;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();

  /** Connects at the first call. */
  public WarehouseClient(int port) {
    this.port = port;
  }

  /** Blocks until the warehouse has answered. */
  public String stock(String item) {
    Connection used = idle.poll();
    Connection connection = used == null ? new Connection(port) : used;
    String answer = connection.ask(item);
    idle.push(connection);
    return answer;
  }

  @Override
  public void close() {
    for (Connection one = idle.poll(); one != null; one = idle.poll()) {
      one.close();
    }
  }

  private static final class Connection {
    private final Socket socket;
    private final BufferedReader in;

    Connection(int port) {
      try {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String ask(String item) {
      try {
        socket.getOutputStream().write((item + "\n").getBytes(StandardCharsets.US_ASCII));
        String answer = in.readLine();
        if (answer == null) {
          throw new IOException("the warehouse ended the connection");
        }
        return answer;
      } catch (IOException e) {
        close();
        throw new UncheckedIOException(e);
      }
    }

    void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
