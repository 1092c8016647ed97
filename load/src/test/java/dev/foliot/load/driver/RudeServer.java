package dev.foliot.load.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A small, usually faulty server on the loopback interface. */
final class RudeServer implements AutoCloseable {
  private final ServerSocket listener;
  private final Behaviour behaviour;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile boolean closed;

  /** Its behaviour for a request. */
  interface Behaviour {
    /** Serves a request; {@code number} counts from 0 on each connection. */
    void serve(Socket socket, String request, int number) throws IOException;
  }

  RudeServer(Behaviour behaviour) throws IOException {
    this(behaviour, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  /** At an address; port 0 is any that is free. */
  RudeServer(Behaviour behaviour, InetSocketAddress address) throws IOException {
    this.behaviour = behaviour;
    listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(address, 1_000);
    Thread.ofVirtual().start(this::accept);
  }

  /** A server with the same answer to every request, complete. */
  static RudeServer answering(String answer) throws IOException {
    return new RudeServer((socket, request, number) -> say(socket, answer));
  }

  static String ok(String body) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }

  static void say(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  static void reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        if (closed) {
          reset(socket);
        }
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      String request = read(in);
      for (int number = 0; request != null; number++) {
        requests.add(request);
        behaviour.serve(socket, request, number);
        request = read(in);
      }
    } catch (IOException e) {
      // the client or this server has ended
    }
    sockets.remove(socket);
  }

  /** A request with its body, or null at the end. */
  private static @Nullable String read(BufferedReader in) throws IOException {
    StringBuilder head = new StringBuilder();
    int length = 0;
    for (String line = in.readLine(); ; line = in.readLine()) {
      if (line == null) {
        return null;
      }
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring("Content-Length: ".length()));
      }
      head.append(line).append('\n');
      if (line.isEmpty()) {
        break;
      }
    }
    for (int i = 0; i < length; i++) {
      head.append((char) in.read());
    }
    return head.toString();
  }

  /** The requests so far, in order. */
  List<String> requests() {
    return requests;
  }

  /** The number of connections so far. */
  int connections() {
    return connections.get();
  }

  String url() {
    String host = listener.getInetAddress() instanceof Inet6Address ? "[::1]" : "127.0.0.1";
    return "http://" + host + ":" + listener.getLocalPort();
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Ends like a killed process. */
  @Override
  public void close() throws IOException {
    closed = true;
    listener.close();
    resetAll();
  }

  /** Resets the connections so far. */
  void resetAll() throws IOException {
    for (Socket socket : sockets) {
      try {
        reset(socket);
      } catch (SocketException e) {
        // its own thread was first
        socket.close();
      }
    }
  }
}
