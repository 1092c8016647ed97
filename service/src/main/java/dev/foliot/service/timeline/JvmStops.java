package dev.foliot.service.timeline;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.store.explain.StopKind;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Safepoints and collections, from HotSpot's own counters. The JVM does not notice the readings.
 *
 * <p>HotSpot adds an operation's time, and apart from it the time until all threads have stopped,
 * to its counters at the end of the operation [1]. So a reading knows the lengths exactly and the
 * end to the distance of two readings.
 *
 * <p>[1] src/hotspot/share/services/runtimeService.cpp.
 */
final class JvmStops implements StopSource {
  static final String NAME = "safepoints and collections";
  private static final long EVERY_NS = 1_000_000;
  private static final int MOST_COLLECTORS = 4;
  private static final long SHORTEST_NS = 100_000;
  private static final int MOST_BYTES = 1 << 20;

  /** Places among the counters. */
  private static final int TIME = 0;

  private static final int SYNC = 1;
  private static final int FIRST_COLLECTOR = 2;

  private final CounterArea area;
  private final int[] places;
  private final long[] now;
  private final List<String> collectors;
  private final double nsPerTick;
  private final long[] before;
  private final long[] collectedNs;

  private JvmStops(CounterArea area, int[] places, List<String> collectors, double nsPerTick) {
    this.area = area;
    this.places = places;
    this.collectors = collectors;
    this.nsPerTick = nsPerTick;
    this.now = new long[places.length];
    this.before = new long[places.length];
    this.collectedNs = new long[collectors.size()];
    if (readAll()) {
      System.arraycopy(now, 0, before, 0, before.length);
    }
  }

  private boolean readAll() {
    ByteBuffer bytes = area.read();
    if (bytes == null) {
      return false;
    }
    for (int i = 0; i < places.length; i++) {
      now[i] = bytes.getLong(places[i]);
    }
    return true;
  }

  /** Unavailable where the JVM has no counters. */
  static Reading<StopSource> of(Path root, HotspotJvm jvm) {
    return switch (jvm.perfData()) {
      case Reading.Unavailable<PerfData> none -> none.retyped();
      case Reading.Value<PerfData>(PerfData data) -> of(root, jvm, data);
    };
  }

  private static Reading<StopSource> of(Path root, HotspotJvm jvm, PerfData data) {
    Optional<PerfData.Counter> time = data.counter("sun.rt.safepointTime");
    Optional<PerfData.Counter> sync = data.counter("sun.rt.safepointSyncTime");
    long perSecond = data.counter("sun.os.hrt.frequency").map(PerfData.Counter::value).orElse(0L);
    if (time.isEmpty() || sync.isEmpty() || perSecond <= 0) {
      return Reading.unavailable(new JvmReason.NoJvmCounters());
    }
    List<Long> addresses = new ArrayList<>(List.of(time.get().address(), sync.get().address()));
    List<String> collectors = new ArrayList<>();
    for (int i = 0; i < MOST_COLLECTORS; i++) {
      Optional<PerfData.Counter> collected = data.counter("sun.gc.collector." + i + ".time");
      if (collected.isPresent()) {
        addresses.add(collected.get().address());
        collectors.add(data.text("sun.gc.collector." + i + ".name").orElse("collector " + i));
      }
    }
    long firstAddress = addresses.stream().mapToLong(Long::longValue).min().orElseThrow();
    long bytes = addresses.stream().mapToLong(Long::longValue).max().orElseThrow() - firstAddress;
    if (bytes < 0 || bytes > MOST_BYTES) {
      return Reading.unavailable(new JvmReason.NoJvmCounters());
    }
    return Reading.of(
        new JvmStops(
            CounterArea.of(root, jvm, firstAddress, (int) bytes + Long.BYTES),
            addresses.stream().mapToInt(address -> (int) (address - firstAddress)).toArray(),
            collectors,
            1e9 / perSecond));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public long everyNs() {
    return EVERY_NS;
  }

  @Override
  public Reading<Boolean> read(long sinceNs, long nowNs, Sink sink) {
    if (!readAll()) {
      return Reading.unavailable(new JvmReason.NoJvmCounters());
    }
    for (int i = 0; i < collectedNs.length; i++) {
      collectedNs[i] += ns(FIRST_COLLECTOR + i);
    }
    long operationNs = ns(TIME);
    if (operationNs > 0) {
      stop(operationNs, ns(SYNC), sinceNs, nowNs, sink);
      before[SYNC] = now[SYNC];
      // a collection's time may be added a reading before its safepoint's
      Arrays.fill(collectedNs, 0);
    }
    before[TIME] = now[TIME];
    System.arraycopy(now, FIRST_COLLECTOR, before, FIRST_COLLECTOR, collectedNs.length);
    return Reading.of(true);
  }

  /** The wait until all threads have stopped comes before the operation, and is counted apart. */
  private void stop(long operationNs, long syncNs, long sinceNs, long nowNs, Sink sink) {
    long startNs = nowNs - operationNs;
    long errorNs = nowNs - sinceNs;
    if (syncNs >= SHORTEST_NS) {
      sink.stop(startNs - syncNs, startNs, syncNs, errorNs, StopKind.TIME_TO_SAFEPOINT, "");
    }
    if (operationNs < SHORTEST_NS) {
      return;
    }
    List<String> collecting = new ArrayList<>();
    for (int i = 0; i < collectedNs.length; i++) {
      if (collectedNs[i] > 0) {
        collecting.add(collectors.get(i));
      }
    }
    sink.stop(
        startNs,
        nowNs,
        operationNs,
        errorNs,
        collecting.isEmpty() ? StopKind.SAFEPOINT : StopKind.GC_PAUSE,
        String.join(", ", collecting));
  }

  private long ns(int counter) {
    return Math.max(0, Math.round((now[counter] - before[counter]) * nsPerTick));
  }
}
