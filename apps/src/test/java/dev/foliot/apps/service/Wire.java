package dev.foliot.apps.service;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client that writes given bytes and reads answers one after the other. */
public final class Wire implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  public Wire(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(60_000);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** An answer. */
  public record Told(int status, Map<String, String> headers, String body) {}

  /** One request on a connection of its own. */
  public static Told ask(int port, String method, String target, String body) throws IOException {
    try (Wire wire = new Wire(port)) {
      wire.send(request(method, target, body));
      return wire.read();
    }
  }

  public static Told get(int port, String target) throws IOException {
    return ask(port, "GET", target, "");
  }

  public static String request(String method, String target, String body) {
    return method
        + " "
        + target
        + " HTTP/1.1\r\nHost: x\r\nContent-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + body;
  }

  public void send(String text) throws IOException {
    sendBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public void sendBytes(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Reads an answer that says how long it is. */
  public Told read() throws IOException {
    return read(true);
  }

  public Told read(boolean hasBody) throws IOException {
    String status = line();
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 2));
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = hasBody ? new String(in.readNBytes(length), StandardCharsets.UTF_8) : "";
    return new Told(Integer.parseInt(status.substring(9, 12)), headers, body);
  }

  /** Whether the other side has closed the connection; waits for it or for more bytes. */
  public boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the connection was closed");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
