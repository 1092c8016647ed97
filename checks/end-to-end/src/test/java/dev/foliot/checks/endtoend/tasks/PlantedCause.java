package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Works for 20 microseconds a message. {@code -Dplanted.cause=NAME} makes few messages slow, for
 * one known reason; without it none is.
 */
@SuppressWarnings("restricted") // only the kernel can drop pages of a mapped file
public final class PlantedCause implements BenchTask {
  private static final int EVERY = Integer.getInteger("planted.every", 500);
  private static final long USUAL_NS = 20_000;
  private static final long BETWEEN_NS = 400_000_000;
  private static final long HELD_NS = Long.getLong("planted.held-ms", 15) * 1_000_000;
  private static final long SLOW_NS = 4_000_000;
  private static final int WRITTEN = 1 << 16;

  /** What delays messages. */
  public enum Cause {
    /** Nothing. */
    NONE,
    /** A full collection. */
    GC_PAUSE,
    /** A loop without a safepoint poll on another thread. */
    TIME_TO_SAFEPOINT,
    /** A monitor that another thread holds. */
    MONITOR,
    /** A lock of java.util.concurrent that another thread holds. */
    PARK,
    /** A file that is forced to its disk. */
    FSYNC,
    /** Another thread uses up the quota of the control group. */
    THROTTLING,
    /** Pages of a mapped file that the kernel has dropped. */
    PAGE_FAULT,
    /** Classes that are loaded for the first time. */
    CLASS_LOADING,
    /** A branch that was never taken before. */
    DEOPTIMISATION,
    /** A message that takes long by itself. */
    SLOW_MESSAGE
  }

