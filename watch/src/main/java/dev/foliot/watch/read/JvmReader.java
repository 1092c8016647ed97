package dev.foliot.watch.read;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.locks.LockSample;
import dev.foliot.hotspot.locks.LockSampler;
import dev.foliot.hotspot.locks.Wait;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryUse;
import dev.foliot.linux.proc.ProcessTimes;
import dev.foliot.service.timeline.StopSource;
import dev.foliot.service.timeline.StopSources;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchSecond;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one live JVM from outside: what stops it, often, and its figures, once a second. Nothing is
 * started or stopped in it. One thread.
 */
public final class JvmReader implements AutoCloseable {
  /** So often at most, also around a stop. */
  public static final long FAST_NS = 5_000_000;

  /** So often while nothing happens. */
  public static final long SLOW_NS = 100_000_000;

  private static final long FAST_FOR_NS = 1_000_000_000;
  private static final long LONG_STOP_NS = 10_000_000;
  private static final long NS_PER_S = 1_000_000_000;

  private static final Map<StopKind, WatchColumn> COLUMNS = columns();

  private final Path root;
  private final HotspotJvm jvm;
  private final StopSources sources;
  private final ThreadWaits waits;
  private final Reading<JvmCounters> counters;
  private final LockSampler locks;
  private final long nsPerTick;
  private final Map<WatchColumn, Long> sums = new EnumMap<>(WatchColumn.class);
  private final List<Stop> stops = new ArrayList<>();
  private Reading<Long> waited = Reading.of(0L);
  private long lastCpuTicks = -1;
  private long lastCompiledNs = -1;
  private long fastUntilNs;
  private long lastNs;

  private static Map<StopKind, WatchColumn> columns() {
    Map<StopKind, WatchColumn> columns = new EnumMap<>(StopKind.class);
    WatchColumn.STOPS.forEach((column, kind) -> columns.put(kind, column));
    return columns;
  }

  private JvmReader(Path root, HotspotJvm jvm, long nowNs) {
    this.root = root;
    this.jvm = jvm;
    this.sources = StopSources.ofProcess(root, jvm.pid(), Reading.of(jvm), nowNs);
    this.waits = new ThreadWaits(root, jvm.pid());
    this.counters = JvmCounters.of(root, jvm);
    this.locks = jvm.lockSampler();
    this.nsPerTick = NS_PER_S / ClockTicks.of(root).perSecond();
    this.lastNs = nowNs;
    sources.begin(nowNs);
  }

  /**
   * Begins to read a process.
   *
   * @param root below which the kernel's files are, usually "/"
   * @param nowNs in {@link System#nanoTime}'s terms
   */
  public static Reading<JvmReader> open(Path root, long pid, long nowNs) {
    return HotspotJvm.attach(root, pid).map(jvm -> new JvmReader(root, jvm, nowNs));
  }

  /** The JVM. */
  public HotspotJvm jvm() {
    return jvm;
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return jvm.isAlive();
  }

  /** Where stops are looked for, and where they cannot be. */
  public List<TimelineSource> sources() {
    List<TimelineSource> all = new ArrayList<>(sources.sources());
    String why =
        waits.readings() == 0 && waited instanceof Reading.Unavailable<Long> none
            ? none.sentence()
            : null;
    all.add(
        new TimelineSource(
            "waits of the program's threads for a CPU",
            waits.readings() == 0 ? 0 : NS_PER_S,
            waits.readings(),
            why));
    return all;
  }

  /**
   * Looks for stops.
   *
   * @return when to look again
   */
  public long look(long nowNs) {
    StopSource.Sink sink =
        (startNs, endNs, lengthNs, errorNs, kind, detail) -> {
          stops.add(new Stop(startNs, endNs, lengthNs, errorNs, kind, detail));
          WatchColumn column = COLUMNS.get(kind);
          if (column != null) {
            sums.merge(column, lengthNs, Long::sum);
          }
          if (lengthNs >= LONG_STOP_NS && StopKind.OF_JVM.contains(kind)) {
            fastUntilNs = nowNs + FAST_FOR_NS;
          }
        };
    sources.read(nowNs, nowNs >= fastUntilNs, sink);
    lastNs = nowNs;
    return nowNs + (nowNs < fastUntilNs ? FAST_NS : SLOW_NS);
  }

  /** The stops since this was asked last; times in {@link System#nanoTime}'s terms. */
  public List<Stop> takeStops() {
    List<Stop> all = List.copyOf(stops);
    stops.clear();
    return all;
  }

  /**
   * The figures of the second that ends now.
   *
   * @param epochS now, in seconds since 1970
   */
  public WatchSecond second(long epochS) {
    Map<WatchColumn, Long> values = new EnumMap<>(WatchColumn.class);
    COLUMNS.values().forEach(column -> values.put(column, sums.getOrDefault(column, 0L)));
    sums.clear();
    waited = waits.grownNs();
    waited.toOptional().ifPresent(ns -> values.put(WatchColumn.RUN_QUEUE_NS, ns));
    if (ProcessTimes.of(root, jvm.pid())
        instanceof Reading.Value<ProcessTimes>(ProcessTimes times)) {
      long ticks = times.userTicks() + times.systemTicks();
      if (lastCpuTicks >= 0) {
        values.put(WatchColumn.CPU_NS, Math.max(0, ticks - lastCpuTicks) * nsPerTick);
      }
      lastCpuTicks = ticks;
    }
    if (MemoryUse.of(root, jvm.pid()) instanceof Reading.Value<MemoryUse>(MemoryUse use)) {
      values.put(WatchColumn.RSS_BYTES, use.residentBytes());
      values.put(WatchColumn.THREADS, use.threads());
    }
    if (counters instanceof Reading.Value<JvmCounters>(JvmCounters known)
        && known.now() instanceof Reading.Value<JvmCounters.Now>(JvmCounters.Now now)) {
      values.put(WatchColumn.HEAP_BYTES, now.heapBytes());
      values.put(WatchColumn.CLASSES, now.classes());
      if (lastCompiledNs >= 0) {
        values.put(WatchColumn.COMPILE_NS, Math.max(0, now.compiledNs() - lastCompiledNs));
      }
      lastCompiledNs = now.compiledNs();
    }
    if (locks.sample() instanceof Reading.Value<LockSample>(LockSample sample)) {
      values.put(
          WatchColumn.BLOCKED,
          sample.threads().stream()
              .filter(thread -> thread.awaited().filter(Wait::isForLock).isPresent())
              .count());
    }
    return new WatchSecond(epochS, values);
  }

  /** When it was last looked at, in {@link System#nanoTime}'s terms. */
  public long lastNs() {
    return lastNs;
  }

  @Override
  public void close() {
    sources.close();
    waits.close();
    jvm.close();
  }
}
