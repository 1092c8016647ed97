package dev.foliot.checks.specimens.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import java.util.zip.Deflater;

/**
 * The programs of the runtime specimens. Prints {@code ready} when the problem is active, and ends
 * with its standard input.
 */
public final class RuntimeProgram {
  private static final int MIB = 1 << 20;
  private static final long MS = 1_000_000;

  /** Enough for C2, and enough to stay hot. */
  private static final int FIRST_CALLS = 8_000;

  private static final int MORE_CALLS = 300;
  private static final List<Object> KEPT = new ArrayList<>();
  private static final ThreadLocal<Deflater> KEPT_LAST = new ThreadLocal<>();
  private static volatile long result;

  private RuntimeProgram() {}

  /** Runs the program that the arguments name. */
  public static void main(String[] args) throws Exception {
    daemon("input", RuntimeProgram::awaitEnd);
    boolean isSick = args.length > 1 && args[1].equals("keep");
    switch (args[0]) {
      case "live-and-churn" -> liveAndChurn(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      case "stacks-of-all" -> stacks(true);
      case "stacks-of-one" -> stacks(false);
      case "long-loops" -> longLoops();
      case "classes" -> classes(Integer.parseInt(args[1]));
      case "compute" -> compute();
      case "deflaters" -> each(5, () -> deflater(isSick));
      case "buffers" -> buffers(isSick);
      case "loaders" -> loaders(isSick);
      case "threads" -> each(25, () -> thread(isSick));
      case "arenas" -> arenas();
      case "parse" -> forEver(() -> EventPrograms.parse(!args[1].equals("words")));
      case "divide" -> forEver(() -> EventPrograms.divide(args[1].equals("zero")));
      case "count" -> forEver(() -> WordPrograms.count(args[1].equals("shared")));
      case "spin" -> forEver(() -> WordPrograms.spin(args[1].equals("shared")));
      case "slots" -> forEver(() -> WordPrograms.slots(args[1].equals("near")));
      case "check" -> forEver(() -> WordPrograms.check(args[1].equals("failing")));
      case "ask" -> forEver(() -> EventPrograms.ask(args[1].equals("slow")));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void awaitEnd() {
    try {
      while (System.in.read() >= 0) {
        // the observer sends nothing
      }
    } catch (IOException e) {
      // the same as its end
    }
    Runtime.getRuntime().halt(0);
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void ready() {
    System.out.println("ready");
  }

  /** Starts threads that never end. */
  private interface Start {
    void start() throws IOException;
  }

  private static void forEver(Start program) throws IOException {
    program.start();
    ready();
    while (true) {
      LockSupport.park();
    }
  }

  /** Performs an action on a schedule: after a delay the program catches up. */
  private static void each(long periodMs, Runnable action) {
    ready();
    long begin = System.nanoTime();
    for (long i = 1; ; i++) {
      action.run();
      sleepUntil(begin + i * periodMs * MS);
    }
  }

  private static void sleepUntil(long atNs) {
    long leftNs = atNs - System.nanoTime();
    if (leftNs > 0) {
      LockSupport.parkNanos(leftNs);
    }
  }

  /** Keeps {@code mib} alive, replaces it block by block, and lets it grow if asked to. */
  private static void liveAndChurn(int mib, int growsMibPerS) {
    int blocks = mib * 64;
    byte[][] live = new byte[blocks][];
    for (int i = 0; i < blocks; i++) {
      live[i] = new byte[MIB / 64];
    }
    daemon("churn", RuntimeProgram::churn);
    ready();
    long begin = System.nanoTime();
    int most = mib * 64 * 3 / 4;
    for (int i = 0; ; i++) {
      byte[] block = new byte[MIB / 64];
      if (growsMibPerS == 0 || i > most) {
        live[i % blocks] = block;
      } else {
        KEPT.add(block);
      }
      int perS = growsMibPerS == 0 ? 6 * 64 : growsMibPerS * 64;
      sleepUntil(begin + (i + 1L) * 1_000 * MS / perS);
    }
  }

  private static void churn() {
    byte[][] recent = new byte[512][];
    long sum = 0;
    for (int i = 0; ; i++) {
      byte[] bytes = new byte[1_000];
      bytes[i & 511] = 1;
      recent[i & 511] = bytes;
      sum += recent[(i * 31) & 511] == null ? 0 : bytes[0];
      result = sum;
    }
  }

  /** Asks for the stacks of all threads, or walks its own, all the time. */
  private static void stacks(boolean ofAll) {
    for (int i = 0; i < 100; i++) {
      daemon("parked-" + i, LockSupport::park);
    }
    daemon("compute", RuntimeProgram::compute);
    ready();
    long sum = 0;
    while (true) {
      sum += ofAll ? Thread.getAllStackTraces().size() : new Throwable().getStackTrace().length;
      result = sum;
    }
  }

  /** A thread in long counted loops, and one that asks for safepoints. */
  private static void longLoops() throws InterruptedException {
    int[] values = new int[1 << 20];
    CountDownLatch warm = new CountDownLatch(1);
    daemon(
        "long-loops",
        () -> {
          for (long i = 0; ; i++) {
            result = rounds(values, i < 2_000 ? 100 : 100_000_000);
            if (i == 2_000) {
              warm.countDown();
            }
          }
        });
    warm.await();
    each(20, () -> result = Thread.getAllStackTraces().size());
  }

  private static int rounds(int[] values, int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += values[i & (values.length - 1)] ^ i * sum;
    }
    return sum;
  }

  /** Loads one class by many loaders, and keeps all of its copies hot. */
  private static void classes(int loaders) {
    List<IntToLongFunction> works = new ArrayList<>();
    ready();
    long sum = 0;
    for (int next = 0; ; next++) {
      boolean isNew = works.size() < loaders;
      if (isNew) {
        works.add(new CopyLoader().work());
      }
      IntToLongFunction work = works.get(isNew ? works.size() - 1 : next % loaders);
      for (int i = 0; i < (isNew ? FIRST_CALLS : MORE_CALLS); i++) {
        sum += work.applyAsLong(i);
      }
      result = sum;
    }
  }

  private static void compute() {
    if (!Thread.currentThread().isDaemon()) {
      ready();
    }
    long sum = 1;
    while (true) {
      for (int i = 0; i < 1_000_000; i++) {
        sum = sum * 31 + (i ^ (sum >>> 7));
      }
      result = sum;
    }
  }

  private static void deflater(boolean isKept) {
    Deflater deflater = new Deflater();
    deflater.setInput(new byte[1_000]);
    result = deflater.deflate(new byte[1_000]);
    if (isKept) {
      KEPT.add(deflater);
    } else {
      deflater.end();
    }
  }

  private static void buffers(boolean isKept) {
    ByteBuffer one = ByteBuffer.allocateDirect(MIB);
    each(
        100,
        () -> {
          ByteBuffer buffer = isKept ? ByteBuffer.allocateDirect(MIB) : one;
          for (int i = 0; i < MIB; i += 64) {
            buffer.put(i, (byte) 1);
          }
          if (isKept) {
            KEPT.add(buffer);
          }
        });
  }

  private static void loaders(boolean isKept) {
    IntToLongFunction one = new CopyLoader().work();
    each(
        1,
        () -> {
          for (int i = 0; i < 2; i++) {
            IntToLongFunction work = isKept ? new CopyLoader().work() : one;
            result = work.applyAsLong(10);
            KEPT.add(work);
          }
        });
  }

  private static void thread(boolean isKept) {
    Thread thread = daemon("one-more", isKept ? LockSupport::park : () -> result = 1);
    if (!isKept) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Many threads allocate in malloc, and free all but what came last. */
  private static void arenas() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(64);
    for (int t = 0; t < 64; t++) {
      daemon(
          "arena-" + t,
          () -> {
            List<Deflater> many = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
              Deflater deflater = new Deflater();
              deflater.setInput(new byte[1_000]);
              result = deflater.deflate(new byte[1_000]);
              many.add(deflater);
            }
            Deflater last = many.remove(many.size() - 1);
            many.forEach(Deflater::end);
            KEPT_LAST.set(last);
            done.countDown();
            LockSupport.park();
            result = KEPT_LAST.get().getTotalIn();
          });
    }
    done.await();
    ready();
    compute();
  }

  /** A loader of its own copy of a small class. */
  private static final class CopyLoader extends ClassLoader {
    private static final byte[] BYTES = bytes();

    CopyLoader() {
      super(RuntimeProgram.class.getClassLoader());
    }

    /** An object of a new copy. */
    IntToLongFunction work() {
      try {
        return (IntToLongFunction)
            defineClass(Copied.class.getName(), BYTES, 0, BYTES.length)
                .getConstructor()
                .newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the class cannot be copied", e);
      }
    }

    private static byte[] bytes() {
      String name = Copied.class.getName();
      try (InputStream in =
          Objects.requireNonNull(
              RuntimeProgram.class.getResourceAsStream(
                  name.substring(name.lastIndexOf('.') + 1) + ".class"))) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
