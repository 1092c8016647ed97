package dev.foliot.checks.walk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A proxy of HTTP that reaches one server only: a tunnel for CONNECT, else passed on as it is. */
final class Relay implements AutoCloseable {
  private final ServerSocket listening;
  private final int plainPort;
  private final int securePort;

  Relay(int plainPort, int securePort) throws IOException {
    this.listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    this.plainPort = plainPort;
    this.securePort = securePort;
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        // closed
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      String head = head(in);
      boolean tunnel = head.startsWith("CONNECT ");
      try (Socket server =
          new Socket(InetAddress.getLoopbackAddress(), tunnel ? securePort : plainPort)) {
        if (tunnel) {
          client
              .getOutputStream()
              .write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        } else {
          server.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        }
        Thread back = Thread.ofVirtual().start(() -> copy(server, client));
        copy(client, server);
        back.join();
      }
    } catch (IOException e) {
      // one of them has closed its connection
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("no request");
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private static void copy(Socket from, Socket to) {
    try {
      OutputStream out = to.getOutputStream();
      from.getInputStream().transferTo(out);
      to.shutdownOutput();
    } catch (IOException e) {
      // the other side is gone, and so is the need
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
