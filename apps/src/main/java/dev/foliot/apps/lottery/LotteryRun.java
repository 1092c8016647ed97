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
   */
  public record Settings(int fillerMethods, long warmUpNs, long durationNs, boolean bothWrite) {
    /** With a reader that only reads. */
    public Settings(int fillerMethods, long warmUpNs, long durationNs) {
      this(fillerMethods, warmUpNs, durationNs, false);
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

  /** The threads' counts at one time. */
  private record Moment(long ns, long reader, long readerCpuNs, long writer, long writerCpuNs) {}

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
    CheckingThread writer =
        new CheckingThread("writer-1", new Checks.Alternating(crowd(List.of(parcels))));
    Object[] own = crowd(List.of(parcels));
    CheckingThread reader =
        settings.bothWrite()
            ? new CheckingThread("writer-2", new Checks.Alternating(own))
            : new CheckingThread("reader-1", new Checks.OfSuperclass(own));
    writer.start();
    reader.start();
    try {
      warmUp();
      gate.pass();
      return measured(reader, writer);
    } finally {
      writer.stop();
      reader.stop();
    }
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

  private JsonWriter measured(CheckingThread reader, CheckingThread writer)
      throws InterruptedException {
    List<Moment> moments = new ArrayList<>();
    moments.add(moment(reader, writer));
    for (int i = 1; i <= INTERVALS; i++) {
      long untilNs = moments.get(0).ns + settings.durationNs() / INTERVALS * i;
      TimeUnit.NANOSECONDS.sleep(untilNs - clock.nanoTime());
      moments.add(moment(reader, writer));
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
    write(json, "reader", last.reader - first.reader, last.readerCpuNs - first.readerCpuNs);
    write(json, "writer", last.writer - first.writer, last.writerCpuNs - first.writerCpuNs);
    json.array("intervals");
    for (int i = 1; i <= INTERVALS; i++) {
      Moment from = moments.get(i - 1);
      Moment to = moments.get(i);
      json.object()
          .field("from_ns", from.ns - first.ns)
          .field("to_ns", to.ns - first.ns)
          .field("reader_checks", to.reader - from.reader)
          .field("writer_checks", to.writer - from.writer)
          .endObject();
    }
    return json.endArray().endObject();
  }

  private static void write(JsonWriter json, String name, long checks, long cpuNs) {
    json.object(name).field("checks", checks).field("cpu_ns", cpuNs).endObject();
  }

  private Moment moment(CheckingThread reader, CheckingThread writer) {
    return new Moment(
        clock.nanoTime(), reader.checks(), reader.cpuNs(), writer.checks(), writer.cpuNs());
  }

  /** The result of the training, which prevents its removal by the JIT. */
  long trained() {
    return trained;
  }
}
