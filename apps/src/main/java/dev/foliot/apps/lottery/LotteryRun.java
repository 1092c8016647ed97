package dev.foliot.apps.lottery;

import dev.foliot.apps.json.JsonWriter;
import dev.foliot.apps.service.EnvironmentException;
import dev.foliot.apps.service.NanoClock;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The lottery of addresses (JDK-8180450). One thread writes the {@code _secondary_super_cache} of a
 * class: it checks its objects for two interfaces in turn. Another thread only checks for the
 * superclass, which reads another field of the same Klass. The address decides whether both fields
 * share a cache line, and the loading order decides the address. A fresh loader's first class
 * begins a chunk of metaspace. Each method of a filler loaded before moves the class by 8 bytes.
 */
public final class LotteryRun {
  /** The greatest shift of the class, in units of 8 bytes. */
  public static final int MOST_METHODS = 127;

  /** The most equal threads. */
  public static final int MOST_WORKERS = 1_024;

  private static final String FILLER = "dev.foliot.apps.lottery.Filler";

  /**
   * The fewest methods of the filler. With its vtable the filler takes more than half of a chunk of
   * 4 KB, and leaves room for the class behind it. A small filler gets a chunk of 1 KB without such
   * room. The class would then begin the next chunk, whatever the filler. A multiple of 8, which
   * keeps the position in a line.
   */
  public static final int LEAST_METHODS = 304;

  private static final int INTERVALS = 20;

  /** Long enough for C1 to compile a site, and for C2 to read its profile. */
  private static final long TRAINING_NS = 400_000_000;

  private static final int TRAINING_ROUNDS = 1_000;
  private static final long LOOK_NS = 100_000_000;
  private static final int QUIET_LOOKS = 3;
  private static final int MOST_LOOKS = 50;

  private final Settings settings;
  private final NanoClock clock;
  private long trained;

  /**
   * The settings of a run.
   *
   * @param fillerMethods the shift of the class in units of 8 bytes, up to {@link #MOST_METHODS}; 0
   *     to 7 reach all places
   * @param warmUpNs minimum time of its threads before counting
   * @param durationNs time counted
   * @param bothWrite whether the reader also checks for the interfaces, and so writes the same
   *     word: true sharing, which no address avoids
   * @param workers the number of equal threads that make operations in place of reader and writer,
   *     up to {@link #MOST_WORKERS}; 0 for reader and writer
   */
  public record Settings(
      int fillerMethods, long warmUpNs, long durationNs, boolean bothWrite, int workers) {
    /** With a reader that only reads. */
    public Settings(int fillerMethods, long warmUpNs, long durationNs) {
      this(fillerMethods, warmUpNs, durationNs, false, 0);
    }
  }

  /** A gate between warm-up and measurement. */
  @FunctionalInterface
  public interface Gate {
    /** Returns when the measurement may begin. */
    void pass() throws EnvironmentException, InterruptedException;
  }

  /** A run; use it once. */
  public LotteryRun(Settings settings, NanoClock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  /** A thread's counts. */
  private record Count(long checks, long cpuNs) {
    Count minus(Count other) {
      return new Count(checks - other.checks, cpuNs - other.cpuNs);
    }
  }

  /** The threads' counts at one time. */
  private record Moment(long ns, List<Count> counts) {
    /** What each thread did since. */
    List<Count> since(Moment other) {
      List<Count> since = new ArrayList<>();
      for (int i = 0; i < counts.size(); i++) {
        since.add(counts.get(i).minus(other.counts.get(i)));
      }
      return since;
    }
  }

  /**
   * Runs, and returns the result as one JSON object.
   *
   * @param gate the calling thread passes it once the class is in place and all is compiled; the
   *     other threads continue
   * @throws InterruptedException if the thread is interrupted
   */
  public JsonWriter run(Gate gate) throws EnvironmentException, InterruptedException {
    TemplateLoader loader = new TemplateLoader();
    loader.define(FILLER, FillerClass.of(FILLER, LEAST_METHODS + settings.fillerMethods()));
    Supplier<Object> parcels = maker(loader.define(Parcel.class));
    Object[] all = crowd(List.of(parcels, Message.Refund::new, Message.Notice::new));
    train(new Checks.Alternating(all));
    train(new Checks.OfSuperclass(all));
    List<CheckingThread> threads = settings.workers() > 0 ? workers(all, parcels) : pair(parcels);
    threads.forEach(CheckingThread::start);
    try {
      warmUp();
      gate.pass();
      return measured(threads);
    } finally {
      for (CheckingThread thread : threads) {
        thread.stop();
      }
    }
  }

  /** The reader and the writer. */
  private List<CheckingThread> pair(Supplier<Object> parcels) {
    CheckingThread writer =
        new CheckingThread("writer-1", new Checks.Alternating(crowd(List.of(parcels))));
    Object[] own = crowd(List.of(parcels));
    CheckingThread reader =
        settings.bothWrite()
            ? new CheckingThread("writer-2", new Checks.Alternating(own))
            : new CheckingThread("reader-1", new Checks.OfSuperclass(own));
    return List.of(reader, writer);
  }

  private List<CheckingThread> workers(Object[] all, Supplier<Object> parcels) {
    train(new Checks.Operations(all));
    List<CheckingThread> workers = new ArrayList<>();
    for (int i = 1; i <= settings.workers(); i++) {
      workers.add(
          new CheckingThread("worker-" + i, new Checks.Operations(crowd(List.of(parcels)))));
    }
    return workers;
  }

  private static Supplier<Object> maker(Class<?> type) {
    return () -> {
      try {
        return type.getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("no object of " + type + " could be made", e);
      }
    };
  }

  private static Object[] crowd(List<Supplier<Object>> makers) {
    Object[] objects = new Object[Checks.OBJECTS];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = makers.get(i % makers.size()).get();
    }
    return objects;
  }

