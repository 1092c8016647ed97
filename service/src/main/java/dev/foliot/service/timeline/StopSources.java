package dev.foliot.service.timeline;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.Reading;
import dev.foliot.store.explain.TimelineSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All places where the stops of one process can be seen, with their last readings. It touches
 * nothing of the process: counters come from its memory by a system call, the rest from the
 * kernel's files. One thread.
 */
public final class StopSources implements AutoCloseable {
  private final Path root;
  private final long pid;
  private final List<Watched> watched = new ArrayList<>();
  private final List<Watched> ended = new ArrayList<>();
  private final Map<String, TimelineSource> unavailable = new LinkedHashMap<>();

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

  private StopSources(Path root, long pid) {
    this.root = root;
    this.pid = pid;
  }

  /**
   * Those of a fork that names its measuring threads.
   *
   * @param jvm the process as a JVM; stays open, and is the caller's to close
   * @param nowNs in {@link System#nanoTime}'s terms
   */
  static StopSources ofFork(Path root, long pid, Reading<HotspotJvm> jvm, long nowNs) {
    StopSources all = new StopSources(root, pid);
    all.jvm(jvm, nowNs);
    if (jvm instanceof Reading.Value<HotspotJvm>(HotspotJvm found)) {
      // of a server, which request waits for a class is not known
      all.add(ClassLoadingStops.NAME, ClassLoadingStops.of(root, found), nowNs);
    }
    all.ofProcess(nowNs);
    all.watched.add(new Watched(new StealStops(root), nowNs));
    return all;
  }

  /** Those of a load generator: without steal, which its server sees too. */
  static StopSources ofGenerator(Path root, long pid, Reading<HotspotJvm> jvm, long nowNs) {
    StopSources all = new StopSources(root, pid);
    all.jvm(jvm, nowNs);
    all.ofProcess(nowNs);
    all.watched.add(new Watched(new BusyThreadStops(root, pid), nowNs));
    return all;
  }

  /** Those of a server, of which the threads that use the CPU most are watched. */
  static StopSources ofServer(Path root, long pid, Reading<HotspotJvm> jvm, long nowNs) {
    StopSources all = ofProcess(root, pid, jvm, nowNs);
    all.watched.add(new Watched(new BusyThreadStops(root, pid), nowNs));
    return all;
  }

  /** Those of a process as a whole, without its threads. */
  public static StopSources ofProcess(Path root, long pid, Reading<HotspotJvm> jvm, long nowNs) {
    StopSources all = new StopSources(root, pid);
    all.jvm(jvm, nowNs);
    all.ofProcess(nowNs);
    all.watched.add(new Watched(new StealStops(root), nowNs));
    return all;
  }

  private void jvm(Reading<HotspotJvm> jvm, long nowNs) {
    switch (jvm) {
      case Reading.Unavailable<HotspotJvm> none -> missing(JvmStops.NAME, none);
      case Reading.Value<HotspotJvm>(HotspotJvm found) ->
          add(JvmStops.NAME, JvmStops.of(root, found), nowNs);
    }
  }

  private void ofProcess(long nowNs) {
    watched.add(new Watched(new SignalStops(root, pid), nowNs));
    watched.add(new Watched(new ThrottlingStops(root, pid), nowNs));
  }

  private void add(String name, Reading<StopSource> source, long nowNs) {
    switch (source) {
      case Reading.Unavailable<StopSource> none -> missing(name, none);
      case Reading.Value<StopSource>(StopSource found) -> watched.add(new Watched(found, nowNs));
    }
  }

  private void missing(String name, Reading.Unavailable<?> why) {
    unavailable.put(name, new TimelineSource(name, 0, 0, why.sentence()));
  }

  /** Watches one thread of the process too: its waits for a CPU and for a disk. */
  void thread(long tid, long nowNs) {
    watched.add(new Watched(new RunQueueStops(root, pid, tid), nowNs));
    watched.add(new Watched(new DiskStops(root, pid, tid), nowNs));
  }

  /**
   * Reads what is due.
   *
   * @param isCalm whether each is read more rarely, as while nothing happens
   */
  public void read(long nowNs, boolean isCalm, StopSource.Sink sink) {
    for (Watched one : List.copyOf(watched)) {
      long everyNs = isCalm ? one.source.calmNs() : one.source.everyNs();
      if (nowNs - one.lastNs >= everyNs && read(one, nowNs, sink)) {
        one.readings++;
        one.lastNs = nowNs;
      }
    }
  }

  /** Reads everything, to count from now on. */
  public void begin(long nowNs) {
    for (Watched one : List.copyOf(watched)) {
      if (read(one, nowNs, (startNs, endNs, lengthNs, errorNs, kind, detail) -> {})) {
        one.firstNs = nowNs;
        one.lastNs = nowNs;
      }
    }
  }

  private boolean read(Watched one, long nowNs, StopSource.Sink sink) {
    Reading<Boolean> read = one.source.read(one.lastNs, nowNs, sink);
    if (!(read instanceof Reading.Unavailable<Boolean> none)) {
      return true;
    }
    watched.remove(one);
    one.source.close();
    if (one.readings == 0) {
      missing(one.source.name(), none);
    } else {
      // the process or the thread has ended
      ended.add(one);
    }
    return false;
  }

  /** Where it was looked, and where it could not be. */
  public List<TimelineSource> sources() {
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

  @Override
  public void close() {
    watched.forEach(one -> one.source.close());
  }
}
