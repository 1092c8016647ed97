package dev.foliot.watch.read;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.service.timeline.CounterArea;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Some of HotSpot's counters, whose places are looked up once. One thread.
 *
 * <p>A reading costs one system call, or none where the JVM shares its counters as a file.
 */
final class JvmCounters {
  private static final String COMPILED = "java.ci.totalTime";
  private static final String CLASSES = "java.cls.loadedClasses";

  /** Those of the JVM's shared archive stand by themselves. */
  private static final String SHARED_CLASSES = "java.cls.sharedLoadedClasses";

  private static final Set<String> PLAIN = Set.of(COMPILED, CLASSES, SHARED_CLASSES);
  private static final String FREQUENCY = "sun.os.hrt.frequency";
  private static final Pattern HEAP =
      Pattern.compile("sun\\.gc\\.generation\\.[0-9]+\\.space\\.[0-9]+\\.used");
  private static final int MOST_BYTES = 1 << 20;
  private static final double NS_PER_S = 1e9;

  private final CounterArea area;
  private final Map<String, Integer> places;
  private final double nsPerTick;

  private JvmCounters(CounterArea area, Map<String, Integer> places, double nsPerTick) {
    this.area = area;
    this.places = places;
    this.nsPerTick = nsPerTick;
  }

  /**
   * What they say now.
   *
   * @param compiledNs CPU time of the compilers since the JVM's start
   * @param classes loaded since then
   * @param heapBytes in use in all parts of the heap
   */
  record Now(long compiledNs, long classes, long heapBytes) {}

  /** Unavailable where the JVM has none. */
  static Reading<JvmCounters> of(Path root, HotspotJvm jvm) {
    return switch (jvm.perfData()) {
      case Reading.Unavailable<PerfData> none -> none.retyped();
      case Reading.Value<PerfData>(PerfData data) -> {
        Map<String, Long> addresses = new TreeMap<>();
        data.counters()
            .forEach((name, counter) -> {
              if (PLAIN.contains(name) || HEAP.matcher(name).matches()) {
                addresses.put(name, counter.address());
              }
            });
        long first = addresses.values().stream().mapToLong(Long::longValue).min().orElse(0);
        long last = addresses.values().stream().mapToLong(Long::longValue).max().orElse(0);
        long perS = data.counter(FREQUENCY).map(PerfData.Counter::value).orElse(0L);
        if (addresses.isEmpty() || last - first > MOST_BYTES || perS <= 0) {
          yield Reading.unavailable(new JvmReason.NoJvmCounters());
        }
        Map<String, Integer> places = new TreeMap<>();
        addresses.forEach((name, address) -> places.put(name, (int) (address - first)));
        yield Reading.of(
            new JvmCounters(
                CounterArea.of(root, jvm, first, (int) (last - first) + Long.BYTES),
                places,
                NS_PER_S / perS));
      }
    };
  }

  Reading<Now> now() {
    ByteBuffer bytes = area.read();
    if (bytes == null) {
      return Reading.unavailable(new JvmReason.NoJvmCounters());
    }
    List<Long> heap = new ArrayList<>();
    places.forEach((name, place) -> {
      if (HEAP.matcher(name).matches()) {
        heap.add(bytes.getLong(place));
      }
    });
    return Reading.of(
        new Now(
            Math.round(value(bytes, COMPILED) * nsPerTick),
            value(bytes, CLASSES) + value(bytes, SHARED_CLASSES),
            heap.stream().mapToLong(Long::longValue).sum()));
  }

  private long value(ByteBuffer bytes, String name) {
    Integer place = places.get(name);
    return place == null ? 0 : bytes.getLong(place);
  }
}