  private void train(Checks checks) {
    long fromNs = clock.nanoTime();
    do {
      trained += checks.run(TRAINING_ROUNDS);
    } while (clock.nanoTime() - fromNs < TRAINING_NS);
  }

  /** Waits at least the requested time, and until the compilers have been idle for a while. */
  private void warmUp() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(settings.warmUpNs());
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    long before = -1;
    int quiet = 0;
    for (int look = 0; look < MOST_LOOKS && quiet < QUIET_LOOKS; look++) {
      TimeUnit.NANOSECONDS.sleep(LOOK_NS);
      long spent = compilers.getTotalCompilationTime();
      quiet = spent == before ? quiet + 1 : 0;
      before = spent;
    }
  }

  private JsonWriter measured(List<CheckingThread> threads) throws InterruptedException {
    List<Moment> moments = new ArrayList<>();
    moments.add(moment(threads));
    for (int i = 1; i <= INTERVALS; i++) {
      long untilNs = moments.get(0).ns + settings.durationNs() / INTERVALS * i;
      TimeUnit.NANOSECONDS.sleep(untilNs - clock.nanoTime());
      moments.add(moment(threads));
    }
    Moment first = moments.get(0);
    Moment last = moments.get(INTERVALS);
    JsonWriter json =
        new JsonWriter()
            .object()
            .field("app", "lottery")
            .field("jdk", Runtime.version().toString())
            .field("cpus", Runtime.getRuntime().availableProcessors())
            .field("filler_methods", settings.fillerMethods())
            .field("warmup_ns", settings.warmUpNs())
            .field("start_nano_time", first.ns)
            .field("duration_ns", last.ns - first.ns);
    List<Count> all = last.since(first);
    if (settings.workers() > 0) {
      Count sum = sum(all);
      json.object("workers")
          .field("threads", settings.workers())
          .field("operations", sum.checks)
          .field("cpu_ns", sum.cpuNs)
          .endObject();
    } else {
      write(json, "reader", all.get(0));
      write(json, "writer", all.get(1));
    }
    json.array("intervals");
    for (int i = 1; i <= INTERVALS; i++) {
      Moment from = moments.get(i - 1);
      Moment to = moments.get(i);
      json.object().field("from_ns", from.ns - first.ns).field("to_ns", to.ns - first.ns);
      List<Count> counts = to.since(from);
      if (settings.workers() > 0) {
        json.field("operations", sum(counts).checks);
      } else {
        json.field("reader_checks", counts.get(0).checks)
            .field("writer_checks", counts.get(1).checks);
      }
      json.endObject();
    }
    return json.endArray().endObject();
  }

  private static Count sum(List<Count> counts) {
    return new Count(
        counts.stream().mapToLong(Count::checks).sum(),
        counts.stream().mapToLong(Count::cpuNs).sum());
  }

  private static void write(JsonWriter json, String name, Count count) {
    json.object(name).field("checks", count.checks).field("cpu_ns", count.cpuNs).endObject();
  }

  private Moment moment(List<CheckingThread> threads) {
    List<Count> counts = new ArrayList<>();
    for (CheckingThread thread : threads) {
      counts.add(new Count(thread.checks(), thread.cpuNs()));
    }
    return new Moment(clock.nanoTime(), counts);
  }

  /** The result of the training, which prevents its removal by the JIT. */
  long trained() {
    return trained;
  }
}
