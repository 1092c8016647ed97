package dev.foliot.service.timeline;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
  private final KeptStops stops = new KeptStops();
  private volatile boolean isRecording;
  private volatile boolean isEnded;
  private volatile boolean isReady;
  private @Nullable HotspotJvm jvm;
  private volatile @Nullable StopSources sources;
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
        TimelineRecord.SCHEMA,
        sources == null ? List.of() : sources.sources(),
        kept,
        stops.leftOut() + all.size() - kept.size());
  }

  private void watch() {
    try (StopSources all = begin()) {
      sources = all;
      isReady = true;
      long nextNs = clock.getAsLong();
      long lastTurnNs = nextNs;
      boolean wasRecording = false;
      while (!isEnded) {
        long nowNs = clock.getAsLong();
        for (Long tid = newThreads.poll(); tid != null; tid = newThreads.poll()) {
          all.thread(tid, nowNs);
        }
        if (isRecording && wasRecording) {
          if (nowNs - lastTurnNs > GAP_NS) {
            add(lastTurnNs, nowNs, nowNs - lastTurnNs, TURN_NS, StopKind.MACHINE, "");
          }
          all.read(nowNs, false, this::add);
        } else if (isRecording) {
          all.begin(nowNs);
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
      HotspotJvm open = jvm;
      if (open != null) {
        open.close();
      }
    }
  }

  private StopSources begin() {
    long nowNs = clock.getAsLong();
    Reading<HotspotJvm> attached = attach();
    version = attached.map(found -> "HotSpot " + found.version());
    jvm = attached.toOptional().orElse(null);
    long watchedPid = attached.map(HotspotJvm::pid).orElse(pid);
    return switch (subject) {
      case FORK -> StopSources.ofFork(root, watchedPid, attached, nowNs);
      case GENERATOR -> StopSources.ofGenerator(root, watchedPid, attached, nowNs);
      case SERVER -> StopSources.ofServer(root, watchedPid, attached, nowNs);
    };
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

  private void add(
      long startNs, long endNs, long lengthNs, long errorNs, StopKind kind, String detail) {
    stops.add(new Stop(startNs, endNs, lengthNs, errorNs, kind, detail));
  }

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
