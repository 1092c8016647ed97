package acme;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that wait: some of each kind, half of them started by an executor. */
public final class Parked {
  private static final Semaphore PERMITS = new Semaphore(0);
  private static final LinkedBlockingQueue<String> QUEUE = new LinkedBlockingQueue<>();
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Object ENTERED = new Object();
  private static final Object NOTIFIED = new Object();
  private static volatile byte[] garbage = {};
  private static final List<Socket> SOCKETS = new ArrayList<>();

  private Parked() {}

  private interface Part {
    void run() throws Exception;
  }

  public static void main(String[] args) throws Exception {
    int each = Integer.parseInt(args[0]);
    List<byte[]> filled = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      filled.add(new byte[1 << 20]);
    }
    LOCK.lock();
    start(each, "acquirer", Parked::acquire);
    start(each, "taker", Parked::take);
    start(each, "sleeper", Parked::sleep);
    start(each, "locker", Parked::lock);
    synchronized (ENTERED) {
      switch (args[2]) {
        case "monitors" -> {
          start(each, "enterer", Parked::enter);
          start(each, "waiter", Parked::await);
        }
        case "sockets" -> {
          try (ServerSocket server = new ServerSocket(0, each, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < each; i++) {
              Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
              SOCKETS.add(client);
              SOCKETS.add(server.accept());
              start(1, "reader", () -> read(client));
            }
          }
        }
        case "moving" -> start(each, "mover", Parked::churn);
        case "flocks" -> start(each, "owner", Parked::fork);
        default -> throw new IllegalArgumentException(args[2]);
      }
      System.out.println("ready");
      Thread.sleep(Long.MAX_VALUE);
    }
    System.out.println(filled.size());
  }

  private static void start(int threads, String name, Part part) throws Exception {
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Class<?> builders = Class.forName("java.lang.Thread$Builder");
    builders.getMethod("name", String.class).invoke(builder, name);
    Method start = builders.getMethod("start", Runnable.class);
    ExecutorService executor =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    for (int i = 0; i < threads; i++) {
      if (i % 2 == 0) {
        executor.submit(runnable(part));
      } else {
        start.invoke(builder, runnable(part));
      }
    }
  }

  private static Runnable runnable(Part part) {
    return () -> {
      try {
        part.run();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    };
  }

  private static void acquire() throws InterruptedException {
    PERMITS.acquire(); // acquires
  }

  private static void take() throws InterruptedException {
    QUEUE.take(); // takes
  }

  private static void sleep() throws InterruptedException {
    Thread.sleep(Long.MAX_VALUE);
  }

  private static void lock() {
    LOCK.lock();
  }

  private static void enter() {
    synchronized (ENTERED) { // enters
      PERMITS.release();
    }
  }

  private static void await() throws InterruptedException {
    synchronized (NOTIFIED) {
      NOTIFIED.wait();
    }
  }

  private static void read(Socket socket) throws IOException {
    socket.getInputStream().read();
  }

  private static void churn() throws InterruptedException {
    while (true) {
      Thread.sleep(1);
      garbage = new byte[1 << 12];
    }
  }

  /** As StructuredTaskScope does it, which is a preview. */
  private static void fork() throws Exception {
    Class<?> flocks = Class.forName("jdk.internal.misc.ThreadFlock");
    Object flock = flocks.getMethod("open", String.class).invoke(null, "flock");
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Thread child =
        (Thread)
            Class.forName("java.lang.Thread$Builder")
                .getMethod("unstarted", Runnable.class)
                .invoke(builder, runnable(Parked::forked));
    flocks.getMethod("start", Thread.class).invoke(flock, child);
    PERMITS.acquire();
  }

  private static void forked() throws InterruptedException {
    PERMITS.acquire();
  }
}
