package dev.foliot.checks.endtoend.tasks;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A server some of whose requests wait: {@code PlantedServer PORT CAUSE KIND [LOG]}. The kind is
 * {@code jdk} for the JDK's HTTP server, and {@code own} for one that no tool knows. Threads that
 * no request waits for sleep, force a file and wait for a lock of their own all the time. The JDK's
 * server writes an access log with trace ids, if it has a file.
 */
public final class PlantedServer {
  private static final long MS = 1_000_000;
  private static final long PLANTED_NS = 40 * MS;
  private static final long BETWEEN_NS = 460 * MS;
  private static final long DECOY_NS = 7 * MS;
  private static final int EVERY = 60;
  private static final int THREADS = 16;
  private static final int FEW_THREADS = 4;
  private static final int LIVE = 300_000;
  private static final int WRITTEN = 1 << 20;
  private static final int FORCED = 12;

  /** What makes requests slow. */
  public enum Cause {
    /** Nothing. */
    NONE,
    /** A thread holds a monitor that every request needs. */
    MONITOR,
    /** The same with a lock of java.util.concurrent. */
    PARK,
    /** Some requests sleep. */
    SLEEP,
    /** Some requests force a file. */
    FSYNC,
    /** Some requests load classes. */
    CLASS_LOADING,
    /** Some requests call a slow server. */
    SOCKET_IO,
    /** A thread collects garbage. */
    GC_PAUSE,
    /** All threads of a small pool sleep at the same time, and requests queue for one. */
    POOL
  }

  private final Cause cause;
  private final @Nullable Path log;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong sum = new AtomicLong();
  private final Object monitor = new Object();
  private final Object decoy = new Object();
  private final ReentrantLock lock = new ReentrantLock();
  private final List<byte[]> live = new ArrayList<>();
  private final FileChannel forced = newFile();
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(WRITTEN);
  private final InetAddress here;
  private int backend;

