package dev.foliot.service.timeline;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Watches a process from outside, and records what stops it and its measuring threads.
 *
 * <p>A thread of this JVM reads the sources a thousand times a second. It touches nothing of the
 * process: counters come from its memory by a system call, the rest from the kernel's files. It
 * starts before the measured load, since finding HotSpot's counters takes some milliseconds of CPU.
 *
 * <p>{@link #record}, {@link #pause} and {@link #close} come from one thread; {@link #thread} from
 * any.
 */
public final class TimelineWatch implements AutoCloseable {
  private static final long TURN_NS = 1_000_000;
  private static final long LONGEST_END_MS = 30_000;

  /** The watcher itself stood still: more than this between two turns. */
  private static final long GAP_NS = 3_000_000;

  private final Path root;
  private final long pid;
  private final Subject subject;
  private final LongSupplier clock;
  private final Thread watcher;
  private final Queue<Long> newThreads = new ConcurrentLinkedQueue<>();
  private final List<Watched> watched = new ArrayList<>();
  private final List<Watched> ended = new ArrayList<>();
  private final KeptStops stops = new KeptStops();
  private final Map<String, TimelineSource> unavailable = new LinkedHashMap<>();
  private volatile boolean isRecording;
  private volatile boolean isEnded;
  private volatile boolean isReady;
  private @Nullable HotspotJvm jvm;
  private Reading<String> version = Reading.unavailable(new ServiceReason.NotAsked());

  /** What is watched. */
  private enum Subject {
    /** A fork; it names its measuring threads. */
    FORK,
    /** A load generator. */
    GENERATOR,
    /** A server. */
    SERVER
  }

  /** A source with its last reading. */
  private static final class Watched {
    private final StopSource source;
    private long lastNs;
    private long firstNs;
    private long readings;

    Watched(StopSource source, long nowNs) {
      this.source = source;
      this.lastNs = nowNs;
      this.firstNs = nowNs;
    }
  }

  private TimelineWatch(Path root, long pid, Subject subject, LongSupplier clock) {
    this.root = root;
    this.pid = pid;
    this.subject = subject;
    this.clock = clock;
    this.watcher = Thread.ofPlatform().daemon().name("foliot-timeline").unstarted(this::watch);
  }

  /** Starts to watch a process of the kernel below {@code root}, usually "/". */
  public static TimelineWatch start(Path root, long pid) {
    return started(new TimelineWatch(root, pid, Subject.FORK, System::nanoTime));
  }

  /** Starts to watch a load generator: it watches the threads that use the CPU most. */
  public static TimelineWatch startOfGenerator(Path root, long pid) {
    return started(new TimelineWatch(root, pid, Subject.GENERATOR, System::nanoTime));
  }

  /**
   * Starts to watch a server: it watches the threads that use the CPU most.
   *
   * @param pid of the server; if it is no JVM, its first descendant that is one is watched
   */
  public static TimelineWatch startOfServer(Path root, long pid) {
    return started(new TimelineWatch(root, pid, Subject.SERVER, System::nanoTime));
  }

  private static TimelineWatch started(TimelineWatch watch) {
    watch.watcher.start();
    return watch;
  }

  /** Watches a thread of the process too. */
  public void thread(long tid) {
    newThreads.add(tid);
  }

  /** Whether it has found its sources. */
  boolean isReady() {
    return isReady;
  }

  /** Records from now on. */
  public void record() {
    isRecording = true;
    LockSupport.unpark(watcher);
  }

  /** Records no longer. */
  public void pause() {
    isRecording = false;
  }

  /**
   * The watched JVM, as in {@code HotSpot 25.0.1+8}; ends the watch. Unavailable if there is none,
   * or it is unreadable.
   */
  public Reading<String> jvm() throws InterruptedException {
    end();
    return version;
  }

  /**
   * What was recorded; ends the watch.
   *
   * @param zeroNs the time that the record counts from, in {@link System#nanoTime}'s terms
   */
  public TimelineRecord timeline(long zeroNs) throws InterruptedException {
    end();
    List<Stop> all = stops.all();
    List<Stop> kept =
        all.stream()
            .sorted(Comparator.comparingLong(Stop::lengthNs).reversed())
            .limit(TimelineRecord.MOST_STOPS)
            .map(stop ->
                new Stop(
                    stop.startNs() - zeroNs,
                    stop.endNs() - zeroNs,
                    stop.lengthNs(),
                    stop.errorNs(),
                    stop.kind(),
                    stop.detail()))
            .sorted(Comparator.comparingLong(Stop::endNs))
            .toList();
    return new TimelineRecord(
        TimelineRecord.SCHEMA, sources(), kept, stops.leftOut() + all.size() - kept.size());
  }

  private List<TimelineSource> sources() {
    Map<String, TimelineSource> sources = new LinkedHashMap<>();
    for (Watched one : Stream.concat(watched.stream(), ended.stream()).toList()) {
      long everyNs = one.readings == 0 ? 0 : (one.lastNs - one.firstNs) / one.readings;
      sources.merge(
          one.source.name(),
          new TimelineSource(one.source.name(), everyNs, one.readings, null),
          (a, b) -> a.everyNs() >= b.everyNs() ? a : b);
    }
    unavailable.forEach(sources::putIfAbsent);
    return List.copyOf(sources.values());
  }

  private void watch() {
    try {
      begin();
      isReady = true;
      long nextNs = clock.getAsLong();
      long lastTurnNs = nextNs;
      boolean wasRecording = false;
      while (!isEnded) {
        long nowNs = clock.getAsLong();
        addThreads(nowNs);
        if (isRecording) {
          if (wasRecording && nowNs - lastTurnNs > GAP_NS) {
            add(lastTurnNs, nowNs, nowNs - lastTurnNs, TURN_NS, StopKind.MACHINE, "");
          }
          turn(nowNs, wasRecording);
        }
        wasRecording = isRecording;
        lastTurnNs = nowNs;
        nextNs = Math.max(nextNs + TURN_NS, nowNs);
        long leftNs = nextNs - clock.getAsLong();
        if (leftNs > 0) {
          LockSupport.parkNanos(this, leftNs);
        }
      }
    } finally {
      watched.forEach(one -> one.source.close());
      HotspotJvm open = jvm;
      if (open != null) {
        open.close();
      }
    }
  }

  private void begin() {
    long nowNs = clock.getAsLong();
    long watchedPid = pid;
    Reading<HotspotJvm> attached = attach();
    version = attached.map(found -> "HotSpot " + found.version());
    switch (attached) {
      case Reading.Unavailable<HotspotJvm> none -> missing(JvmStops.NAME, none);
      case Reading.Value<HotspotJvm>(HotspotJvm found) -> {
        jvm = found;
        watchedPid = found.pid();
        switch (JvmStops.of(root, found)) {
          case Reading.Unavailable<StopSource> none -> missing(JvmStops.NAME, none);
          case Reading.Value<StopSource>(StopSource source) ->
              watched.add(new Watched(source, nowNs));
        }
        if (subject == Subject.FORK) {
          classLoading(found, nowNs);
        }
      }
    }
    watched.add(new Watched(new SignalStops(root, watchedPid), nowNs));
    watched.add(new Watched(new ThrottlingStops(root, watchedPid), nowNs));
    if (subject != Subject.GENERATOR) {
      watched.add(new Watched(new StealStops(root), nowNs));
    }
    if (subject != Subject.FORK) {
      watched.add(new Watched(new BusyThreadStops(root, watchedPid), nowNs));
    }
  }

  /** Of a fork only: which of a server's requests wait for a class is not known. */
  private void classLoading(HotspotJvm found, long nowNs) {
    switch (ClassLoadingStops.of(root, found)) {
      case Reading.Unavailable<StopSource> none -> missing(ClassLoadingStops.NAME, none);
      case Reading.Value<StopSource>(StopSource source) -> watched.add(new Watched(source, nowNs));
    }
  }

  /** The process as a JVM; of a server, which may be started by a shell, its first JVM. */
  private Reading<HotspotJvm> attach() {
    Reading<HotspotJvm> first = HotspotJvm.attach(root, pid);
    if (first instanceof Reading.Value<HotspotJvm> || subject != Subject.SERVER) {
      return first;
    }
    List<Long> below = new ArrayList<>();
    ProcessHandle.of(pid)
        .ifPresent(process -> {
          try (Stream<ProcessHandle> all = process.descendants()) {
            all.forEach(child -> below.add(child.pid()));
          }
        });
    for (long child : below) {
      Reading<HotspotJvm> other = HotspotJvm.attach(root, child);
      if (other instanceof Reading.Value<HotspotJvm>) {
        return other;
      }
    }
    return first;
  }

  private void missing(String name, Reading.Unavailable<?> why) {
    unavailable.put(name, new TimelineSource(name, 0, 0, why.sentence()));
  }

  private void addThreads(long nowNs) {
    for (Long tid = newThreads.poll(); tid != null; tid = newThreads.poll()) {
      watched.add(new Watched(new RunQueueStops(root, pid, tid), nowNs));
      watched.add(new Watched(new DiskStops(root, pid, tid), nowNs));
    }
  }

  /** Reads what is due; the first turn of a recording only sets the beginning. */
  private void turn(long nowNs, boolean isKept) {
    List<Watched> gone = new ArrayList<>();
    for (Watched one : watched) {
      if (isKept && nowNs - one.lastNs < one.source.everyNs()) {
        continue;
      }
      Reading<Boolean> read =
          one.source.read(one.lastNs, nowNs, isKept ? this::add : TimelineWatch::ignore);
      if (read instanceof Reading.Unavailable<Boolean> none) {
        gone.add(one);
        if (one.readings == 0) {
          missing(one.source.name(), none);
        } else {
          // the process or the thread has ended
          ended.add(one);
        }
        continue;
      }
      if (isKept) {
        one.readings++;
      } else {
        one.firstNs = nowNs;
      }
      one.lastNs = nowNs;
    }
    gone.forEach(one -> one.source.close());
    watched.removeAll(gone);
  }

  private void add(
      long startNs, long endNs, long lengthNs, long errorNs, StopKind kind, String detail) {
    stops.add(new Stop(startNs, endNs, lengthNs, errorNs, kind, detail));
  }

  private static void ignore(
      long startNs, long endNs, long lengthNs, long errorNs, StopKind kind, String detail) {}

  private void end() throws InterruptedException {
    isEnded = true;
    LockSupport.unpark(watcher);
    watcher.join(LONGEST_END_MS);
    if (watcher.isAlive()) {
      throw new IllegalStateException("the watcher of a timeline does not end");
    }
  }

  /** Ends the watch, without a result. */
  @Override
  public void close() {
    isEnded = true;
    LockSupport.unpark(watcher);
  }
}
