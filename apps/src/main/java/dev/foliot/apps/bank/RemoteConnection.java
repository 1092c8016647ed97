package dev.foliot.apps.bank;

import dev.foliot.apps.service.Shown;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection to the remote system, which asks and then reads the answer. It accepts answers
 * with a length, as the remote system sends; it refuses more than 64 KiB.
 *
 * <p>Used by one thread at a time.
 */
final class RemoteConnection {
  private static final int MOST_BYTES = 64 * 1024;
  private static final int BUFFER_BYTES = 1024;

  private final Socket socket;
  private final InputStream in;
  private final String host;
  private final String path;
  private boolean isUsed;
  private boolean isReusable;

  private RemoteConnection(Socket socket, URI address) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
    this.host = address.getRawAuthority();
    String raw = address.getRawPath();
    this.path = raw == null || raw.isEmpty() ? "/" : raw;
  }

  /** Connects to the first of the host's addresses that takes a connection. */
  static RemoteConnection open(URI address, int timeoutMs) throws IOException {
    IOException last = null;
    for (InetAddress host : InetAddress.getAllByName(address.getHost())) {
      try {
        return open(host, address, timeoutMs);
      } catch (IOException e) {
        last = e;
      }
    }
    throw last == null ? new IOException("the remote system's host has no address") : last;
  }

  private static RemoteConnection open(InetAddress host, URI address, int timeoutMs)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(timeoutMs);
      int port = address.getPort() < 0 ? 80 : address.getPort();
      socket.connect(new InetSocketAddress(host, port), timeoutMs);
      return new RemoteConnection(socket, address);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  String ask(String query) throws IOException {
    String status = statusOfAnswer(query);
    isUsed = true;
    String body = body();
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException("the remote system answered '" + Shown.text(status) + "'");
    }
    return body;
  }

  private String statusOfAnswer(String query) throws IOException {
    String request = "GET " + path + "?" + query + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    try {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return line();
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      if (isUsed) {
        throw new StaleConnectionException(e);
      }
      throw e;
    }
  }

  /** Reads the header, then the body with the length given there. */
  private String body() throws IOException {
    int length = -1;
    int seen = 0;
    isReusable = true;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String header = line.toLowerCase(Locale.ROOT);
      seen += line.length();
      if (seen > MOST_BYTES) {
        throw new IOException("the remote system's answer has a header without end");
      }
      if (header.startsWith("content-length:")) {
        length = length(header.substring("content-length:".length()).strip());
      } else if (header.startsWith("connection:") && header.contains("close")) {
        isReusable = false;
      }
    }
    if (length < 0) {
      throw new IOException("the remote system's answer does not say how long it is");
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the remote system's answer ends early");
    }
    return new String(body, StandardCharsets.UTF_8);
  }

  private static int length(String written) throws IOException {
    int length = written.matches("[0-9]{1,9}") ? Integer.parseInt(written) : Integer.MAX_VALUE;
    if (length > MOST_BYTES) {
      throw new IOException("the remote system's answer has a length that is not taken");
    }
    return length;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder(64);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the remote system closed the connection");
      }
      if (line.length() > MOST_BYTES) {
        throw new IOException("the remote system's answer has a line without end");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** Whether it can serve another request. */
  boolean isReusable() {
    return isReusable;
  }

  /** Closes it; failures are ignored. */
  void close() {
    try {
      socket.close();
    } catch (IOException e) {
      isReusable = false;
    }
  }
}