  private PlantedServer(Cause cause, @Nullable Path log) throws IOException {
    this.cause = cause;
    this.log = log;
    this.here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  /** A class to load. */
  public static final class Loaded {}

  /** Loads its own copy of {@link Loaded}. */
  private static final class Copies extends ClassLoader {
    private static final String NAME = Loaded.class.getName();
    private static final byte[] CODE = code();

    Copies() {
      super(PlantedServer.class.getClassLoader());
    }

    private static byte[] code() {
      try (InputStream in =
          PlantedServer.class
              .getClassLoader()
              .getResourceAsStream(NAME.replace('.', '/') + ".class")) {
        return Objects.requireNonNull(in).readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(NAME)) {
        return super.loadClass(name, resolve);
      }
      // as from a slow file system
      LockSupport.parkNanos(MS);
      return defineClass(name, CODE, 0, CODE.length);
    }
  }

  private interface Turn {
    void play() throws IOException;
  }

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException {
    PlantedServer server =
        new PlantedServer(Cause.valueOf(args[1]), args.length > 3 ? Path.of(args[3]) : null);
    server.plant();
    server.decoys();
    int port = Integer.parseInt(args[0]);
    if (args[2].equals("own")) {
      server.own(port);
    } else {
      server.jdk(port);
    }
  }

  private static void forever(String name, Turn turn) {
    Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(() -> {
          while (true) {
            try {
              turn.play();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });
  }

  private void plant() throws IOException {
    switch (cause) {
      case MONITOR ->
          forever(
              "refresh",
              () -> {
                synchronized (monitor) {
                  LockSupport.parkNanos(PLANTED_NS);
                }
                LockSupport.parkNanos(BETWEEN_NS);
              });
      case PARK ->
          forever(
              "refresh",
              () -> {
                lock.lock();
                try {
                  LockSupport.parkNanos(PLANTED_NS);
                } finally {
                  lock.unlock();
                }
                LockSupport.parkNanos(BETWEEN_NS);
              });
      case GC_PAUSE -> {
        for (int i = 0; i < LIVE; i++) {
          live.add(new byte[64]);
        }
        forever(
            "collect",
            () -> {
              System.gc();
              LockSupport.parkNanos(BETWEEN_NS);
            });
      }
      case SOCKET_IO -> slowServer();
      case NONE, SLEEP, FSYNC, CLASS_LOADING, POOL -> {
        // the requests do it themselves
      }
    }
  }

  private void slowServer() throws IOException {
    ServerSocket socket = new ServerSocket(0, 50, here);
    backend = socket.getLocalPort();
    forever(
        "backend",
        () -> {
          try (Socket one = socket.accept()) {
            LockSupport.parkNanos(PLANTED_NS);
            one.getOutputStream().write(1);
          }
        });
  }

  /** Threads that wait all the time, for which no request waits. */
  private void decoys() throws IOException {
    FileChannel channel = newFile();
    forever(
        "audit",
        () -> {
          channel.write(ByteBuffer.allocate(1 << 14), 0);
          channel.force(true);
          LockSupport.parkNanos(DECOY_NS);
        });
    for (int i = 0; i < 2; i++) {
      forever(
          "worker-" + i,
          () -> {
            synchronized (decoy) {
              LockSupport.parkNanos(DECOY_NS);
            }
          });
    }
  }

  private void answer() throws IOException {
    if (cause == Cause.MONITOR) {
      synchronized (monitor) {
        sum.incrementAndGet();
      }
    } else if (cause == Cause.PARK) {
      lock.lock();
      try {
        sum.incrementAndGet();
      } finally {
        lock.unlock();
      }
    } else if (cause == Cause.POOL) {
      pauseTogether();
    } else if (requests.incrementAndGet() % EVERY == 0) {
      slowly();
    }
  }

  /** As behind a server that answers nothing for a while. */
  private static void pauseTogether() {
    long sinceNs = Math.floorMod(System.nanoTime(), PLANTED_NS + BETWEEN_NS);
    if (sinceNs < PLANTED_NS) {
      try {
        Thread.sleep(Duration.ofNanos(PLANTED_NS - sinceNs));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void slowly() throws IOException {
    switch (cause) {
      case SLEEP -> pause();
      case FSYNC -> force();
      case CLASS_LOADING -> {
        for (int i = 0; i < 40; i++) {
          sum.addAndGet(loaded().hashCode());
        }
      }
      case SOCKET_IO -> {
        try (Socket socket = new Socket(here, backend)) {
          sum.addAndGet(socket.getInputStream().read());
        }
      }
      case NONE, MONITOR, PARK, GC_PAUSE, POOL -> {
        // other threads do it, or all do
      }
    }
  }

  private static Class<?> loaded() {
    try {
      return Class.forName(Copies.NAME, true, new Copies());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PLANTED_NS / MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void force() throws IOException {
    synchronized (forced) {
      for (int i = 0; i < FORCED; i++) {
        forced.write(bytes.clear(), 0);
        forced.force(true);
      }
    }
  }

  private static FileChannel newFile() throws IOException {
    Path file = Files.createTempFile("planted", ".bin");
    file.toFile().deleteOnExit();
    return FileChannel.open(file, StandardOpenOption.WRITE);
  }

  private void jdk(int port) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(here, port), 0);
    server.setExecutor(Executors.newFixedThreadPool(cause == Cause.POOL ? FEW_THREADS : THREADS));
    server.createContext(
        "/",
        exchange -> {
          long startNs = System.nanoTime();
          answer();
          String trace = exchange.getRequestHeaders().getFirst("traceparent");
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
          log(System.nanoTime() - startNs, trace);
        });
    server.start();
  }

  private void log(long lengthNs, @Nullable String trace) throws IOException {
    if (log != null) {
      Files.writeString(
          log,
          "{\"time\":\"%s\",\"duration_ns\":%d,\"path\":\"/\",\"traceparent\":\"%s\"}%n"
              .formatted(Instant.now(), lengthNs, trace),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  /** A thread for each connection. */
  private void own(int port) throws IOException {
    ServerSocket socket = new ServerSocket(port, 50, here);
    ExecutorService pool = Executors.newCachedThreadPool();
    while (true) {
      Socket connection = socket.accept();
      pool.execute(() -> {
        try (connection) {
          serve(connection);
        } catch (IOException e) {
          // the client has gone
        }
      });
    }
  }

  private void serve(Socket connection) throws IOException {
    connection.setTcpNoDelay(true);
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.isEmpty()) {
        answer();
        connection
            .getOutputStream()
            .write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      }
    }
  }
}
