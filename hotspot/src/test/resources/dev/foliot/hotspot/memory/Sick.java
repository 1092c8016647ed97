package acme;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;

/** A program with a memory problem, or without one. It ends with its input. */
public final class Sick {
  private static final int MIB = 1 << 20;
  private static final List<Object> KEPT = new ArrayList<>();
  private static final Semaphore ASKED = new Semaphore(0);

  private Sick() {}

  private record Owner(ByteBuffer bytes) {}

  public static void main(String[] args) throws Exception {
    Thread reader =
        new Thread(() -> {
          try {
            while (System.in.read() >= 0) {
              ASKED.release();
            }
          } catch (java.io.IOException e) {
            // the same as its end
          }
          System.exit(0);
        });
    reader.setDaemon(true);
    reader.start();
    switch (args[0]) {
      case "buffers" -> buffers(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      case "deflaters" -> deflaters();
      case "threads" -> threads();
      case "late" -> late();
      default -> healthy();
    }
  }

  private static void ready() {
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      if (pool.getName().equals("direct")) {
        System.out.println("direct\t" + pool.getMemoryUsed() + "\t" + pool.getCount());
      }
    }
    System.out.println("ready");
  }

  /** Buffers with promoted owners; some are then dropped, unnoticed by the JVM. */
  private static void buffers(int held, int dropped) throws Exception {
    for (int i = 0; i < held; i++) {
      KEPT.add(new Owner(ByteBuffer.allocateDirect(MIB)));
    }
    System.gc();
    System.gc();
    KEPT.subList(0, dropped).clear();
    ready();
    Thread.sleep(Long.MAX_VALUE);
  }

  /** Uses no direct memory, and does not load its counter, until a request comes. */
  private static void late() throws Exception {
    System.out.println("ready");
    ASKED.acquire();
    buffers(24, 0);
  }

  /** At each request more memory from malloc, some 80 kB each, that is never freed. */
  private static void deflaters() throws Exception {
    byte[] some = new byte[1000];
    byte[] out = new byte[1000];
    while (true) {
      ready();
      ASKED.acquire();
      for (int i = 0; i < 120; i++) {
        Deflater deflater = new Deflater();
        deflater.setInput(some);
        deflater.deflate(out);
        KEPT.add(deflater);
      }
    }
  }

  /** At each request more threads. */
  private static void threads() throws Exception {
    while (true) {
      ready();
      ASKED.acquire();
      for (int i = 0; i < 24; i++) {
        Thread thread = new Thread(LockSupport::park);
        thread.setDaemon(true);
        thread.start();
      }
    }
  }

  private static void healthy() throws Exception {
    ready();
    long sum = 0;
    for (int i = 0; i < 1_000_000; i++) {
      sum += new byte[1000].length;
      if (i % 100 == 0) {
        Thread.sleep(1);
      }
    }
    System.out.println(sum);
  }
}
