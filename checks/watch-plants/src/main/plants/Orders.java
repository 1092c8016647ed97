package plants;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarFile;

/**
 * The service, the same in each server. An order locks a ledger, asks another process by one of
 * four connections, and works for half a millisecond; an item only works. What is planted in
 * requests is here too.
 */
public final class Orders {
  private static final int CONNECTIONS = 4;
  private static final int WORK = 24;
  private static final long SLOW_NS = 300_000_000L;
  private static final long LONG_FORCE_NS = 40_000_000L;
  private static final int CHUNK = 1 << 20;
  private static final int MOST_CHUNKS = 128;
  private static final int FORCING = 2;

  private final Object ledger = new Object();
  private final BlockingQueue<Socket> idle = new ArrayBlockingQueue<>(CONNECTIONS);
  private final Semaphore forcing = new Semaphore(FORCING);
  private final Semaphore loading = new Semaphore(1);
  private final AtomicInteger files = new AtomicInteger();
  private final Path folder;
  private final List<String> names = new ArrayList<>();
  private final URL[] classPath;
  private volatile Plant now = Plant.NOTHING;
  private volatile int chunks = 8;
  private long booked;

  /**
   * @param port of the process that orders ask
   * @param folder for what is forced to the disk
   */
  Orders(int port, Path folder) throws IOException {
    this.folder = folder;
    for (int i = 0; i < CONNECTIONS; i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      idle.add(socket);
    }
    List<URL> urls = new ArrayList<>();
    Path largest = null;
    for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(part);
      if (part.endsWith(".jar")) {
        urls.add(jar.toUri().toURL());
        if (largest == null || Files.size(jar) > Files.size(largest)) {
          largest = jar;
        }
      }
    }
    classPath = urls.toArray(URL[]::new);
    try (JarFile jar = new JarFile(String.valueOf(largest))) {
      jar.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.endsWith(".class") && !name.contains("-"))
          .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
          .forEach(names::add);
    }
  }

  /** Answers a request. */
  public String answer(String path) throws IOException {
    if (path.startsWith("/orders/")) {
      book();
      ask();
      Plant planted = now;
      if (planted == Plant.FSYNC) {
        force();
      } else if (planted == Plant.CLASS_LOADING) {
        load();
      }
    }
    return work(path);
  }

  private static String work(String path) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] bytes = new byte[8_192];
      byte[] sum = new byte[32];
      for (int i = 0; i < WORK; i++) {
        digest.update(bytes);
        digest.digest(sum, 0, sum.length);
        bytes[i] = sum[0];
      }
      return path + " " + sum[0] + "\n";
    } catch (NoSuchAlgorithmException | DigestException e) {
      throw new IllegalStateException(e);
    }
  }

  private void book() {
    synchronized (ledger) {
      booked++;
    }
  }

  /** A job that holds the lock of all orders. */
  void closeDay(long ms) throws InterruptedException {
    synchronized (ledger) {
      Thread.sleep(ms);
      booked++;
    }
  }

  private void ask() throws IOException {
    Socket socket = borrow();
    try {
      socket.getOutputStream().write(1);
      if (socket.getInputStream().read() < 0) {
        throw new IOException("the dependency has ended");
      }
    } finally {
      idle.add(socket);
    }
  }

  private Socket borrow() throws IOException {
    try {
      return idle.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** From now on requests do this; {@link Plant#NOTHING} for nothing. */
  void plant(Plant plant) {
    now = plant;
  }

  private void force() throws IOException {
    if (!forcing.tryAcquire()) {
      return;
    }
    Path file = folder.resolve("journal-" + files.incrementAndGet());
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(CHUNK);
      long startNs = System.nanoTime();
      do {
        for (int i = 0; i < chunks; i++) {
          channel.write(bytes.clear(), (long) i * CHUNK);
        }
        long fromNs = System.nanoTime();
        channel.force(true);
        // what a fast disk does in no time is no stall
        if (System.nanoTime() - fromNs < LONG_FORCE_NS && chunks < MOST_CHUNKS) {
          chunks *= 2;
        }
      } while (System.nanoTime() - startNs < SLOW_NS);
    } finally {
      forcing.release();
    }
  }

  /** As the first use of a large library: many classes, of which each is loaded fast. */
  private void load() throws IOException {
    if (!loading.tryAcquire()) {
      return;
    }
    long startNs = System.nanoTime();
    try {
      do {
        try (URLClassLoader fresh =
            new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
          for (int i = 0; i < names.size() && System.nanoTime() - startNs < SLOW_NS; i++) {
            load(names.get(i), fresh);
          }
        }
      } while (System.nanoTime() - startNs < SLOW_NS);
    } finally {
      loading.release();
    }
  }

  private static void load(String name, ClassLoader loader) {
    try {
      loader.loadClass(name);
    } catch (ClassNotFoundException | LinkageError e) {
      // it needs a library that is not here
    }
  }
}
