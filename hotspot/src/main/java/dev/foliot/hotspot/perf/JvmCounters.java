package dev.foliot.hotspot.perf;

import dev.foliot.hotspot.perf.PerfData.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * HotSpot's counters of collections, safepoints and heap use at one moment. Immutable.
 *
 * <p>A counter that this JVM lacks is empty. Collectors update most of them at the end of a
 * collection, so a running collection is not included.
 *
 * <p>[1] src/hotspot/share/gc/shared/collectorCounters.cpp, generationCounters.cpp, and
 * src/hotspot/share/services/runtimeService.cpp.
 *
 * @param safepoints the stops of all threads since the start; empty if this JVM does not count them
 * @param collectors the collectors in use, by HotSpot's numbers: young, old, pauses of concurrent
 *     cycles
 * @param spaces the spaces of the heap
 * @param cause why the last collection began, such as {@code G1 Evacuation Pause}; from the target,
 *     with any characters
 */
public record JvmCounters(
    Optional<Safepoints> safepoints, List<Collector> collectors, List<Space> spaces, String cause) {
  private static final String NO_COLLECTION = "No GC";
  private static final double NS_PER_S = 1e9;
  private static final int MOST_COLLECTORS = 4;
  private static final int MOST_GENERATIONS = 3;
  private static final int MOST_SPACES = 4;
  private static final String EDEN = "eden";

  /** Keeps copies. */
  public JvmCounters {
    collectors = List.copyOf(collectors);
    spaces = List.copyOf(spaces);
  }

  /**
   * The safepoints since the JVM's start, those of collections included.
   *
   * @param count their number
   * @param totalNs nanoseconds from the request to the end
   * @param syncNs the part of it until the last thread had stopped
   */
  public record Safepoints(long count, long totalNs, long syncNs) {}

  /**
   * A collector's work since the JVM's start.
   *
   * @param number HotSpot's number: 0 for young collections, 1 for collections of the whole heap, 2
   *     for the pauses of concurrent cycles
   * @param name HotSpot's name; from the target, with any characters
   * @param collections the number of begun collections, or of pauses
   * @param pauseNs nanoseconds in which they stopped all threads
   */
  public record Collector(int number, String name, long collections, long pauseNs) {}

  /**
   * A space of the heap.
   *
   * @param generation HotSpot's number of its generation
   * @param name HotSpot's name
   * @param usedBytes mostly as of the last collection
   * @param capacityBytes its current size
   */
  public record Space(int generation, String name, long usedBytes, long capacityBytes) {
    /** Whether new objects begin here, and none survives a collection here. */
    public boolean isEden() {
      return name.equals(EDEN);
    }
  }

  /** During a collection its cause is the present one, and the last one is none. */
  private static String cause(PerfData data) {
    String last = data.text("sun.gc.lastCause").orElse("");
    return last.equals(NO_COLLECTION) ? data.text("sun.gc.cause").orElse("") : last;
  }

  /** Extracts them from all counters. */
  public static JvmCounters of(PerfData data) {
    long perS = data.counter("sun.os.hrt.frequency").map(Counter::value).orElse((long) NS_PER_S);
    double nsPerTick = NS_PER_S / Math.max(1, perS);
    return new JvmCounters(
        safepoints(data, nsPerTick), collectors(data, nsPerTick), spaces(data), cause(data));
  }

  private static Optional<Safepoints> safepoints(PerfData data, double nsPerTick) {
    OptionalLong count = number(data, "sun.rt.safepoints");
    // without the time until all threads have stopped, since JDK 13
    OptionalLong atSafepoints = number(data, "sun.rt.safepointTime");
    OptionalLong sync = number(data, "sun.rt.safepointSyncTime");
    return count.isPresent() && atSafepoints.isPresent() && sync.isPresent()
        ? Optional.of(
            new Safepoints(
                count.getAsLong(),
                (long) ((atSafepoints.getAsLong() + sync.getAsLong()) * nsPerTick),
                (long) (sync.getAsLong() * nsPerTick)))
        : Optional.empty();
  }

  private static List<Collector> collectors(PerfData data, double nsPerTick) {
    List<Collector> collectors = new ArrayList<>();
    for (int i = 0; i < MOST_COLLECTORS; i++) {
      String prefix = "sun.gc.collector." + i + ".";
      OptionalLong collections = number(data, prefix + "invocations");
      OptionalLong ticks = number(data, prefix + "time");
      if (collections.isPresent() && ticks.isPresent()) {
        collectors.add(
            new Collector(
                i,
                data.text(prefix + "name").orElse("collector " + i),
                collections.getAsLong(),
                (long) (ticks.getAsLong() * nsPerTick)));
      }
    }
    return collectors;
  }

  private static List<Space> spaces(PerfData data) {
    List<Space> spaces = new ArrayList<>();
    for (int generation = 0; generation < MOST_GENERATIONS; generation++) {
      for (int i = 0; i < MOST_SPACES; i++) {
        String prefix = "sun.gc.generation." + generation + ".space." + i + ".";
        OptionalLong used = number(data, prefix + "used");
        if (used.isPresent()) {
          spaces.add(
              new Space(
                  generation,
                  data.text(prefix + "name").orElse(""),
                  used.getAsLong(),
                  number(data, prefix + "capacity").orElse(0)));
        }
      }
    }
    return spaces;
  }

  private static OptionalLong number(PerfData data, String name) {
    return data.counter(name)
        .map(counter -> OptionalLong.of(counter.value()))
        .orElse(OptionalLong.empty());
  }

  /** The number of begun collections of all collectors. */
  public long collections() {
    return collectors.stream().mapToLong(Collector::collections).sum();
  }

  /** The nanoseconds in which collections stopped all threads. */
  public long pauseNs() {
    return collectors.stream().mapToLong(Collector::pauseNs).sum();
  }

  /** The bytes outside of eden, which survived a collection or were allocated there. */
  public long survivedBytes() {
    return spaces.stream().filter(space -> !space.isEden()).mapToLong(Space::usedBytes).sum();
  }

  /** The current size of eden; empty with collectors without one. */
  public OptionalLong edenBytes() {
    return spaces.stream()
        .filter(Space::isEden)
        .mapToLong(Space::capacityBytes)
        .filter(bytes -> bytes > 0)
        .findFirst();
  }
}
