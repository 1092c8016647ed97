package dev.foliot.service.timeline;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.store.explain.StopKind;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The time that a JVM's threads load and link classes, from HotSpot's own counters. HotSpot adds a
 * time when it ends [1]. The counters do not name the thread.
 *
 * <p>[1] src/hotspot/share/runtime/perfData.hpp, PerfTraceTime.
 */
final class ClassLoadingStops implements StopSource {
  static final String NAME = "class loading";
  private static final long EVERY_NS = 1_000_000;
  private static final long SHORTEST_NS = 100_000;
  private static final int MOST_BYTES = 1 << 20;

  /** Loading, as the JVM counts it for its own loader and for others; one holds the other. */
  private static final List<String> LOADING =
      List.of("sun.cls.time", "sun.cls.appClassLoadTime", "sun.cls.defineAppClassTime");

  private static final String LINKING = "sun.cls.classLinkedTime";

  private final CounterArea area;
  private final int[] places;
  private final double nsPerTick;
  private final long[] before;
  private boolean isBegun;

  private ClassLoadingStops(CounterArea area, int[] places, double nsPerTick) {
    this.area = area;
    this.places = places;
    this.nsPerTick = nsPerTick;
    this.before = new long[places.length];
  }

  /** Unavailable where the JVM has no such counters. */
  static Reading<StopSource> of(Path root, HotspotJvm jvm) {
    return switch (jvm.perfData()) {
      case Reading.Unavailable<PerfData> none -> none.retyped();
      case Reading.Value<PerfData>(PerfData data) -> of(root, jvm, data);
    };
  }

  private static Reading<StopSource> of(Path root, HotspotJvm jvm, PerfData data) {
    long perSecond = data.counter("sun.os.hrt.frequency").map(PerfData.Counter::value).orElse(0L);
    List<Long> addresses = new ArrayList<>();
    for (String name : LOADING) {
      data.counter(name).ifPresent(counter -> addresses.add(counter.address()));
    }
    boolean hasLoading = !addresses.isEmpty();
    data.counter(LINKING).ifPresent(counter -> addresses.add(0, counter.address()));
    if (!hasLoading || data.counter(LINKING).isEmpty() || perSecond <= 0) {
      return Reading.unavailable(new JvmReason.NoJvmCounters());
    }
    long first = addresses.stream().mapToLong(Long::longValue).min().orElseThrow();
    long bytes = addresses.stream().mapToLong(Long::longValue).max().orElseThrow() - first;
    if (bytes > MOST_BYTES) {
      return Reading.unavailable(new JvmReason.NoJvmCounters());
    }
    return Reading.of(
        new ClassLoadingStops(
            CounterArea.of(root, jvm, first, (int) bytes + Long.BYTES),
            addresses.stream().mapToInt(address -> (int) (address - first)).toArray(),
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
    ByteBuffer bytes = area.read();
    if (bytes == null) {
      return Reading.unavailable(new JvmReason.NoJvmCounters());
    }
    long linking = grown(bytes, 0);
    long loading = 0;
    for (int i = 1; i < places.length; i++) {
      loading = Math.max(loading, grown(bytes, i));
    }
    long lengthNs = Math.round((linking + loading) * nsPerTick);
    if (isBegun && lengthNs >= SHORTEST_NS) {
      sink.stop(nowNs - lengthNs, nowNs, lengthNs, nowNs - sinceNs, StopKind.CLASS_LOADING, "");
    }
    isBegun = true;
    return Reading.of(true);
  }

  private long grown(ByteBuffer bytes, int counter) {
    long now = bytes.getLong(places[counter]);
    long grown = now - before[counter];
    before[counter] = now;
    return Math.max(0, grown);
  }
}
