package dev.foliot.audit;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A client of the audited server, possibly a badly behaved one. */
final class AuditClient implements Closeable {
  static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

  private static final int PATIENCE_MS = 20_000;

  private final Socket socket;
  private final InputStream in;

  AuditClient(AuditServer server) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MS);
    in = socket.getInputStream();
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Ends its output. */
  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Ends like a killed process with unread answers. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** The next answer: its head and its body. */
  String answer() throws IOException {
    return answer(true);
  }

  /** The next answer, with a body or, to HEAD, without. */
  String answer(boolean body) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) next());
    }
    int at = head.indexOf("Content-Length: ") + "Content-Length: ".length();
    int length = body ? Integer.parseInt(head.substring(at, head.indexOf("\r\n", at))) : 0;
    for (int i = 0; i < length; i++) {
      head.append((char) next());
    }
    return head.toString();
  }

  /** Whether the next answer begins within {@code ms} milliseconds; reads it then. */
  boolean isAnsweredWithin(int ms) throws IOException {
    socket.setSoTimeout(ms);
    try {
      answer();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } finally {
      socket.setSoTimeout(PATIENCE_MS);
    }
  }

  private int next() throws IOException {
    int read = in.read();
    if (read < 0) {
      throw new IOException("the server closed the connection");
    }
    return read;
  }

  /** Whether the server has closed its side without more output. */
  boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