  private final Cause cause = Cause.valueOf(System.getProperty("planted.cause", "NONE"));
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(WRITTEN);
  private final Object monitor = new Object();
  private final AtomicLong sum = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Branching> branching = new ArrayList<>();
  private volatile boolean isOver;
  private volatile boolean isLooping;
  private Bench bench;
  private @Nullable Path file;
  private @Nullable FileChannel channel;
  private @Nullable Pages pages;
  private @Nullable Thread other;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
    try {
      prepare();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void prepare() throws IOException {
    switch (cause) {
      case MONITOR ->
          other(() -> {
            synchronized (monitor) {
              LockSupport.parkNanos(HELD_NS);
            }
            LockSupport.parkNanos(BETWEEN_NS);
          });
      case PARK ->
          other(() -> {
            lock.lock();
            try {
              LockSupport.parkNanos(HELD_NS);
            } finally {
              lock.unlock();
            }
            LockSupport.parkNanos(BETWEEN_NS);
          });
      case THROTTLING ->
          other(() -> {
            spin(8 * HELD_NS);
            LockSupport.parkNanos(BETWEEN_NS);
          });
      case TIME_TO_SAFEPOINT ->
          other(() -> {
            if (isLooping) {
              sum.addAndGet(Loop.withoutPoll(30_000_000));
              isLooping = false;
            } else {
              LockSupport.parkNanos(BETWEEN_NS);
            }
          });
      case FSYNC -> {
        Path forced = newFile();
        file = forced;
        channel = FileChannel.open(forced, StandardOpenOption.WRITE);
      }
      case PAGE_FAULT -> {
        Path mapped = newFile();
        file = mapped;
        pages = new Pages(mapped);
      }
      case DEOPTIMISATION -> {
        for (int i = 0; i < 40; i++) {
          Branching one = Branching.fresh();
          one.warmUp();
          branching.add(one);
        }
      }
      case NONE, GC_PAUSE, CLASS_LOADING, SLOW_MESSAGE -> {
        // nothing to prepare
      }
    }
  }

  private static Path newFile() throws IOException {
    return Files.createTempFile(Path.of("").toAbsolutePath(), "planted", ".bin");
  }

  private void other(Runnable turn) {
    other =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              while (!isOver) {
                turn.run();
              }
            });
  }

  @Override
  public void send(long id) {
    spin(USUAL_NS);
    switch (cause) {
      case MONITOR -> {
        synchronized (monitor) {
          sum.incrementAndGet();
        }
      }
      case PARK -> {
        lock.lock();
        try {
          sum.incrementAndGet();
        } finally {
          lock.unlock();
        }
      }
      default -> {
        if (id % EVERY == EVERY - 1) {
          rare(id);
        }
      }
    }
    bench.done(id);
  }

  private void rare(long id) {
    try {
      switch (cause) {
        case GC_PAUSE -> System.gc();
        case TIME_TO_SAFEPOINT -> {
          isLooping = true;
          LockSupport.unpark(other);
          // until it is in the loop
          spin(USUAL_NS * 10);
          sum.addAndGet(Thread.getAllStackTraces().size());
        }
        case FSYNC -> {
          FileChannel written = Objects.requireNonNull(channel);
          for (int i = 0; i < 20; i++) {
            written.write(bytes.clear(), 0);
            written.force(true);
          }
        }
        case PAGE_FAULT -> sum.addAndGet(Objects.requireNonNull(pages).touch());
        case CLASS_LOADING -> {
          for (int i = 0; i < 100; i++) {
            sum.addAndGet(Branching.loaded().hashCode());
          }
        }
        case DEOPTIMISATION ->
            sum.addAndGet(branching.get((int) (id / EVERY % branching.size())).branch());
        case SLOW_MESSAGE -> spin(SLOW_NS);
        case NONE, MONITOR, PARK, THROTTLING -> {
          // nothing more
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void spin(long ns) {
    long endNs = System.nanoTime() + ns;
    while (System.nanoTime() < endNs) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void tearDown() {
    isOver = true;
    try {
      if (other != null) {
        other.join();
      }
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A loop that has no safepoint poll with {@code -XX:-UseCountedLoopSafepoints}. */
  private static final class Loop {
    static long withoutPoll(int times) {
      long sum = 1;
      for (int i = 0; i < times; i++) {
        sum = sum * 31 + i;
      }
      return sum;
    }
  }

  /** A mapped file whose pages the kernel drops on request. */
  private static final class Pages {
    private static final long BYTES = 16 << 20;
    private static final long STRIDE = 1 << 16;
    private static final int RANDOM = 1;
    private static final int PAGEOUT = 21;

    private final MemorySegment mapped;
    private final MethodHandle advise;

    Pages(Path file) throws IOException {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        ByteBuffer chunk = ByteBuffer.allocate((int) STRIDE);
        for (long at = 0; at < BYTES; at += STRIDE) {
          channel.write(chunk.clear(), at);
        }
        channel.force(true);
        mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES, Arena.global());
      }
      Linker linker = Linker.nativeLinker();
      advise =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("madvise"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.ADDRESS,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.JAVA_INT));
      // without it one fault reads many pages ahead
      advise(RANDOM);
      advise(PAGEOUT);
    }

    /** Reads some bytes from the disk; then drops all pages again. */
    long touch() {
      long sum = 0;
      for (long at = 0; at < BYTES; at += STRIDE) {
        sum += mapped.get(ValueLayout.JAVA_BYTE, at);
      }
      return sum + advise(PAGEOUT);
    }

    private int advise(int advice) {
      try {
        return (int) advise.invokeExact(mapped, BYTES, advice);
      } catch (Throwable e) {
        throw new IllegalStateException("madvise(2) cannot be called", e);
      }
    }
  }

  /** A method that is compiled before its rare branch was ever taken. */
  public interface Branching {
    /** Makes it hot. */
    void warmUp();

    /** Takes the rare branch, and works on. */
    long branch();

    /** A class of its own. */
    static Class<?> loaded() {
      try {
        return Class.forName(BranchingCode.class.getName(), true, new Copies());
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }

    /** One of a class of its own, so that it is compiled anew. */
    static Branching fresh() {
      try {
        return (Branching) loaded().getDeclaredConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The code of each {@link Branching}. */
  public static final class BranchingCode implements Branching {
    private static final int HOT = 3_000;

    @Override
    public void warmUp() {
      long all = 0;
      for (int i = 0; i < HOT; i++) {
        all += work(1_000, Integer.MAX_VALUE);
      }
      if (all == 1) {
        throw new IllegalStateException("impossible");
      }
    }

    @Override
    public long branch() {
      return work(400_000, 10);
    }

    private static long work(int times, int rare) {
      long sum = 1;
      for (int i = 0; i < times; i++) {
        sum = sum * 31 + i;
        if (i == rare) {
          sum ^= System.nanoTime();
        }
      }
      return sum;
    }
  }

  /** Defines its own copy of {@link BranchingCode}. */
  private static final class Copies extends ClassLoader {
    private static final byte[] CODE = code();

    Copies() {
      super(PlantedCause.class.getClassLoader());
    }

    private static byte[] code() {
      String file = BranchingCode.class.getName().replace('.', '/') + ".class";
      try (InputStream in = PlantedCause.class.getClassLoader().getResourceAsStream(file)) {
        return Objects.requireNonNull(in).readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.equals(BranchingCode.class.getName())
          ? defineClass(name, CODE, 0, CODE.length)
          : super.loadClass(name, resolve);
    }
  }
}
